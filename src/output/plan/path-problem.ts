import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { slashed } from '../../base/io/slashed.js';
import { isForbiddenPath } from './forbidden-path.js';

/**
 * Returns the reason why a path cannot be written, moved or deleted: it leaves the project, leads to a place where this
 * tool never writes, or is blocked by something that is not a plain file or folder.
 */
export function pathProblem(host: Host, root: string, path: string): Diagnostic | undefined {
  if (isOutside(path)) return diagnostic('outside-project', { path });
  if (isForbiddenPath(path)) return diagnostic('forbidden-path', { path });
  return obstacle(host, root, path);
}

/** Returns the reason why a folder for a file cannot be created; use `pathProblem` for the file itself. */
export function folderProblem(host: Host, root: string, path: string): Diagnostic | undefined {
  if (isOutside(path)) return diagnostic('outside-project', { path });
  // The folder itself can exist: the question is whether a file can be created in it.
  return obstacle(host, root, `${path}/_`);
}

function isOutside(path: string): boolean {
  const parts = path.split('/');
  return posix.isAbsolute(path) || parts.some((part) => ['', '.', '..'].includes(part) || /[\\\0]/.test(part));
}

/**
 * Returns what blocks a path, checked directly before the call that uses it: another user of a shared folder may have
 * created a link on the path since the first check. The final check covers all parent folders at once.
 */
export function lateProblem(host: Host, root: string, path: string): Diagnostic | undefined {
  const found = obstacle(host, root, path);
  if (found !== undefined) return found;
  const folder = posix.dirname(path);
  const expected = posix.join(slashed(host.realpath(root)), folder);
  const real = slashed(host.realpath(posix.join(root, folder)));
  return real === expected ? undefined : diagnostic('symbolic-link', { path: folder });
}

function obstacle(host: Host, root: string, path: string): Diagnostic | undefined {
  for (const folder of foldersAbove(path)) {
    const kind = host.kind(posix.join(root, folder));
    if (kind === 'missing') return undefined;
    if (kind === 'symlink') return diagnostic('symbolic-link', { path: folder });
    if (kind !== 'directory') return diagnostic('not-a-folder', { path: folder });
  }
  switch (host.kind(posix.join(root, path))) {
    case 'symlink':
      return diagnostic('symbolic-link', { path });
    case 'directory':
      return diagnostic('not-a-file', { path, isFolder: true });
    case 'other':
      return diagnostic('not-a-file', { path, isFolder: false });
    case 'file':
    case 'missing':
      return undefined;
  }
}

/**
 * Returns the reason why a path cannot be changed although it can be written: its owner made it, or its folder,
 * read-only.
 */
export function readOnlyProblem(host: Host, root: string, path: string): Diagnostic | undefined {
  const target = posix.join(root, path);
  // A file can be replaced wherever its folder is writable, but a read-only file was protected on purpose.
  if (host.kind(target) === 'file' && (host.mode(target) & 0o222) === 0) return diagnostic('read-only', { path });
  const folder = foldersAbove(path)
    .toReversed()
    .find((each) => host.kind(posix.join(root, each)) === 'directory');
  const mode = host.mode(posix.join(root, folder ?? '.'));
  return (mode & 0o222) === 0 ? diagnostic('read-only', { path: folder ?? '.' }) : undefined;
}

/** Returns the parent folders of a path, outermost first: `a` and `a/b` for `a/b/c`. */
export function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Removes duplicate problems, because many paths can share a folder. */
export function uniqueProblems(problems: readonly (Diagnostic | undefined)[]): readonly Diagnostic[] {
  const found = problems.filter((each) => each !== undefined);
  return [...new Map(found.map((each) => [`${each.code} ${each.message}`, each])).values()];
}
