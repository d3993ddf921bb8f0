/** What an interruption leaves behind, as half a sentence, and what to do then. */
export interface InterruptedState {
  readonly left: string;
  readonly remedy: string;
}

export const nothingWritten: InterruptedState = { left: 'nothing was written', remedy: 'run the same command again' };

/** Thrown where a command stops because the user interrupted it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(readonly state: InterruptedState) {
    super(state.left);
  }
}

/** Waits for work, or throws `Interrupted` as soon as the signal says so. The work is not stopped, only left behind. */
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
