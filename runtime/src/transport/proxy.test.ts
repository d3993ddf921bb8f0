import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeCertificate } from '../../../test/support/certificate.js';
import { sendJson, startLoopbackServer } from '../../../test/support/loopback-server.js';
import { fixedCredential, type ClusterConfig } from './cluster-config.js';
import { proxyFromEnvironment } from './proxy.js';
import { createTransport } from './create-transport.js';

const get = { method: 'GET', path: '/version', label: 'get the version' } as const;

function transportTo(config: Omit<ClusterConfig, 'credentials'>) {
  const transport = createTransport({ credentials: fixedCredential({}), ...config }, { requestTimeout: 5_000 });
  onTestFinished(() => transport.close());
  return transport;
}

/** Listens until the test ends; returns host and port. */
async function listen(server: NetServer | Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => void server.close(resolve));
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  for (const socket of [one, other]) socket.on('error', () => undefined);
}

/** Starts a proxy that supports CONNECT and records the targets and clients of its tunnels. */
async function startProxy(tls?: { cert: string; key: string }) {
  const asked: { target: string | undefined; authorization: string | undefined }[] = [];
  const server = tls === undefined ? createHttpServer() : createHttpsServer(tls);
  server.on('connect', ({ url, headers }: IncomingMessage, socket: Socket) => {
    asked.push({ target: url, authorization: headers['proxy-authorization'] });
    const [host, port] = (url ?? '').split(':');
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      join(socket, upstream);
    });
    upstream.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  return { host: await listen(server), asked };
}

/** Starts a minimal SOCKS 5 proxy that records its targets. */
async function startSocks(login?: string) {
  const asked: string[] = [];
  const host = await listen(
    createServer((socket) => {
      let stage: 'greeting' | 'login' | 'request' | 'open' = 'greeting';
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        if (stage === 'greeting') {
          const wanted = login === undefined ? 0 : 2;
          stage = login === undefined ? 'request' : 'login';
          socket.write(Buffer.from([5, bytes.subarray(2).includes(wanted) ? wanted : 0xff]));
        } else if (stage === 'login') {
          const user = bytes.subarray(2, 2 + bytes[1]!).toString();
          const password = bytes.subarray(3 + bytes[1]!).toString();
          stage = 'request';
          socket.write(Buffer.from([1, `${user}:${password}` === login ? 0 : 1]));
        } else if (stage === 'request') {
          stage = 'open';
          const isName = bytes[3] === 3;
          const name = isName ? bytes.subarray(5, 5 + bytes[4]!).toString() : [...bytes.subarray(4, 8)].join('.');
          const port = bytes.readUInt16BE(bytes.length - 2);
          asked.push(`${name}:${port}`);
          const upstream = connect(port, '127.0.0.1', () => {
            // In two pieces, as a network can deliver it.
            socket.write(Buffer.from([5, 0, 0]));
            setTimeout(() => {
              socket.write(Buffer.from([1, 127, 0, 0, 1, 0, 0]));
              socket.removeAllListeners('data');
              join(socket, upstream);
            }, 20);
          });
          upstream.on('error', () => socket.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])));
        }
      });
    }),
  );
  return { host, asked };
}

async function startCluster() {
  const tls = makeCertificate({ ip: '127.0.0.1' });
  const server = await startLoopbackServer(({ path }, response) => {
    if (path === '/watch') response.writeHead(200).end('one\ntwo\n');
    else sendJson(response, { through: true });
  }, tls);
  return {
    server,
    config: { server: server.url, certificateAuthority: tls.cert },
    address: server.url.slice('https://'.length),
  };
}

describe('through a proxy', () => {
  it('go requests and streams, over connections that are kept, with the user and the password of its URL', async () => {
    const { server, config, address } = await startCluster();
    const proxy = await startProxy();
    const transport = transportTo({ ...config, proxyUrl: `http://us%40er:p%3Ass@${proxy.host}` });
    for (let count = 0; count < 20; count += 1) await expect(transport.send(get)).resolves.toBe('{"through":true}');
    const lines: string[] = [];
    for await (const line of transport.lines({ ...get, path: '/watch' }, { timeout: 5_000 })) lines.push(line);
    expect(lines).toEqual(['one', 'two']);
    const authorization = `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`;
    expect(proxy.asked).toEqual([
      { target: address, authorization },
      { target: address, authorization },
    ]);
    expect(server.connections()).toBe(2);
  });

  it('the server proves itself all the same', async () => {
    const { config } = await startCluster();
    const other = makeCertificate({ ip: '127.0.0.1' });
    const proxy = await startProxy();
    const transport = transportTo({ ...config, certificateAuthority: other.cert, proxyUrl: `http://${proxy.host}` });
    await expect(transport.send(get)).rejects.toThrow('is not signed by');
  });

  it('of https go requests as well, whatever name the server itself has to have', async () => {
    const [named, tls] = [makeCertificate({ name: 'kubernetes' }), makeCertificate({ ip: '127.0.0.1' })];
    const server = await startLoopbackServer((_, response) => sendJson(response, {}), named);
    const proxy = await startProxy(tls);
    const certificateAuthority = `${named.cert}\n${tls.cert}`;
    const proxyUrl = `https://${proxy.host}`;
    const transport = transportTo({ server: server.url, certificateAuthority, tlsServerName: 'kubernetes', proxyUrl });
    await expect(transport.send(get)).resolves.toBe('{}');
    expect(proxy.asked).toHaveLength(1);
  });

  it('of SOCKS 5 as well, with and without a password', async () => {
    const { config, address } = await startCluster();
    const [open, closed] = [await startSocks(), await startSocks('me:secret')];
    for (const proxyUrl of [`socks5://${open.host}`, `socks5h://${open.host}`, `socks5://me:secret@${closed.host}`]) {
      await expect(transportTo({ ...config, proxyUrl }).send(get)).resolves.toBe('{"through":true}');
    }
    expect(open.asked).toEqual([address, address]);
    const named = config.server.replace('127.0.0.1', 'kubernetes.example');
    const byName = transportTo({
      ...config,
      server: named,
      tlsServerName: 'kubernetes',
      proxyUrl: `socks5://${open.host}`,
      skipTlsVerify: true,
    });
    await expect(byName.send(get)).resolves.toBe('{"through":true}');
    expect(open.asked[2]).toMatch(/^kubernetes\.example:/);
  });

  it.each<[string, (config: { server: string }) => Promise<Partial<ClusterConfig>>, RegExp]>([
    [
      'is not there',
      async () => ({ proxyUrl: 'http://u:secret@127.0.0.1:1' }),
      /the proxy http:\/\/127\.0\.0\.1:1 did not connect: .*ECONNREFUSED/,
    ],
    [
      'cannot reach the server',
      async () => ({ server: 'https://127.0.0.1:1', proxyUrl: `http://${(await startProxy()).host}` }),
      /the proxy .* did not connect: 502 Bad Gateway/,
    ],
    [
      'is another kind of server',
      async () => ({ proxyUrl: `socks5://${(await startProxy()).host}` }),
      /did not connect: it does not speak SOCKS 5/,
    ],
    [
      'wants a password',
      async () => ({ proxyUrl: `socks5://${(await startSocks('u:p')).host}` }),
      /did not connect: it wants a user and a password/,
    ],
    [
      'wants another password',
      async () => ({ proxyUrl: `socks5://u:x@${(await startSocks('u:p')).host}` }),
      /does not accept the user and the password/,
    ],
    [
      'of SOCKS cannot reach the server',
      async () => ({ server: 'https://127.0.0.1:1', proxyUrl: `socks5://${(await startSocks()).host}` }),
      /the connection was refused/,
    ],
  ])('that %s: a clear error, without its password', async (_, change, message) => {
    const { config } = await startCluster();
    const sent = transportTo({ ...config, ...(await change(config)) }).send(get);
    await expect(sent).rejects.toThrow(message);
    await expect(sent).rejects.not.toThrow('secret');
  });
});

describe('the proxy of the environment', () => {
  const proxy = 'http://proxy.example:3128/';
  const find = (server: string, env: Readonly<Record<string, string>>) =>
    proxyFromEnvironment(new URL(server), env)?.href;

  it('is that for the protocol of the server, in capitals or not, with or without a protocol of its own', () => {
    const env = { HTTPS_PROXY: proxy, HTTP_PROXY: 'http://other.example' };
    expect(find('https://10.0.0.1:6443', env)).toBe(proxy);
    expect(find('http://10.0.0.1', env)).toBe('http://other.example/');
    expect(find('https://c.example', { https_proxy: 'proxy.example:3128' })).toBe(proxy);
    expect(find('https://c.example', { HTTP_PROXY: proxy })).toBeUndefined();
    expect(() => find('https://c.example', { HTTPS_PROXY: 'ftp://p' })).toThrow(
      /^the environment variable HTTPS_PROXY must begin/,
    );
  });

  it.each(['https://localhost:6443', 'https://127.0.0.1:6443', 'https://127.3.0.1', 'https://[::1]:6443'])(
    'is not used for this machine: %s',
    (server) => expect(find(server, { HTTPS_PROXY: proxy })).toBeUndefined(),
  );

  it.each([
    ['*', 'https://c.example', true],
    ['c.example', 'https://c.example:6443', true],
    ['c.example', 'https://api.c.example', true],
    ['c.example', 'https://notc.example', false],
    ['.c.example', 'https://c.example', false],
    ['.c.example', 'https://api.c.example', true],
    ['*.c.example', 'https://api.C.example', true],
    ['c.example:6443', 'https://c.example:6443', true],
    ['c.example:6443', 'https://c.example', false],
    ['c.example:443', 'https://c.example', true],
    [' a.example , 10.0.0.1 ', 'https://10.0.0.1:6443', true],
    ['10.0.0.1', 'https://10.0.0.10', false],
    ['0.0.1', 'https://10.0.0.1', false],
    ['10.0.0.0/8', 'https://10.9.8.7:6443', true],
    ['10.0.0.0/8', 'https://11.9.8.7', false],
    ['10.0.0.0/8', 'https://c.example', false],
    ['10.0.0.0/99', 'https://10.0.0.1', false],
    ['fd00::/8', 'https://[fd00::1]:6443', true],
    ['fd00::1', 'https://[fd00::1]', true],
    ['[fd00::1]:6443', 'https://[fd00::1]:6443', true],
    ['[fd00::1]:6443', 'https://[fd00::1]:443', false],
    ['', 'https://c.example', false],
  ])('NO_PROXY=%s leaves out %s: %s', (exceptions, server, left) => {
    expect(find(server, { HTTPS_PROXY: proxy, NO_PROXY: exceptions })).toBe(left ? undefined : proxy);
  });

  it('stands behind the one of the configuration', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { config } = await startCluster();
    const own = await startProxy();
    const named = config.server.replace('127.0.0.1', 'localhost.example');
    await expect(transportTo({ ...config, server: named }).send(get)).rejects.toThrow(
      'the proxy http://127.0.0.1:1 did not',
    );
    await expect(transportTo({ ...config, proxyUrl: `http://${own.host}` }).send(get)).resolves.toBe(
      '{"through":true}',
    );
  });
});
