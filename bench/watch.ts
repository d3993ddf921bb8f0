import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Subject } from './measure.js';

/** A command that keeps running and writes on every save, and the file that shows it. */
export interface Watcher extends Pick<Subject, 'file' | 'args' | 'cwd' | 'env'> {
  /** Saves a source. */
  readonly change: () => void;
  /** Absolute path of a file that is generated from it. */
  readonly output: string;
}

/**
 * Measures the time from a save to the written file, in milliseconds, for each round after a first one that is not
 * counted.
 */
export async function measureWatch(watcher: Watcher, rounds: number): Promise<readonly number[]> {
  const { file, args, cwd, env, change, output } = watcher;
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    let said = '';
    child.stderr.on('data', (chunk) => (said += String(chunk)));
    while (!said.includes('Watching')) await once(child.stderr, 'data');
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const before = readFileSync(output, 'utf8');
      const started = performance.now();
      change();
      while (readFileSync(output, 'utf8') === before && performance.now() - started < 10_000) await setTimeout(1);
      if (round > 0) times.push(performance.now() - started);
      // Lets the files written by the run itself settle.
      await setTimeout(200);
    }
    return times;
  } finally {
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
  }
}
