import type fs from 'node:fs';
import { expect, it, vi } from 'vitest';
import { manifests } from '../../../src/cli/commands/manifests/run.js';
import { projectWithApi } from '../../support/projects.js';
import { cli } from './support.js';

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof fs>()),
  watch: (path: string) => {
    throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), {
      code: 'ENOSPC',
      syscall: 'watch',
      path,
    });
  },
}));

it('ends with a problem where the system lets nothing more be watched, after it has written', async () => {
  const { root, read, edit } = await projectWithApi();
  edit('src/api/v1/webserver.types.ts', 'An example field', 'A better field');
  const ran = await cli(['manifests', '--watch'], {
    cwd: root,
    operations: { manifests: async () => manifests },
  });
  expect(ran.exitCode).toBe(1);
  expect(ran.stderr).toContain(`error file-system-error: cannot watch ${root}/src: no more folders can be watched`);
  expect(read('config/crd/bases/my.domain_webservers.yaml')).toContain('A better field');
});
