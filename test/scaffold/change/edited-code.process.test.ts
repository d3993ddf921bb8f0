import { expect, it } from 'vitest';
import { judgeCode } from '../../sequences/judge-code.js';
import type { Problem } from '../../sequences/problem.js';
import { stateOf } from '../../sequences/state.js';
import { accepted } from '../../support/accepted.js';
import { codeEdits } from '../../support/code-edits.js';
import { firstOf, isFull } from '../../support/seed.js';

it('code that a user has written in another way compiles after each command', { timeout: 300_000 }, async () => {
  const states = [];
  for (const { title, before, edit, commands } of firstOf(4, codeEdits)) {
    const base = await accepted(new Map(), ...before);
    states.push(stateOf(['# a user has written the project'], base));
    const edited = edit(base);
    for (let count = isFull ? 0 : commands.length; count <= commands.length; count += 1) {
      const lines = commands.slice(0, count);
      states.push(stateOf([`# a user: ${title}`, ...lines], await accepted(edited, ...lines)));
    }
  }
  const problems: Problem[] = [];
  await judgeCode(states, (problem) => {
    // What waits for it has no place in the edited hook, and is reported: it is unused until it is added by hand.
    if (!problem.what.includes("'ended' is assigned a value but never used")) problems.push(problem);
  });
  expect(problems).toEqual([]);
});
