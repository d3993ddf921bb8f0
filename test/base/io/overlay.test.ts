import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { overlay } from '../../../src/base/io/overlay.js';
import { snapshot, temporaryFolder } from '../../support/tree.js';

describe('an overlay', () => {
  it('answers as if its files were there, or gone', () => {
    const root = temporaryFolder({ 'src/old.ts': 'old\n', 'src/gone.ts': 'x\n', 'src/same.ts': 'same\n' });
    const start = snapshot(root);
    const at = (path: string) => join(root, path);
    const host = overlay(
      disk,
      new Map([
        [at('src/old.ts'), 'new\n'],
        [at('src/gone.ts'), undefined],
        [at('src/api/v1/a.ts'), 'a\n'],
      ]),
    );
    expect(['src/old.ts', 'src/gone.ts', 'src/same.ts', 'src/api/v1/a.ts'].map((path) => host.read(at(path)))).toEqual([
      'new\n',
      undefined,
      'same\n',
      'a\n',
    ]);
    expect(['src/gone.ts', 'src/api', 'src/api/v1/a.ts', 'none'].map((path) => host.kind(at(path)))).toEqual([
      'missing',
      'directory',
      'file',
      'missing',
    ]);
    expect(host.list(at('src'))).toEqual(['api', 'old.ts', 'same.ts']);
    expect(host.list(at('src/api'))).toEqual(['v1']);
    expect(snapshot(root)).toEqual(start);
  });

  it('of 20,000 files in as many folders lists each one at once', () => {
    const paths = Array.from({ length: 20_000 }, (_, index) => `/none/d${index}/a.ts`);
    const host = overlay(disk, new Map(paths.map((path) => [path, 'a'])));
    const start = process.cpuUsage();
    expect(host.list('/none')).toHaveLength(20_000);
    for (const path of paths) expect(host.list(join(path, '..'))).toEqual(['a.ts']);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(15_000);
  });
});
