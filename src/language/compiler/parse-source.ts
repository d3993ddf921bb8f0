import { typescript, type ts } from './compiler.js';
import { repeatedModifiers } from './repeated-modifiers.js';

/**
 * Parses a text like `ts.createSourceFile`, but only up to endless modifiers, at each of which the compiler would look
 * ahead. Positions are those of the text.
 */
export function parseSource(
  path: string,
  text: string,
  target: ts.ScriptTarget | ts.CreateSourceFileOptions,
  withParents: boolean,
): ts.SourceFile {
  return typescript.createSourceFile(path, text.slice(0, repeatedModifiers(text)), target, withParents);
}

/** Parses one file of code with the newest syntax, with references from nodes to their parents. */
export function parseFile(path: string, text: string): ts.SourceFile {
  return parseSource(path, text, typescript.ScriptTarget.Latest, true);
}

/** Returns the syntax errors of a file that was parsed by itself. */
export function parseErrors(file: ts.SourceFile): readonly ts.Diagnostic[] {
  return (file as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] }).parseDiagnostics;
}
