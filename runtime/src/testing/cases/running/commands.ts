import { spawn, type ChildProcess } from 'node:child_process';
import { messageOf } from '../../../errors/causes.js';
import { expand, hasNamespace, splitWords, type Variables } from '../kuttl/expand.js';
import type { CaseCommand } from '../model.js';
import { printable } from '../matching/show.js';
import type { StepContext } from './context.js';
import { OutputLines } from './output-lines.js';
import type { Failure } from './result.js';

/** Lines of a failed command that a report shows. */
const shownLines = 8;

/** The part of a step's environment that commands need. */
export type CommandContext = Pick<
  StepContext,
  'namespace' | 'folder' | 'kubeconfig' | 'cwd' | 'output' | 'signal' | 'atEnd'
>;

/** Failure of a command. */
export interface CommandFailure extends Failure {
  readonly timedOut: boolean;
}

/**
 * Runs commands one after another, and returns the failure of the first one that fails.
 * @param seconds time limit of each command that has none of its own; 0 for none
 */
export async function runCommands(
  commands: readonly CaseCommand[],
  seconds: number,
  context: CommandContext,
): Promise<CommandFailure | undefined> {
  for (const each of commands) {
    if (each.background) {
      startCommand(each, context);
      continue;
    }
    const failure = await runCommand(each, seconds, context);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** Runs a command; undefined if it succeeds. Never throws. */
export async function runCommand(
  command: CaseCommand,
  seconds: number,
  context: CommandContext,
): Promise<CommandFailure | undefined> {
  const limit = command.timeout < 0 ? 0 : command.timeout || seconds;
  const own = new OutputLines();
  const end = await ended(command, limit, context, own);
  if (end === undefined || (command.ignoreFailure && end.hasStarted)) return undefined;
  const shown = command.skipLogOutput ? [] : own.last.slice(-shownLines);
  return {
    message: `the command ${commandText(command)} ${end.how}`,
    details: shown,
    place: command.place,
    timedOut: end.timedOut,
  };
}

/** Starts a command that is ended with the case or the suite. */
function startCommand(command: CaseCommand, context: CommandContext): void {
  const tell = (error: unknown): void => context.output.add(`${commandText(command)}: ${messageOf(error)}`);
  try {
    const child = start(command, context);
    child.on('error', tell);
    for (const each of [child.stdout, child.stderr]) each?.resume();
    context.atEnd(async () => killGroup(child));
  } catch (error) {
    tell(error);
  }
}

/** Returns a command in one short line. */
export function commandText({ command, script = '' }: CaseCommand): string {
  const lines = (command ?? script).split('\n').map((each) => each.trim());
  const told = lines.filter((each) => each !== '' && !each.startsWith('#') && !each.startsWith('set -'));
  const text = printable(told.join('; '));
  return JSON.stringify(text.length <= 70 ? text : `${text.slice(0, 67)}...`);
}

/** End of a command that did not succeed. */
interface End {
  readonly how: string;
  readonly hasStarted: boolean;
  readonly timedOut: boolean;
}

async function ended(
  command: CaseCommand,
  seconds: number,
  context: CommandContext,
  own: OutputLines,
): Promise<End | undefined> {
  let child: ChildProcess;
  try {
    child = start(command, context);
  } catch (error) {
    return { how: `cannot start: ${messageOf(error)}`, hasStarted: false, timedOut: false };
  }
  if (!command.skipLogOutput) for (const each of [context.output, own]) forward(child, each);
  else for (const each of [child.stdout, child.stderr]) each?.resume();
  return new Promise((resolve) => {
    let timedOut = false;
    const stop = (): void => killGroup(child);
    const onTime = (): void => {
      timedOut = true;
      stop();
    };
    const timer = seconds > 0 ? setTimeout(onTime, seconds * 1000) : undefined;
    context.signal.addEventListener('abort', stop, { once: true });
    const settle = (end: End | undefined): void => {
      clearTimeout(timer);
      context.signal.removeEventListener('abort', stop);
      resolve(end);
    };
    child.once('error', ({ message }) =>
      settle({ how: `cannot start: ${message}`, hasStarted: false, timedOut: false }),
    );
    // Not `exit`, after which output can follow. A group that was killed leaves nobody who could hold the pipes.
    child.once('close', (code, signal) => {
      if (code === 0 && !timedOut) return settle(undefined);
      const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
      settle({ how: timedOut ? `did not end within ${seconds} s` : how, hasStarted: true, timedOut });
    });
  });
}

/** @throws Error if the words of the command are not valid */
function start(command: CaseCommand, context: CommandContext): ChildProcess {
  const env = variablesFor(context);
  const [program = '', ...args] = wordsOf(command, env, context.namespace);
  if (program === '') throw new Error('it is empty');
  return spawn(program, args, {
    cwd: context.folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which can be killed as a whole.
    detached: true,
    windowsHide: true,
  });
}

function wordsOf({ command, script, namespaced }: CaseCommand, env: Variables, namespace: string): readonly string[] {
  if (command === undefined) return ['sh', '-c', script!];
  const words = splitWords(expand(command, env));
  return namespaced && !hasNamespace(words.slice(1)) ? [...words, '--namespace', namespace] : words;
}

function variablesFor({ namespace, kubeconfig, cwd }: CommandContext): Variables {
  return {
    ...process.env,
    NAMESPACE: namespace,
    KUBECONFIG: kubeconfig,
    PATH: `${cwd}/bin/:${process.env['PATH'] ?? ''}`,
  };
}

function forward(child: ChildProcess, output: OutputLines): void {
  for (const stream of [child.stdout, child.stderr]) {
    const { add, end } = output.collector();
    stream?.on('data', add).once('end', end);
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
