import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { makeCertificate } from '../../../test/support/certificate.js';
import { sendJson, startLoopbackServer } from '../../../test/support/loopback-server.js';
import { fixedCredential, type ClusterConfig } from './cluster-config.js';
import { NotLeaderError } from './not-leader-error.js';
import { createTransport } from './create-transport.js';
import type { TransportOptions } from './transport-options.js';
import type { Transport } from './transport.js';

const get = { method: 'GET', path: '/version', label: 'get the version' } as const;
const post = { method: 'POST', path: '/things', body: '{}', label: 'create a thing' } as const;

function transportTo(server: string, options: TransportOptions, config: Partial<ClusterConfig> = {}): Transport {
  const transport = createTransport({ server, credentials: fixedCredential({}), ...config }, options);
  onTestFinished(() => transport.close());
  return transport;
}

/** Creates a lease that is valid for the given milliseconds from the time it is taken. */
function lease(milliseconds: number) {
  let end = Infinity;
  return {
    take: () => (end = performance.now() + milliseconds),
    mayWrite: () => performance.now() < end,
  };
}

/** Blocks the event loop, as a compute-heavy reconcile does. */
function blockEventLoop(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('a write that was begun under a lease that ends while the event loop is blocked never leaves', () => {
  it.each(['http', 'https'])('on a new connection, over %s', async (scheme) => {
    const tls = scheme === 'https' ? makeCertificate({ ip: '127.0.0.1' }) : undefined;
    const server = await startLoopbackServer((_, response) => sendJson(response, {}), tls);
    const { take, mayWrite } = lease(50);
    const transport = transportTo(server.url, { mayWrite }, tls && { certificateAuthority: tls.cert });
    take();
    const sent = transport.send(post);
    // The connection is being opened.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    blockEventLoop(100);
    await expect(sent).rejects.toThrow(NotLeaderError);
    await expect(transport.send(get)).resolves.toBe('{}');
    expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  it('on a kept connection', async () => {
    const server = await startLoopbackServer((_, response) => sendJson(response, {}));
    const { take, mayWrite } = lease(50);
    let block = (): void => undefined;
    // The event loop is blocked after the request is created and before it is written.
    const credential = async () => {
      await Promise.resolve();
      block();
      return {};
    };
    const transport = transportTo(server.url, { mayWrite }, { credentials: { get: credential } });
    await transport.send(post);
    take();
    block = () => blockEventLoop(100);
    const message = /^create a thing: this process is not the leader \(or no longer\), and nothing was sent$/;
    await expect(transport.send(post)).rejects.toThrow(message);
    expect(server.requests).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });

  it('after it has waited for a connection', async () => {
    const held: ServerResponse[] = [];
    const server = await startLoopbackServer((_, response) => void held.push(response));
    const { take, mayWrite } = lease(50);
    const transport = transportTo(server.url, { mayWrite, parallelRequests: 1 });
    const first = transport.send(post);
    await eventually(() => expect(held).toHaveLength(1));
    take();
    const waiting = Promise.allSettled([transport.send(post), transport.send(post)]);
    await sleep(10);
    blockEventLoop(100);
    sendJson(held[0]!, {});
    await expect(first).resolves.toBe('{}');
    for (const each of await waiting) expect(each).toMatchObject({ reason: { name: 'NotLeaderError' } });
    expect(server.requests).toHaveLength(1);
  });

  it('whole, where it is too large to be sent at once', async () => {
    const server = await startLoopbackServer((_, response) => sendJson(response, {}));
    let leads = true;
    let asked = 0;
    const mayWrite = () => {
      asked += 1;
      return leads;
    };
    const transport = transportTo(server.url, { mayWrite });
    const large = { ...post, body: JSON.stringify('€'.repeat(10_000_000)) };
    await expect(transport.send(large)).resolves.toBe('{}');
    expect(server.requests[0]!.body === large.body).toBe(true);
    asked = 0;
    const sent = Promise.allSettled([transport.send(large)]);
    await vi.waitFor(() => expect(asked).toBe(1), { interval: 1, timeout: 25_000 });
    leads = false;
    expect(await sent).toMatchObject([{ reason: { name: 'NotLeaderError' } }]);
    expect(server.requests).toHaveLength(1);
  });
});

it('is asked again of every attempt', async () => {
  const server = await startLoopbackServer((_, response) => response.writeHead(429, { 'retry-after': '0' }).end());
  const answers = [true, true, false];
  const transport = transportTo(server.url, { mayWrite: () => answers.shift()! });
  await expect(transport.send(post)).rejects.toThrow(NotLeaderError);
  expect(server.requests).toHaveLength(2);
});

it('is not asked of reads', async () => {
  const server = await startLoopbackServer((_, response) => sendJson(response, {}));
  await expect(transportTo(server.url, { mayWrite: () => false }).send(get)).resolves.toBe('{}');
});
