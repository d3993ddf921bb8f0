import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planCodeMove, type CodeMove } from '../../src/refactor/plan-code-move.js';
import { changed, codeHost, codeRoot, typeProblems } from '../support/code-project.js';
import { randomCode, reversed, type RandomCode } from '../support/random-code.js';
import { runs } from '../support/seed.js';
import type { Tree } from '../support/tree.js';

const none = { moves: new Map<string, string>(), renames: [] };

/** The project after a change; undefined where it was refused, and then nothing was written. */
function carriedOut(files: Tree, move: CodeMove): Tree | undefined {
  const change = planCodeMove(codeHost(files), codeRoot, move);
  if (change.problems.length === 0) return changed(files, change, move.moves);
  expect(change.files.size).toBe(0);
  return undefined;
}

function thereAndBack(code: RandomCode): void {
  const there = carriedOut(code.files, code);
  if (there === undefined) return;
  expect(typeProblems(there)).toEqual([]);
  const back = carriedOut(there, reversed(code));
  expect(back).toEqual(code.files);
}

it('starts from projects that type-check', () => {
  fc.assert(
    fc.property(randomCode('fresh'), ({ files }) => {
      expect(typeProblems(files)).toEqual([]);
    }),
    { numRuns: 10 },
  );
});

it('moves files there and back', () => {
  fc.assert(
    fc.property(randomCode('fresh'), (code) => thereAndBack({ ...code, renames: none.renames })),
    { numRuns: runs(20) },
  );
});

it('gives new names and takes them back', () => {
  let refused = 0;
  fc.assert(
    fc.property(randomCode('fresh'), (code) => {
      if (carriedOut(code.files, { renames: code.renames }) === undefined) refused++;
      thereAndBack({ ...code, moves: none.moves });
    }),
    { numRuns: runs(20) },
  );
  expect(refused).toBe(0);
});

it('does both at once', () => {
  fc.assert(fc.property(randomCode('fresh'), thereAndBack), { numRuns: runs(15) });
});

it('leaves code that type-checks where a new name may be taken, or changes nothing', () => {
  fc.assert(
    fc.property(randomCode('taken'), ({ files, renames }) => {
      const there = carriedOut(files, { renames });
      if (there !== undefined) expect(typeProblems(there)).toEqual([]);
    }),
    { numRuns: runs(25) },
  );
});
