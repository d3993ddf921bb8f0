import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSecureContext, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeCertificate } from '../../../../test/support/certificate.js';
import { eventually } from '../../../../test/support/eventually.js';
import { sendJson, startLoopbackServer } from '../../../../test/support/loopback-server.js';
import { startDeadline } from '../../timing/deadline.js';
import { exchange } from '../exchange.js';
import { HttpPool } from './http-pool.js';
import { dialer, type TlsSettings } from './dial.js';

function poolOf(url: string, most: number, tls?: TlsSettings): HttpPool {
  const { hostname, port } = new URL(url);
  const pool = new HttpPool(dialer({ target: { host: hostname, port: Number(port) }, proxy: undefined, tls }), most);
  onTestFinished(() => pool.destroy());
  return pool;
}

const head = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** Sends a request, and returns its body. */
async function ask(pool: HttpPool, signal?: AbortSignal): Promise<string> {
  const deadline = startDeadline(10_000, signal);
  try {
    const response = await exchange({ pool, head, body: undefined, refusal: () => undefined, deadline });
    while (!response.isComplete) await response.arrives();
    return Buffer.concat(response.take()).toString();
  } finally {
    deadline.clear();
  }
}

/** The connections of this process, those of other tests too, that keep it running. */
function keptRunningBy(): Socket[] {
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles(): unknown[] };
  return handles().filter((each) => each instanceof Socket);
}

/** A server that holds its answers until they are released. */
async function startHoldingServer() {
  const held: ServerResponse[] = [];
  const server = await startLoopbackServer((_, response) => held.push(response));
  return { ...server, held, answerNext: () => sendJson(held.shift()!, {}) };
}

describe('a request that waits for a connection', () => {
  it('gets the next that becomes free, in the order of the requests', async () => {
    const server = await startHoldingServer();
    const pool = poolOf(server.url, 1);
    const order: number[] = [];
    const asked = [0, 1, 2].map((each) => ask(pool).then(() => order.push(each)));
    for (let count = 0; count < 3; count += 1) {
      await eventually(() => expect(server.held).toHaveLength(1));
      server.answerNext();
    }
    await Promise.all(asked);
    expect(order).toEqual([0, 1, 2]);
    expect(server.connections()).toBe(1);
  });

  it('ends with its deadline, and leaves its place to the next', async () => {
    const server = await startHoldingServer();
    const pool = poolOf(server.url, 1);
    const first = ask(pool);
    await eventually(() => expect(server.held).toHaveLength(1));
    const stop = new AbortController();
    const [second, third] = [ask(pool, stop.signal), ask(pool)];
    stop.abort(new Error('no longer needed'));
    await expect(second).rejects.toThrow('no longer needed');
    server.answerNext();
    await first;
    await eventually(() => expect(server.held).toHaveLength(1));
    server.answerNext();
    await expect(third).resolves.toBe('{}');
    expect(server.requests).toHaveLength(2);
  });

  it('opens one itself when the connection in front of it breaks', async () => {
    const server = await startHoldingServer();
    const pool = poolOf(server.url, 1);
    const broken = ask(pool);
    await eventually(() => expect(server.held).toHaveLength(1));
    const waiting = ask(pool);
    server.breakConnections();
    await expect(broken).rejects.toMatchObject({ code: 'ECONNRESET', sent: true });
    await eventually(() => expect(server.held).toHaveLength(2));
    sendJson(server.held[1]!, {});
    await expect(waiting).resolves.toBe('{}');
  });

  it('fails when none can be opened', async () => {
    const pool = poolOf('http://127.0.0.1:1', 1);
    for (const each of await Promise.allSettled([ask(pool), ask(pool)]))
      expect(each).toMatchObject({ reason: { code: 'ECONNREFUSED', sent: false } });
    expect(pool.isInUse).toBe(false);
  });
});

describe('an idle connection', () => {
  it('is closed before the server closes it, as the server announces', async () => {
    const server = await startLoopbackServer((_, response) => {
      response.setHeader('keep-alive', 'timeout=1');
      sendJson(response, {});
    });
    const pool = poolOf(server.url, 1);
    await ask(pool);
    await eventually(() => expect(pool.sockets()).toEqual({ inUse: [], idle: [] }));
    await ask(pool);
    expect(server.connections()).toBe(2);
  });

  it('is closed after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await startLoopbackServer((_, response) => {
      response.setHeader('keep-alive', 'timeout=90');
      sendJson(response, {});
    });
    const pool = poolOf(server.url, 1);
    await ask(pool);
    const [socket] = pool.sockets().idle;
    vi.advanceTimersByTime(59_000);
    expect(socket!.destroyed).toBe(false);
    vi.advanceTimersByTime(2000);
    expect(socket!.destroyed).toBe(true);
  });

  it('on which something arrives is closed', async () => {
    const server = await startLoopbackServer((_, response) => {
      sendJson(response, {});
      response.socket!.write('HTTP/1.1 200 OK\r\n\r\n');
    });
    const pool = poolOf(server.url, 1);
    await ask(pool);
    await eventually(() => expect(pool.sockets().idle).toEqual([]));
    await expect(ask(pool)).resolves.toBe('{}');
  });

  it('does not keep the process running', async () => {
    const server = await startLoopbackServer((_, response) => sendJson(response, {}));
    const pool = poolOf(server.url, 1);
    await ask(pool);
    expect(pool.sockets().idle).toHaveLength(1);
    const serverPort = Number(new URL(server.url).port);
    // Only the other end keeps it running, in the server.
    const ends = keptRunningBy().filter(({ localPort, remotePort }) => [localPort, remotePort].includes(serverPort));
    expect(ends.map(({ localPort }) => localPort)).toEqual([serverPort]);
  });
});

it('a connection that is retired finishes its request', async () => {
  const server = await startHoldingServer();
  const pool = poolOf(server.url, 2);
  const asked = ask(pool);
  await eventually(() => expect(server.held).toHaveLength(1));
  pool.retire();
  expect(pool.isInUse).toBe(true);
  server.answerNext();
  await expect(asked).resolves.toBe('{}');
  await eventually(() => expect(pool.isInUse).toBe(false));
  expect(pool.sockets().idle).toEqual([]);
});

/** Sends a body of 10 MB. */
function sendMuch(pool: HttpPool, refusal: () => Error | undefined) {
  const body = 'x'.repeat(10_000_000);
  const deadline = startDeadline(10_000);
  onTestFinished(() => deadline.clear());
  const start = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`;
  return exchange({ pool, head: start, body, refusal, deadline });
}

it('the rest of a body does not leave if it must not', async () => {
  const server = await startLoopbackServer(() => undefined);
  let asked = 0;
  const sending = sendMuch(poolOf(server.url, 1), () => ((asked += 1) === 1 ? undefined : new Error('too late')));
  await expect(sending).rejects.toThrow('too late');
  expect(asked).toBe(2);
  expect(server.requests).toEqual([]);
});

it('an answer before the whole request has left ends the connection', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.pause().write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\n{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const pool = poolOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 1);
  const response = await sendMuch(pool, () => undefined);
  expect(response.code).toBe(413);
  expect(response.isComplete).toBe(true);
  await eventually(() => expect(pool.isInUse).toBe(false));
  expect(pool.sockets().idle).toEqual([]);
});

it('sessions of TLS are resumed', async () => {
  const tls = makeCertificate({ ip: '127.0.0.1' });
  const resumed: boolean[] = [];
  const server = await startLoopbackServer((_, response) => {
    resumed.push((response.socket as TLSSocket).isSessionReused());
    response.setHeader('connection', 'close');
    sendJson(response, {});
  }, tls);
  const pool = poolOf(server.url, 1, { secureContext: createSecureContext({ ca: tls.cert }) });
  for (let count = 0; count < 2; count += 1) {
    await ask(pool);
    await eventually(() => expect(pool.isInUse).toBe(false));
  }
  expect(resumed).toEqual([false, true]);
});

it('a body that nobody reads stops the server', async () => {
  let sent = 0;
  const server = await startLoopbackServer((_, response) => {
    const send = (): void => {
      while (sent < 1e8) {
        sent += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', send);
      }
      response.end();
    };
    send();
  });
  const pool = poolOf(server.url, 1);
  const deadline = startDeadline(10_000);
  onTestFinished(() => deadline.clear());
  const response = await exchange({ pool, head, body: undefined, refusal: () => undefined, deadline });
  // Until the buffers of both sides are full.
  await eventually(async () => {
    const before = sent;
    expect(before).toBeGreaterThan(0);
    await sleep(200);
    expect(sent).toBe(before);
  });
  expect(sent).toBeLessThan(5e7);
  let size = 0;
  while (!response.isComplete) {
    await response.arrives();
    for (const piece of response.take()) size += piece.length;
  }
  for (const piece of response.take()) size += piece.length;
  expect(size).toBe(sent);
  expect(pool.sockets().idle).toHaveLength(1);
});
