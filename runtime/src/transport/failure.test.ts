import { once } from 'node:events';
import { X509Certificate } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { stringify } from 'yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../../test/support/certificate.js';
import { sendJson, sendStatus, startLoopbackServer } from '../../../test/support/loopback-server.js';
import { temporaryFolder } from '../../../test/support/tree.js';
import { defineResource, resourceInfo } from '../api/resource.js';
import { explain } from '../cache/explain.js';
import { isUnauthorized } from '../client/error-reasons.js';
import { fixedCredential, type ClusterConfig } from './cluster-config.js';
import { explainRefusal } from '../client/explain-refusal.js';
import { describeFailure } from './failure.js';
import { inClusterConfig } from '../configuration/in-cluster.js';
import { loadConfig } from '../configuration/load-config.js';
import { createTransport } from './create-transport.js';
import type { Transport } from './transport.js';

const get = { method: 'GET', path: '/version', label: 'get the version' } as const;
const post = { method: 'POST', path: '/things', body: '{}', label: 'create a thing' } as const;

function transportTo(config: ClusterConfig): Transport {
  const transport = createTransport(config, { requestTimeout: 5_000 });
  onTestFinished(() => transport.close());
  return transport;
}

type Fields = Readonly<Record<string, unknown>>;

/** Creates a transport from a kubeconfig with this cluster and this user, and from files in its directory. */
async function transportOf(cluster: Fields, user: Fields, files: Readonly<Record<string, string>> = {}) {
  const text = stringify({
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'jane', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'jane' } }],
    'current-context': 'x',
  });
  const folder = temporaryFolder({ ...files, config: text });
  return { transport: transportTo(await loadConfig({ kubeconfig: join(folder, 'config') })), folder };
}

async function startTlsServer(tls: { cert: string; key: string }) {
  return startLoopbackServer((_, response) => sendJson(response, {}), tls);
}

describe('a server that is not the one', () => {
  it('whose authority is another: the file that says it is named', async () => {
    const [tls, other] = [makeCertificate({ ip: '127.0.0.1' }), makeCertificate({ ip: '127.0.0.1' })];
    const server = (await startTlsServer(tls)).url;
    const { transport, folder } = await transportOf(
      { server, 'certificate-authority': 'pki/ca.crt' },
      {},
      { 'pki/ca.crt': other.cert },
    );
    await expect(transport.send(get)).rejects.toThrow(
      `get the version: the certificate of ${server} is not signed by the file ${folder}/pki/ca.crt (self-signed certificate); ` +
        'certificate-authority must contain the authority of this cluster',
    );
    const data = { server, 'certificate-authority-data': Buffer.from(other.cert).toString('base64') };
    await expect((await transportOf(data, {})).transport.send(get)).rejects.toThrow(
      /is not signed by the certificate-authority-data of "c" in \S+config \(/,
    );
  });

  it('whose authority is not a certificate', async () => {
    const server = (await startTlsServer(makeCertificate({ ip: '127.0.0.1' }))).url;
    const { transport, folder } = await transportOf(
      { server, 'certificate-authority': 'ca.crt' },
      {},
      { 'ca.crt': 'hello' },
    );
    await expect(transport.send(get)).rejects.toThrow(
      `the file ${folder}/ca.crt holds no certificate of an authority in PEM`,
    );
  });

  it('whose certificate is for another name', async () => {
    const tls = makeCertificate({ name: 'kubernetes' });
    const server = (await startTlsServer(tls)).url;
    const transport = transportTo({ server, certificateAuthority: tls.cert, credentials: fixedCredential({}) });
    await expect(transport.send(get)).rejects.toThrow(
      /^get the version: Hostname\/IP does not match.*; use a name that is in the certificate of .*, or say it in tls-server-name$/,
    );
  });

  it('that does not speak TLS', async () => {
    const { url } = await startLoopbackServer((_, response) => sendJson(response, {}));
    const transport = transportTo({ server: url.replace('http', 'https'), credentials: fixedCredential({}) });
    await expect(transport.send(get)).rejects.toThrow(/^get the version: https:\S+ does not speak TLS; is it an http:/);
  });

  it('that shows a page, or sends us on to one', async () => {
    const server = await startLoopbackServer(({ path }, response) => {
      if (path === '/moved') response.writeHead(302, { location: 'https://login.example' }).end();
      else if (path === '/bad') response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>');
      else
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html><title> Sign in </title>');
    });
    const transport = transportTo({ server: server.url, credentials: fixedCredential({}) });
    await expect(transport.send(get)).rejects.toThrow(
      `get the version: ${server.url} is not Kubernetes API server: it answers with an HTML page ("Sign in"); does a proxy ask for a log-in?`,
    );
    await expect(transport.send({ ...get, path: '/moved' })).rejects.toThrow('it sends us on to https://login.example');
    await expect(transport.send({ ...get, path: '/bad' })).rejects.toThrow(/^get the version: an HTML page$/);
    await expect(transport.lines(get, { timeout: 5_000 }).next()).rejects.toThrow(
      'is not Kubernetes API server: it answers with an HTML page',
    );
  });

  it('that is not there', async () => {
    const transport = transportTo({ server: 'http://127.0.0.1:1', credentials: fixedCredential({}) });
    await expect(transport.send(post)).rejects.toThrow(
      'create a thing: connect ECONNREFUSED 127.0.0.1:1; nothing listens there: is the API server up, and is this its address?',
    );
  });

  it('whose name has several addresses, at none of which it is: the error has no message of its own', () => {
    const refused = ['connect ECONNREFUSED ::1:1', 'connect ECONNREFUSED 127.0.0.1:1'].map((each) => new Error(each));
    const error = Object.assign(new AggregateError(refused), { code: 'ECONNREFUSED' });
    expect(describeFailure(error, 'GET', 'https://localhost:1')).toMatch(
      /^connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127\.0\.0\.1:1; nothing listens there/,
    );
  });
});

describe('a credential that is not accepted is named, with what to do', () => {
  const refuse = () => startLoopbackServer((_, response) => sendStatus(response, 401, 'Unauthorized'));
  const token = (expires: number) => `x.${Buffer.from(JSON.stringify({ exp: expires })).toString('base64url')}.y`;

  it.each<[string, Fields, RegExp]>([
    [
      'a token',
      { token: 't' },
      /^get the version: Unauthorized; the server does not accept the token of the user "jane" in \S+config; renew it, or log in again$/,
    ],
    [
      'a token that has expired',
      { token: token(1_000_000_000) },
      /the token of the user "jane" in \S+config: it expired at 2001-09-09T01:46:40\.000Z; renew/,
    ],
    [
      'a token that is good for longer',
      { token: token(9_000_000_000) },
      /the token of the user "jane" in \S+config; renew/,
    ],
    ['a password', { username: 'u', password: 'p' }, /the password of the user "jane"/],
    ['a file', { tokenFile: 'token' }, /the token of the file \S+\/token; renew/],
    [
      'a plug-in',
      { exec: { command: './plugin' } },
      /the token of the credential plug-in \.\/plugin, which the user "jane" in \S+config uses; renew/,
    ],
    ['nothing', {}, /no credential was sent: there is none in the user "jane" in \S+config$/],
  ])('%s', async (_, user, message) => {
    const { url: server } = await refuse();
    const plugin = `#!${process.execPath}\nconsole.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', status: { token: 't' } }))`;
    const { transport, folder } = await transportOf({ server }, user, { token: 't', plugin });
    chmodSync(join(folder, 'plugin'), 0o755);
    const sent = transport.send(get);
    await expect(sent).rejects.toThrow(message);
    await expect(sent).rejects.toSatisfy(isUnauthorized);
    await expect(transport.lines(get, { timeout: 5_000 }).next()).rejects.toThrow(message);
  });

  it('nothing, where the server lets everybody ask and then allows nothing', async () => {
    const message = 'foos is forbidden: User "system:anonymous" cannot list resource "foos" in API group "example.com"';
    const { url } = await startLoopbackServer((_, response) => sendStatus(response, 403, 'Forbidden', { message }));
    const { transport } = await transportOf({ server: url }, {});
    const said = await transport.send(get).catch((error: Error) => error);
    expect(said).toMatchObject({
      message: expect.stringMatching(/; no credential was sent: there is none in the user "jane" in \S+config$/),
    });
    const info = defineResource({ group: 'example.com', version: 'v1', kind: 'Foo', plural: 'foos', scope: 'Cluster' });
    const told = explainRefusal(said, { info: resourceInfo(info), label: 'list foos' });
    expect((told as Error).message).not.toContain('Rbac');
    expect(explain(resourceInfo(info), said)).not.toContain('Rbac');
  });

  it('a client certificate', async () => {
    const [tls, client] = [makeCertificate({ ip: '127.0.0.1' }), makeCertificate({ name: 'u' })];
    const server = await startLoopbackServer((_, response) => sendStatus(response, 401, 'Unauthorized'), tls);
    const cluster = { server: server.url, 'certificate-authority': 'ca.crt' };
    const user = { 'client-certificate': 'u.crt', 'client-key': 'u.key' };
    const files = { 'ca.crt': tls.cert, 'u.crt': client.cert, 'u.key': client.key };
    await expect((await transportOf(cluster, user, files)).transport.send(get)).rejects.toThrow(
      /the server does not accept the client certificate of the user "jane"/,
    );
    const { transport: broken } = await transportOf(cluster, user, { ...files, 'u.key': tls.key });
    await expect(broken.send(get)).rejects.toThrow(
      /the client certificate of the user "jane" in \S+config cannot be used: .*key values mismatch/,
    );
  });
});

describe('certificates that are renewed in their files', () => {
  it("the server's: no request is lost, not even a write", async () => {
    const [first, second] = [makeCertificate({ ip: '127.0.0.1' }), makeCertificate({ ip: '127.0.0.1' })];
    const folder = temporaryFolder({ 'ca.crt': first.cert, token: 't' });
    const [old, next] = [await startTlsServer(first), await startTlsServer(second)];
    const config = (url: string) => {
      const { hostname, port } = new URL(url);
      return inClusterConfig({ KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port }, folder);
    };
    const transport = transportTo(config(old.url));
    await transport.send(get);
    const renewed = transportTo(config(next.url));
    writeFileSync(join(folder, 'ca.crt'), second.cert);
    await expect(renewed.send(post)).resolves.toBe('{}');
    expect(next.requests).toHaveLength(1);
    // The open connection stays valid: it was verified when it was opened.
    await expect(transport.send(post)).resolves.toBe('{}');
  });

  it("the client's: used after the server has refused the old one", async () => {
    const tls = makeCertificate({ ip: '127.0.0.1' });
    const [first, second] = [makeCertificate({ name: 'u' }), makeCertificate({ name: 'u' })];
    let accepted: string | undefined;
    const server = await startLoopbackServer(
      (_, response) => {
        const { fingerprint256 } = (response.socket as TLSSocket).getPeerCertificate();
        accepted ??= fingerprint256;
        if (fingerprint256 === accepted) sendJson(response, {});
        else sendStatus(response, 401, 'Unauthorized');
      },
      { ...tls, requestCert: true, rejectUnauthorized: false },
    );
    const { transport, folder } = await transportOf(
      { server: server.url, 'certificate-authority': 'ca.crt' },
      { 'client-certificate': 'u.crt', 'client-key': 'u.key' },
      { 'ca.crt': tls.cert, 'u.crt': first.cert, 'u.key': first.key },
    );
    await transport.send(get);
    writeFileSync(join(folder, 'u.crt'), second.cert);
    writeFileSync(join(folder, 'u.key'), second.key);
    accepted = new X509Certificate(second.cert).fingerprint256;
    await expect(transport.send(post)).resolves.toBe('{}');
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
  });
});

describe('a write whose connection breaks', () => {
  it('may have been done: the error says so', async () => {
    const server = await startLoopbackServer(({ method }, response) => {
      if (method === 'GET') sendJson(response, {});
      else response.socket?.resetAndDestroy();
    });
    const transport = transportTo({ server: server.url, credentials: fixedCredential({}) });
    await transport.send(get);
    await expect(transport.send(post)).rejects.toThrow(
      /^create a thing: the connection broke before there was an answer \(.*\); the server may or may not have processed the request$/,
    );
    expect(server.requests).toHaveLength(2);
  });

  it('before it was made has not been done: nothing of the kind is said', async () => {
    // Closes the connection before the TLS handshake is complete.
    const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const sent = transportTo({ server: `https://127.0.0.1:${port}`, credentials: fixedCredential({}) }).send(post);
    await expect(sent).rejects.toThrow(/^create a thing: .*(ECONNRESET|disconnected)/);
    await expect(sent).rejects.not.toThrow('may or may not have processed');
  });
});
