import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';

/** A file that was not rolled back, because it changed after the run had changed it. */
export interface KeptFile {
  readonly path: string;
  /** The file with its content before the run, if it had one. */
  readonly previous?: string;
}

export function keptFileProblems(files: readonly KeptFile[]): readonly Diagnostic[] {
  return files.map((file) => diagnostic('rollback-kept', file));
}

/** Returns an unused path beside a file, for its previous content. */
export function pathBeside(host: Host, root: string, path: string): string {
  for (let count = 1; ; count += 1) {
    const name = `${path}.orig${count === 1 ? '' : count}`;
    if (host.kind(posix.join(root, name)) === 'missing') return name;
  }
}
