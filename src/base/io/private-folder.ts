import { accessSync, constants, lstatSync, mkdirSync, realpathSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { quietly } from './quietly.js';

/** A folder of this tool below one of the user's folders. */
export interface PrivatePlace {
  /** Absolute path of the user's folder, such as `~/.cache`. It can be a symbolic link created by the user. */
  readonly base: string;
  /** Names of this tool's folders below it, outermost first. None of them can be a symbolic link. */
  readonly own: readonly string[];
}

/**
 * Returns the folder of a place; undefined if it does not exist, or if anybody else could change its contents: another
 * user, or the author of a repository whose checkout contains it.
 * @param root a project that must not contain the folder
 */
export function privateFolder(place: PrivatePlace, root?: string): string | undefined {
  return quietly(() => checkedFolder(place, root));
}

/** Returns the folder of a place as `privateFolder` does, and creates it if it does not exist. */
export function makePrivateFolder(place: PrivatePlace, root?: string): string | undefined {
  return (
    quietly(() => checkedFolder(place, root, constants.W_OK)) ??
    quietly(() => {
      makeFolders(place, root);
      return checkedFolder(place, root, constants.W_OK);
    })
  );
}

function makeFolders({ base, own }: PrivatePlace, root: string | undefined): void {
  // Checked before anything is created, so that nothing is left in a folder that turns out to be unsafe.
  const present = realpathSync(existingAncestor(base));
  refuseUnsafe(present, root);
  mkdirSync(base, { recursive: true, mode: 0o700 });
  let folder = realpathSync(base);
  for (const name of own) {
    folder = join(folder, name);
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) mkdirSync(folder, { mode: 0o700 });
    if (!isOwn(lstatSync(folder))) throw new Error(`${folder} belongs to another user`);
  }
}

function existingAncestor(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined && dirname(path) !== path
    ? existingAncestor(dirname(path))
    : path;
}

function checkedFolder({ base, own }: PrivatePlace, root: string | undefined, access = constants.R_OK): string {
  let folder = realpathSync(base);
  refuseUnsafe(folder, root);
  for (const [index, name] of own.entries()) {
    folder = join(folder, name);
    const stats = lstatSync(folder);
    const forbidden = index === own.length - 1 ? 0o077 : 0o022;
    if (!isOwn(stats) || (hasModes && (stats.mode & forbidden) !== 0))
      throw new Error(`${folder} is open to other users`);
    refuseCheckout(folder, stats);
  }
  accessSync(folder, access);
  return folder;
}

/** Throws if someone else could replace this folder, or if it came with a project. */
function refuseUnsafe(folder: string, root: string | undefined): void {
  if (root !== undefined && isWithin(folder, realpathSync(root))) throw new Error(`${folder} is inside the project`);
  for (const each of ancestors(folder)) {
    const stats = lstatSync(each);
    if (!isTrusted(stats)) throw new Error(`${each} can be changed by other users`);
    refuseCheckout(each, stats);
  }
}

/**
 * Rejects a folder in a checkout. A repository can contain files with any name and content, and with no permissions for
 * other users under a strict umask.
 */
function refuseCheckout(folder: string, stats: Stats): void {
  // In a shared folder such as /tmp anybody can create an entry with one of these names.
  if (isSticky(stats)) return;
  const mark = ['.git', 'PROJECT'].find(
    (name) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
  if (mark !== undefined) throw new Error(`${folder} has ${mark}: it is a checkout`);
}

function ancestors(folder: string): readonly string[] {
  return dirname(folder) === folder ? [folder] : [...ancestors(dirname(folder)), folder];
}

function isWithin(folder: string, root: string): boolean {
  const path = relative(root, folder);
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

// Windows has access control lists instead, and the folders of a user are private there.
const hasModes = process.getuid !== undefined;

/** The owner that a user namespace shows for users that are not mapped in it, such as the root user outside. */
const unmapped = 65_534;

function isTrusted({ uid, gid, mode }: Stats): boolean {
  if (!hasModes) return true;
  if (uid !== 0 && uid !== process.getuid!() && uid !== unmapped) return false;
  // Many systems give every user a private group with write permission.
  const isOpenToGroup = (mode & 0o020) !== 0 && gid !== 0 && gid !== process.getgid!();
  return (!isOpenToGroup && (mode & 0o002) === 0) || (mode & sticky) !== 0;
}

const sticky = 0o1000;

function isSticky({ mode }: Stats): boolean {
  return (mode & sticky) !== 0 && (mode & 0o022) !== 0;
}

function isOwn(stats: Stats): boolean {
  return stats.isDirectory() && (!hasModes || stats.uid === process.getuid!());
}
