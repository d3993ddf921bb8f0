import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../errors/causes.js';
import { printable } from '../matching/show.js';
import type { CaseStep, Place } from '../model.js';
import { checkAbsent, checkPresent } from './check-objects.js';
import { runCommands } from './commands.js';
import type { StepContext } from './context.js';
import { checkExpressions } from './expressions.js';
import type { Failure } from './result.js';

/** Milliseconds between two checks: the first, and the largest. */
const firstPauseMs = 50;
const longestPauseMs = 1000;
/** Factor by which each pause is longer than the one before it. */
const growth = 1.5;

/**
 * Checks a step until everything holds at the same time.
 * @param seconds time limit
 * @returns the failures of the last check
 */
export async function checkStep(step: CaseStep, seconds: number, context: StepContext): Promise<readonly Failure[]> {
  const start = performance.now();
  const elapsed = (): number => (performance.now() - start) / 1000;
  // A command can have effects, so it runs as often as in kuttl.
  let pause = step.assertCommands.length > 0 ? longestPauseMs : firstPauseMs;
  for (;;) {
    const { failures, isFinal } = await checkOnce(step, Math.max(1, Math.ceil(seconds - elapsed())), context);
    if (failures.length === 0 || isFinal) return failures;
    const left = (seconds - elapsed()) * 1000;
    if (left <= 0) return failures;
    await sleep(Math.min(pause, left), undefined, { signal: context.signal });
    pause = Math.min(pause * growth, longestPauseMs);
  }
}

/** Failures of one check, and whether no other check follows because a command took too long. */
interface Checked {
  readonly failures: readonly Failure[];
  readonly isFinal: boolean;
}

async function checkOnce(step: CaseStep, seconds: number, context: StepContext): Promise<Checked> {
  const failures: Failure[] = [];
  const add = async (work: Promise<Failure | undefined>, place: Place): Promise<void> => {
    const failure = await work.catch((error: unknown) => failureOf(error, place));
    if (failure !== undefined) failures.push(failure);
  };
  for (const each of step.asserts) await add(checkPresent(each, context), each.place);
  const ofCommands = await runCommands(step.assertCommands, seconds, context);
  if (ofCommands !== undefined) failures.push(ofCommands);
  failures.push(...(await checkExpressions(step, context).catch((error: unknown) => [failureOf(error)])));
  for (const each of step.errors) await add(checkAbsent(each, context), each.place);
  return { failures, isFinal: ofCommands?.timedOut === true };
}

function failureOf(error: unknown, place?: Place): Failure {
  return { message: printable(messageOf(error)), details: [], place };
}
