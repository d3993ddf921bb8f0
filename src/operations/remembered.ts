import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { recorder, saysTheSame, type Asked } from '../io/questions.js';
import type { Memory } from '../io/memory.js';
import type { PlannedFile } from '../scaffold/plan.js';
import type { Environment, Outcome } from './outcome.js';

/** A run that found everything up to date: what it read, and what it answered. */
interface Remembered {
  readonly asked: Asked;
  /** Without the contents of the files, which are on the disk. */
  readonly outcome: Outcome;
}

/**
 * The outcome of the last run, where that found everything up to date and each thing that it read still says the same. What
 * was looked for in vain was read as well. Undefined where the work has to be done.
 */
export function recall(name: string, memory: Memory, { host, cwd }: Environment): Outcome | undefined {
  const remembered = parse(memory.read(fileName(name, cwd)), memory, cwd);
  if (remembered === undefined || !saysTheSame(host, remembered.asked)) return undefined;
  const { outcome } = remembered;
  const files = outcome.plan.files.flatMap((file) => {
    const text = host.read(posix.join(outcome.root, file.path));
    return text === undefined ? [] : [{ ...file, before: text, after: text }];
  });
  return files.length === outcome.plan.files.length ? { ...outcome, plan: { files } } : undefined;
}

/** Does the work of an operation, and remembers it if it found everything up to date. */
export async function remember(
  name: string,
  memory: Memory,
  environment: Environment,
  operation: (environment: Environment) => Promise<Outcome>,
): Promise<Outcome> {
  const { host, asked } = recorder(environment.host);
  const outcome = await operation({ ...environment, host });
  const all = isUpToDate(outcome) ? asked() : undefined;
  if (all !== undefined) {
    const files = outcome.plan.files.map(({ before: _before, after: _after, ...file }: PlannedFile) => file);
    const remembered = { asked: all, outcome: { ...outcome, plan: { files } } };
    memory.write(fileName(name, environment.cwd), print(remembered, memory, environment.cwd));
  }
  return outcome;
}

function isUpToDate({ plan, diagnostics }: Outcome): boolean {
  return (
    plan.files.every(({ action, before, copyOf }) => action === 'unchanged' && before !== undefined && !copyOf) &&
    diagnostics.every(({ severity }) => severity !== 'error')
  );
}

function fileName(name: string, cwd: string): string {
  return `${name}-${hashOf(cwd).slice(0, 32)}.json`;
}

/** The seal covers the build and the folder: what another build wrote, or a cut-off write left, is not even parsed. */
function print(remembered: Remembered, { build }: Memory, cwd: string): string {
  const body = JSON.stringify(remembered);
  return `${hashOf(build, cwd, body)}\n${body}`;
}

function parse(content: Buffer | undefined, { build }: Memory, cwd: string): Remembered | undefined {
  const text = content?.toString() ?? '';
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (end < 0 || text.slice(0, end) !== hashOf(build, cwd, body)) return undefined;
  return JSON.parse(body) as Remembered;
}

function hashOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}
