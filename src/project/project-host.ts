import { posix } from 'node:path';
import { refuse } from '../base/diagnostics/diagnostic.js';
import { confined } from '../base/io/confined.js';
import { FileRefused } from '../base/io/file-refused.js';
import type { Host } from '../base/io/host.js';
import { linksOf } from '../base/io/links-of.js';
import { deepestFolder, limitOf, totalLimit } from '../base/io/limits.js';
import { packageFiles } from '../base/io/packages.js';
import { readOnce } from '../base/io/read-once.js';
import { slashed } from '../base/io/slashed.js';
import { runtimeDeclarations } from '../base/io/runtime-declarations.js';
import { workspaceFolders } from './workspace.js';

/**
 * Returns a host for one run of a command: confined to the readable files of a project, reading each file once.
 * @param texts receives the text of each file that is read, by its absolute path
 */
export function projectHost(host: Host, root: string, texts?: Map<string, string | undefined>): Host {
  return readOnce(confinedHost(host, root), texts);
}

/**
 * Returns a host confined to the readable files of a project. `read` and `list` throw a DiagnosticsError for a file of
 * the project that is rejected.
 */
export function confinedHost(host: Host, root: string): Host {
  let tool: { readonly folder: string; readonly files: ReadonlySet<string> } | undefined;
  const isTool = (path: string): boolean => {
    tool ??= { folder: `${runtimeDeclarations()}/`, files: new Set(packageFiles().flat()) };
    return path.startsWith(tool.folder) || tool.files.has(path);
  };
  const inner = confined(host, { root, isTool, workspace: () => workspaceFolders(host, root) });
  return {
    ...inner,
    read: (path) => reported(root, () => inner.read(path)),
    list: (path) => reported(root, () => inner.list(path)),
  };
}

/**
 * Returns a host for what the user names on the command line, which can be anywhere. It does not follow symbolic links
 * of the project: `kind` recognizes them, and all other methods throw a DiagnosticsError.
 */
export function namedHost(host: Host, root: string): Host {
  let linkOn: ((path: string) => string | undefined) | undefined;
  const refuseLink = (path: string, checked = path): void => {
    linkOn ??= linksOf(host, root);
    const link = linkOn(checked);
    if (link === undefined) return;
    const reason = 'leads through a symbolic link of the project, which is not followed';
    const remedy = `name the file or the folder that ${posix.relative(slashed(root), link)} points to`;
    refuse('unsupported-file', { path: posix.relative(slashed(root), slashed(path)), reason, remedy });
  };
  const guarded =
    <Result>(call: (path: string) => Result) =>
    (path: string): Result => {
      refuseLink(path);
      return call(path);
    };
  return {
    ...host,
    kind: (path) => {
      refuseLink(path, posix.dirname(slashed(path)));
      return host.kind(path);
    },
    // The host rejects the link itself, and each reader reports this in its own way.
    read: (path, limit) => {
      refuseLink(path, posix.dirname(slashed(path)));
      return host.read(path, limit);
    },
    list: guarded((path) => host.list(path)),
    realpath: guarded((path) => host.realpath(path)),
  };
}

function reported<T>(root: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const file = posix.relative(slashed(root), slashed(error.path));
    const [reason, remedy] = explain(error);
    return refuse('unsupported-file', { path: file, reason, remedy }, { file, line: 1, column: 1 });
  }
}

/** Returns the reason why a file is rejected, and the remedy. */
function explain({ reason, path }: FileRefused): readonly [reason: string, remedy: string] {
  switch (reason) {
    case 'link':
      return [
        'is a symbolic link, and project files are not read through links',
        'replace the link with the file or folder that it points to; share code as a package of the workspace',
      ];
    case 'not-regular':
      return ['is not a regular file', 'replace it with a regular file, or remove it'];
    case 'too-large':
      return [`is larger than ${sizeOf(limitOf(path))}`, 'split the file, or move it out of the project'];
    case 'git':
      return ['is in a .git folder, which can contain credentials', 'name a file outside of .git'];
    case 'too-deep':
      return [
        `is more than ${deepestFolder} folders deep in the project`,
        'move the files that the project requires to a folder further up, and remove the rest',
      ];
    case 'too-much':
      return [
        `is not read: together with the files read before it, it is larger than ${sizeOf(totalLimit)}`,
        'move large files out of src and config',
      ];
  }
}

function sizeOf(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}
