import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { problemAt } from './code-edit.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { modifiersWithoutEnd, repeatedModifiers } from '../../../language/compiler/repeated-modifiers.js';

/** Returns the first syntax error of each file, because the meaning of an incomplete file is unknown. */
export function syntaxProblems(root: string, found: readonly ts.Diagnostic[]): readonly Diagnostic[] {
  const first = new Map<string, Diagnostic>();
  for (const { file, start = 0, length = 1, messageText } of found) {
    if (file === undefined || first.has(file.fileName)) continue;
    const message = typescript.flattenDiagnosticMessageText(messageText, '; ');
    first.set(file.fileName, problemAt(root, file, [start, start + length], 'code-syntax-error', { message }));
  }
  return [...first.values()];
}

/** Returns problems for files on which the compiler would not terminate. */
export function repeatedProblems(
  root: string,
  paths: readonly string[],
  read: (path: string) => string | undefined,
): readonly Diagnostic[] {
  return paths.flatMap((path) => {
    const text = read(path) ?? '';
    const at = repeatedModifiers(text);
    if (at === undefined) return [];
    const before = typescript.createSourceFile(path, text.slice(0, at), typescript.ScriptTarget.Latest, false);
    return [problemAt(root, before, [at, at], 'code-syntax-error', { message: modifiersWithoutEnd })];
  });
}
