import { readFileSync } from 'node:fs';
import type { Environment, Outcome } from '../../../output/operation/outcome.js';
import { existing } from '../existing.js';
import type { LogsOptions } from '../flags.js';
import { outcomeOf } from '../outcome.js';

const usualTail = 1000;

/** Returns the end of a cluster's log. */
export async function logs(options: LogsOptions, environment: Environment): Promise<Outcome> {
  const { audit, previous, tail = usualTail } = options;
  const { files, name } = existing(options, environment.env);
  const ofRun = previous ? files.previousLog : files.log;
  const path = audit ? files.auditLog : ofRun;
  const lines = readLines(path).slice(-tail);
  return outcomeOf(environment, {
    text: lines.map((line) => `${line}\n`).join(''),
    json: { name, path, lines },
  });
}

function readLines(path: string): readonly string[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
