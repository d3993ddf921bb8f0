import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Certificate } from '../../serving/certificate.js';
import { eventually } from '../../../../test/support/eventually.js';
import { makeCertificate } from '../../../../test/support/certificate.js';
import { sendJson, startLoopbackServer, type LoopbackServer } from '../../../../test/support/loopback-server.js';
import { makeTemporaryFolder } from '../../../../test/support/tree.js';
import { loadConfig } from '../../configuration/load-config.js';
import { createTransport } from '../../transport/create-transport.js';
import { startFaultProxy, type FaultProxy } from './fault-proxy.js';
import type { Fault, FaultChooser, ProxiedRequest } from './faults.js';

const text = { text: 'grün 日本 🌩'.repeat(20) };
let certificate: Certificate;
beforeAll(async () => {
  certificate = makeCertificate({ ip: '127.0.0.1' });
});

/** Starts a server that answers with a text, or with endless events, and a proxy in front of it. */
async function start(
  choose?: FaultChooser,
): Promise<{ proxy: FaultProxy; server: LoopbackServer; kubeconfig: string }> {
  const server = await startLoopbackServer((request, response) => {
    if (request.query['watch'] !== 'true') {
      sendJson(response, text);
      return;
    }
    response.writeHead(200).write('{"event":1}\n');
    const timer = setInterval(() => response.write('{"event":2}\n'), 20);
    response.once('close', () => clearInterval(timer));
  }, certificate);
  const folder = makeTemporaryFolder();
  onTestFinished(folder.remove);
  const certificateAuthorityPath = join(folder.path, 'ca.crt');
  writeFileSync(certificateAuthorityPath, certificate.cert);
  const kubeconfig = join(folder.path, 'kubeconfig');
  writeFileSync(kubeconfig, JSON.stringify({ users: [{ name: 'robot', user: { token: 'secret' } }] }));
  const proxy = await startFaultProxy({ url: server.url, certificateAuthorityPath }, choose);
  onTestFinished(() => proxy.close());
  return { proxy, server, kubeconfig };
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly pieces: number;
}

/** Sends one request; rejects if the connection breaks. */
function ask(proxy: FaultProxy, path = '/', headers = {}, agent: Agent | false = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ca = proxy.certificateAuthority;
    const request = httpsRequest(new URL(path, proxy.url), { ca, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, pieces: chunks.length });
      });
    });
    request.on('error', reject);
    request.end();
  });
}

/** Opens a watch and returns its lines, to which new ones are added. */
function watch(proxy: FaultProxy) {
  const seen = { lines: '', ended: false, broken: false };
  const request = httpsRequest(
    new URL('/things?watch=true', proxy.url),
    { ca: proxy.certificateAuthority },
    (response) => {
      response.setEncoding('utf8').on('data', (piece: string) => (seen.lines += piece));
      response.on('end', () => (seen.ended = true));
      response.on('error', () => (seen.broken = true));
    },
  );
  request.on('error', () => (seen.broken = true)).end();
  onTestFinished(() => void request.destroy());
  return seen;
}

const always =
  (fault: Fault): FaultChooser =>
  () =>
    fault;

describe('a fault proxy', () => {
  it('passes on what was sent to it under a name that is not in the certificate of the server', async () => {
    const { proxy } = await start();
    const { port } = new URL(proxy.url);
    expect(await ask(proxy, '/', { host: `localhost:${port}` })).toMatchObject({
      status: 200,
      body: JSON.stringify(text),
    });
  });

  it('passes on what is asked, by whom, and what is answered', async () => {
    const asked: ProxiedRequest[] = [];
    const { proxy, server } = await start((request) => void asked.push(request));
    const { status, body } = await ask(proxy, '/things?limit=5', { authorization: 'Bearer mine' });
    expect([status, JSON.parse(body)]).toEqual([200, text]);
    expect(asked[0]).toMatchObject({ method: 'GET', path: '/things', isWatch: false });
    expect(server.requests[0]).toMatchObject({
      path: '/things',
      query: { limit: '5' },
      headers: { authorization: 'Bearer mine', 'audit-id': asked[0]!.auditID },
    });
  });

  it('resets the connection before the request, before the answer, and in the middle of it', async () => {
    const faults: Fault[] = [
      { type: 'reset', when: 'before' },
      { type: 'reset', when: 'after' },
      { type: 'reset', when: 'body' },
    ];
    let next = 0;
    const { proxy, server } = await start(() => faults[next++]);
    const arrived: number[] = [];
    for (const _ of faults) {
      await expect(ask(proxy)).rejects.toMatchObject({ code: 'ECONNRESET' });
      arrived.push(server.requests.length);
    }
    expect(arrived).toEqual([0, 1, 2]);
    expect(proxy.struck).toEqual(new Map([['reset', 3]]));
  });

  it('answers with a status, with Retry-After where that is said', async () => {
    const { proxy, server } = await start(({ path }) => ({
      type: 'status',
      code: path === '/busy' ? 429 : 500,
      ...(path === '/busy' ? { retryAfter: 2 } : {}),
    }));
    expect(await ask(proxy, '/busy')).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    const { status, headers, body } = await ask(proxy, '/broken');
    expect([status, headers['retry-after']]).toEqual([500, undefined]);
    expect(JSON.parse(body)).toMatchObject({ kind: 'Status', status: 'Failure', code: 500 });
    expect(server.requests).toEqual([]);
  });

  it('says that a version is too old, by status or by event', async () => {
    const { proxy } = await start(always({ type: 'expired' }));
    expect(await ask(proxy)).toMatchObject({ status: 410 });
    const { status, body } = await ask(proxy, '/?watch=true');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
  });

  it('cuts an answer off as if it were whole', async () => {
    const { proxy } = await start(always({ type: 'truncated' }));
    const { status, body } = await ask(proxy);
    expect(status).toBe(200);
    expect(JSON.stringify(text).startsWith(body.slice(0, -3))).toBe(true);
    expect(() => JSON.parse(body)).toThrow(SyntaxError);
  });

  it('splits an answer within its characters, and loses nothing of it', async () => {
    const { proxy } = await start(always({ type: 'split' }));
    const { body, pieces } = await ask(proxy);
    expect(JSON.parse(body)).toEqual(text);
    expect(pieces).toBeGreaterThan(20);
  });

  it('delays an answer', async () => {
    const { proxy, server } = await start(always({ type: 'delayed', milliseconds: 200 }));
    const started = performance.now();
    const answer = ask(proxy);
    await eventually(() => expect(server.requests).toHaveLength(1));
    expect((await answer).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(195);
  });

  it('falls silent, and keeps the connection', async () => {
    const { proxy } = await start(always({ type: 'silent' }));
    const agent = new Agent();
    const answer = ask(proxy, '/', {}, agent);
    expect(await Promise.race([answer, sleep(300, 'nothing')])).toBe('nothing');
    expect(proxy.openSockets()).toBe(1);
    agent.destroy();
    await expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
    await eventually(() => expect(proxy.openSockets()).toBe(0));
  });

  it('closes the connection after an answer', async () => {
    const { proxy } = await start(always({ type: 'close' }));
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    expect(await ask(proxy, '/', {}, agent)).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await eventually(() => expect(proxy.openSockets()).toBe(0));
  });

  it.each([
    [{ type: 'answer', code: 200, body: '<html>', contentType: 'text/html' }, 200, 'text/html', '<html>'],
    [{ type: 'answer', code: 503, body: '<html>', contentType: 'text/html' }, 503, 'text/html', '<html>'],
    [{ type: 'answer', code: 200, body: 'null' }, 200, 'application/json', 'null'],
    [{ type: 'answer', code: 204 }, 204, undefined, ''],
    [{ type: 'status', code: 429, retryAfter: 86_400 }, 429, 'application/json', undefined],
    [{ type: 'redirect', location: 'https://login.example.com/' }, 307, undefined, ''],
  ] as const)('answers as no API server does, without passing anything on: %j', async (fault, code, type, body) => {
    const { proxy, server } = await start(always(fault));
    const answer = await ask(proxy);
    expect([answer.status, answer.headers['content-type']]).toEqual([code, type]);
    if (body !== undefined) expect(answer.body).toBe(body);
    if (fault.type === 'redirect') expect(answer.headers['location']).toBe(fault.location);
    if (fault.type === 'status') expect(answer.headers['retry-after']).toBe('86400');
    expect(server.requests).toEqual([]);
  });

  it('passes an answer on under another content type', async () => {
    const { proxy } = await start(always({ type: 'content-type', contentType: 'application/octet-stream' }));
    const { headers, body } = await ask(proxy);
    expect([headers['content-type'], JSON.parse(body)]).toEqual(['application/octet-stream', text]);
  });

  it('compresses an answer without being asked', async () => {
    const { proxy } = await start(always({ type: 'gzip' }));
    const agent = new Agent();
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      const request = httpsRequest(proxy.url, { ca: proxy.certificateAuthority, agent }, (response) => {
        expect(response.headers['content-encoding']).toBe('gzip');
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)));
      });
      request.on('error', reject).end();
    });
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(text);
  });

  it('closes the connection after an answer that does not say so', async () => {
    const { proxy } = await start(always({ type: 'unannounced' }));
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    expect((await ask(proxy, '/', {}, agent)).headers['connection']).not.toBe('close');
    await eventually(() => expect(proxy.openSockets()).toBe(0));
  });

  it('lets TLS handshakes hang, and resets what is open', async () => {
    const { proxy, server } = await start();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await ask(proxy, '/', {}, agent);
    const started = performance.now();
    proxy.hangHandshakes(300);
    await eventually(() => expect(proxy.openSockets()).toBe(0));
    await expect(ask(proxy)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(performance.now() - started).toBeGreaterThan(200);
    expect(server.requests).toHaveLength(1);
    expect((await ask(proxy)).status).toBe(200);
  });

  it.each([
    ['duplicated', '{"event":2}\n{"event":2}\n'],
    ['replayed', '{"event":2}\n{"event":1}\n{"event":2}\n'],
  ] as const)('shows events of a watch again: %s', async (fault, expected) => {
    const { proxy } = await start();
    const seen = watch(proxy);
    await eventually(() => expect(seen.lines).toContain('"event":2'));
    const before = seen.lines.length;
    proxy.breakWatches(fault);
    await eventually(() => expect(seen.lines).toContain(expected));
    expect(seen.lines.slice(0, before)).not.toContain(fault === 'replayed' ? '2}\n{"event":1' : '5');
    expect(seen).toMatchObject({ ended: false, broken: false });
  });

  it('counts the watches and the connections that are open', async () => {
    const { proxy } = await start();
    for (const _ of [1, 2]) watch(proxy);
    await eventually(() => expect(proxy.openWatches()).toBe(2));
    expect(proxy.mostWatchesAtOnce()).toBe(2);
    expect(proxy.breakWatches('reset')).toBe(2);
    await eventually(() => expect([proxy.openWatches(), proxy.openSockets()]).toEqual([0, 0]));
    watch(proxy);
    await eventually(() => expect(proxy.openWatches()).toBe(1));
    expect([proxy.mostWatchesAtOnce(), proxy.mostSocketsAtOnce()]).toEqual([2, 2]);
  });

  it.each([
    ['reset', { broken: true }],
    ['end', { ended: true, broken: false }],
    ['expired', { ended: true, broken: false }],
    ['truncated', { ended: true, broken: false }],
  ] as const)('breaks the watches that are open: %s', async (fault, expected) => {
    const { proxy } = await start();
    const seen = watch(proxy);
    await eventually(() => expect(seen.lines).not.toBe(''));
    proxy.breakWatches(fault);
    await eventually(() => expect(seen).toMatchObject(expected));
    const last = seen.lines.split('\n').at(fault === 'expired' ? -2 : -1)!;
    if (fault === 'expired') expect(JSON.parse(last)).toMatchObject({ type: 'ERROR', object: { code: 410 } });
    if (fault === 'truncated') expect(() => JSON.parse(last)).toThrow(SyntaxError);
  });

  it('silences a watch, which stays open', async () => {
    const { proxy } = await start();
    const seen = watch(proxy);
    await eventually(() => expect(seen.lines).toContain('"event":2'));
    proxy.breakWatches('silent');
    await sleep(50);
    const { lines } = seen;
    // It does not continue after a gap, which no real connection does.
    proxy.breakWatches('split');
    await sleep(200);
    expect(seen).toEqual({ lines, ended: false, broken: false });
    expect(proxy.openWatches()).toBe(1);
  });

  it('leads a user through, whose token changes', async () => {
    const { proxy, server, kubeconfig } = await start();
    const config = await loadConfig({ kubeconfig: await proxy.kubeconfig(kubeconfig) });
    const transport = createTransport(config);
    onTestFinished(() => transport.close());
    const get = () => transport.send({ method: 'GET', path: '/things', label: 'get things' });
    expect(JSON.parse(await get())).toEqual(text);
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer secret');
    const { token: old } = await config.credentials.get();
    await proxy.rotateTokens();
    expect(await ask(proxy, '/things', { authorization: `Bearer ${old}` })).toMatchObject({ status: 401 });
    // The transport reads the file again when its token is rejected.
    expect(JSON.parse(await get())).toEqual(text);
    expect(server.requests).toHaveLength(2);
  });

  it('swaps its certificate, from the same authority or from another', async () => {
    const { proxy, kubeconfig } = await start();
    const path = loadedAuthorityPath(readFileSync(await proxy.kubeconfig(kubeconfig), 'utf8'));
    const first = proxy.certificateAuthority;
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    await ask(proxy, '/', {}, agent);
    await proxy.swapCertificate();
    await eventually(() => expect(proxy.openSockets()).toBe(0));
    expect(proxy.certificateAuthority).toBe(first);
    expect((await ask(proxy)).status).toBe(200);
    await proxy.swapCertificate('new');
    const stale = { ...proxy, certificateAuthority: first };
    await expect(ask(stale)).rejects.toThrow(/certificate|signature/);
    expect((await ask(proxy)).status).toBe(200);
    expect(readFileSync(path, 'utf8')).toBe(proxy.certificateAuthority);
  });

  it('breaks what is open when it is closed', async () => {
    const { proxy } = await start();
    const seen = watch(proxy);
    await eventually(() => expect(proxy.openWatches()).toBe(1));
    await proxy.close();
    await eventually(() => expect(seen.broken).toBe(true));
    await proxy.close();
  });
});

function loadedAuthorityPath(kubeconfig: string): string {
  return /certificate-authority: (.*)/.exec(kubeconfig)![1]!;
}
