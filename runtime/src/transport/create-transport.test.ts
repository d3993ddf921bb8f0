import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { makeCertificate } from '../../../test/support/certificate.js';
import { sendJson, sendStatus, startLoopbackServer } from '../../../test/support/loopback-server.js';
import { isTooManyRequests, isUnauthorized } from '../client/error-reasons.js';
import { fixedCredential, type ClusterConfig, type Credential } from './cluster-config.js';
import { createTransport } from './create-transport.js';
import type { TransportOptions } from './transport-options.js';
import type { Transport } from './transport.js';

const get = { method: 'GET', path: '/version', label: 'get the version' } as const;

function transportTo(server: string, config: Partial<ClusterConfig> = {}, options?: TransportOptions): Transport {
  const transport = createTransport({ server, credentials: fixedCredential({}), ...config }, options);
  onTestFinished(() => transport.close());
  return transport;
}

async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const loopback = { ip: '127.0.0.1' };

describe('connections', () => {
  it('are one for a thousand requests in a row, over TLS', async () => {
    const tls = makeCertificate(loopback);
    const server = await startLoopbackServer((_, response) => sendJson(response, {}), tls);
    const transport = transportTo(server.url, { certificateAuthority: tls.cert });
    for (let count = 0; count < 1000; count += 1) await transport.send(get);
    expect(server.requests).toHaveLength(1000);
    expect(server.connections()).toBe(1);
  });

  it('are bounded for a thousand requests at once', async () => {
    const server = await startLoopbackServer((_, response) => sendJson(response, {}));
    const transport = transportTo(server.url);
    await Promise.all(Array.from({ length: 1000 }, () => transport.send(get)));
    expect(server.requests).toHaveLength(1000);
    expect(server.connections()).toBeLessThanOrEqual(4);
  });

  it('become more when more are asked for', async () => {
    let most = 2;
    const server = await startLoopbackServer((_, response) => sendJson(response, {}));
    const transport = transportTo(server.url, {}, { parallelRequests: () => most });
    const sendAll = () => Promise.all(Array.from({ length: 30 }, () => transport.send(get)));
    await sendAll();
    expect(server.connections()).toBe(2);
    most = 7;
    await sendAll();
    expect(server.connections()).toBe(7);
  });

  it('are left for requests, however many streams are open', async () => {
    const server = await startLoopbackServer(({ path }, response) => {
      if (path === '/version') sendJson(response, {});
      else response.writeHead(200).write('open\n');
    });
    const transport = transportTo(server.url);
    const streams = Array.from({ length: 20 }, () => transport.lines({ ...get, path: '/watch' }, { timeout: 10_000 }));
    await Promise.all(streams.map((each) => each.next()));
    await expect(transport.send(get)).resolves.toBe('{}');
    await Promise.all(streams.map((each) => each.return(undefined)));
  });

  it('are used again after a stream that the server ended', async () => {
    const server = await startLoopbackServer((_, response) => response.writeHead(200).end('one\ntwo\n'));
    const transport = transportTo(server.url);
    for (let count = 0; count < 5; count += 1)
      expect(await collect(transport.lines(get, { timeout: 10_000 }))).toEqual(['one', 'two']);
    expect(server.connections()).toBe(1);
  });

  it('that the server closes after its answer are not used again', async () => {
    const server = await startLoopbackServer((_, response) => {
      response.setHeader('connection', 'close');
      sendJson(response, {});
    });
    const transport = transportTo(server.url);
    for (let count = 0; count < 5; count += 1) await transport.send({ ...get, method: 'POST', body: '{}' });
    expect(server.connections()).toBe(5);
  });

  it.runIf(process.platform === 'linux')(
    'whose other end has vanished without a word are found out by the system',
    async () => {
      const server = await startLoopbackServer((_, response) => response.writeHead(200).write('first\n'));
      const transport = transportTo(server.url);
      const stream = transport.lines(get, { timeout: 10_000 });
      await stream.next();
      const port = Number(new URL(server.url).port).toString(16).toUpperCase().padStart(4, '0');
      // The columns of the kernel's table: the active timer, where 2 is keep-alive, and when it expires, in 1/100 s.
      const ours = readFileSync('/proc/net/tcp', 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .find(([, , remote]) => remote?.endsWith(`:${port}`))!;
      const [timer = '', ends = ''] = ours[5]!.split(':');
      expect(Number(timer)).toBe(2);
      expect(Number.parseInt(ends, 16)).toBeGreaterThan(500);
      expect(Number.parseInt(ends, 16)).toBeLessThanOrEqual(1500);
      await stream.return(undefined);
    },
  );

  it('that the server has closed meanwhile do no harm', async () => {
    const server = await startLoopbackServer((_, response) => sendJson(response, {}));
    const transport = transportTo(server.url);
    for (let count = 0; count < 20; count += 1) {
      await transport.send(get);
      // The reset is in transit while the next request is written to the kept-alive connection.
      server.breakConnections();
      await expect(transport.send(get)).resolves.toBe('{}');
    }
  });

  it('check the server against the authority, the host and the name that it should have', async () => {
    const [byAddress, byName] = [makeCertificate(loopback), makeCertificate({ name: 'kubernetes' })];
    const addressed = await startLoopbackServer((_, response) => sendJson(response, {}), byAddress);
    const named = await startLoopbackServer((_, response) => sendJson(response, {}), byName);
    const send = (url: string, config: Partial<ClusterConfig>) => transportTo(url, config).send(get);

    await expect(send(addressed.url, { certificateAuthority: byAddress.cert })).resolves.toBe('{}');
    await expect(send(addressed.url, {})).rejects.toThrow(
      /^get the version: the certificate of https:\S+ is not signed by an authority that this system knows \(self-signed/,
    );
    await expect(send(addressed.url, { certificateAuthority: byName.cert })).rejects.toThrow('self-signed certificate');
    await expect(send(addressed.url, { skipTlsVerify: true })).resolves.toBe('{}');
    await expect(send(named.url, { certificateAuthority: byName.cert })).rejects.toThrow(/does not match/);
    const tlsServerName = 'kubernetes';
    await expect(send(named.url, { certificateAuthority: byName.cert, tlsServerName })).resolves.toBe('{}');
  });

  it('of an old client certificate finish what they do, and new requests use the new one', async () => {
    const [tls, first, second] = [makeCertificate(loopback), makeCertificate(loopback), makeCertificate(loopback)];
    const held: ServerResponse[] = [];
    const fingerprints: string[] = [];
    const server = await startLoopbackServer(
      ({ path }, response) => {
        fingerprints.push((response.socket as TLSSocket).getPeerCertificate().fingerprint256);
        if (path === '/slow') held.push(response);
        else sendJson(response, {});
      },
      { ...tls, requestCert: true, rejectUnauthorized: false },
    );
    let credential: Credential = { clientCertificate: first.cert, clientKey: first.key };
    const credentials = { get: () => Promise.resolve(credential) };
    const transport = transportTo(server.url, { certificateAuthority: tls.cert, credentials });
    const slow = transport.send({ ...get, path: '/slow' });
    await eventually(() => expect(held).toHaveLength(1));
    credential = { clientCertificate: second.cert, clientKey: second.key };
    await transport.send(get);
    sendJson(held[0]!, { late: true });
    await expect(slow).resolves.toBe('{"late":true}');
    expect(new Set(fingerprints).size).toBe(2);
  });
});

describe('trying again', () => {
  it('waits as long as the server asks, for 429 and 503, whatever the method', async () => {
    const times: number[] = [];
    const server = await startLoopbackServer((_, response) => {
      times.push(performance.now());
      if (times.length === 1) sendStatus(response, 429, 'TooManyRequests', { headers: { 'retry-after': '1' } });
      else if (times.length === 2) sendStatus(response, 503, 'ServiceUnavailable', { headers: { 'retry-after': '0' } });
      else sendJson(response, { done: true });
    });
    await expect(transportTo(server.url).send({ ...get, method: 'POST', body: '{}' })).resolves.toBe('{"done":true}');
    expect(times).toHaveLength(3);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990);
    expect(server.requests.map(({ body }) => body)).toEqual(['{}', '{}', '{}']);
  });

  it('understands a time of the day, and errors of the server of any kind', async () => {
    const answers = [
      () => ({ code: 500, header: new Date(Date.now() + 1900).toUTCString() }),
      () => ({ code: 504, header: new Date(Date.now() - 60_000).toUTCString() }),
    ];
    const server = await startLoopbackServer((_, response) => {
      const answer = answers.shift()?.();
      if (answer === undefined) sendJson(response, {});
      else sendStatus(response, answer.code, 'ServerTimeout', { headers: { 'retry-after': answer.header } });
    });
    const begun = performance.now();
    await expect(transportTo(server.url).send(get)).resolves.toBe('{}');
    // HTTP dates have no fractions of a second: between 0.9 and 1.9 seconds.
    expect(performance.now() - begun).toBeGreaterThan(850);
    expect(server.requests).toHaveLength(3);
  });

  it('is not done after rubbish, nor where the caller is at fault', async () => {
    const server = await startLoopbackServer(({ path }, response) =>
      sendStatus(response, path === '/fault' ? 409 : 503, '', {
        headers: { 'retry-after': path === '/fault' ? '0' : 'soon' },
      }),
    );
    const transport = transportTo(server.url);
    await expect(transport.send(get)).rejects.toMatchObject({ code: 503 });
    await expect(transport.send({ ...get, path: '/fault' })).rejects.toMatchObject({ code: 409 });
    expect(server.requests).toHaveLength(2);
  });

  it('ends after some attempts', async () => {
    const server = await startLoopbackServer((_, response) =>
      sendStatus(response, 429, 'TooManyRequests', { headers: { 'retry-after': '0' } }),
    );
    await expect(transportTo(server.url).send(get)).rejects.toSatisfy(isTooManyRequests);
    expect(server.requests).toHaveLength(5);
  });

  it('is not done where the server did not ask for it, or asks for more time than there is', async () => {
    const server = await startLoopbackServer(({ path }, response) =>
      sendStatus(response, 503, 'ServiceUnavailable', path === '/late' ? { headers: { 'retry-after': '3600' } } : {}),
    );
    const transport = transportTo(server.url);
    await expect(transport.send(get)).rejects.toMatchObject({ code: 503 });
    await expect(transport.send({ ...get, path: '/late' })).rejects.toMatchObject({ code: 503 });
    expect(server.requests).toHaveLength(2);
  });

  const half = { 'content-length': '100' };
  it.each<[string, (response: ServerResponse) => void]>([
    ['resets it', (response) => response.socket?.resetAndDestroy()],
    ['closes it', (response) => response.socket?.end()],
    [
      'resets it halfway',
      (response) => response.writeHead(200, half).write('{', () => response.socket?.resetAndDestroy()),
    ],
    ['closes it halfway', (response) => response.writeHead(200, half).write('{', () => response.socket?.end())],
  ])('repeats a read on a new connection when the server %s', async (_, breakOff) => {
    const server = await startLoopbackServer((__, response) => {
      if (server.requests.length < 3) breakOff(response);
      else sendJson(response, {});
    });
    await expect(transportTo(server.url).send(get)).resolves.toBe('{}');
    expect([server.requests.length, server.connections()]).toEqual([3, 3]);
  });

  it('repeats a read whose connections always break a few times, and not beyond its time', async () => {
    const server = await startLoopbackServer((_, response) => response.socket?.resetAndDestroy());
    await expect(transportTo(server.url).send(get)).rejects.toThrow(/ECONNRESET|hang up/);
    expect(server.requests).toHaveLength(5);
    await expect(transportTo(server.url, {}, { requestTimeout: 1000 }).send(get)).rejects.toThrow('get the version: ');
    expect(server.requests.length).toBeLessThan(10);
  });

  it.each(['GET', 'POST'] as const)('repeats a %s of which nothing was sent, because TLS broke', async (method) => {
    const tls = makeCertificate(loopback);
    const server = await startLoopbackServer((_, response) => sendJson(response, {}), tls);
    let broken = 0;
    // Forwards the third connection.
    const between = createServer((socket) => {
      if ((broken += 1) < 3) socket.once('data', () => socket.resetAndDestroy());
      else
        socket.pipe(connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined)).pipe(socket);
      socket.on('error', () => undefined);
    });
    between.listen(0, '127.0.0.1');
    await once(between, 'listening');
    onTestFinished(() => void between.close());
    const { port } = between.address() as AddressInfo;
    const transport = transportTo(`https://127.0.0.1:${port}`, { certificateAuthority: tls.cert });
    await expect(transport.send({ ...get, method, ...(method === 'POST' && { body: '{}' }) })).resolves.toBe('{}');
    expect([broken, server.requests.length]).toEqual([3, 1]);
  });

  it('is answered although an observer throws, and its connection is used again', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const server = await startLoopbackServer((_, response) => sendJson(response, {}));
    const transport = transportTo(server.url);
    transport.observe(() => {
      throw new Error('careless');
    });
    for (let count = 0; count < 5; count += 1)
      await expect(transport.send({ ...get, method: 'POST', body: '{}' })).resolves.toBe('{}');
    expect(server.connections()).toBe(1);
    expect(warn).toHaveBeenCalledWith('an observer of requests failed: Error: careless');
  });

  it('does not repeat a write that may have been done', async () => {
    const server = await startLoopbackServer((_, response) => response.socket?.resetAndDestroy());
    await expect(transportTo(server.url).send({ ...get, method: 'POST', body: '{}' })).rejects.toThrow(/ECONNRESET/);
    expect(server.requests).toHaveLength(1);
  });

  it('does not repeat a write on a kept connection either', async () => {
    const server = await startLoopbackServer(({ method }, response) => {
      if (method === 'GET') sendJson(response, {});
      else response.socket?.resetAndDestroy();
    });
    const transport = transportTo(server.url);
    await transport.send(get);
    await expect(transport.send({ ...get, method: 'POST', body: '{}' })).rejects.toThrow(/ECONNRESET|hang up/);
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(server.connections()).toBe(1);
  });

  it('asks for a new credential once when the server refuses the one it has', async () => {
    const server = await startLoopbackServer(({ headers }, response) => {
      if (headers.authorization === 'Bearer token-2') sendJson(response, {});
      else sendStatus(response, 401, 'Unauthorized');
    });
    const rejected: (string | undefined)[] = [];
    let token = 'token-1';
    const credentials = {
      get: () => Promise.resolve({ token }),
      rejected: (credential: Credential) => {
        rejected.push(credential.token);
        token = `token-${rejected.length + 1}`;
      },
    };
    const transport = transportTo(server.url, { credentials });
    await expect(transport.send(get)).resolves.toBe('{}');
    expect(rejected).toEqual(['token-1']);
    token = 'expired';
    credentials.rejected = () => undefined;
    await expect(transport.send(get)).rejects.toSatisfy(isUnauthorized);
    expect(server.requests).toHaveLength(4);
  });
});

describe('an end', () => {
  const silent = () => startLoopbackServer(() => undefined);

  it('comes when the time is over, with what was asked for', async () => {
    const { url } = await silent();
    const sent = transportTo(url, {}, { requestTimeout: 100 }).send(get);
    await expect(sent).rejects.toThrow('get the version: no answer in time');
  });

  it('comes when the answer stops halfway', async () => {
    const server = await startLoopbackServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"half":');
      setTimeout(() => response.socket?.resetAndDestroy(), 50);
    });
    await expect(transportTo(server.url).send(get)).rejects.toThrow(/^get the version: /);
    await expect(collect(transportTo(server.url).lines(get, { timeout: 10_000 }))).rejects.toThrow(
      /^get the version: /,
    );
  });

  it('comes in time to a request that still waits for a connection', async () => {
    const { url, requests } = await silent();
    const transport = transportTo(url, {}, { parallelRequests: 1 });
    const end = new AbortController();
    const first = transport.send({ ...get, signal: end.signal });
    await eventually(() => expect(requests).toHaveLength(1));
    const signal = AbortSignal.timeout(100);
    await expect(transport.send({ ...get, signal })).rejects.toThrow('due to timeout');
    end.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    expect(requests).toHaveLength(1);
  });

  it('comes with the reason of the signal of the caller', async () => {
    const { url, requests } = await silent();
    const transport = transportTo(url);
    const stop = new AbortController();
    const both = [
      transport.send({ ...get, signal: stop.signal }),
      collect(transport.lines({ ...get, signal: stop.signal }, { timeout: 10_000 })),
    ];
    await eventually(() => expect(requests).toHaveLength(2));
    stop.abort(new Error('stopped'));
    for (const each of both) await expect(each).rejects.toThrow(/^stopped$/);
    await expect(transport.send({ ...get, signal: stop.signal })).rejects.toThrow(/^stopped$/);
    await sleep(50);
    expect(requests).toHaveLength(2);
  });

  it('may be the same for many requests', async () => {
    const server = await startLoopbackServer((_, response) => sendJson(response, {}));
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const { signal } = new AbortController();
    const transport = transportTo(server.url);
    await Promise.all(Array.from({ length: 20 }, () => transport.send({ ...get, signal })));
    await sleep(10);
    expect(warnings).toEqual([]);
  });

  it('that comes while the credential is being made leaves the server alone', async () => {
    const server = await silent();
    const stop = new AbortController();
    const credentials = {
      get: () => {
        stop.abort(new Error('stopped'));
        return Promise.resolve({});
      },
    };
    await expect(transportTo(server.url, { credentials }).send({ ...get, signal: stop.signal })).rejects.toThrow(
      'stopped',
    );
    await sleep(50);
    expect(server.connections()).toBe(0);
  });

  it('comes in time while a credential is on its way that never arrives', async () => {
    const server = await silent();
    const credentials = { get: () => new Promise<Credential>(() => undefined) };
    const transport = transportTo(server.url, { credentials }, { requestTimeout: 100 });
    await expect(transport.send(get)).rejects.toThrow('get the version: no answer in time');
    const stop = new AbortController();
    const both = [
      transport.send({ ...get, signal: stop.signal }),
      collect(transport.lines({ ...get, signal: stop.signal }, { timeout: 60_000 })),
    ];
    stop.abort(new Error('stopped'));
    for (const each of both) await expect(each).rejects.toThrow(/^stopped$/);
    expect(server.connections()).toBe(0);
  });

  it('comes to every request when the transport is closed: on its way, waiting for a connection, or late', async () => {
    const server = await startLoopbackServer(({ path }, response) => {
      if (path === '/first') sendJson(response, {});
    });
    const transport = transportTo(server.url);
    // Reused connections: a failure of only those would be retried.
    await Promise.all(Array.from({ length: 4 }, () => transport.send({ ...get, path: '/first' })));
    const sent = [
      ...Array.from({ length: 12 }, () => transport.send(get)),
      collect(transport.lines(get, { timeout: 60_000 })),
    ];
    const ended = Promise.allSettled(sent);
    await eventually(() => expect(server.requests).toHaveLength(4 + 4 + 1));
    transport.close();
    await ended;
    sent.push(transport.send(get), collect(transport.lines(get, { timeout: 60_000 })));
    const message = 'get the version: the connections to the server were closed';
    for (const each of sent) await expect(each).rejects.toThrow(message);
    await sleep(50);
    expect(server.requests).toHaveLength(4 + 4 + 1);
  });

  it('comes to a stream on which nothing arrives', async () => {
    const server = await startLoopbackServer((_, response) => response.writeHead(200).write('first\n'));
    const seen: string[] = [];
    const stream = async () => {
      for await (const line of transportTo(server.url).lines(get, { timeout: 200 })) seen.push(line);
    };
    await expect(stream()).rejects.toThrow('get the version: no answer in time');
    expect(seen).toEqual(['first']);
  });
});

describe('a stream that is silent for too long', () => {
  it('ends, and one on which something arrives in time does not', async () => {
    const server = await startLoopbackServer(({ path }, response) => {
      response.writeHead(200).write('first\n');
      if (path !== '/lively') return;
      let count = 0;
      const timer = setInterval(() => {
        response.write('more\n');
        if ((count += 1) < 8) return;
        clearInterval(timer);
        response.end();
      }, 50);
    });
    const transport = transportTo(server.url);
    await expect(collect(transport.lines(get, { timeout: 10_000, idleTimeout: 200 }))).rejects.toThrow(
      /^get the version: nothing arrived in 200 ms$/,
    );
    const lively = transport.lines({ ...get, path: '/lively' }, { timeout: 25_000, idleTimeout: 200 });
    expect(await collect(lively)).toHaveLength(9);
  });

  it('ends when not even the head of an answer comes', async () => {
    const server = await startLoopbackServer(() => undefined);
    await expect(collect(transportTo(server.url).lines(get, { timeout: 10_000, idleTimeout: 100 }))).rejects.toThrow(
      'nothing arrived in 100 ms',
    );
  });

  it('is distinguished from a slow reader, and from a blocked event loop', async () => {
    const server = await startLoopbackServer((_, response) => {
      response.writeHead(200).write('first\n');
      setTimeout(() => response.write('second\n'), 20);
      setTimeout(() => response.end('last\n'), 150);
    });
    const seen: string[] = [];
    for await (const line of transportTo(server.url).lines(get, { timeout: 10_000, idleTimeout: 100 })) {
      seen.push(line);
      if (line === 'first') await sleep(130);
      if (line !== 'second') continue;
      const end = performance.now() + 150;
      while (performance.now() < end);
    }
    expect(seen).toEqual(['first', 'second', 'last']);
  });
});

describe('a stream', () => {
  it('yields whole lines: characters split between packets, and lines of many megabytes', async () => {
    const long = JSON.stringify({ text: '€'.repeat(2_000_000) });
    const bytes = Buffer.from(`{"name":"Zürich 😀"}\n${long}\n{"last":true}`);
    const server = await startLoopbackServer((_, response) => {
      response.writeHead(200);
      // The first packets end in the middle of characters.
      for (let at = 0; at < 24; at += 1) response.write(bytes.subarray(at, at + 1));
      response.end(bytes.subarray(24));
    });
    const lines = await collect(transportTo(server.url).lines(get, { timeout: 10_000 }));
    expect(lines).toEqual(['{"name":"Zürich 😀"}', long, '{"last":true}']);
  });

  it('takes time in proportion to the length of its lines', async () => {
    const time = async (megabytes: number) => {
      const line = Buffer.alloc(megabytes * 1_000_000, 'x');
      const server = await startLoopbackServer((_, response) => response.writeHead(200).end(line));
      const begun = process.cpuUsage();
      const [text] = await collect(transportTo(server.url).lines(get, { timeout: 60_000 }));
      expect(text).toHaveLength(line.length);
      const { user, system } = process.cpuUsage(begun);
      return user + system;
    };
    await time(4);
    const short = Math.min(await time(4), await time(4), await time(4));
    // Sixteen times as long. Appending every chunk to the rest would take 256 times as long.
    expect(await time(64)).toBeLessThan(short * 120);
  });

  it('says why the server refused it', async () => {
    const server = await startLoopbackServer((_, response) => sendStatus(response, 410, 'Expired'));
    await expect(collect(transportTo(server.url).lines(get, { timeout: 10_000 }))).rejects.toMatchObject({
      code: 410,
      reason: 'Expired',
    });
  });
});

it('begins requests and streams no faster than the limit that it is given, and waits no longer than the caller', async () => {
  const server = await startLoopbackServer((_, response) => sendJson(response, {}));
  const transport = transportTo(server.url, {}, { rateLimit: { qps: 20, burst: 2 }, requestTimeout: 1000 });
  const begun = performance.now();
  await Promise.all([
    transport.send(get),
    transport.send(get),
    transport.send(get),
    collect(transport.lines(get, { timeout: 1000 })),
  ]);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(95);
  const stop = new AbortController();
  const late = Array.from({ length: 10 }, () => transport.send({ ...get, signal: stop.signal }));
  stop.abort(new Error('stopped'));
  for (const each of late) await expect(each).rejects.toThrow(/^stopped$/);
  expect(server.requests).toHaveLength(4);
});

it('tells observers of every answer, refusals too', async () => {
  const server = await startLoopbackServer(({ path }, response) => {
    if (path === '/version') sendJson(response, {});
    else sendStatus(response, 404, 'NotFound');
  });
  const transport = transportTo(server.url);
  const seen: unknown[] = [];
  const remove = transport.observe((each) => seen.push(each));
  await transport.send(get);
  await transport.send({ ...get, path: '/nothing', method: 'DELETE' }).catch(() => undefined);
  remove();
  await transport.send(get);
  const { host } = new URL(server.url);
  expect(seen).toEqual([
    { method: 'GET', host, code: 200, seconds: expect.any(Number) as number },
    { method: 'DELETE', host, code: 404, seconds: expect.any(Number) as number },
  ]);
});

it('explains an answer that is not a Status', async () => {
  const server = await startLoopbackServer((_, response) => response.writeHead(502).end('<html>Bad gateway</html>'));
  await expect(transportTo(server.url).send(get)).rejects.toThrow('get the version: <html>Bad gateway</html>');
});

it('keeps the path that the server is under', async () => {
  const server = await startLoopbackServer((_, response) => sendJson(response, {}));
  await transportTo(`${server.url}/k8s/clusters/c-1`).send({
    ...get,
    query: { limit: 5, continue: '', dryRun: undefined },
  });
  expect(server.requests[0]).toMatchObject({ path: '/k8s/clusters/c-1/version', query: { limit: '5' } });
});

it('sends who asks, and as whom', async () => {
  const server = await startLoopbackServer((_, response) => sendJson(response, {}));
  const impersonate = {
    user: 'jane',
    uid: '42',
    groups: ['a', 'b'],
    extra: { 'example.com/scopes (all)': ['view', 'edit'] },
  };
  const password = fixedCredential({ username: 'u', password: 'p' });
  await transportTo(server.url, { credentials: password, impersonate }).send(get);
  expect(server.requests[0]!.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('u:p').toString('base64')}`,
    'impersonate-user': 'jane',
    'impersonate-uid': '42',
    'impersonate-group': 'a, b',
    'impersonate-extra-example.com%2fscopes%20%28all%29': 'view, edit',
  });
});
