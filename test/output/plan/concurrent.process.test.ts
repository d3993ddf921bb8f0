import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { bundled } from '../../support/bundle.js';
import { snapshot, temporaryFolder } from '../../support/tree.js';

describe('runs at the same time', () => {
  const child = bundled(new URL('add-line.ts', import.meta.url));

  it('never undo what another one wrote: one waits, or is refused and plans again', { timeout: 60_000 }, async () => {
    const root = temporaryFolder({ '.operator-gen/scaffold.json': '{ "version": 1, "files": {} }\n' });
    const names = ['a', 'b', 'c'];
    const lines = 15;
    const ended = await Promise.all(names.map((name) => child(root, name, String(lines))));
    expect(ended.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual(names.map(() => [0, '']));
    const list = disk.read(join(root, 'list.txt'))!.trimEnd().split('\n');
    const expected = names.flatMap((name) => Array.from({ length: lines }, (_, n) => `${name}${n}`));
    expect(list.toSorted()).toEqual(expected.toSorted());
    expect(Object.keys(snapshot(root)).toSorted()).toEqual([
      '.operator-gen/',
      '.operator-gen/scaffold.json',
      'list.txt',
    ]);
  });
});
