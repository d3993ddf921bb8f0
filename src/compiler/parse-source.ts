import { typescript, type ts } from './compiler.js';
import { repeatedModifiers } from './repeated-modifiers.js';

/**
 * Parses a text, as `ts.createSourceFile` does, up to modifiers that have no end: the compiler would look ahead at each of
 * them. Positions are those of the text.
 */
export function parseSource(
  path: string,
  text: string,
  target: ts.ScriptTarget | ts.CreateSourceFileOptions,
  withParents: boolean,
): ts.SourceFile {
  return typescript.createSourceFile(path, text.slice(0, repeatedModifiers(text)), target, withParents);
}
