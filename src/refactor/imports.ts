import { posix } from 'node:path';
import { typescript } from '../compiler/compiler.js';

/** Returns the files of the project that a file imports, relative to the root; other imports are omitted. */
export function importedFiles(path: string, text: string): readonly string[] {
  const folder = posix.dirname(path);
  return typescript
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(folder, specifier).replace(/\.js$/, '.ts'));
}
