import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startLoopbackServer } from '../../../test/support/loopback-server.js';
import { createLogger } from '../log/create-logger.js';
import { Faults } from '../cache/faults.js';
import { isConflict, isForbidden } from '../client/error-reasons.js';
import { fixedCredential } from './cluster-config.js';
import { createTransport } from './create-transport.js';
import { execCredential } from '../configuration/exec-credential.js';
import { HttpResponse } from './http/http-response.js';
import { linesOf } from './lines.js';
import { loadConfig } from '../configuration/load-config.js';
import { oidcCredential } from '../configuration/oidc-credential.js';
import { pemFile } from '../configuration/pem-source.js';
import { tokenFile } from '../configuration/token-file.js';
import { isTooLarge } from './too-large-error.js';
import type { Transport } from './transport.js';

const request = { method: 'GET', path: '/api/v1/pods', label: 'list pods' } as const;
const size = 10_485_760;
const long = 'x'.repeat(size);
const status = (message: string, code: number, reason: string): string =>
  `{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":${JSON.stringify(message)},"reason":"${reason}","details":{},"code":${code}}\n`;

async function startTransport(answer: (response: ServerResponse) => void): Promise<Transport> {
  const { url } = await startLoopbackServer((_, response) => answer(response));
  const transport = createTransport({ server: url, credentials: fixedCredential({}) });
  onTestFinished(() => transport.close());
  return transport;
}

const error = async (promise: Promise<unknown>): Promise<Error> => {
  try {
    await promise;
  } catch (thrown) {
    return thrown as Error;
  }
  throw new Error('it was answered');
};

async function temporary(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bounds-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const bodies: readonly (readonly [string, number, string, string, RegExp])[] = [
  ['text', 500, 'text/plain', long, /^list pods: x{200}\.\.\. 10,485,760 bytes in all$/],
  ['a page', 503, 'text/html', `<html><title>busy</title>${long}`, /^list pods: an HTML page \("busy"\)$/],
  ['titles', 503, 'text/html', '<title'.repeat(1_000_000), /^list pods: an HTML page$/],
  [
    'a Status',
    403,
    'application/json',
    status(`pods "p" is ${long}`, 403, 'Forbidden'),
    /^list pods: pods "p" is x+\.\.\. 10,4\d\d,\d{3} bytes in all/,
  ],
  [
    'a Status that is read',
    409,
    'application/json',
    status('x'.repeat(100_000), 409, 'Conflict'),
    /x+\.\.\. 100,000 characters in all$/,
  ],
  [
    'JSON that is not a Status',
    500,
    'application/json',
    `{"a":"${long}"}`,
    /^list pods: \{"a":"x+\.\.\. 10,485,\d+ bytes in all$/,
  ],
];

describe.each(bodies)('a failure whose body is %s of 10 MB', (_, code, type, body, expected) => {
  it('is said in few words, by a request and by a stream', async () => {
    const transport = await startTransport((response) =>
      response.writeHead(code, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body),
    );
    const stream = async (): Promise<void> => {
      for await (const line of transport.lines(request, { timeout: 10_000 })) expect(line).toBeUndefined();
    };
    for (const failure of [await error(transport.send(request)), await error(stream())]) {
      expect(failure.message.slice(0, 300) + failure.message.slice(-100)).toMatch(/^list pods/);
      expect(failure.message).toMatch(expected);
      expect(failure.message.length).toBeLessThan(9000);
      if (code === 403) expect(isForbidden(failure)).toBe(true);
      if (code === 409) expect(isConflict(failure)).toBe(true);
    }
  });

  it('is not kept, and not logged as a whole', async () => {
    const transport = await startTransport((response) => response.writeHead(code, { 'content-type': type }).end(body));
    const lines: string[] = [];
    const faults = new Faults(
      'pods',
      (thrown) => (thrown as Error).message,
      createLogger({ level: 'debug', write: (line) => lines.push(line) }),
    );
    faults.failed(await error(transport.send(request)));
    expect(lines).toHaveLength(1);
    expect(lines[0]!.length).toBeLessThan(20_000);
  });
});

it('what is left of a body is not read, however much it is', async () => {
  let sent = 0;
  const piece = Buffer.alloc(65_536, 'x');
  const transport = await startTransport((response) => {
    response.writeHead(500);
    const send = (): void => {
      while (!response.destroyed && sent < 1e9) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', send);
      }
    };
    send();
  });
  const failure = await error(transport.send(request));
  expect(failure.message).toMatch(/\.\.\. more than 262,144 bytes$/);
  expect(sent).toBeLessThan(1e8);
});

it('an answer that is too large is an error, and the next request goes through', async () => {
  let count = 0;
  const transport = await startTransport((response) => response.end((count += 1) === 1 ? long : '{}'));
  const failure = await error(transport.send({ ...request, mostBytes: 1000 }));
  expect(failure.message).toBe('list pods: the answer is larger than 1,000 bytes');
  expect(isTooLarge(failure)).toBe(true);
  expect(await transport.send({ ...request, mostBytes: 1000 })).toBe('{}');
});

it('a line without an end is an error', async () => {
  const response = new HttpResponse(
    { code: 200, headers: {} },
    { pause: () => {}, resume: () => {}, destroy: () => {} },
  );
  response.push(Buffer.from('one\ntwo'));
  for (let count = 0; count < 20; count += 1) response.push(Buffer.alloc(1000, 'x'));
  const idle = { arrived: () => {}, wait: () => {}, stop: () => {} };
  const lines: string[] = [];
  const read = async (): Promise<void> => {
    for await (const line of linesOf(response, idle, 10_000)) lines.push(line);
  };
  await expect(read()).rejects.toThrow('a line of the stream is larger than 10,000 bytes');
  expect(lines).toEqual(['one']);
});

describe('a credential plug-in', () => {
  it.each([
    ['answers', '1'],
    ['complains of', '2'],
  ])('that %s more than anybody reads is ended', async (_, stream) => {
    const path = await temporary('plugin', `#!/bin/sh\ntrap '' TERM\nyes >&${stream}\n`);
    await chmod(path, 0o700);
    const credential = execCredential({ command: path }, { cluster: {}, folder: '/' });
    await expect(credential.get()).rejects.toThrow(/failed: it wrote more than 1,048,576 bytes$/);
  });
});

it('an issuer of tokens that answers without an end is refused', async () => {
  const { url } = await startLoopbackServer((_, response) => response.end(long));
  const source = oidcCredential(
    { issuer: url, clientId: 'me', refreshToken: 'r' },
    { origin: 'me', save: async () => {} },
  );
  await expect(source.get()).rejects.toThrow('the answer is larger than 1,048,576 bytes');
});

describe('a file that has no end', () => {
  const config = (user: object): string =>
    JSON.stringify({
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [{ name: 'u', user }],
    });

  it('is not a token', async () => {
    await expect(tokenFile('/dev/zero').get()).rejects.toThrow('the file /dev/zero is larger than 4,194,304 bytes');
  });

  it('is not a certificate', () => {
    expect(() => pemFile('/dev/zero', 'the authority')).toThrow(
      'the authority cannot be read: the file /dev/zero is larger than 4,194,304 bytes',
    );
  });

  it('is not a kubeconfig', async () => {
    await expect(loadConfig({ kubeconfig: '/dev/zero' })).rejects.toThrow('larger than 16,777,216 bytes');
  });

  it('a kubeconfig may come out of a pipe', async () => {
    const path = await temporary('kubeconfig', config({ token: 't' }));
    const script = `mkfifo ${path}.pipe && { cat ${path} > ${path}.pipe & }`;
    execFileSync('sh', ['-c', script], { stdio: 'ignore' });
    expect(await loadConfig({ kubeconfig: `${path}.pipe` })).toMatchObject({ server: 'https://127.0.0.1:1' });
  });
});
