/** A place in a file. `file` is relative to the project's root, with forward slashes; line and column count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** How many characters the problem covers on its line, where that is known. */
  readonly length?: number;
}
