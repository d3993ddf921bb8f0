import { posix } from 'node:path';
import { importsOf } from './declarations.js';
import { filesByFolder } from './folders.js';
import type { GoRange } from './calls.js';
import { unquoted } from './markers.js';
import { readGo, type GoText } from './text.js';

/** Returns the text that an expression in a file is: strings and constants of packages of the project, also concatenated. */
export type TextOf = (file: GoText, expression: string) => string | undefined;

/** The largest depth of constants that are declared by others. */
const deepest = 10;

/** Returns a function that finds texts. @param folderOf returns the folder of a package of the project */
export function textsOf(files: readonly GoText[], folderOf: (path: string) => string | undefined): TextOf {
  const byFolder = filesByFolder(files);
  const declarations = new Map<GoText, ReadonlyMap<string, readonly GoRange[]>>();
  const declaredIn = (file: GoText, name: string): readonly GoRange[] => {
    const known = declarations.get(file) ?? valuesIn(file);
    declarations.set(file, known);
    return known.get(name) ?? [];
  };
  const named = (file: GoText, qualifier: string | undefined, name: string, depth: number): string | undefined => {
    const path = qualifier === undefined ? undefined : importsOf(file).get(qualifier);
    const folder = qualifier === undefined ? posix.dirname(file.path) : path && folderOf(path);
    const beside = folder === undefined ? [] : (byFolder.get(folder) ?? []);
    const values = beside.flatMap((each) =>
      declaredIn(each, name).map(({ from, to }) => evaluated(each, each.text.slice(from, to), depth + 1)),
    );
    const [value] = values;
    return values.every((each) => each === value) ? value : undefined;
  };
  const evaluated = (file: GoText, expression: string, depth: number): string | undefined => {
    if (depth > deepest) return undefined;
    const terms = termsOf(expression).map((term) => {
      if (/^(?:"(?:[^"\\\n]|\\.)*"|`[^`]*`)$/.test(term)) return unquoted(term);
      const [, inner] = /^(?:string)?\(([^]*)\)$/.exec(term) ?? [];
      if (inner !== undefined) return evaluated(file, inner, depth + 1);
      const [, qualifier, name] = /^(?:(\w+)\.)?(\w+)$/.exec(term) ?? [];
      return name === undefined ? undefined : named(file, qualifier, name, depth);
    });
    return terms.includes(undefined) ? undefined : terms.join('');
  };
  return (file, expression) => evaluated(file, expression, 0);
}

/** Splits a concatenation: `prefix + "." + name`. */
function termsOf(expression: string): readonly string[] {
  const { code, text, closing } = readGo('', expression);
  const terms: string[] = [];
  let from = 0;
  for (let index = 0; index < code.length; index += 1) {
    const close = closing.get(index);
    if (close !== undefined) index = close;
    else if (code.charAt(index) === '+') {
      terms.push(text.slice(from, index).trim());
      from = index + 1;
    }
  }
  return [...terms, text.slice(from, code.trimEnd().length).trim()];
}

/** Returns the values of the constants and variables that a file declares with `const` and `var`. */
function valuesIn(file: GoText): ReadonlyMap<string, readonly GoRange[]> {
  const { code, closing } = file;
  const found = new Map<string, GoRange[]>();
  for (const { 0: start, index } of code.matchAll(/^[ \t]*(?:const|var)[ \t]+(?:\(|(?=\w))/gm)) {
    const from = index + start.length;
    const isBlock = start.endsWith('(');
    const to = isBlock ? (closing.get(from - 1) ?? from) : valueEnd(file, from, code.length);
    for (const { name, value } of assignmentsIn(file, from, to)) found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

const assignment = /[ \t]*(\w+)(?:[ \t]+[\w.]+)?[ \t]*=(?!=)[ \t]*/y;

function assignmentsIn(file: GoText, from: number, to: number) {
  const found: { readonly name: string; readonly value: GoRange }[] = [];
  for (let index = from; index < to;) {
    assignment.lastIndex = index;
    const match = assignment.exec(file.code);
    const start = match === null ? index : assignment.lastIndex;
    const end = valueEnd(file, start, to);
    if (match !== null && start < to) found.push({ name: match[1]!, value: { from: start, to: end } });
    index = end + 1;
  }
  return found;
}

/** Returns the end of a statement: of a line, unless an operator continues it. */
function valueEnd({ code, closing }: GoText, from: number, to: number): number {
  for (let index = from; index < to; index += 1) {
    const close = closing.get(index);
    if (close !== undefined) index = close;
    else if (code.charAt(index) === ';') return index;
    else if (code.charAt(index) === '\n' && !/[+=,]\s*$/.test(code.slice(Math.max(from, index - 20), index)))
      return index;
  }
  return to;
}
