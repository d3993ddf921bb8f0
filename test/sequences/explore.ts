import type { Command } from './commands.js';
import type { Problem } from './problem.js';
import type { State } from './state.js';
import type { Steps } from './step.js';

/**
 * Every sequence of the commands up to a length, by what they come to: a project that two sequences come to goes on in the same
 * way from both.
 */
export async function explore(
  steps: Steps,
  start: State,
  commands: readonly Command[],
  length: number,
  report: (problem: Problem) => void,
): Promise<void> {
  const seen = new Set([start.key]);
  let last: readonly State[] = [start];
  for (let depth = 0; depth < length; depth += 1) {
    const next: State[] = [];
    for (const from of last) {
      for (const command of commands) {
        const { state, problems } = await steps.take(from, command);
        for (const what of problems) report({ lines: [...from.lines, command.line], what });
        if (seen.has(state.key)) continue;
        seen.add(state.key);
        next.push(state);
      }
    }
    last = next;
  }
}
