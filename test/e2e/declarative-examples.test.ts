import { cpSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startVmServer, type VmServer } from '../../examples/vmgroup/src/vm-service/server.js';
import { examplePath, examples } from '../support/examples.js';
import { isFull } from '../support/seed.js';
import { makeTemporaryFolder } from '../support/tree.js';
import { preparedProject, verdictsIn } from './declarative/in-project.js';

const credentials = { user: 'operator', password: 'secret' };
/** The examples whose cases `npm test` runs. */
const always = ['cronjob', 'webserver'];
const chosen = examples.filter(({ name }) => isFull || always.includes(name));

describe('the test cases of an example', () => {
  let service: VmServer;

  beforeAll(async () => {
    service = await startVmServer(credentials);
  });
  afterAll(() => service.close());

  it.each(chosen)('$name', { timeout: 240_000 }, async ({ name }) => {
    const folder = makeTemporaryFolder();
    cpSync(examplePath(name), folder.path, { recursive: true });
    const run = await preparedProject(folder.path, {
      VC_HOST: service.url,
      VC_USER: credentials.user,
      VC_PASS: credentials.password,
    });
    const { exitCode, stdout, stderr } = await run('--control-plane');
    folder.remove();
    expect(stderr, stdout).toBe('');
    expect(Object.values(verdictsIn(stdout)), stdout).toEqual(['PASS']);
    expect(exitCode).toBe(0);
  });
});
