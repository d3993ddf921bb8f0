import { createRandom } from '../../runtime/src/testing/random.js';
import type { Command } from './commands.js';
import type { Problem } from './problem.js';
import type { State } from './state.js';
import type { Steps } from './step.js';

export interface WanderOptions {
  readonly seed: number;
  /** How many sequences. */
  readonly count: number;
  /** How many commands each has, at least and at most. */
  readonly shortest: number;
  readonly longest: number;
}

/** Random sequences. Answers where each ended. */
export async function wander(
  steps: Steps,
  start: State,
  commands: readonly Command[],
  { seed, count, shortest, longest }: WanderOptions,
  report: (problem: Problem) => void,
): Promise<readonly State[]> {
  const ends: State[] = [];
  for (let number = 0; number < count; number += 1) {
    const random = createRandom(seed + number);
    const length = shortest + random.below(longest - shortest + 1);
    const sequence = Array.from({ length }, () => random.pick(commands));
    const { state, failure } = await follow(steps, start, sequence);
    ends.push(state);
    if (failure !== undefined) report(await shortened(steps, start, failure));
  }
  return ends;
}

interface Failure {
  readonly sequence: readonly Command[];
  readonly what: string;
}

/** Gives commands one after the other, up to the first that goes wrong. */
export async function follow(
  steps: Steps,
  start: State,
  sequence: readonly Command[],
): Promise<{ readonly state: State; readonly failure?: Failure }> {
  let state = start;
  for (const [index, command] of sequence.entries()) {
    const step = await steps.take(state, command);
    const [what] = step.problems;
    if (what !== undefined) return { state: step.state, failure: { sequence: sequence.slice(0, index + 1), what } };
    state = step.state;
  }
  return { state };
}

/** Without the commands that the failure does not need. */
async function shortened(steps: Steps, start: State, failure: Failure): Promise<Problem> {
  let { sequence, what } = failure;
  for (let index = sequence.length - 2; index >= 0; index -= 1) {
    const shorter = await follow(steps, start, sequence.toSpliced(index, 1));
    if (shorter.failure?.sequence.length === sequence.length - 1) ({ sequence, what } = shorter.failure);
  }
  return { lines: [...start.lines, ...sequence.map(({ line }) => line)], what };
}
