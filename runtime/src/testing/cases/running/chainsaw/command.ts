import { StringDecoder } from 'node:string_decoder';
import type { ChildProcess } from 'node:child_process';
import { messageOf } from '../../../../errors/causes.js';
import { fillTemplate } from '../../chainsaw/expressions/template.js';
import { treeDifferences } from '../../chainsaw/expressions/tree.js';
import type { Binding, CommandOperation } from '../../chainsaw/model.js';
import { expand, type Variables } from '../../kuttl/expand.js';
import { atMost, differenceText, printable } from '../../matching/show.js';
import type { Place } from '../../model.js';
import { variablesFor } from '../commands.js';
import { OutputLines } from '../output-lines.js';
import { endOf, forward, startProgram, type End } from '../program.js';
import type { Failure } from '../result.js';
import { outputsOf, type OperationContext, type Outcome } from './operation-context.js';

/** Lines of a failed command that a report shows. */
const shownLines = 8;
/** Characters of its output that expressions see. */
const mostCharacters = 4 * 1024 * 1024;

/**
 * Runs a command or a script, and compares its result.
 * @throws Error if an expression cannot be evaluated
 */
export async function runCommandOperation(operation: CommandOperation, context: OperationContext): Promise<Outcome> {
  const { words, type, place, folder, check, outputs, skipLogOutput } = operation;
  const own = environmentOf(operation.env, context);
  const { namespace: NAMESPACE, kubeconfig: KUBECONFIG } = context;
  const env = { ...variablesFor(context), ...own, NAMESPACE, KUBECONFIG };
  const [program = '', ...args] = words;
  const expanded = type === 'script' ? args : args.map((each) => expandArgument(each, env));
  const result = await run([program, ...expanded], { env, folder, isQuiet: skipLogOutput }, context);
  const { stdout, stderr, end } = result;
  const values = { ...context.values, stdout, stderr, error: end === undefined ? null : end.how };
  const shown = type === 'script' ? words[2]! : words.join(' ');
  const failure = check === undefined ? failureOf(shown, result, place) : checkFailure(shown, check, values, place);
  return failure === undefined ? { outputs: outputsOf(outputs, null, values) } : { failure, outputs: {} };
}

/** Runs kubectl; the namespace of the case is `$NAMESPACE` in its arguments. */
export async function runKubectlWords(
  args: readonly string[],
  place: Place,
  context: OperationContext,
): Promise<Failure | undefined> {
  const env = variablesFor(context);
  const expanded = args.map((each) => expandArgument(each, env));
  const settings = { env, folder: context.folder, isQuiet: false };
  return failureOf(['kubectl', ...args].join(' '), await run(['kubectl', ...expanded], settings, context), place);
}

/** Variables that are not set stay as they are, and so does an argument of which nothing would be left. */
function expandArgument(text: string, variables: Variables): string {
  return expand(text, variables, (name) => `$${name}`) || text;
}

function environmentOf(env: readonly Binding[], { values }: OperationContext): Readonly<Record<string, string>> {
  let known = values;
  const entries = env.map(({ name, value }) => {
    const filled = fillTemplate(value, null, known);
    if (typeof filled !== 'string') throw new Error(`the environment variable ${name} is not a string`);
    known = { ...known, [name]: filled };
    return [name, filled] as const;
  });
  return Object.fromEntries(entries);
}

interface Result {
  readonly stdout: string;
  readonly stderr: string;
  /** Undefined if the program succeeded. */
  readonly end: End | undefined;
  readonly last: readonly string[];
}

async function run(
  [program = '', ...args]: readonly string[],
  { env, folder, isQuiet }: { readonly env: Variables; readonly folder: string; readonly isQuiet: boolean },
  { seconds, signal, output }: OperationContext,
): Promise<Result> {
  const lines = new OutputLines();
  let child: ChildProcess;
  try {
    child = startProgram(program, args, folder, env);
  } catch (error) {
    const end = { how: `cannot start: ${messageOf(error)}`, hasStarted: false, timedOut: false };
    return { stdout: '', stderr: '', end, last: [] };
  }
  if (!isQuiet) for (const each of [output, lines]) forward(child, each);
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
  const end = await endOf(child, seconds, signal);
  return { stdout: stdout(), stderr: stderr(), end, last: lines.last };
}

/** Returns a function that returns what a stream has had. */
function textOf(stream: ChildProcess['stdout']): () => string {
  const decoder = new StringDecoder('utf8');
  let text = '';
  stream?.on('data', (piece: Buffer) => {
    if (text.length < mostCharacters) text += decoder.write(piece);
  });
  return () => text;
}

function failureOf(command: string, { end, last }: Result, place: Place): Failure | undefined {
  if (end === undefined) return undefined;
  return { message: `the command ${shortened(command)} ${end.how}`, details: last.slice(-shownLines), place };
}

function checkFailure(
  command: string,
  check: unknown,
  values: OperationContext['values'],
  place: Place,
): Failure | undefined {
  const differing = treeDifferences(check, null, values);
  if (differing.length === 0) return undefined;
  const details = atMost(differing.map(differenceText), shownLines);
  return { message: `the result of the command ${shortened(command)} is not the expected one`, details, place };
}

function shortened(command: string): string {
  const lines = command.split('\n').map((each) => each.trim());
  const text = printable(lines.filter((each) => each !== '' && !each.startsWith('#')).join('; '));
  return JSON.stringify(text.length <= 70 ? text : `${text.slice(0, 67)}...`);
}
