/** Something that went wrong, and the command lines that lead to it. */
export interface Problem {
  readonly lines: readonly string[];
  readonly what: string;
}
