import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { Command } from '../../../src/cli/framework/command.js';
import type { ProcessContext } from '../../../src/cli/framework/context.js';
import { runCli } from '../../../src/cli/framework/main.js';
import type { CommandList } from '../../../src/cli/framework/program.js';
import type { Program } from '../../../src/cli/framework/programs.js';
import { commands as allCommands } from '../../../src/commands.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { disk } from '../../../src/base/io/disk.js';

/** What a run of the command line did. */
export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The programs that it would have started. */
  readonly programs: readonly Program[];
}

/** A stream that keeps what is written. */
export class Kept extends Writable {
  text = '';
  isTTY = false;
  columns = 100;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Keys that a person presses, each after the questions drawn so far. */
export class Keyboard extends PassThrough {
  isTTY = false;
  isRaw = false;
  setRawMode(on: boolean): this {
    this.isRaw = on;
    return this;
  }
}

/** An operation that answers what the test says; the rest of the outcome says that nothing was to be done. */
export function answering(outcome: Partial<Outcome>, root: string) {
  const seen: unknown[] = [];
  const operation = async (options: unknown): Promise<Outcome> => {
    seen.push(options);
    return { root, plan: { files: [] }, diagnostics: [], summary: 'Done it.', next: [], ...outcome };
  };
  return { operation, seen };
}

/** Every file below a folder: path to text. */
export function filesIn(folder: string, under = ''): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(folder, under)).flatMap((name) => {
      const path = join(under, name);
      return statSync(join(folder, path)).isDirectory()
        ? Object.entries(filesIn(folder, path))
        : [[path, readFileSync(join(folder, path), 'utf8')]];
    }),
  );
}

export function writeFile(folder: string, path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

const refuseToRun = async (): Promise<never> => {
  throw new Error('this test did not expect the operation to run');
};

function commandsThat(operations: Readonly<Record<string, Command['operation']>>): CommandList {
  return allCommands.map((each) =>
    'flags' in each ? { ...each, operation: operations[each.name] ?? refuseToRun } : each,
  );
}

interface Given extends Partial<ProcessContext> {
  readonly cwd: string;
  /** What commands do, by their names; the others fail the test, unless it gives all commands. */
  readonly operations?: Readonly<Record<string, Command['operation']>>;
  readonly commands?: CommandList;
}

/** Runs a command line in memory. */
export async function cli(argv: readonly string[], given: Given): Promise<Ran> {
  const programs: Program[] = [];
  const stdout = new Kept();
  const stderr = new Kept();
  const { operations = {}, commands = commandsThat(operations), ...rest } = given;
  const context: ProcessContext = {
    argv,
    env: {},
    stdin: new Keyboard(),
    terminal: given.stdout instanceof Writable ? given.stdout : stdout,
    stdout,
    stderr,
    host: async () => disk,
    runProgram: async (program) => {
      programs.push(program);
      return undefined;
    },
    interrupt: new AbortController().signal,
    ...rest,
  };
  const exitCode = await runCli(context, commands);
  const textOf = (stream: ProcessContext['stdout']) => (stream instanceof Kept ? stream.text : '');
  return { exitCode, stdout: textOf(rest.stdout ?? stdout), stderr: textOf(rest.stderr ?? stderr), programs };
}

export const plainText = stripVTControlCharacters;
