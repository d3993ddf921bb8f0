import { posix } from 'node:path';
import { listAt, textAt, textsAt } from '../../base/model/json-at.js';
import type { JsonObject } from '../../base/model/schema.js';
import { scriptCommands, type ScriptCommand } from './shell-script.js';

/** The program of a container and its arguments. */
export interface ContainerWords {
  /** Empty if it is the entrypoint of the image, or if it is unknown which command of a script is the program. */
  readonly program: string;
  /** The words after the program. */
  readonly words: readonly string[];
  /** The shell script that starts the program, if it does anything else or computes arguments. */
  readonly script?: string;
}

/** The name of a shell. */
export const shell = /^(?:ba|da|a|z|k)?sh$/;
/** Flags that every operator has, as Go accepts them. */
const usualFlags = /^--?(?:leader-elect|enable-leader-election|health-probe-(?:bind-address|addr))(?:=|$)/;
/** Standard flags of the runtime that hardly any other program has. `adopt` and the patches of a project use them. */
export const distinctFlags: ReadonlySet<string> = new Set([
  ...['leader-elect', 'health-probe-bind-address', 'debug-bind-address'],
  ...['metrics-bind-address', 'metrics-secure', 'metrics-cert-path', 'metrics-cert-name', 'metrics-cert-key'],
  ...['enable-webhooks', 'webhook-port', 'webhook-host', 'webhook-url', 'webhook-self-signed'],
  ...['webhook-cert-path', 'webhook-cert-name', 'webhook-cert-key', 'webhook-cert-secret'],
  ...['webhook-service', 'webhook-service-namespace'],
]);
/** The other standard flags of the runtime, which sidecars can have as well. */
export const sharedFlags: ReadonlySet<string> = new Set([
  'kubeconfig',
  'context',
  'leader-election-namespace',
  'watch-namespace',
  'log-level',
  'log-format',
]);
/** Words of a script that make it unknown, before run time, which command runs next. */
const control = /^(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|function|\{|\}|!|\[{1,2})$/;

/** Returns the program that a container starts, even if a shell starts it: `sh -c "exec /manager --leader-elect"`. */
export function startedBy(container: JsonObject): ContainerWords {
  const command = textsAt(container, 'command');
  const [program = '', ...words] = [...command, ...textsAt(container, 'args')];
  if (command.length === 0) return { program: '', words: textsAt(container, 'args') };
  const option = shell.test(posix.basename(program)) ? words.findIndex((each) => /^-\w*c$/.test(each)) : -1;
  const isScript = option >= 0 && words.slice(0, option).every((each) => /^[-+]|^\w+$/.test(each));
  if (!isScript) return { program, words };
  const names = new Set(listAt(container, 'env').map((each) => textAt(each, 'name')));
  const isVariable = (name: string): boolean =>
    names.has(name) || (listAt(container, 'envFrom').length > 0 && /^[A-Z_][A-Z\d_]*$/.test(name));
  return inScript(words[option + 1] ?? '', { given: words.slice(option + 3), isVariable });
}

/** Reports whether a container starts a program in the way that operators do. */
export function isUsualStart({ program, words }: ContainerWords): boolean {
  return program === '/manager' || words.some((each) => usualFlags.test(each));
}

/** The arguments of a script, and the names of variables that Kubernetes replaces in it. */
interface ScriptInput {
  readonly given: readonly string[];
  readonly isVariable: (name: string) => boolean;
}

/** Returns the program that a script starts. */
function inScript(script: string, { given, isVariable }: ScriptInput): ContainerWords {
  const commands = scriptCommands(script, isVariable).filter((each) => !isSetting(each));
  if (commands.some(isControl)) return { program: '', words: [], script };
  const all = commands.map((each) => ({ each, started: startOf(each, given) }));
  const found =
    all.find(({ each, started }) => started.program !== '' && each.some(({ text }) => text === 'exec')) ??
    all.find(({ started }) => isUsualStart(started) || posix.basename(started.program) === 'manager') ??
    (all.length === 1 ? all[0] : undefined);
  if (found === undefined) return { program: '', words: [], script };
  const isPlain = all.length === 1 && !found.each.some((word) => isComputed(word) || isAssignment(word));
  return { ...found.started, ...(!isPlain && { script }) };
}

function isControl([first]: ScriptCommand): boolean {
  // With words that are not options, `set` changes the arguments of the script.
  return control.test(first!.text) || first!.text === 'set';
}

/** Reports whether a command neither starts a program nor changes its input. */
function isSetting([first, ...others]: ScriptCommand): boolean {
  const isOption = ({ text }: ScriptCommand[number], index: number): boolean =>
    /^[-+]\w/.test(text) || /^[-+]\w*o$/.test(others[index - 1]?.text ?? '');
  return first!.text === ':' || first!.text === 'true' || (first!.text === 'set' && others.every(isOption));
}

/** Reports whether the value of a word is known only at run time; `$@` are the arguments of the script. */
function isComputed({ text, isComputed: is }: ScriptCommand[number]): boolean {
  return is && text !== '$@';
}

function isAssignment({ text }: ScriptCommand[number]): boolean {
  return /^\w+=/.test(text);
}

/** Returns the program of a command, with its known arguments. */
function startOf(command: ScriptCommand, given: readonly string[]): ContainerWords {
  const own = command.filter((each) => !(each.isComputed && each.text.startsWith('>')));
  const first = own.findIndex((each) => !isAssignment(each) && each.text !== 'exec');
  const [program, ...others] = first < 0 ? [] : own.slice(first);
  const words = others.flatMap((each) => (isComputed(each) ? [] : each.isComputed ? [...given] : [each.text]));
  return { program: program?.text ?? '', words };
}
