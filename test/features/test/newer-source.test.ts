import { symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { newerSource } from '../../../src/features/test/newer-source.js';
import { temporaryFolder } from '../../support/tree.js';

/** A project whose files were changed at these times, in seconds. */
function project(files: Readonly<Record<string, number>>): string {
  const root = temporaryFolder(Object.fromEntries(Object.keys(files).map((path) => [path, ''])));
  for (const [path, seconds] of Object.entries(files)) utimesSync(join(root, path), seconds, seconds);
  return root;
}

const found = (root: string): string | undefined => newerSource(disk, root, join(root, 'dist/main.mjs'));

it('a source that was changed after the build is found, and a test is not a source', () => {
  const root = project({ 'dist/main.mjs': 100, 'src/main.ts': 50, 'src/a/b.test.ts': 200, 'src/a/c.ts': 150 });
  expect(found(root)).toBe(join(root, 'src/a/c.ts'));
});

it.each([
  ['all are older', { 'dist/main.mjs': 100, 'src/main.ts': 50 }],
  ['nothing was built', { 'src/main.ts': 50 }],
  ['there are no sources', { 'dist/main.mjs': 100 }],
])('there is none if %s', (_, files) => {
  expect(found(project(files))).toBeUndefined();
});

it('links are not followed', () => {
  const root = project({ 'dist/main.mjs': 100, 'other/new.ts': 200, 'src/main.ts': 50 });
  symlinkSync(join(root, 'other'), join(root, 'src/linked'));
  symlinkSync(join(root, 'other/new.ts'), join(root, 'src/linked.ts'));
  expect(found(root)).toBeUndefined();
});
