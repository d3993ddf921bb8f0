import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { check } from '../../../src/cli/commands/check/run.js';
import { disk } from '../../../src/base/io/disk.js';
import { projectWithApi } from '../../support/projects.js';
import { temporaryFolder } from '../../support/tree.js';

/** A cluster without definitions. */
const server = createServer((_, response) => {
  const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', code: 404 };
  response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(status));
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));

afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

/** Writes a kubeconfig of the cluster, and selects it. */
function useConfig(): void {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = {
    clusters: [{ name: 'test', cluster: { server: url } }],
    users: [{ name: 'test', user: {} }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    'current-context': 'test',
  };
  const file = join(temporaryFolder(), 'kubeconfig');
  writeFileSync(file, JSON.stringify(config));
  vi.stubEnv('KUBECONFIG', file);
}

it.each([
  ['cluster', 'the cluster'],
  ['cluster:test', 'the cluster of the context test'],
])('a note says that nothing of a project is in %s', async (against, name) => {
  useConfig();
  const project = await projectWithApi();
  const { diagnostics } = await check({ against }, { host: disk, cwd: project.root, env: {} });
  expect(diagnostics).toMatchObject([
    {
      code: 'nothing-released',
      severity: 'note',
      message: expect.stringMatching(`^${name} has no definition`) as string,
    },
  ]);
});
