import { writeSync } from 'node:fs';
import type { ProcessContext } from './context.js';
import { exitCodes } from './exit-code.js';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk failed',
  EBADF: 'it is not open for writing',
};

/** The flags of commands that only print until their user ends them. */
const endless = new Set(['--watch', '-w', '--follow', '-f']);

/** The outputs of a process, watched for failures. */
export interface WatchedOutputs {
  /** Resolves when everything has been written or cannot be written. The exit code then reflects the result. */
  readonly written: () => Promise<void>;
}

/**
 * Watches the outputs for failures. The narration may be lost, because the result and the exit code contain everything
 * that a script needs. A reader that closes the result early (`| head`) is not a failure either, but a full disk is.
 */
export function watchOutputs({ stdout, stderr, argv }: ProcessContext): WatchedOutputs {
  let failure: string | undefined;
  stderr.on('error', () => undefined);
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    const code = error.code ?? '';
    if (code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED') {
      failure ??= reasons[code] ?? code;
      process.exitCode = exitCodes.output;
    } else if (argv[0] === 'dev') {
      // No one reads any further output. It cleans up, as at the end of its terminal.
      process.emit('SIGHUP', 'SIGHUP');
    } else if (argv.some((word) => endless.has(word))) {
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

/** Waits until everything written so far is flushed. */
function flushed(stream: ProcessContext['stdout']): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}

/** Prints the message of the catalogue without loading the catalogue. */
function say(reason: string): void {
  try {
    writeSync(2, `error output-failed: the output cannot be written: ${reason}\n`);
  } catch {
    // The narration cannot be written either.
  }
}
