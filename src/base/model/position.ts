/** A position in a file. `file` is relative to the project root, with forward slashes; line and column count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Number of characters that the problem covers on its line, if known. */
  readonly length?: number;
}
