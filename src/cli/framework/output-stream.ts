/** An output as used by commands. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
  /** Shows a line until something else is written; an empty line erases it. Only guarded outputs have this method. */
  transient?(line: string): unknown;
  /** Writes a line that is a command for a build server. Only guarded outputs have this method. */
  command?(text: string): unknown;
}
