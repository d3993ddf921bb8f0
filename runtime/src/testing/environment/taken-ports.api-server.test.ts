import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { few } from '../../../../test/support/few.js';
import { findTestAssets } from './assets.js';
import { startTestEnvironment } from './environment.js';
import { freePort } from './ports.js';

vi.mock(import('./ports.js'), async (original) => {
  const real = await original();
  return { ...real, freePort: vi.fn<typeof freePort>(real.freePort) };
});

const available = (await findTestAssets()).found || process.env['CI'] === 'true';

/** Returns a port that another server has taken by the time it is used. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe.skipIf(!available)(
  'a test environment whose port is taken before its server listens',
  { timeout: 60_000 },
  () => {
    // In the order in which an environment requests ports; the first is that of the test's webhook server.
    few(1).each([
      ['the API server', 3],
      ['etcd', 1],
      ['etcd for its peers', 2],
    ])('starts on other ports: %s', async (_, before) => {
      const real = vi.mocked(freePort).getMockImplementation()!;
      for (let count = 0; count < before; count += 1) vi.mocked(freePort).mockImplementationOnce(real);
      vi.mocked(freePort).mockImplementationOnce(takenPort);
      const calls = vi.mocked(freePort).mock.calls.length;
      const environment = await startTestEnvironment();
      onTestFinished(environment.stop);
      // The three ports of the control plane once more.
      expect(vi.mocked(freePort).mock.calls.length - calls).toBe(4 + 3);
    });
  },
);
