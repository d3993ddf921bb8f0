/** An output as used by commands. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
  /** Writes a line that is a command for a build server; only a guarded output has it. */
  command?(text: string): unknown;
}
