import { posix } from 'node:path';
import { importsOf } from './declarations.js';
import { unquoted } from './markers.js';
import type { GoText } from './text.js';

/** Returns the text that an expression in a file is: a string, or a constant of a package of the project. */
export type TextOf = (file: GoText, expression: string) => string | undefined;

/** Returns a function that finds texts. @param folderOf returns the folder of a package of the project */
export function textsOf(files: readonly GoText[], folderOf: (path: string) => string | undefined): TextOf {
  const byFolder = new Map<string, GoText[]>();
  for (const file of files) {
    const folder = posix.dirname(file.path);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), file]);
  }
  return (file, expression) => {
    const given = expression.trim();
    if (/^(?:"[^"\n]*"|`[^`]*`)$/.test(given)) return unquoted(given);
    const [, qualifier, name] = /^(?:(\w+)\.)?(\w+)$/.exec(given) ?? [];
    if (name === undefined) return undefined;
    const path = qualifier === undefined ? undefined : importsOf(file).get(qualifier);
    const folder = qualifier === undefined ? posix.dirname(file.path) : path && folderOf(path);
    const declared = folder === undefined ? [] : (byFolder.get(folder) ?? []);
    const values = new Set(declared.flatMap((each) => declaredIn(each, name)));
    return values.size === 1 ? [...values][0] : undefined;
  };
}

/** Returns the texts that constants and variables of a name have in a file. */
function declaredIn({ code, text }: GoText, name: string): readonly string[] {
  if (!code.includes(name)) return [];
  const declaration = new RegExp(`(?:^|[\\s(])${name}[ \\t]*(?:string[ \\t]*)?=[ \\t]*(?:"[^"\\n]*"|\`[^\`]*\`)`, 'gm');
  return [...code.matchAll(declaration)].map(({ 0: found, index }) => {
    const from = index + found.search(/["`]/);
    return unquoted(text.slice(from, index + found.length));
  });
}
