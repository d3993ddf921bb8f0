import { posix } from 'node:path';
import { textsAt } from '../model/json-at.js';
import type { JsonObject } from '../model/schema.js';
import { scriptCommands, type ScriptCommand } from './shell-script.js';

/** The program of a container and its arguments. */
export interface ContainerWords {
  /** Empty if the image says it, or if it is not known which command of a script is the program. */
  readonly program: string;
  /** The words after the program. */
  readonly words: readonly string[];
  /** The script of a shell that starts the program, if more happens in it or if it computes arguments. */
  readonly script?: string;
}

/** The name of a shell. */
export const shell = /^(?:ba|da|a|z|k)?sh$/;
/** Flags that every operator has, in the forms of Go. */
const usualFlags = /^--?(?:leader-elect|enable-leader-election|health-probe-(?:bind-address|addr))(?:=|$)/;
/** Words of a script after which it is known only at run time what runs. */
const control = /^(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|function|\{|\}|!|\[{1,2})$/;
/** Commands of a shell that neither start a program nor change what it gets. */
const settings = new Set(['set', ':', 'true']);

/** Returns the program that a container starts, also where a shell starts it: `sh -c "exec /manager --leader-elect"`. */
export function startedBy(container: JsonObject): ContainerWords {
  const command = textsAt(container, 'command');
  const [program = '', ...words] = [...command, ...textsAt(container, 'args')];
  if (command.length === 0) return { program: '', words: textsAt(container, 'args') };
  const option = shell.test(posix.basename(program)) ? words.findIndex((each) => /^-\w*c$/.test(each)) : -1;
  const isScript = option >= 0 && words.slice(0, option).every((each) => /^[-+]|^\w+$/.test(each));
  return isScript ? inScript(words[option + 1] ?? '', words.slice(option + 3)) : { program, words };
}

/** Reports whether a container starts a program as operators do. */
export function isUsualStart({ program, words }: ContainerWords): boolean {
  return program === '/manager' || words.some((each) => usualFlags.test(each));
}

/** Returns what a script starts. @param given the arguments of the script */
function inScript(script: string, given: readonly string[]): ContainerWords {
  const commands = scriptCommands(script).filter(([first]) => !settings.has(first!.text));
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
  return control.test(first!.text);
}

/** Reports whether a word is known only at run time; `$@` are the arguments of the script. */
function isComputed({ text, isComputed: is }: ScriptCommand[number]): boolean {
  return is && text !== '$@';
}

function isAssignment({ text }: ScriptCommand[number]): boolean {
  return /^\w+=/.test(text);
}

/** Returns the program of a command, with the arguments that are known. */
function startOf(command: ScriptCommand, given: readonly string[]): ContainerWords {
  const own = command.filter((each) => !(each.isComputed && each.text.startsWith('>')));
  const first = own.findIndex((each) => !isAssignment(each) && each.text !== 'exec');
  const [program, ...others] = first < 0 ? [] : own.slice(first);
  const words = others.flatMap((each) => (isComputed(each) ? [] : each.isComputed ? [...given] : [each.text]));
  return { program: program?.text ?? '', words };
}
