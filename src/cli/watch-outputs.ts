import { writeSync } from 'node:fs';
import type { ProcessContext } from './context.js';
import { exitCodes } from './exit-code.js';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk failed',
  EBADF: 'it is not open for writing',
};

/** The outputs of a process, watched for failures. */
export interface WatchedOutputs {
  /** Resolves when everything is written, or cannot be. The exit code then says which. */
  readonly written: () => Promise<void>;
}

/**
 * Follows what becomes of the outputs. The narration may be lost: the result and the exit code say everything that a script
 * needs. A reader of the result that has seen enough (`| head`) is not a failure either, but a disk that is full is one.
 */
export function watchOutputs({ stdout, stderr, argv }: ProcessContext): WatchedOutputs {
  let failure: string | undefined;
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    const code = error.code ?? '';
    if (code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED') {
      failure ??= reasons[code] ?? code;
      process.exitCode = exitCodes.output;
    } else if (argv.includes('--watch') || argv.includes('-w')) {
      // Nobody reads what would be told from now on.
      process.exit();
    }
  });
  return {
    written: async () => {
      await Promise.all([flushed(stdout), flushed(stderr)]);
      if (failure === undefined) return;
      process.exitCode = exitCodes.output;
      say(failure);
    },
  };
}

/** Waits for what was written before. */
function flushed(stream: ProcessContext['stdout']): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || !stream.writable) resolve();
    else stream.write('', () => resolve());
  });
}

/** As the catalogue has it, whose texts are not loaded for this. */
function say(reason: string): void {
  try {
    writeSync(2, `error output-failed: the output cannot be written: ${reason}\n`);
  } catch {
    // The narration has no place either.
  }
}
