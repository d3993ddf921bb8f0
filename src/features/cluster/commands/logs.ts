import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { escapeJson } from '../../../base/diagnostics/print-escape.js';
import { FollowedLog } from '../../../base/io/followed-log.js';
import { heeding } from '../../../cli/framework/interrupt.js';
import type { Live } from '../../../cli/framework/live.js';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { existing } from '../existing.js';
import type { LogsOptions } from '../flags.js';
import { outcomeOf } from '../outcome.js';
import { refuse } from '../reporting.js';

const usualTail = 1000;
/** Milliseconds between two looks at a log that is followed. */
const pause = 200;

/** Returns the end of a cluster's log, or prints it and what follows until the user ends it or the cluster is deleted. */
export async function logs(options: LogsOptions, environment: Environment, { session }: Live): Promise<Outcome> {
  const { audit, previous, follow: isFollowed, tail = usualTail } = options;
  if (previous && (audit || isFollowed))
    refuse('conflicting-flags', { one: '--previous', other: audit ? '--audit' : '--follow' });
  const { files, name } = existing(options, environment.env);
  const ofRun = previous ? files.previousLog : files.log;
  const path = audit ? files.auditLog : ofRun;
  const known = readText(path);
  // Only complete lines: the rest comes with its end.
  const whole = known.subarray(0, known.lastIndexOf(10) + 1);
  const lines = linesOf((isFollowed ? whole : known).toString('utf8')).slice(-tail);
  if (!isFollowed)
    return outcomeOf(environment, { text: lines.map((line) => `${line}\n`).join(''), json: { name, path, lines } });
  const { stdout, interrupt } = session.context;
  const isJson = session.settings.output === 'json';
  const onLine = (line: string): void => {
    stdout.write(`${isJson ? escapeJson(JSON.stringify({ line })) : line}\n`);
  };
  await heeding(session.context, async () => {
    lines.forEach(onLine);
    const log = new FollowedLog(path, onLine, whole.length);
    while (!interrupt.aborted && existsSync(files.folder)) {
      log.read();
      await sleep(pause);
    }
    log.read();
    log.close();
  });
  return outcomeOf(environment, { text: '', json: { name, path } });
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function readText(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
