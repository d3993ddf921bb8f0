import { standardFlags, type Flag } from '@operator-gen/runtime';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { expandedWords, type ExpandedWord } from '../../output/kustomize/expanded-words.js';
import { operatorWorkloads, programContainers } from '../../output/kustomize/operator-workloads.js';
import { textAt, textsAt } from '../../base/model/json-at.js';
import { kindOf } from '../../base/model/kubernetes-object.js';
import type { Position } from '../../base/model/position.js';
import type { Program } from './deployment.js';
import { fieldPlace } from './field-place.js';
import { ownFlagsIn, type OwnFlags } from './own-flags.js';

const main = 'src/main.ts';
const standard: Readonly<Record<string, Flag>> = standardFlags;

/** Reports arguments that make the operator exit before it starts, in the containers that run it. */
export function argumentProblems(program: Program): readonly Diagnostic[] {
  const { objects, read, folder } = program;
  const flags = ownFlagsIn(main, read(main) ?? '');
  if (flags === undefined) return [];
  const operators = new Set(operatorWorkloads(objects).map((each) => each.container));
  return programContainers(objects).flatMap(({ built, container }) => {
    // With a command, the arguments can belong to another program.
    if (textsAt(container, 'command').length > 0) return [];
    const { object, file, declaredName } = built;
    const name = textAt(container, 'name');
    const what = `the container ${name} of ${kindOf(object)} ${declaredName}${folder === undefined ? '' : ` in ${folder}`}`;
    const text = read(file) ?? '';
    const words = expandedWords(container, textsAt(container, 'args'));
    return rejectedIn(words, flags).map(({ argument, shown, reason, isCertain }) => {
      const place =
        placeOf(argument, text, file) ?? fieldPlace({ built, container: name, field: 'args', item: argument }, program);
      const remedy = operators.has(container) ? remedyOfOperator : remedyOfOthers(argument);
      return diagnostic(
        'deployed-argument',
        { what, argument: shown, reason: isCertain ? reason : `${reason}, as far as src/main.ts says`, remedy },
        place,
      );
    });
  });
}

const remedyOfOperator = 'remove the argument, or declare it in the flags of runOperator in src/main.ts';

/** Returns what to do about a container that does not run the operator, which has no subcommands. */
function remedyOfOthers(argument: string): string {
  const own =
    'give the container its own program, or remove the container: without the argument, it would run the operator';
  return argument.startsWith('-')
    ? `${own}; or declare the flag in runOperator in src/main.ts`
    : `${own}, which has no subcommands`;
}

interface Rejected {
  /** The argument in the manifest. */
  readonly argument: string;
  /** The argument with the values of variables. */
  readonly shown: string;
  readonly reason: string;
  readonly isCertain: boolean;
}

/** Returns the words that `parseFlags` of the runtime rejects. */
function rejectedIn(words: readonly ExpandedWord[], { types, isWhole }: OwnFlags): readonly Rejected[] {
  const found: Rejected[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const { word, text, isOpen } = words[index]!;
    const [, name, given] = /^--([^=]+)(?:=([^]*))?$/.exec(text) ?? [];
    const shown = text === word ? word : `${word} (${text})`;
    const reject = (reason: string, isCertain = true): unknown =>
      found.push({ argument: word, shown, reason, isCertain });
    if (isOpen && given === undefined) {
      // What follows can be the value of a flag.
      while (words[index + 1]?.text.startsWith('-') === false) index += 1;
      continue;
    }
    if (name === undefined && /^-[^-]/.test(text)) {
      if (text !== '-h') reject('flags have two dashes');
      continue;
    }
    if (name === undefined) {
      reject('it is not a flag');
      continue;
    }
    const next = words[index + 1];
    const type = typeOf(name, types);
    if (type === 'none') {
      reject('it has no such flag', isWhole);
      // It can be the value of the flag.
      if (given === undefined && next?.text.startsWith('-') === false) index += 1;
      continue;
    }
    if (type === 'switch') continue;
    const isOptional = type === 'boolean';
    const hasNext =
      given === undefined && next !== undefined && !(isOptional && (next.isOpen || next.text.startsWith('-')));
    if (hasNext) index += 1;
    const value = given ?? (hasNext ? next.text : undefined);
    if (given === undefined ? hasNext && next.isOpen : isOpen) continue;
    const problem =
      value === undefined ? (isOptional ? undefined : 'its value is missing') : valueProblem(name, type, value);
    if (problem !== undefined) reject(problem);
  }
  return found;
}

/** Returns the type of a flag; `none` if there is no such flag, and `switch` for a flag without a value. */
function typeOf(name: string, own: OwnFlags['types']): string | undefined {
  const all = (each: string): string | undefined =>
    own.has(each) ? (own.get(each) ?? 'unknown') : Object.hasOwn(standard, each) ? standard[each]!.type : undefined;
  if (name === 'help' || (name.startsWith('no-') && all(name.slice(3)) === 'boolean')) return 'switch';
  return all(name) ?? 'none';
}

function valueProblem(name: string, type: string | undefined, value: string): string | undefined {
  if (type === 'boolean') return /^(?:true|false)$/.test(value) ? undefined : `${value} is not true or false`;
  if (type === 'number') return /^-?\d+$/.test(value) ? undefined : `${value} is not a whole number`;
  const flag = Object.hasOwn(standard, name) ? standard[name] : undefined;
  if (flag?.type !== 'string') return undefined;
  if (flag.choices !== undefined && !flag.choices.includes(value)) return `${value} is not ${flag.choices.join(', ')}`;
  return flag.check?.(value) === undefined ? undefined : `its value ${value} is not valid`;
}

/** Returns the position of an argument in the file that declares the workload. */
function placeOf(argument: string, text: string, file: string): Position | undefined {
  const lines = text.split('\n');
  const line = lines.findIndex(
    (each) =>
      each
        .trim()
        .replace(/^-\s+/, '')
        .replaceAll(/^["']|["']$/g, '') === argument,
  );
  return line < 0 ? undefined : { file, line: line + 1, column: lines[line]!.indexOf(argument) + 1 };
}
