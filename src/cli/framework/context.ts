import type { Readable, Writable } from 'node:stream';
import type { Host } from '../../base/io/host.js';
import type { Memory } from '../../base/memory/memory.js';
import type { RunProgram } from './programs.js';
import type { Helper } from '../../base/helper/helper.js';
import type { OutputStream } from './output-stream.js';

type InputStream = Readable & { readonly isTTY?: boolean };

export type HeedInterrupt = <T>(work: () => Promise<T>) => Promise<T>;

/** The process as seen by commands, injected so that a test can run a command in memory. */
export interface Context {
  /** The words after `operator-gen`. */
  readonly argv: readonly string[];
  /** Absolute path of the working directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: InputStream;
  /** The output stream for questions: `stdout`, unguarded. */
  readonly terminal: Writable;
  /** Output for results: paths, patches, JSON. */
  readonly stdout: OutputStream;
  /** Output for diagnostics, progress and next steps. */
  readonly stderr: OutputStream;
  /** Returns the disk, which is loaded when a command runs. */
  readonly host: () => Promise<Host>;
  /** Returns results of earlier runs, if they can be used for the project at `root`. */
  readonly memory?: (root: string) => Promise<Memory | undefined>;
  /** Returns the API server's validation code for the project at `root`. */
  readonly helper?: (root: string) => Promise<Helper | undefined>;
  readonly runProgram: RunProgram;
  /** Aborted when the user presses Ctrl-C during work that handles interruptions. */
  readonly interrupt: AbortSignal;
  /**
   * Does work that an interruption must not end halfway, or that ends by itself when the signal is aborted. At all
   * other times, Ctrl-C ends the process at once.
   */
  readonly heedInterrupt?: HeedInterrupt;
}

/** An output of the process: a Node.js stream, or a direct output. */
export interface ProcessStream extends OutputStream {
  /** Whether it failed or was closed, so that nothing more is written. */
  readonly destroyed: boolean;
  /**
   * @param written called when the text has been written, or cannot be
   * @param written called when the text is written, or cannot be
   */
  write(text: string, written?: () => void): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** The process before its outputs are guarded. */
export interface ProcessContext extends Omit<Context, 'stdout' | 'stderr'> {
  /** Makes modules that are loaded from now on keep their machine code, for commands that load enough of them. */
  readonly keepCode?: () => void;
  readonly stdout: ProcessStream;
  readonly stderr: ProcessStream;
}
