import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 50;

/**
 * Calls `probe` repeatedly until it returns a value other than undefined, and returns that value.
 *
 * @throws Error that names `what` if it did not happen within `timeoutMs`; an exception of `probe` ends the wait at
 * once
 */
export async function waitFor<T>(what: string, timeoutMs: number, probe: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await probe();
    if (result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`${what}: not after ${timeoutMs / 1000} s`);
    await sleep(pollMs);
  }
}
