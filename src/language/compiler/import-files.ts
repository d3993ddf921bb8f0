/** The files in and around a project that imports can refer to. Paths are absolute. */
export interface ImportFiles {
  /** Returns the text of a file, or undefined if there is none. */
  readonly read: (path: string) => string | undefined;
  /** Returns the path with every symbolic link resolved. */
  readonly realpath: (path: string) => string;
}
