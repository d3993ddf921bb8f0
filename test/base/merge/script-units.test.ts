import { expect, test } from 'vitest';
import { mergeFile } from '../../../src/base/merge/merge-file.js';

type Scripts = Readonly<Record<string, string>>;

const printed = (scripts: Scripts): string => `${JSON.stringify({ name: 'mine', scripts }, undefined, 2)}\n`;

/** Merges as far as possible, and returns the scripts, and the names of those that are reported. */
function merged(own: Scripts, old: Scripts, wanted: Scripts): readonly [Scripts, readonly string[]] {
  const texts = { existing: printed(own), before: printed(old), after: printed(wanted) };
  const part = mergeFile('package.json', texts, { partial: true });
  const whole = mergeFile('package.json', texts);
  if (part.kind === 'refused') throw new Error('a partial merge is never refused here');
  const { scripts } = JSON.parse(part.content) as { scripts: Scripts };
  // A second merge changes nothing.
  expect(mergeFile('package.json', { ...texts, existing: part.content }, { partial: true })).toEqual(part);
  return [scripts, whole.kind === 'refused' ? whole.problems.map(({ where }) => where) : []];
}

const old = { start: 'npm run build && node .', test: 'vitest' };
const wanted = { prestart: 'npm run build', start: 'node .', test: 'vitest run' };

test('a script stays as it is if what the user runs before it cannot be changed', () => {
  const own = { ...old, prestart: 'node banner.js' };
  const [scripts, reported] = merged(own, old, wanted);
  expect(scripts).toEqual({ ...own, test: 'vitest run' });
  expect(reported).toEqual(['scripts.prestart', 'scripts.start']);
});

test('what runs before or after a script is not added if the user has changed the script', () => {
  const own = { ...old, start: 'npm run build && node --inspect .' };
  const [scripts, reported] = merged(own, old, { ...wanted, poststart: 'echo done' });
  expect(scripts).toEqual({ ...own, test: 'vitest run' });
  expect(reported).toEqual(['scripts.start', 'scripts.prestart', 'scripts.poststart']);
});

test('nothing is added around a script that the user has removed', () => {
  const [scripts, reported] = merged({ test: 'vitest' }, old, wanted);
  expect(scripts).toEqual({ test: 'vitest run' });
  expect(reported).toEqual(['scripts.start', 'scripts.prestart']);
});

test('what runs before a script is not removed if the user has changed the script', () => {
  const own = { ...wanted, start: 'node --inspect .' };
  const [scripts, reported] = merged(own, wanted, old);
  expect(scripts).toEqual({ ...own, test: 'vitest' });
  expect(reported).toEqual(['scripts.start', 'scripts.prestart']);
});

test.each<readonly [string, Scripts, Scripts]>([
  ['a script of the user that the release does not touch', { ...old, poststart: 'echo' }, { poststart: 'echo' }],
  ['the same script as in the release', { ...old, prestart: 'npm run build' }, {}],
  [
    'a script that only begins in the same way',
    { ...old, preview: 'mine', pretty: 'mine' },
    { preview: 'mine', pretty: 'mine' },
  ],
])('everything changes beside %s', (_, own, more) => {
  expect(merged(own, old, wanted)).toEqual([{ ...wanted, ...more }, []]);
});
