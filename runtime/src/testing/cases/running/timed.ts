import { messageOf } from '../../../errors/causes.js';
import { printable } from '../matching/show.js';
import type { Failure, StepResult } from './result.js';

/** Does the work of a step, and returns its result with what it throws as the failure. */
export async function timed(name: string, work: () => Promise<void>): Promise<StepResult> {
  const start = performance.now();
  const failures: Failure[] = [];
  await work().catch((error: unknown) => failures.push(failureOf(error)));
  return { name, seconds: (performance.now() - start) / 1000, assertions: 0, failures };
}

/** Returns the failure of something that was thrown. */
export function failureOf(error: unknown): Failure {
  return { message: printable(messageOf(error)), details: [] };
}
