import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/tree.js';
import { readAuditLog } from './audit.js';

test('a line that is still being written is left out', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'audit.log');
  await writeFile(path, '{"verb":"get"}\n{"verb":"list"}\n{"verb":"wat');
  expect((await readAuditLog(path)).map(({ verb }) => verb)).toEqual(['get', 'list']);
  await writeFile(path, '');
  expect(await readAuditLog(path)).toEqual([]);
});
