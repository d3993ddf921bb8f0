/** The files of a project and around it, as far as an import can lead to them. Paths are absolute. */
export interface ImportFiles {
  /** The text of a file, or undefined where there is none. */
  readonly read: (path: string) => string | undefined;
  /** The path with every symbolic link resolved. */
  readonly realpath: (path: string) => string;
}
