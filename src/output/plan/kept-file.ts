import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';

/** A file that was not rolled back, because it changed after the run had changed it. */
export interface KeptFile {
  readonly path: string;
  /** The file with its content before the run, if it had one. */
  readonly previous?: string;
}

export function keptFileProblems(files: readonly KeptFile[]): readonly Diagnostic[] {
  return files.map((file) => diagnostic('rollback-kept', file));
}

/**
 * Returns the first path next to a file that can be used for another version of it: `main.ts.orig`, `main.ts.orig2`.
 * @param isUsable reports whether nothing of a user is there
 */
export function pathBeside(path: string, isUsable: (path: string) => boolean): string {
  for (let count = 1; ; count += 1) {
    const name = `${path}.orig${count === 1 ? '' : count}`;
    if (isUsable(name)) return name;
  }
}
