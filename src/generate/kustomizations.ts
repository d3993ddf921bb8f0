import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { mergeKustomization } from '../emit/kustomization.js';
import type { DesiredFile } from '../layout/desired-file.js';
import type { ScaffoldState } from '../plan/state.js';
import type { GeneratorInput, KustomizationEntries } from './generator.js';

/**
 * Returns the entries of a kustomization that lists these files, and removes those that earlier runs wrote to the same
 * folder.
 */
export function entriesOf(path: string, files: readonly DesiredFile[], state: ScaffoldState): KustomizationEntries {
  const folder = posix.dirname(path);
  const add = files.map((file) => posix.relative(folder, file.path));
  const written = [...state.keys()].filter((each) => each.startsWith(`${folder}/`));
  const remove = written.map((each) => posix.relative(folder, each)).filter((each) => !add.includes(each));
  return { path, add, remove, makes: add.length > 0 };
}

/** Merges entries into the kustomizations of a project. Everything else in the files is kept. */
export function kustomizationFiles(
  changes: readonly KustomizationEntries[],
  read: GeneratorInput['read'],
): { readonly files: readonly DesiredFile[]; readonly diagnostics: readonly Diagnostic[] } {
  const files: DesiredFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { path, add, remove, makes } of changes) {
    const text = read(path);
    if (text === undefined && !makes) continue;
    const content = mergeKustomization(text, { add, remove });
    if (content === undefined)
      diagnostics.push(diagnostic('invalid-kustomization', { path }, { file: path, line: 1, column: 1 }));
    else files.push({ path, content, ownership: 'merged' });
  }
  return { files, diagnostics };
}
