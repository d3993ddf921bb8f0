import { expect, test } from 'vitest';
import { checkNames } from '../../../src/output/generate/compare-with-project.js';
import type { Kind, KindVersion } from '../../../src/base/model/kind.js';

const version = (name: string, line: number): KindVersion =>
  ({
    name,
    position: { file: `${name}.ts`, line: 1, column: 1 },
    origins: { 'Resource.shortNames': [{ file: `${name}.ts`, line, column: 1 }] },
  }) as unknown as KindVersion;

test('a short name that is invalid is reported once, at the version that it is taken from, and as a short name', () => {
  const names = { group: 'a.b', kind: 'Foo', plural: 'foos', singular: 'foo', listKind: 'FooList', categories: [] };
  const kind = { ...names, shortNames: ['Fo'], versions: [version('v1', 3), version('v2', 4)] } as unknown as Kind;
  const problems = checkNames(kind);
  expect(problems.map(({ position }) => position)).toEqual([{ file: 'v1.ts', line: 3, column: 1 }]);
  expect(problems[0]?.message).toContain('"Fo" is not a valid short name: ');
});
