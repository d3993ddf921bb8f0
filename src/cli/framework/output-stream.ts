/** An output as used by commands. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
  /** Shows a line until something else is written; an empty one erases it. Only a guarded output has it. */
  transient?(line: string): unknown;
  /** Writes a line that is a command for a build server; only a guarded output has it. */
  command?(text: string): unknown;
}
