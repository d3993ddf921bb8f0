import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { walk } from '../../../src/base/io/walk.js';
import { temporaryFolder } from '../../support/tree.js';

describe('a walk', () => {
  it('finds everything but folders, in the order of the names, and follows no link', () => {
    const root = temporaryFolder({ 'b/c/d': '', 'b/a': '', 'a.ts': '', 'c.ts': '', 'skipped/x': '' });
    symlinkSync('b', join(root, 'link'));
    const found = [...walk(disk, root, (name) => name === 'skipped')];
    expect(found.map(({ path, name, kind }) => [path.slice(root.length + 1), name, kind])).toEqual([
      ['a.ts', 'a.ts', 'file'],
      ['b/a', 'a', 'file'],
      ['b/c/d', 'd', 'file'],
      ['c.ts', 'c.ts', 'file'],
      ['link', 'link', 'symlink'],
    ]);
    expect([...walk(disk, join(root, 'none'))]).toEqual([]);
  });

  it('asks once for each entry, however many there are in one folder, and however deep they are', () => {
    const names = Array.from({ length: 300_000 }, (_, index) => `f${index}`);
    expect([...walk({ kind: () => 'file', list: () => names }, '/a')]).toHaveLength(300_000);
    let calls = 0;
    const deep = {
      kind: (path: string) => ((calls += 1), path.length < 10_000 ? ('directory' as const) : ('file' as const)),
      list: () => ((calls += 1), ['a']),
    };
    expect([...walk(deep, '/')]).toHaveLength(1);
    expect(calls).toBeLessThanOrEqual(10_001);
  });
});
