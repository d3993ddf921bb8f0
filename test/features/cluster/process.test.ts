import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf } from '../../../src/features/cluster/files.js';
import { startProcess } from '../../../src/features/cluster/process.js';
import { temporaryFolder } from '../../support/tree.js';

it('a process that is killed has ended afterwards, so that its folder can be deleted', async () => {
  const folder = temporaryFolder();
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexec sleep 60\n', { mode: 0o700 });
  const started = await startProcess([program], filesOf(folder), { PATH: '/usr/bin:/bin' });
  expect(started.ended()).toBeUndefined();
  await started.kill();
  expect(started.ended()).toBe('its process was ended by SIGKILL');
});
