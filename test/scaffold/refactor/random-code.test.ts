import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planCodeMove, type CodeMove } from '../../../src/scaffold/refactor/moves/plan-code-move.js';
import { changed, codeHost, codeRoot, typeProblems } from '../../support/code-project.js';
import { randomCode, reversed, type RandomCode } from '../../support/random-code.js';
import { runs } from '../../support/seed.js';
import type { Tree } from '../../support/tree.js';

const none = { moves: new Map<string, string>(), renames: [] };

/** The project after a change; undefined where it was refused, and then nothing was written. */
function carriedOut(files: Tree, move: CodeMove): Tree | undefined {
  const change = planCodeMove(codeHost(files), codeRoot, move);
  if (change.problems.length === 0) return changed(files, change, move.moves);
  expect(change.files.size).toBe(0);
  return undefined;
}

/** Carries out random changes and takes them back; returns the share that was refused, because a place is taken. */
function expectThereAndBack(few: number, changeOf: (code: RandomCode) => RandomCode): number {
  let refused = 0;
  fc.assert(
    fc.property(randomCode('fresh').map(changeOf), (code) => {
      const there = carriedOut(code.files, code);
      if (there === undefined) {
        refused += 1;
        return;
      }
      expect(typeProblems(there)).toEqual([]);
      expect(carriedOut(there, reversed(code))).toEqual(code.files);
    }),
    { numRuns: runs(few) },
  );
  return refused / runs(few);
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
  expect(expectThereAndBack(20, (code) => ({ ...code, renames: none.renames }))).toBeLessThan(1 / 3);
});

it('gives new names and takes them back', () => {
  expect(expectThereAndBack(20, (code) => ({ ...code, moves: none.moves }))).toBe(0);
});

it('does both at once', () => {
  expect(expectThereAndBack(15, (code) => code)).toBeLessThan(1 / 2);
});

it('leaves code that type-checks where a new name may be taken, or changes nothing', () => {
  let refused = 0;
  fc.assert(
    fc.property(randomCode('taken'), ({ files, renames }) => {
      const there = carriedOut(files, { renames });
      if (there === undefined) refused += 1;
      else expect(typeProblems(there)).toEqual([]);
    }),
    { numRuns: runs(25) },
  );
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(runs(25));
});
