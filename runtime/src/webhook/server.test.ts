import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { admissionReview } from '../../../test/support/admission.js';
import { logInto } from '../../../test/support/logs.js';
import { temporaryFolder } from '../../../test/support/tree.js';
import { createLogger } from '../log/create-logger.js';
import type { Certificate } from '../serving/certificate.js';
import { createCertificateAuthority, type CertificateAuthority } from '../testing/environment/certificate-authority.js';
import { admissionHandler } from './admission-handler.js';
import type { WebhookServerOptions } from './options.js';
import { allowed } from './response.js';
import { createWebhookServer, type WebhookServer } from './server.js';

let authority: CertificateAuthority;
let first: Certificate;
let second: Certificate;
let certDir: string;
let lines: { level: string; msg: string; [field: string]: any }[];

beforeAll(async () => {
  authority = createCertificateAuthority('tests');
  first = authority.issueServing();
  second = authority.issueServing();
});

beforeEach(async () => {
  lines = [];
  certDir = temporaryFolder();
  await mount(first);
});

let mounted = 0;

/** Writes a certificate into the directory as the kubelet does: it atomically replaces a symlink to a directory. */
async function mount({ cert, key }: Certificate): Promise<void> {
  mounted += 1;
  const data = join(certDir, `..${mounted}`);
  await mkdir(data);
  await writeFile(join(data, 'tls.crt'), cert);
  await writeFile(join(data, 'tls.key'), key);
  await symlink(`..${mounted}`, join(certDir, '..new'));
  await rename(join(certDir, '..new'), join(certDir, '..data'));
}

interface Running {
  readonly server: WebhookServer;
  readonly port: number;
  /** Stops the server; resolves when it has stopped. */
  stop(): Promise<void>;
}

async function start(options: WebhookServerOptions = {}): Promise<Running> {
  for (const name of ['tls.crt', 'tls.key']) {
    await symlink(join('..data', name), join(certDir, name)).catch(() => undefined);
  }
  const log = logInto(lines, { level: 'debug' });
  const server = createWebhookServer({ host: '127.0.0.1', port: 0, certDir, ...options }, { log });
  server.register(
    '/hook',
    admissionHandler(() => allowed()),
  );
  const end = new AbortController();
  const ended = server.start(end.signal);
  const stop = async (): Promise<void> => {
    end.abort();
    await ended;
  };
  onTestFinished(stop);
  const port = await eventually(() => {
    if (server.port === undefined) throw new Error('not yet');
    return server.port;
  });
  return { server, port, stop };
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly connection: string | undefined;
}

const body = JSON.stringify(admissionReview());

function post(
  port: number,
  path = '/hook',
  options: RequestOptions & { readonly body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = httpsRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        ca: authority.cert,
        agent: false,
        ...options,
        headers: { 'content-type': 'application/json', ...(options.headers as OutgoingHttpHeaders | undefined) },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk));
        response.once('end', () =>
          resolve({ status: response.statusCode!, body: text, connection: response.headers.connection }),
        );
        response.once('error', reject);
      },
    );
    call.once('error', reject);
    call.end(options.body ?? body);
  });
}

/** Returns the serial number of the certificate that a new connection receives. */
function serialNumber(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca: authority.cert }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

it('serves over TLS only, and is ready when it does', async () => {
  const idle = createWebhookServer({ certDir });
  await expect(idle.startedChecker()()).rejects.toThrow('the webhook server has not been started yet');
  const { server, port } = await start();
  await server.startedChecker()();
  expect(await post(port)).toMatchObject({ status: 200, body: expect.stringContaining('"allowed":true') as string });
  await expect(post(port, '/hook', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow(
    /protocol version|no protocols/,
  );
  await expect(post(port, '/hook', { ca: [] })).rejects.toThrow(/certificate/);
  await expect(fetch(`http://127.0.0.1:${port}/hook`)).rejects.toThrow('fetch failed');
});

it('says which certificate is missing, and where one comes from', async () => {
  const server = createWebhookServer({ certDir, certName: 'server.pem' }, { log: createLogger({ write: () => {} }) });
  await expect(server.start(new AbortController().signal)).rejects.toThrow(
    new RegExp(`no certificate: mount the Secret .* certDir, .* \\(looked for ${join(certDir, 'server.pem')} and `),
  );
});

it('is switched off by port -1', async () => {
  const server = createWebhookServer({ port: -1, certDir: '/nowhere' }, { log: createLogger({ write: () => {} }) });
  await server.start(new AbortController().signal);
  expect(server.port).toBeUndefined();
  await expect(server.startedChecker()()).resolves.toBeUndefined();
});

it('takes on a new certificate without a restart, and no request is refused (defect of peers: read once)', async () => {
  const { port } = await start();
  const before = await serialNumber(port);
  const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const answers: Promise<Answer>[] = [];
  for (let count = 0; count < 200; count += 1) {
    if (count === 60) await mount(second);
    // The server waits until an incomplete pair is complete.
    if (count === 120) await writeFile(join(certDir, '..data', 'tls.crt'), first.cert);
    const agent = count % 2 === 0 ? agents[count % 4] : false;
    answers.push(post(port, '/hook', { agent }));
    await sleep(2);
  }
  expect((await Promise.all(answers)).filter(({ status }) => status !== 200)).toEqual([]);
  agents.forEach((agent) => agent.destroy());
  expect(await serialNumber(port)).not.toBe(before);
  expect(lines.filter(({ msg }) => msg === 'the server loaded a new certificate')).toHaveLength(1);
  await mount(first);
  await eventually(async () => expect(await serialNumber(port)).toBe(before));
});

it('answers the requests that had begun when it is stopped, and takes no more (defect of kubenode: no drain)', async () => {
  const { server, port, stop } = await start();
  let answer: (() => void) | undefined;
  server.register(
    '/slow',
    admissionHandler(async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return allowed();
    }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const slow = post(port, '/slow', { agent });
  await eventually(() => expect(answer).toBeDefined());
  let stopped = false;
  const end = stop().then(() => (stopped = true));
  await sleep(50);
  await expect(post(port)).rejects.toThrow('ECONNREFUSED');
  await sleep(1500);
  expect(stopped).toBe(false);
  answer!();
  expect(await slow).toMatchObject({ status: 200, connection: 'close' });
  const begun = performance.now();
  await end;
  // Far less than the 30 s that it would wait for.
  expect(performance.now() - begun).toBeLessThan(15_000);
});

it('does not wait forever: the time to answer is bounded, and idle connections are closed at once', async () => {
  const { server, port, stop } = await start({ shutdownTimeout: 1500 });
  let aborted = false;
  server.register(
    '/stuck',
    admissionHandler(async (_, { signal }) => {
      signal.addEventListener('abort', () => (aborted = true));
      return new Promise(() => undefined);
    }),
  );
  const agent = new Agent({ keepAlive: true });
  await post(port, '/hook', { agent });
  const silent = connect({ host: '127.0.0.1', port, ca: authority.cert });
  await new Promise((resolve) => silent.once('secureConnect', resolve));
  const silentClosed = new Promise<void>((resolve) => silent.once('close', () => resolve()));
  silent.on('error', () => undefined);
  const cut = post(port, '/stuck').catch(String);
  await sleep(50);
  const begun = performance.now();
  let hasEnded = false;
  const end = stop().then(() => (hasEnded = true));
  await silentClosed;
  expect(hasEnded).toBe(false);
  await end;
  expect(await cut).toContain('socket hang up');
  expect(performance.now() - begun).toBeGreaterThan(1400);
  await eventually(() => expect(aborted).toBe(true));
});

it('a huge body is refused unread, and the next request is served', async () => {
  const { port } = await start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const huge = await post(port, '/hook', { agent, headers: { 'content-length': 8 * 1024 * 1024 }, body: 'x' }).catch(
    String,
  );
  if (typeof huge !== 'string') expect(huge).toMatchObject({ status: 413, connection: 'close' });
  const streamed = await post(port, '/hook', {
    headers: { 'transfer-encoding': 'chunked' },
    body: 'x'.repeat(7_400_000),
  }).catch(String);
  if (typeof streamed !== 'string') expect(streamed).toMatchObject({ status: 413 });
  expect(await post(port, '/hook', { agent })).toMatchObject({ status: 200 });
  expect(lines.filter(({ level }) => level === 'warn').map(({ status }) => status)).toEqual([413, 413]);
});

it('a slow body is given up', async () => {
  const { port } = await start({ requestTimeout: 300 });
  const slow = await post(port, '/hook', { headers: { 'content-length': 5000 } });
  expect(slow).toMatchObject({ status: 408, connection: 'close' });
  expect(lines.filter(({ level }) => level === 'warn').map(({ status }) => status)).toEqual([408]);
});

it('a client that goes away aborts the signal of its request', async () => {
  const { server, port } = await start();
  const aborted = new Promise((resolve) => {
    server.register(
      '/slow',
      admissionHandler((_, { signal }) => {
        signal.addEventListener('abort', () => resolve(true));
        return new Promise(() => undefined);
      }),
    );
  });
  const socket: TLSSocket = connect({ host: '127.0.0.1', port, ca: authority.cert }, () => {
    socket.write(
      `POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    setTimeout(() => socket.destroy(), 50);
  });
  expect(await aborted).toBe(true);
  await eventually(() => expect(lines).toContainEqual(expect.objectContaining({ status: 499 })));
});

it('what is not an HTTP is answered with 400 and harms no one', async () => {
  const { port } = await start();
  const answer = await new Promise<string>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, ca: authority.cert }, () => socket.write('rubbish\r\n\r\n'));
    socket.once('data', (data) => resolve(data.toString()));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(await post(port, '/other')).toMatchObject({ status: 404 });
  expect(await post(port)).toMatchObject({ status: 200 });
});

it('a handler that cuts the connection off does so over HTTP too', async () => {
  const { server, port } = await start();
  const broken = (): never => {
    throw new Error('broken');
  };
  server.register('/broken', admissionHandler(broken, { recoverPanic: false }));
  await expect(post(port, '/broken')).rejects.toThrow('socket hang up');
  expect(await post(port)).toMatchObject({ status: 200 });
});

it('serves only whom its authority vouches for, where one is named; a new certificate does not change that', async () => {
  await writeFile(join(certDir, 'ca.crt'), authority.cert);
  const { port } = await start({ clientCAName: 'ca.crt' });
  const client = authority.issueClient('kube-apiserver', []);
  await expect(post(port)).rejects.toThrow(/certificate required|ECONNRESET|socket hang up/);
  expect(await post(port, '/hook', client)).toMatchObject({ status: 200 });
  const before = await post(port, '/hook', client);
  expect(before.status).toBe(200);
  await mount(second);
  await eventually(() =>
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'the server loaded a new certificate' })),
  );
  await expect(post(port)).rejects.toThrow(/certificate required|ECONNRESET|socket hang up/);
  expect(await post(port, '/hook', client)).toMatchObject({ status: 200 });
});
