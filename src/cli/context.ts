import type { Readable, Writable } from 'node:stream';
import type { Host } from '../io/host.js';
import type { Memory } from '../memory/memory.js';
import type { RunProgram } from './programs.js';
import type { OutputStream } from './output-stream.js';

type InputStream = Readable & { readonly isTTY?: boolean };

/** The process as the commands see it, injected so that a test can run one in memory. */
export interface Context {
  /** The words after `operator-gen`. */
  readonly argv: readonly string[];
  /** Absolute folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: InputStream;
  /** Where questions are drawn: the same stream as `stdout`, as it is. */
  readonly terminal: Writable;
  /** The result: paths, patches, JSON. */
  readonly stdout: OutputStream;
  /** The narration: diagnostics, progress, what to do next. */
  readonly stderr: OutputStream;
  /** The disk; loaded when a command runs. */
  readonly host: () => Promise<Host>;
  /** What earlier runs left, where it may be used for the project at `root`. */
  readonly memory?: (root: string) => Promise<Memory | undefined>;
  readonly runProgram: RunProgram;
  /** Aborted when the user interrupts (Ctrl-C). */
  readonly interrupt: AbortSignal;
}

type ProcessStream = Writable & Pick<OutputStream, 'isTTY' | 'columns'>;

/** The process before its outputs are guarded. */
export interface ProcessContext extends Omit<Context, 'stdout' | 'stderr' | 'terminal'> {
  /** Has the modules that are loaded from now on keep their machine code; for what has enough to load. */
  readonly keepCode?: () => void;
  readonly stdout: ProcessStream;
  readonly stderr: ProcessStream;
}
