import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 50;

/**
 * Asks `probe` again and again until it gives something else than undefined, and returns that.
 *
 * @throws Error saying that `what` did not come about within `timeoutMs`; whatever `probe` throws ends the wait at once.
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
