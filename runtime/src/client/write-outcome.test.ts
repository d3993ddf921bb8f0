import { describe, expect, it } from 'vitest';
import { sendStatus, startLoopbackServer } from '../../../test/support/loopback-server.js';
import { recordWrites } from '../../../test/support/recorded-writes.js';
import { ConfigMap } from '../k8s/core/v1.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createClient } from './create-client.js';

const namespace = 'default';
const { writes, outcome } = recordWrites();

describe('a write that is not answered', () => {
  it.each([
    ['by a server that fails', 500],
    ['by a proxy whose server is gone', 504],
    ['with anything but JSON', 200],
    ['because the connection breaks', 0],
  ])('%s may have been made', async (_, code) => {
    const server = await startLoopbackServer((_request, response) => {
      if (code === 0) server.breakConnections();
      else if (code === 200) response.end('<html>');
      else sendStatus(response, code, 'InternalError');
    });
    const client = createClient({ server: server.url, credentials: fixedCredential({}) }, { writes });
    await expect(client.create(ConfigMap, { metadata: { name: 'c', namespace } })).rejects.toThrow(
      /^create configmaps/,
    );
    expect(outcome()).toEqual({ type: 'unknown' });
    await expect(client.delete(ConfigMap, { name: 'c', namespace })).rejects.toThrow(/^delete configmaps/);
    expect(outcome()).toEqual({ type: 'unknown' });
  });

  it('because the caller gave up may have been made', async () => {
    const server = await startLoopbackServer(() => stop.abort(new Error('enough')));
    const stop = new AbortController();
    const client = createClient({ server: server.url, credentials: fixedCredential({}) }, { writes });
    const { signal } = stop;
    await expect(client.create(ConfigMap, { metadata: { name: 'c', namespace } }, { signal })).rejects.toThrow(
      'enough',
    );
    expect(outcome()).toEqual({ type: 'unknown' });
  });
});
