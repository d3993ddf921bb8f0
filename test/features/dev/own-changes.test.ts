import { expect, it } from 'vitest';
import { OwnChanges } from '../../../src/features/dev/loop/own-changes.js';

const version = 'src/version.ts';

/** Builds again and again with changes during or after each build, until a change does not lead to another build; at most 20 times. */
function builds(changes: OwnChanges, paths: readonly string[], after = 50): number {
  for (let build = 1; build <= 20; build += 1) {
    const begin = build * 10_000;
    changes.begin();
    changes.end(begin + 1_000);
    if (changes.leading(paths, begin + 1_000 + after, () => {}).length === 0) return build;
  }
  return Infinity;
}

it('a file that changes with each build stops to lead to builds, and is named once', () => {
  const changes = new OwnChanges();
  expect(builds(changes, [version])).toBe(5);
  const found: string[] = [];
  changes.begin();
  expect(changes.leading([version, 'src/a.ts'], 0, (path) => found.push(path))).toEqual(['src/a.ts']);
  expect(found).toEqual([]);
});

it('a file that changes after builds always leads to one, also one that builds write', () => {
  const changes = new OwnChanges();
  expect(builds(changes, [version], 400)).toBe(Infinity);
  builds(changes, [version]);
  changes.end(0);
  expect(changes.leading([version], 1_000, () => {})).toEqual([version]);
});
