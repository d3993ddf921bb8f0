import type { Context } from './context.js';

/** The state after an interruption, as a phrase, and the help text. */
export interface InterruptedState {
  readonly left: string;
  readonly remedy: string;
}

export const nothingWritten: InterruptedState = { left: 'nothing was written', remedy: 'run the same command again' };

/** Thrown when a command stops because the user interrupted it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(readonly state: InterruptedState) {
    super(state.left);
  }
}

export const filesWritten: InterruptedState = { left: 'the files were written', remedy: 'run the same command again' };

/** Does work during which Ctrl-C aborts the signal of the context instead of ending the process. */
export function heeding<T>({ heedInterrupt }: Pick<Context, 'heedInterrupt'>, work: () => Promise<T>): Promise<T> {
  return heedInterrupt === undefined ? work() : heedInterrupt(work);
}

/**
 * Waits for a promise, or throws `Interrupted` as soon as the signal is aborted. The work is abandoned, not stopped.
 */
export async function untilInterrupted<T>(
  signal: AbortSignal,
  state: () => InterruptedState,
  work: Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const interruption = new Promise<never>((_, reject) => {
    const stop = () => reject(new Interrupted(state()));
    signal.addEventListener('abort', stop, { once: true, signal: done.signal });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, interruption]);
  } finally {
    done.abort();
  }
}
