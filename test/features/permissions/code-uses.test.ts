import { expect, test } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { codeUses } from '../../../src/features/permissions/code-uses.js';
import { projectWithApi } from '../../support/projects.js';
import { TestMemory } from '../../support/test-memory.js';

test('code is read again when it changes, and manifests with flags each time', async () => {
  const project = await projectWithApi();
  const memory = new TestMemory();
  const read = async () => {
    const { used } = await codeUses(disk, project.root, [], memory);
    return { kept: [...memory.kept.values()][0], leases: used.some(({ resource }) => resource === 'leases') };
  };
  const first = await read();
  expect(first.leases).toBe(true);
  project.edit('config/manager/manager.yaml', '- --leader-elect\n', '');
  const second = await read();
  expect(second.leases).toBe(false);
  expect(second.kept).toBe(first.kept);
  project.edit('src/controller/webserver.controller.ts', 'if (webServer === null) return;', '');
  expect((await read()).kept).not.toBe(first.kept);
});
