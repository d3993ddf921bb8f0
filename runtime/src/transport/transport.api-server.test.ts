import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { Lease } from '../k8s/coordination/v1.js';
import { ConfigMap } from '../k8s/core/v1.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { isUnauthorized } from '../client/error-reasons.js';
import { fixedCredential, type ClusterConfig } from './cluster-config.js';
import { createClient } from '../client/create-client.js';
import { loadConfig } from '../configuration/load-config.js';
import { createTransport } from './create-transport.js';
import type { TransportOptions } from './transport-options.js';

const assets = await findTestAssets();
const version = { method: 'GET', path: '/version', label: 'get the version' } as const;

/**
 * Starts a proxy that counts the connections to the API server, and can make it vanish: packets are then lost silently.
 */
async function startCounter(url: string) {
  const target = new URL(url);
  const sockets: Socket[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    connections += 1;
    sockets.push(socket, upstream);
    socket.pipe(upstream).pipe(socket);
    for (const each of [socket, upstream]) each.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const each of sockets) each.destroy();
    await new Promise((resolve) => void server.close(resolve));
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    vanish: () => {
      for (const each of sockets) each.unpipe().pause();
    },
  };
}

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('a real API server', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  let config: ClusterConfig;
  beforeAll(async () => {
    environment = await startTestEnvironment();
    config = await loadConfig({ kubeconfig: environment.kubeconfigPath });
  }, 120_000);
  afterAll(() => environment?.stop());

  const transportTo = (server: string, more: Partial<ClusterConfig> = {}, options?: TransportOptions) => {
    const transport = createTransport({ ...config, server, ...more }, options);
    onTestFinished(() => transport.close());
    return transport;
  };

  it('opens at most four connections for a thousand requests, in a row or at once, and one more for each watch', async () => {
    const counter = await startCounter(environment.url);
    const transport = transportTo(counter.url);
    const client = createClient(transport);
    for (let count = 0; count < 500; count += 1) await transport.send(version);
    expect(counter.connections()).toBe(1);
    const write = async (index: number) => {
      const name = `connections-${index}`;
      await client.create(ConfigMap, { metadata: { name, namespace: 'default' } });
      await client.patch(ConfigMap, { name, namespace: 'default' }, { data: { a: '1' } });
      await client.get(ConfigMap, { name, namespace: 'default' });
      await client.delete(ConfigMap, { name, namespace: 'default' });
    };
    await Promise.all(Array.from({ length: 125 }, (_, index) => write(index)));
    expect(counter.connections()).toBeLessThanOrEqual(4);
    const before = counter.connections();
    const query = { watch: true, allowWatchBookmarks: true };
    const path = '/api/v1/namespaces/default/services';
    const watches = [1, 2, 3].map(() =>
      transport.lines({ ...version, path, query, label: 'watch' }, { timeout: 30_000 }),
    );
    for (const each of watches) expect((await each.next()).value).toContain('"type":"ADDED"');
    expect(counter.connections()).toBe(before + 3);
    for (const each of watches) await each.return(undefined);
  });

  it('gives a watch up when its server has vanished without a word', async () => {
    const counter = await startCounter(environment.url);
    const request = { ...version, path: '/api/v1/services', query: { watch: true }, label: 'watch services' };
    const watch = transportTo(counter.url).lines(request, { timeout: 60_000, idleTimeout: 500 });
    await watch.next();
    counter.vanish();
    await expect(watch.next()).rejects.toThrow(/^watch services: nothing arrived in 500 ms$/);
  });

  it('keeps quiet watches open, and ends watches and requests on connections that have fallen silent', async () => {
    const counter = await startCounter(environment.url);
    const silence = { look: 100, quiet: 300, answer: 2000 };
    const transport = transportTo(counter.url, {}, { silence, requestTimeout: 60_000 });
    const query = { watch: true, fieldSelector: 'metadata.name=none' };
    const request = { ...version, path: '/api/v1/services', query, label: 'watch services' };
    let isOpen = false;
    const watch = transport.lines(request, { timeout: 60_000, onOpen: () => (isOpen = true) });
    const next = watch.next();
    const isOver = vi.fn<() => void>();
    void next.then(isOver, isOver);
    const codes: number[] = [];
    transport.observe(({ code }) => codes.push(code));
    await eventually(() => expect([isOpen, codes]).toEqual([true, [200, 200, 200]]));
    expect(isOver).not.toHaveBeenCalled();
    // The watch, and all probes.
    expect(counter.connections()).toBe(2);
    await Promise.all([1, 2, 3, 4].map(() => transport.send(version)));
    counter.vanish();
    const write = { ...version, method: 'POST', path: '/api/v1/namespaces/default/configmaps', body: '{}' } as const;
    const sent = Promise.allSettled([1, 2, 3].map(() => transport.send({ ...write, label: 'create' })));
    await expect(next).rejects.toThrow('watch services: nothing arrived in 2 s, and the server did not answer a probe');
    for (const each of await sent) {
      expect(each).toMatchObject({ reason: { message: expect.stringContaining('the connection broke before there') } });
    }
    // New connections work, and so does the next probe.
    await transport.send(version);
    expect(isOver).toHaveBeenCalledOnce();
  });

  it('does not accept a credential: the error says whose it is', async () => {
    const credentials = fixedCredential({ token: 'expired' }, 'the user "u" in my.config');
    const sent = transportTo(environment.url, { credentials }).send(version);
    await expect(sent).rejects.toSatisfy(isUnauthorized);
    await expect(sent).rejects.toThrow(
      'get the version: Unauthorized; the server does not accept the token of the user "u" in my.config; renew it, or log in again',
    );
  });

  it('keeps the six digits of a time, such as those of a lease', async () => {
    const client = createClient(transportTo(environment.url));
    const metadata = { name: 'digits', namespace: 'default' };
    const renewTime = '2026-01-02T03:04:05.678901Z';
    await client.create(Lease, { metadata, spec: { renewTime } });
    expect((await client.get(Lease, metadata)).spec?.renewTime).toBe(renewTime);
  });
});
