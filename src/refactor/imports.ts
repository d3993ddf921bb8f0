import { posix } from 'node:path';
import { typescript } from '../compiler/compiler.js';

/** The files of the project that a file's imports name, relative to the root; what they name elsewhere is left out. */
export function importedFiles(path: string, text: string): readonly string[] {
  const folder = posix.dirname(path);
  return typescript
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(folder, specifier).replace(/\.js$/, '.ts'));
}
