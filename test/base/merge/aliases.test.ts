import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { mergeFile } from '../../../src/base/merge/merge-file.js';

const before =
  'spec:\n  a:\n    cpu: 200m\n    memory: 64Mi\n  b:\n    cpu: 200m\n    memory: 64Mi\n  args:\n  - --x\n';
const shared = 'spec:\n  a: &r\n    cpu: 200m\n    memory: 64Mi\n  b: *r\n  args:\n  - --x\n';

const merged = (existing: string, after: string, partial = false) =>
  mergeFile('a.yaml', { existing, before, after }, { partial });

describe('aliases stay', () => {
  test.each([
    [
      'where the change is the same for all of them',
      shared,
      before.replaceAll('200m', '500m'),
      shared.replace('200m', '500m'),
    ],
    [
      'of single values',
      before.replace('200m', '&cpu 200m').replace(' 200m\n    memory: 64Mi\n  args', ' *cpu\n    memory: 64Mi\n  args'),
      before.replaceAll('200m', '500m'),
      before.replace('200m', '&cpu 500m').replace(' 200m\n    memory: 64Mi\n  args', ' *cpu\n    memory: 64Mi\n  args'),
    ],
    [
      'where the change is elsewhere',
      shared,
      before.replace('--x\n', '--x\n  - --y\n'),
      shared.replace('--x\n', '--x\n  - --y\n'),
    ],
    [
      'of the user, which follow what they refer to',
      `${before.replace('a:', 'a: &r')}mine: *r\n`,
      before.replace('200m', '500m'),
      `${before.replace('a:', 'a: &r').replace('200m', '500m')}mine: *r\n`,
    ],
    [
      'of items of lists',
      before.replace('- --x', '- &x --x\n  - *x'),
      before.replace('--x', '--z'),
      before.replace('- --x', '- &x --z\n  - *x'),
    ],
  ])('%s', (_, existing, after, result) => {
    expect(merged(existing, after)).toEqual({ kind: 'merged', content: result });
  });
});

describe('a change that is not the same for all aliases is refused', () => {
  test.each([
    ['at the anchor', before.replace('200m', '500m')],
    ['at the alias', before.replace(/200m(?=[^]*args)(?![^]*200m)/, '500m')],
  ])('%s', (_, after) => {
    expect(after).not.toBe(before);
    expect(merged(shared, after)).toMatchObject({
      kind: 'refused',
      problems: [{ line: 5, column: 6, reason: 'uses aliases, and the change is not the same for all of them' }],
    });
    expect(merged(shared, after, true)).toEqual({ kind: 'merged', content: shared });
  });

  test('which adds a key at the anchor', () => {
    expect(merged(shared, before.replace('64Mi\n', '64Mi\n    disk: 1Gi\n'))).toMatchObject({ kind: 'refused' });
  });
});

describe('an anchor that is removed', () => {
  test.each([
    ['of a map', shared, 'a', 'spec:\n  b: { cpu: 200m, memory: 64Mi }\n  args:\n  - --x\n'],
    [
      'of a text with a comma, in a list',
      'spec:\n  a: &t "x, y"\n  b: [*t, z]\n  c: *t\n',
      'a',
      'spec:\n  b: ["x, y", z]\n  c: "x, y"\n',
    ],
  ])('%s leaves its value where its aliases were', (_, existing, removed, result) => {
    const values = parse(existing) as { spec: Record<string, unknown> };
    const { [removed]: _gone, ...rest } = values.spec;
    const [old, wanted] = [values, { spec: rest }].map((each) => stringify(each, { aliasDuplicateObjects: false }));
    expect(mergeFile('a.yaml', { existing, before: old!, after: wanted! })).toEqual({
      kind: 'merged',
      content: result,
    });
  });
});

describe('a change that is not the same for all aliases leaves all other changes', () => {
  const [first, second] = ['    cpu: 200m\n    memory: 64Mi\n  b', '    cpu: 200m\n    memory: 64Mi\n  args'];
  const own = before.replace(first, first.replace('200m', '&cpu 200m')).replace(second, second.replace('200m', '*cpu'));
  const after = before
    .replace(first, first.replace('200m', '500m').replace('64Mi', '32Mi'))
    .replace('- --x', '- --x\n  - --y');
  const rest = own.replace('memory: 64Mi', 'memory: 32Mi').replace('- --x', '- --x\n  - --y');

  test('and is reported where it is', () => {
    const place = {
      line: 6,
      column: 10,
      where: 'spec.a.cpu',
      reason: expect.stringContaining('uses aliases') as string,
    };
    expect(merged(own, after)).toMatchObject({ kind: 'refused', problems: [place] });
    expect(merged(own, after, true)).toEqual({ kind: 'merged', content: rest });
    expect(merged(rest, after)).toMatchObject({ kind: 'refused', problems: [place] });
  });

  test('and other anchors', () => {
    const two = `${own}labels: &l\n  app: x\nmore: *l\n`;
    const [old, wanted] = [before, after].map((each, index) => {
      const name = ['x', 'y'][index]!;
      return `${each}labels:\n  app: ${name}\nmore:\n  app: ${name}\n`;
    });
    const result = mergeFile('a.yaml', { existing: two, before: old!, after: wanted! }, { partial: true });
    expect(result).toEqual({ kind: 'merged', content: `${rest}labels: &l\n  app: y\nmore: *l\n` });
  });
});

test('an alias of a value with more than ours gets the change with it', () => {
  const labels = (name: string) => `labels:\n  app: ${name}\nmore:\n  app: ${name}\n`;
  const own = (name: string) => `labels: &l\n  app: ${name}\n  mine: x\nmore: *l\n`;
  const result = mergeFile('a.yaml', { existing: own('x'), before: labels('x'), after: labels('y') });
  expect(result).toEqual({ kind: 'merged', content: own('y') });
});

test('a text that only looks like an alias is none', () => {
  const existing = before.replace('--x', '"*x"').replace('spec:', '# *r\nspec:\n  text: |\n    *r\n');
  expect(merged(existing, before.replace('200m', '500m')).kind).toBe('merged');
});
