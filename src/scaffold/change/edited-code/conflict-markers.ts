import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';

/** Returns the conflict markers in a text: while there are some, its lines are not final. */
export function unresolvedConflicts(path: string, text: string): readonly Diagnostic[] {
  const lines = text.split('\n');
  if (!lines.some((line) => line.startsWith('>>>>>>> '))) return [];
  return lines.flatMap((line, index) =>
    line.startsWith('<<<<<<< ')
      ? [diagnostic('unresolved-conflict', { path }, { file: path, line: index + 1, column: 1 })]
      : [],
  );
}

/** Returns the conflict markers in files of a project. */
export function unresolvedIn(host: Host, root: string, paths: Iterable<string>): readonly Diagnostic[] {
  return [...paths].flatMap((path) => {
    const text = host.kind(posix.join(root, path)) === 'file' ? host.read(posix.join(root, path)) : undefined;
    return text === undefined ? [] : unresolvedConflicts(path, text);
  });
}
