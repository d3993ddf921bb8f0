import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutedByFile } from './executed.js';
import type { RunReply, RunRequest } from './runner.js';

export type { RunReply };
import { grouped } from './sample.js';
import { cacheOf, type Copy } from './tree.js';

/** A process that runs tests of the copy. */
export interface Runner {
  readonly run: (request: RunRequest) => Promise<RunReply>;
  readonly files: () => Promise<readonly { readonly path: string; readonly project: string }[]>;
  readonly end: () => void;
}

export async function startRunner(copy: Copy): Promise<Runner> {
  const child = fork(join(copy.folder, 'test/mutants/runner.ts'), {
    cwd: copy.folder,
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, MUTANTS_DATA: copy.data, XDG_CACHE_HOME: cacheOf(copy) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const answer = <T>(): Promise<T> =>
    new Promise((done, fail) => {
      child.once('message', (message) => done(message as T));
      child.once('exit', (code) => fail(new Error(`The runner ended with ${code}`)));
    });
  const ask = <T>(question: RunRequest | 'files'): Promise<T> => {
    const reply = answer<T>();
    child.send(question);
    return reply;
  };
  await answer();
  return { run: ask, files: () => ask('files'), end: () => child.disconnect() };
}

/** How many test files one process runs: its memory grows with each. */
const perRun = 25;

/** Runs all tests without a mutant, and records what each executes; what has been recorded stays. */
export async function record(
  copy: Copy,
  runner: Runner,
  { only, log }: { only: readonly string[] | undefined; log: (line: string) => void },
): Promise<void> {
  const known = new Set(executedIn(copy).map(({ path }) => path));
  const all = (await runner.files()).filter(({ path }) => !known.has(path) && (only?.includes(path) ?? true));
  const files =
    only === undefined ? all : all.toSorted((one, other) => only.indexOf(one.path) - only.indexOf(other.path));
  const parts = grouped(files, ({ project }) => project).flatMap(([, some]) =>
    Array.from({ length: Math.ceil(some.length / perRun) }, (_, index) =>
      some.slice(index * perRun, (index + 1) * perRun),
    ),
  );
  for (const [index, part] of parts.entries()) {
    const { files: ended, seconds } = await runner.run({
      files: part.map(({ path }) => ({ path, mutant: 0, limit: 600 })),
    });
    const failed = ended.flatMap(({ path, failure }) => (failure === undefined ? [] : [`${path}: ${failure}`]));
    log(`recorded ${part.length} files (${index + 1}/${parts.length}) in ${seconds.toFixed(0)} s ${failed.join(', ')}`);
  }
}

/** Reads what has been recorded. */
export function executedIn({ data }: Copy): readonly ExecutedByFile[] {
  const folder = join(data, 'executed');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ExecutedByFile);
}
