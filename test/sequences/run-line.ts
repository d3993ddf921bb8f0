import { createHash } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import { runCli } from '../../src/cli/framework/main.js';
import { commands } from '../../src/commands.js';
import type { Memory } from '../../src/base/memory/memory.js';
import type { Helper } from '../../src/base/helper/helper.js';
import { Kept, Keyboard } from '../cli/framework/support.js';
import { KnownResults } from '../support/known-results.js';
import { memoryDisk, root, type Files } from '../support/memory-disk.js';
import { goReader } from '../support/upstream.js';

const helper = inMemory(await goReader());

/** What a command line did to a project. */
export interface Ran {
  readonly exitCode: number;
  /** What it said, on stdout and then on stderr. */
  readonly said: string;
  readonly files: Files;
  /** Folders that it left with nothing in them. */
  readonly emptyFolders: readonly string[];
}

const known = new KnownResults<Ran>(300);

/** Runs a command line, all of it but for the process, on a project in memory: once for all tests of a process that begin with it. */
export async function runLine(
  files: Files,
  line: string,
  list = commands,
  env: Readonly<Record<string, string>> = {},
  memory?: Memory,
): Promise<Ran> {
  const run = (): Promise<Ran> => ranLine(files, line, list, env, memory);
  return list === commands && memory === undefined ? known.of(JSON.stringify([line, env, hashOf(files)]), run) : run();
}

function hashOf(files: Files): string {
  return createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('hex');
}

async function ranLine(
  files: Files,
  line: string,
  list: typeof commands,
  env: Readonly<Record<string, string>>,
  memory: Memory | undefined,
): Promise<Ran> {
  const disk = memoryDisk(files);
  const [stdout, stderr] = [new Kept(), new Kept()];
  const context = {
    argv: line.split(' '),
    cwd: root,
    env: { CI: 'true', OPERATOR_GEN_UPSTREAM: 'none', ...env },
    ...(helper && { helper: async () => helper }),
    stdin: new Keyboard(),
    terminal: stdout,
    stdout,
    stderr,
    host: async () => disk.host,
    ...(memory && { memory: async () => memory }),
    runProgram: async () => undefined,
    interrupt: new AbortController().signal,
  };
  const exitCode = await runCli(context, list);
  return {
    exitCode,
    said: stripVTControlCharacters(stdout.text + stderr.text),
    files: disk.files(),
    emptyFolders: disk.emptyFolders(),
  };
}

/** Returns a helper that builds kustomizations of a project in memory: it looks for a folder that exists, and reads nothing there. */
function inMemory(upstream: Helper | undefined): Helper | undefined {
  return (
    upstream && {
      ...upstream,
      ask: async (question) =>
        upstream.ask(question.operation === 'kustomize' ? { ...question, root: import.meta.dirname } : question),
    }
  );
}
