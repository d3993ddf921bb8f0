/** Thrown where a command stops because the user interrupted it. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  /** @param state What has been written by then, as half a sentence. */
  constructor(readonly state: string) {
    super(state);
  }
}

/** Waits for work, or throws `Interrupted` as soon as the signal says so. The work is not stopped, only left behind. */
export async function untilInterrupted<T>(signal: AbortSignal, state: () => string, work: Promise<T>): Promise<T> {
  let stop = () => {};
  const interruption = new Promise<never>((_, reject) => {
    stop = () => reject(new Interrupted(state()));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, interruption]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
