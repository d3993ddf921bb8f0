/** The type of the entry at a path; `symlink` and `other` are never read through and never overwritten. */
export type PathKind = 'file' | 'directory' | 'symlink' | 'other' | 'missing';

/**
 * The file system as used by this tool, and the only way to the disk, so that a test can inject a fault at any call.
 * Paths are absolute. All calls are synchronous: a command handles a few dozen small files, the compiler requires it,
 * and an interrupt cannot occur between two steps. Every call throws what `node:fs` throws.
 */
export interface Host {
  /** Returns the type of the entry at `path` itself; symbolic links are not followed. */
  kind(path: string): PathKind;
  /**
   * Returns the text of a file, or undefined if there is none.
   * @param limit maximum size in bytes, instead of `limitOf(path)`
   */
  read(path: string, limit?: number): string | undefined;
  /** Returns the names in a folder, sorted; empty if there is no folder. */
  list(path: string): readonly string[];
  /** Returns the path with every symbolic link resolved. */
  realpath(path: string): string;
  /** Returns the permission bits of a file or a folder. */
  mode(path: string): number;
  /** Returns the user ID of the owner of the entry at `path` itself; undefined if there is no entry, or no user ID. */
  owner(path: string): number | undefined;
  /** Returns the user ID of this process; undefined on Windows. */
  user(): number | undefined;
  /** Returns the SHA-256 of a regular file's bytes, in hexadecimal; undefined if there is no file. */
  hash(path: string): string | undefined;
  /**
   * Returns the ID of a folder on its file system, which differs for a copy. It does not change when the system
   * restarts.
   */
  identity(path: string): string;
  /**
   * Returns the folders that only this user can change and that no repository can supply, outside of the project at
   * `root`; best first.
   */
  recordFolders(root: string): readonly string[];
  /** Creates the best of these folders that can be created and written to. Undefined if there is none. */
  makeRecordFolder(root: string): string | undefined;
  /** Writes a file, replacing an existing one. Without `mode` its permissions are determined by the user's umask. */
  write(path: string, content: string, mode?: number): void;
  /** Copies a file byte for byte, with its permissions. */
  copy(from: string, to: string): void;
  /** Flushes a file or a folder to disk. */
  sync(path: string): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Creates one folder. Throws EEXIST when the path exists. */
  makeFolder(path: string): void;
  /** Removes one empty folder. */
  removeFolder(path: string): void;
}
