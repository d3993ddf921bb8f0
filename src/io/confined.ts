import { posix } from 'node:path';
import { FileRefused } from './file-refused.js';
import type { Host } from './host.js';
import { deepestFolder, totalLimit } from './limits.js';
import { slashed } from './slashed.js';

/** What a command may read. Paths are absolute and have forward slashes. */
export interface Boundaries {
  /** The project's folder. */
  readonly root: string;
  /** Reports whether a file is part of this tool's own installation. */
  readonly isTool: (path: string) => boolean;
  /** The real paths of the folders around the project whose packages it may import from. Called at most once. */
  readonly workspace: () => readonly string[];
}

/**
 * The same host for a project that a stranger may have prepared: it answers for the project's own files, without following a
 * link; for the tool's own installation; and for the workspace around the project, where a link may lead only to another part
 * of it. Everywhere else nothing is there. Writing goes through: `pathProblem` guards it.
 *
 * `read` and `list` throw `FileRefused` for a file of the project that is not read.
 */
export function confined(host: Host, { root, isTool, workspace }: Boundaries): Host {
  /** How deep the folders are that are known to be no links, with all those above them. */
  const checked = new Map<string, number>([[root, 0]]);
  const sizes = new Map<string, number>();
  let total = 0;
  let realFolders: readonly string[] | undefined;

  /** Why a path of the project is refused for a folder on the way to it: one that is a link, or is too deep. */
  const refusalBefore = (path: string): FileRefused | undefined => {
    const own = folderOf(path);
    // A walk asks for a folder after the one above it: then only that one is new.
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

  const refuseUnsafe = (path: string): void => {
    if (isInGit(inside(root, path) ?? '')) throw new FileRefused(path, 'git');
    const refusal = refusalBefore(path);
    if (refusal !== undefined) throw refusal;
  };

  /** Where a path outside of the project leads; undefined where that is none of our business. */
  const allowed = (path: string): string | undefined => {
    if (isTool(slashed(path))) return path;
    realFolders ??= workspace();
    // Asked first, so that nothing is looked up on a path that cannot lead into the workspace.
    if (!isWithin(path, [root, ...realFolders])) return undefined;
    const real = realpathOf(host, path);
    return real !== undefined && isWithin(real, realFolders) && !isInGit(real) ? real : undefined;
  };

  const counted = (path: string, text: string | undefined): string | undefined => {
    const size = text?.length ?? 0;
    total += size - (sizes.get(path) ?? 0);
    sizes.set(path, size);
    if (total > totalLimit) throw new FileRefused(path, 'too-much');
    return text;
  };

  // An installed package is not the project's own: package managers link it.
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

/** A path relative to a folder that it is in; undefined where it is not in it. */
function inside(folder: string, path: string): string | undefined {
  const [from, to] = [slashed(folder), slashed(path)];
  if (from === to) return '';
  const prefix = from.endsWith('/') ? from : `${from}/`;
  return to.startsWith(prefix) ? to.slice(prefix.length) : undefined;
}

function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => inside(folder, path) !== undefined);
}

/** It can hold credentials, which `git` and workflows write into its configuration. */
function isInGit(path: string): boolean {
  return path.split('/').some((part) => part.toLowerCase() === '.git');
}

/** The folders that a path goes through below a folder, outermost first. */
function* foldersBetween(root: string, path: string): Generator<string> {
  let folder = root;
  for (const name of (inside(root, path) ?? '').split('/').slice(0, -1)) {
    folder = posix.join(folder, name);
    yield folder;
  }
}

/** Everything before the last slash: of `a/b/` this is `a/b`, because the slash at the end makes the system follow a link. */
function folderOf(path: string): string {
  const text = slashed(path);
  return text.slice(0, text.lastIndexOf('/'));
}

function realpathOf(host: Host, path: string): string | undefined {
  try {
    return slashed(host.realpath(path));
  } catch {
    return undefined;
  }
}
