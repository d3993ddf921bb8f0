import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure } from '../result.js';

/** Milliseconds between two attempts: the first, and the largest. */
const firstPauseMs = 50;
const longestPauseMs = 500;
const growth = 1.3;

/**
 * Repeats an attempt until it does not fail.
 * @param seconds time limit
 * @returns the failure of the last attempt
 * @throws what an attempt throws, which ends the repetition
 */
export async function until(
  seconds: number,
  signal: AbortSignal,
  attempt: () => Promise<Failure | undefined>,
): Promise<Failure | undefined> {
  const deadline = performance.now() + seconds * 1000;
  for (let pause = firstPauseMs; ; pause = Math.min(pause * growth, longestPauseMs)) {
    const failure = await attempt();
    const left = deadline - performance.now();
    if (failure === undefined || left <= 0) return failure;
    await sleep(Math.min(pause, left), undefined, { signal });
  }
}
