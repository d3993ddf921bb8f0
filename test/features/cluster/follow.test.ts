import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { follow } from '../../../src/features/cluster/follow.js';
import { eventually } from '../../support/eventually.js';
import { makeTemporaryFolder } from '../../support/tree.js';

const folder = makeTemporaryFolder();
afterAll(() => folder.remove());

it('passes on the lines of a file that is appended to, replaced, emptied and deleted', async () => {
  const path = join(folder.path, 'log');
  writeFileSync(path, 'known\nbegun');
  const lines: string[] = [];
  let isWanted = true;
  const done = follow({ path, from: 6, onLine: (line) => lines.push(line), isWanted: () => isWanted });
  appendFileSync(path, ' and ended\nb\n');
  await eventually(() => expect(lines).toEqual(['begun and ended', 'b']));
  renameSync(path, join(folder.path, 'old'));
  writeFileSync(path, 'new\nä\n');
  await eventually(() => expect(lines.slice(2)).toEqual(['new', 'ä']));
  writeFileSync(path, '');
  appendFileSync(path, 'c\n');
  await eventually(() => expect(lines.slice(4)).toEqual(['c']));
  rmSync(path);
  writeFileSync(path, 'last\n');
  await eventually(() => expect(lines.slice(5)).toEqual(['last']));
  isWanted = false;
  await done;
});
