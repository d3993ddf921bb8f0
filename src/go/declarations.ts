import { unquoted } from './markers.js';
import type { GoText } from './text.js';

/** A function or a method at the top level of a file. */
export interface GoFunction {
  readonly name: string;
  /** The type of its receiver, without the sign of a pointer; empty for a function. */
  readonly receiver: string;
  /** Offset of `func`. */
  readonly offset: number;
  /** Offset of the bracket in front of the parameters. */
  readonly parameters: number;
  /** Offset of the brace in front of the body. */
  readonly open: number;
  /** Offset behind the body. */
  readonly end: number;
}

/** Returns the functions and methods of a file. */
export function functionsIn(file: GoText): readonly GoFunction[] {
  const { code, closing } = file;
  const found: GoFunction[] = [];
  for (const { 1: receiver = '', 2: name = '', index } of code.matchAll(
    /^func[ \t]+(?:\(([^()\n]{0,200})\)[ \t]*)?(\w+)/gm,
  )) {
    const parameters = code.indexOf('(', index + (receiver === '' ? 0 : receiver.length + 6));
    const open = bodyOf(code, closing, parameters);
    const end = open === undefined ? undefined : closing.get(open);
    if (open === undefined || end === undefined) continue;
    found.push({ name, receiver: typeOf(receiver), offset: index, parameters, open, end: end + 1 });
  }
  return found;
}

/** Returns the type of a receiver: `Reconciler` for `r *Reconciler[T]`. */
function typeOf(receiver: string): string {
  const [named = ''] = receiver.split('[', 1);
  return named.split(/\W/).findLast((word) => word !== '') ?? '';
}

/** Returns the offset of the body of a function whose parameters begin at an offset. */
function bodyOf(code: string, closing: ReadonlyMap<number, number>, parameters: number): number | undefined {
  let next = closing.get(parameters);
  if (next === undefined) return undefined;
  for (next += 1; next < code.length; next += 1) {
    const character = code.charAt(next);
    // A result in brackets, or one of an interface or a structure without a name.
    const isType =
      character === '(' ||
      character === '[' ||
      /\b(?:interface|struct)\s*$/.test(code.slice(Math.max(0, next - 12), next));
    if (isType && closing.has(next)) next = closing.get(next)!;
    else if (character === '{') return next;
    else if (character === '\n') return undefined;
  }
  return undefined;
}

/** Returns the paths of imported packages by their names in a file. */
export function importsOf(file: GoText): ReadonlyMap<string, string> {
  const { code, text, closing } = file;
  const found = new Map<string, string>();
  for (const { 0: start, index } of code.matchAll(/^import\b[ \t]*(?:\(|(?=[\w."]))/gm)) {
    const from = index + start.length;
    const to = start.endsWith('(') ? (closing.get(from - 1) ?? from) : endOfLine(code, from);
    let done = from;
    for (const { 0: path, index: offset } of code.slice(from, to).matchAll(/"[^"]*"/g)) {
      const begin = from + offset;
      const name = code.slice(done, begin).split(/[\n;]/).at(-1)!.trim();
      done = begin + path.length;
      const value = unquoted(text.slice(begin, done));
      for (const each of name === '' ? defaultNames(value) : [name]) if (!found.has(each)) found.set(each, value);
    }
  }
  return found;
}

/** Returns the names that a package can have: the last part of its path, or the one before the version of a module. */
function defaultNames(path: string): readonly string[] {
  const parts = path.split('/');
  const [last = '', before] = parts.toReversed();
  return /^v\d+$/.test(last) && before !== undefined ? [last, before] : [last];
}

function endOfLine(code: string, from: number): number {
  const end = code.indexOf('\n', from);
  return end < 0 ? code.length : end;
}
