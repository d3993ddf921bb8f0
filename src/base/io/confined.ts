import { posix } from 'node:path';
import { FileRefused } from './file-refused.js';
import type { Host } from './host.js';
import { deepestFolder, totalLimit } from './limits.js';
import { realpathOf } from './real-path.js';
import { slashed } from './slashed.js';

/** The files that a command can read. Paths are absolute and have forward slashes. */
export interface Boundaries {
  /** The project folder. */
  readonly root: string;
  /** Reports whether a file is part of this tool's own installation. */
  readonly isTool: (path: string) => boolean;
  /** Returns the real paths of the folders around the project whose packages it can import. Called at most once. */
  readonly workspace: () => readonly string[];
}

/**
 * Returns a host for a project that can come from an untrusted source. It gives access to the project's own files,
 * without following links; to the tool's own installation; and to the workspace around the project, where a link can
 * lead only to another part of it. Everything else appears to be missing. Writing is passed through: `pathProblem`
 * guards it.
 *
 * `read` and `list` throw `FileRefused` for a file of the project that is rejected.
 */
export function confined(host: Host, { root, isTool, workspace }: Boundaries): Host {
  const refusalBefore = folderCheck(host, root);
  const counted = sizeCheck();
  let realFolders: readonly string[] | undefined;

  const refuseUnsafe = (path: string): void => {
    if (isInGit(inside(root, path) ?? '')) throw new FileRefused(path, 'git');
    const refusal = refusalBefore(path);
    if (refusal !== undefined) throw refusal;
  };

  /** Returns where a path outside of the project leads; undefined if it is out of bounds. */
  const allowed = (path: string): string | undefined => {
    if (isTool(slashed(path))) return path;
    realFolders ??= workspace();
    // Checked first, so that nothing is looked up on a path that cannot lead into the workspace.
    if (!isWithin(path, [root, ...realFolders])) return undefined;
    const real = realpathOf(host, path);
    return real !== undefined && isWithin(real, realFolders) && !isInGit(real) ? real : undefined;
  };

  // Installed packages are not the project's own files, because package managers link them.
  const isOwn = (path: string): boolean => inside(root, path)?.split('/').includes('node_modules') === false;
  return {
    ...host,
    kind: (path) => {
      if (isOwn(path)) return refusalBefore(path) === undefined ? host.kind(path) : 'other';
      return allowed(posix.dirname(slashed(path))) === undefined ? 'missing' : host.kind(path);
    },
    read: (path) => {
      if (isOwn(path)) {
        refuseUnsafe(path);
        return counted(path, host.read(path));
      }
      const real = allowed(path);
      return real === undefined ? undefined : counted(path, host.read(real));
    },
    list: (path) => {
      if (isOwn(path)) {
        refuseUnsafe(posix.join(path, '_'));
        return host.list(path);
      }
      const real = allowed(path);
      return real === undefined ? [] : host.list(real);
    },
  };
}

/**
 * Creates a function that returns why a path of the project is rejected because of a folder on it: one that is a link,
 * or is too deep.
 */
function folderCheck(host: Host, root: string): (path: string) => FileRefused | undefined {
  /** The depth of folders that, with all their parents, are known not to be links. */
  const checked = new Map<string, number>([[root, 0]]);
  return (path) => {
    const own = folderOf(path);
    // A walk reads a folder after its parent, so that only that folder is new.
    const start = [own, folderOf(own)].find((folder) => checked.has(folder)) ?? root;
    let depth = checked.get(start) ?? 0;
    for (const folder of foldersBetween(start, path)) {
      depth += 1;
      if (checked.has(folder)) continue;
      const kind = host.kind(folder);
      if (kind === 'symlink') return new FileRefused(folder, 'link');
      if (kind !== 'directory') return undefined;
      if (depth > deepestFolder) return new FileRefused(folder, 'too-deep');
      checked.set(folder, depth);
    }
    return undefined;
  };
}

/** Creates a function that returns the text of a file, and throws if all files together are too large. */
function sizeCheck(): (path: string, text: string | undefined) => string | undefined {
  const sizes = new Map<string, number>();
  let total = 0;
  return (path, text) => {
    const size = text?.length ?? 0;
    total += size - (sizes.get(path) ?? 0);
    sizes.set(path, size);
    if (total > totalLimit) throw new FileRefused(path, 'too-much');
    return text;
  };
}

/** Returns a path relative to a folder that contains it; undefined if the folder does not contain it. */
function inside(folder: string, path: string): string | undefined {
  const [from, to] = [slashed(folder), slashed(path)];
  if (from === to) return '';
  const prefix = from.endsWith('/') ? from : `${from}/`;
  return to.startsWith(prefix) ? to.slice(prefix.length) : undefined;
}

function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => inside(folder, path) !== undefined);
}

/**
 * Reports whether a path is in `.git`, which can contain credentials: `git` and workflows write them into its
 * configuration.
 */
function isInGit(path: string): boolean {
  return path.split('/').some((part) => part.toLowerCase() === '.git');
}

/** Yields the folders of a path below a folder, outermost first. */
function* foldersBetween(root: string, path: string): Generator<string> {
  let folder = root;
  for (const name of (inside(root, path) ?? '').split('/').slice(0, -1)) {
    folder = posix.join(folder, name);
    yield folder;
  }
}

/**
 * Returns everything before the last slash: `a/b` for `a/b/`, because a trailing slash makes the system follow a link.
 */
function folderOf(path: string): string {
  const text = slashed(path);
  return text.slice(0, text.lastIndexOf('/'));
}
