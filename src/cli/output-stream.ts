/** An output as the commands use it. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
  /** Writes a line that is a command to a build server; only a guarded output has it. */
  command?(text: string): unknown;
}
