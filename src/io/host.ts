/** What stands at a path; `symlink` and `other` are never read through and never written over. */
export type PathKind = 'file' | 'directory' | 'symlink' | 'other' | 'missing';

/**
 * The file system as this tool uses it; the only way to the disk, so that a test can inject a fault at any call.
 * Paths are absolute. All calls are synchronous: a command handles a few dozen small files, the compiler wants them so,
 * and an interrupt cannot fall between two steps. Every call throws what `node:fs` throws.
 */
export interface Host {
  /** What stands at `path` itself; symbolic links are not followed. */
  kind(path: string): PathKind;
  /** The text of a file, or undefined where there is none. */
  read(path: string): string | undefined;
  /** Names in a folder, sorted; empty where there is no folder. */
  list(path: string): readonly string[];
  /** The path with every symbolic link resolved. */
  realpath(path: string): string;
  /** Permission bits of a file or a folder. */
  mode(path: string): number;
  /** The number of the user that what stands at `path` itself belongs to; undefined where there is nothing, or no such number. */
  owner(path: string): number | undefined;
  /** The number of the user that this process works for; undefined on Windows. */
  user(): number | undefined;
  /** The SHA-256 of a regular file's bytes, in hexadecimal; undefined where there is no file. */
  hash(path: string): string | undefined;
  /** The number of a folder on its file system: a copy of it has another one. It is the same after a restart of the system. */
  identity(path: string): string;
  /** Folders that only this user can change and that no repository can bring, outside of the project at `root`; best first. */
  recordFolders(root: string): readonly string[];
  /** Makes the best of these folders that can be made and written to. Undefined where none can. */
  makeRecordFolder(root: string): string | undefined;
  /** Writes a file; what stands there is replaced. Without `mode` its rights are what the user's umask leaves. */
  write(path: string, content: string, mode?: number): void;
  /** Copies a file byte for byte, with its permissions. */
  copy(from: string, to: string): void;
  /** Makes sure that a file or a folder is on the disk and not only on its way there. */
  sync(path: string): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Makes one folder. Throws EEXIST when something is there. */
  makeFolder(path: string): void;
  /** Removes one empty folder. */
  removeFolder(path: string): void;
}
