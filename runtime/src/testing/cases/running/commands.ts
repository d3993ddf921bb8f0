import type { ChildProcess } from 'node:child_process';
import { messageOf } from '../../../errors/causes.js';
import { expand, hasNamespace, splitWords, type Variables } from '../kuttl/expand.js';
import type { CaseCommand } from '../model.js';
import { printable } from '../matching/show.js';
import type { StepContext } from './context.js';
import { OutputLines } from './output-lines.js';
import { endOf, forward, killGroup, startProgram, type End } from './program.js';
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
  return endOf(child, seconds, context.signal);
}

/** @throws Error if the words of the command are not valid */
function start(command: CaseCommand, context: CommandContext): ChildProcess {
  const env = variablesFor(context);
  const [program = '', ...args] = wordsOf(command, env, context.namespace);
  if (program === '') throw new Error('it is empty');
  return startProgram(program, args, context.folder, env);
}

function wordsOf({ command, script, namespaced }: CaseCommand, env: Variables, namespace: string): readonly string[] {
  if (command === undefined) return ['sh', '-c', script!];
  const words = splitWords(expand(command, env));
  return namespaced && !hasNamespace(words.slice(1)) ? [...words, '--namespace', namespace] : words;
}

/** Returns the environment variables of the programs of a case. */
export function variablesFor({ namespace, kubeconfig, cwd }: CommandContext): Variables {
  return {
    ...process.env,
    NAMESPACE: namespace,
    KUBECONFIG: kubeconfig,
    PATH: `${cwd}/bin/:${process.env['PATH'] ?? ''}`,
  };
}
