import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'yaml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendJson, startLoopbackServer } from '../../../test/support/loopback-server.js';
import { allOf, plantedSecrets, processWarnings } from '../../../test/support/planted-secrets.js';
import { temporaryFolder } from '../../../test/support/tree.js';
import { Secret } from '../k8s/core/v1.js';
import { TokenReview } from '../k8s/authentication/v1.js';
import { fixedCredential, type ClusterConfig } from '../transport/cluster-config.js';
import { createClient } from '../client/create-client.js';
import { createTransport } from '../transport/create-transport.js';
import { execCredential, type ExecConfig } from './exec-credential.js';
import { inClusterConfig } from './in-cluster.js';
import { readKubeconfig } from './kubeconfig.js';
import { oidcCredential } from './oidc-credential.js';
import { parseProxy } from '../transport/proxy.js';
import { tokenFile } from './token-file.js';

type Plant = ReturnType<typeof plantedSecrets>['plant'];
type Fields = Readonly<Record<string, unknown>>;

/** Runs something that fails, and returns its error. */
type Attempt = (plant: Plant) => unknown;

/** Expects the attempt to fail without revealing a planted secret. */
async function expectNoSecrets(attempt: Attempt): Promise<string> {
  const { plant, leakedInto } = plantedSecrets();
  const warnings = processWarnings();
  let failure: unknown;
  try {
    await attempt(plant);
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(Error);
  await nextTurn();
  const seen = [allOf(failure), ...warnings].join('\n');
  expect(leakedInto(seen), seen).toEqual([]);
  return (failure as Error).message;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const kubeconfig = (cluster: Fields, user: Fields): string =>
  stringify({
    clusters: [{ name: 'c', cluster: { server: 'https://c', ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });
/** Uses a kubeconfig as an operator does: reads it, and sends a request. */
async function use(text: string, files: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const folder = temporaryFolder({ ...files, config: text });
  const config = await readKubeconfig([join(folder, 'config')]);
  const transport = createTransport(config, { requestTimeout: 2000 });
  onTestFinished(() => transport.close());
  return createClient(transport).get(Secret, { name: 'a', namespace: 'b' });
}

describe('a kubeconfig that is not valid is not quoted', () => {
  const texts: Readonly<Record<string, (token: string) => string>> = {
    'with a tab': (token) => `users:\n- name: u\n  user:\n\ttoken: ${token}\n`,
    'with a bracket that is open': (token) => `users: [{name: u, user: {token: ${token}}\n`,
    'with a quote that is open': (token) => `users:\n- name: u\n  user:\n    token: "${token}\n`,
    'with a quote too many': (token) => `token: "a" ${token}\n`,
    'with a colon missing': (token) => `users:\n- name: u\n  user:\n    token ${token}\n    other: a\n`,
    'with a wrong indentation': (token) => `a:\n    b: ${token}\n  c: ${token}\n`,
    'with a key twice': (token) => `${token}: 1\n${token}: 2\n`,
    'with an unknown alias': (token) => `token: *${token.replace('/', '_')}\n`,
    'with an unknown tag': (token) => `token: !${token.replace('/', '_')} a\n`,
    'with a reserved character': (token) => `token: @${token}\n`,
    'with a wrong escape': (token) => `token: "\\q${token}"\n`,
    'with a wrong directive': (token) => `%YAML ${token}\n---\na: b\n`,
    'with two documents': (token) => `a: ${token}\n---\nb: ${token}\n`,
    'with a map as a key': (token) => `? {token: ${token}}\n: a\n`,
    'with a list as a key': (token) => `[${token}]: a\nclusters: 1\n`,
    'that is a text': (token) => token,
    'that is a list': (token) => `- ${token}`,
    'that is a number': () => '1',
    'of JSON, with a comma too many': (token) => `{"users":[{"user":{"token":"${token}",}}]}`,
    'of JSON, that ends in the middle': (token) => `{"token":"${token}`,
    'of JSON, with a line break in a text': (token) => `{"token":"${token}\n\tx"}`,
    'with a list in place of a map': (token) => `users:\n- name: u\n  user:\n  - ${token}\n`,
    'with a text in place of a list': (token) => `users: ${token}\n`,
    'with an entry without a name': (token) => `users:\n- user: {token: ${token}}\n`,
    'with an alias bomb': (token) =>
      `a: &a [${token}]\n${'bcdefghij'
        .split('')
        .map((name, index) => `${name}: &${name} [${`*${'abcdefghij'[index]},`.repeat(10)}]`)
        .join('\n')}\n`,
  };
  it.each(Object.entries(texts))('%s', async (_, text) => {
    const message = await expectNoSecrets((plant) => use(text(plant())));
    expect(message).toContain('config');
  });

  it('and says where the problem is, and what it is', async () => {
    const message = await expectNoSecrets((plant) => use(texts['with a tab']!(plant())));
    expect(message).toMatch(/config is not valid YAML: .* at line 4, column \d+; correct it, or write it again$/);
  });
});

describe('a kubeconfig with a secret in a wrong place says which place, and not what is there', () => {
  const exec = (fields: Fields): Fields => ({ exec: { command: './missing', interactiveMode: 'Never', ...fields } });
  const positions: Readonly<Record<string, (plant: Plant) => readonly [cluster: Fields, user: Fields]>> = {
    'a server that is not a URL': (plant) => [{ server: `u:${plant()}@host` }, {}],
    'a server with a port that is none': (plant) => [{ server: `https://u:${plant()}@host:port` }, {}],
    'a server with a user, that is not there': (plant) => [{ server: `https://u:${plant()}@127.0.0.1:1` }, {}],
    'a server with a query': (plant) => [{ server: `https://127.0.0.1:1/?token=${plant()}` }, {}],
    'a proxy that is not a URL': (plant) => [{ 'proxy-url': `u:${plant()}@proxy` }, {}],
    'a proxy with a port that is none': (plant) => [{ 'proxy-url': `http://u:${plant()}@proxy:port` }, {}],
    'a proxy of another kind': (plant) => [{ 'proxy-url': `${plant()}://proxy` }, {}],
    'a proxy that is not there': (plant) => [{ 'proxy-url': `http://u:${plant(encodeURIComponent)}@127.0.0.1:1` }, {}],
    'a SOCKS proxy that is not there': (plant) => [
      { 'proxy-url': `socks5://u:${plant(encodeURIComponent)}@127.0.0.1:1` },
      {},
    ],
    'a proxy with a password that is not encoded': (plant) => [
      { 'proxy-url': `http://u:%zz${plant()}@127.0.0.1:1` },
      {},
    ],
    'a token with a line break': (plant) => [{ server: 'http://127.0.0.1:1' }, { token: `${plant()}\n${plant()}` }],
    'a token with a character that no header has': (plant) => [
      { server: 'http://127.0.0.1:1' },
      { token: `${plant()}\u2603` },
    ],
    'a token and a password': (plant) => [{}, { token: plant(), username: 'jane', password: plant() }],
    'a user to act as with a line break': (plant) => [
      { server: 'http://127.0.0.1:1' },
      { token: plant(), as: `a\n${plant()}` },
    ],
    'an authority that is none': (plant) => [{ 'certificate-authority-data': base64(plant()) }, {}],
    'an authority that is not base64': (plant) => [{ 'certificate-authority-data': plant() }, {}],
    'a certificate that is none': (plant) => [
      {},
      { 'client-certificate-data': base64(plant()), 'client-key-data': base64(plant()) },
    ],
    'a key that is cut off': (plant) => [
      {},
      {
        'client-certificate-data': base64('-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n'),
        'client-key-data': base64(`-----BEGIN PRIVATE KEY-----\n${plant()}\n`),
      },
    ],
    'a key without its certificate': (plant) => [{}, { 'client-key-data': base64(plant()) }],
    'an issuer that is not a URL': (plant) => [
      {},
      { 'auth-provider': { name: 'oidc', config: { 'idp-issuer-url': plant() } } },
    ],
    'an issuer with a password': (plant) => [
      {},
      {
        'auth-provider': {
          name: 'oidc',
          config: {
            'idp-issuer-url': `http://u:${plant()}@127.0.0.1:1`,
            'client-id': 'c',
            'client-secret': plant(),
            'refresh-token': plant(),
          },
        },
      },
    ],
    'an old provider of tokens': (plant) => [
      {},
      { 'auth-provider': { name: 'gcp', config: { 'access-token': plant() } } },
    ],
    'a plug-in that is missing': (plant) => [
      {},
      exec({ args: [`--secret=${plant()}`], env: [{ name: 'A', value: plant() }] }),
    ],
    'a plug-in whose argument has a NUL': (plant) => [{}, exec({ command: '/bin/true', args: [`${plant()}\0`] })],
    'a plug-in whose variable has a NUL': (plant) => [
      {},
      exec({ command: '/bin/true', env: [{ name: 'A', value: `${plant()}\0` }] }),
    ],
    'a plug-in with a variable that is a list': (plant) => [
      {},
      exec({ command: '/bin/false', env: [{ name: 'A', value: [plant()] }] }),
    ],
    'a plug-in and a provider': (plant) => [
      {},
      { ...exec({ args: [plant()] }), 'auth-provider': { name: 'oidc', config: { 'id-token': plant() } } },
    ],
    'a plug-in without a command': (plant) => [{}, { exec: { args: [plant()] } }],
  };
  it.each(Object.entries(positions))('%s', async (_, position) => {
    await expectNoSecrets((plant) => use(kubeconfig(...position(plant))));
  });
});

/** Formats in which programs print a secret. */
const looks: Readonly<Record<string, (secret: string) => string>> = {
  'as Python does': (secret) => `{'access_token': '${secret}'}`,
  'as YAML': (secret) => `password: ${secret}`,
  'with a name of two words': (secret) => `refresh token: ${secret}`,
  'as a variable': (secret) => `AWS_SECRET_ACCESS_KEY=${secret}`,
  'with a name in camel case': (secret) => `{"SecretAccessKey": "${secret}"}`,
  'as a flag': (secret) => `usage: --client-secret ${secret}`,
  'as a cookie': (secret) => `Set-Cookie: sid=${secret}; Path=/`,
  'with spaces': (secret) => `{"token"  :  "${secret}"}`,
  'without a name': (secret) => `got ${secret}`,
};

describe('a credential plug-in that fails', () => {
  /** Runs a script with a secret as an argument, as a variable, in its environment and in its output. */
  const run = async (
    plant: Plant,
    script: (secrets: Record<string, string>) => string,
    config: Partial<ExecConfig> = {},
  ) => {
    const secrets = { arg: plant(), flag: plant(), variable: plant(), inherited: plant(), written: plant() };
    process.env['PLANTED_TOKEN'] = secrets.inherited;
    onTestFinished(() => void delete process.env['PLANTED_TOKEN']);
    const folder = temporaryFolder({ plugin: `#!/bin/sh\n${script(secrets)}\n` });
    chmodSync(join(folder, 'plugin'), 0o755);
    const options = { folder, cluster: {}, origin: 'the user "u"', timeout: 5000 };
    const args = ['--client-secret', secrets.arg, `--password=${secrets.flag}`];
    const env = [{ name: 'COLOUR', value: secrets.variable }];
    return execCredential({ command: './plugin', args, env, ...config }, options).get();
  };
  const status = (fields: Fields): string =>
    `echo '${JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', status: fields })}'`;
  const scripts: Readonly<Record<string, (secrets: Record<string, string>) => string>> = {
    'and traces its commands': () => 'set -x\nlogin "$@" "$COLOUR" "$PLANTED_TOKEN"; exit 3',
    'and prints its arguments': () => 'echo "usage: $*" >&2; exit 2',
    'and prints its environment': () => 'env >&2; exit 1',
    'after its answer': ({ written }) => `${status({ token: written })}\n${status({ token: written })} >&2; exit 1`,
    'and shows a token that nobody knows': () =>
      'echo "refused: eyJhbGciOiJub25lIn0.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl" >&2; exit 1',
    ...Object.fromEntries(
      Object.entries(looks).map(([name, look]) => [
        `and shows one that is new, ${name}`,
        ({ written }: Record<string, string>) => `cat >&2 <<'END'\n${look(written!)}\nEND\nexit 1`,
      ]),
    ),
    'by a signal': () => 'echo "$@" >&2; kill -SEGV $$',
    'with rubbish': ({ written }) => `echo 'token: ${written}'`,
    'with JSON that is broken': ({ written }) => `echo '{"status": ${written}'`,
    'with another version': ({ written }) => `echo '{"apiVersion": "${written}"}'`,
    'with a token in place of the time': ({ written }) => status({ token: 'abc', expirationTimestamp: written }),
    'with half a certificate': ({ written }) => status({ clientKeyData: written }),
    'with a certificate that is none': ({ written }) =>
      status({ clientCertificateData: written, clientKeyData: written }),
  };
  it.each(Object.entries(scripts).filter(([name]) => !name.endsWith('that is none')))('%s', async (name, script) => {
    const message = await expectNoSecrets((plant) => run(plant, script));
    expect(message).toMatch(/^the credential plug-in .*plugin failed: /);
    if (name.includes('nobody knows')) expect(message).toContain('refused: ***');
    if (name.includes('signal')) expect(message).toContain('it was ended by SIGSEGV');
  });

  it('with a certificate that is none', async () => {
    await expectNoSecrets(async (plant) => {
      const credential = await run(plant, scripts['with a certificate that is none']!);
      const config = { server: 'https://127.0.0.1:1', credentials: fixedCredential(credential) };
      await ask(config);
    });
  });

  it.each([
    ['behind a subcommand', (secret: string) => ['login', secret]],
    ['as the first', (secret: string) => [secret]],
    ['behind a short flag', (secret: string) => [`-p${secret}`]],
    ['in a script', (secret: string) => ['-c', `echo ${secret}`]],
    ['in an object', (secret: string) => ['login', JSON.stringify({ a: secret })]],
  ])('and prints an argument %s', async (_, argsOf) => {
    // Shorter than the secrets that are recognized by their look.
    const secret = 'Hunter7x';
    const args = argsOf(secret);
    const message = await expectNoSecrets((plant) =>
      run(plant, () => `echo "bad: $* ${secret}" >&2; exit 1`, { args }),
    );
    expect(message).toContain('bad: ');
    expect(message).not.toContain(secret);
  });

  it('says what else the program has said', async () => {
    const message = await expectNoSecrets((plant) => run(plant, () => 'echo "log in to the cluster" >&2; exit 3'));
    expect(message).toBe('the credential plug-in ./plugin failed: it ended with 3: log in to the cluster');
  });
});

async function ask(config: ClusterConfig): Promise<unknown> {
  const transport = createTransport(config, { requestTimeout: 2000 });
  onTestFinished(() => transport.close());
  return transport.send({ method: 'GET', path: '/api', label: 'get the API' });
}

describe('an issuer of tokens that repeats what it was sent', () => {
  const answers: Readonly<Record<string, (body: string, authorization: string) => [code: number, text: string]>> = {
    'in a refusal': (body) => [
      400,
      JSON.stringify({ error: 'invalid_grant', error_description: `not valid: ${body}` }),
    ],
    'in plain text': (body, authorization) => [400, `no: ${decodeURIComponent(body)} ${authorization}`],
    'in a page': (body) => [401, `<html><title>no ${body}</title></html>`],
    'in a status': (body) => [
      403,
      JSON.stringify({ kind: 'Status', message: body, details: { causes: [{ message: body }] } }),
    ],
    'in JSON that is broken': (body) => [200, `{"id_token": ${body}`],
    'in an answer without a token': (body) => [200, JSON.stringify({ refresh_token: body })],
    'in a token that is none': (body) => [200, JSON.stringify({ id_token: body })],
    'in the address that it sends on to': (body) => [302, body],
  };
  const asStatus = (message: string): string => JSON.stringify({ kind: 'Status', message });
  const news = Object.entries(looks).flatMap(([name, look]): [string, (typeof answers)[string]][] => [
    [`with a new token, ${name}`, () => [500, look(newToken)]],
    [`with a new token in a status, ${name}`, () => [401, asStatus(look(newToken))]],
  ]);
  let newToken = '';
  it.each([...Object.entries(answers), ...news])('%s', async (_, answer) => {
    await expectNoSecrets(async (plant) => {
      newToken = plant();
      const server = await startLoopbackServer(({ path, body, headers }, response) => {
        if (path.startsWith('/.well-known')) return sendJson(response, { token_endpoint: `${server.url}/token` });
        const [code, text] = answer(body, headers.authorization ?? '');
        const type = text.startsWith('<') ? 'text/html' : 'text/plain';
        response.writeHead(code, { 'content-type': type, ...(code === 302 && { location: `https://login/?${text}` }) });
        response.end(text);
      });
      const config = {
        issuer: server.url,
        clientId: 'c',
        clientSecret: plant(),
        refreshToken: plant(),
        idToken: plant(),
      };
      await oidcCredential(config, { origin: 'the user "u"', save: () => Promise.resolve() }).get();
    });
  });
});

describe('a server that repeats what it was sent', () => {
  type Answer = (body: string, authorization: string) => readonly [code: number, type: string, text: string];
  const status = (code: number, message: string): string =>
    JSON.stringify({ kind: 'Status', code, message, details: { causes: [{ message, field: 'data' }] } });
  const answers: Readonly<Record<string, Answer>> = {
    'in a refusal': (body, authorization) => [
      400,
      'application/json',
      status(400, `cannot decode ${body} ${authorization}`),
    ],
    'in a refusal of who asks': (_, authorization) => [
      401,
      'application/json',
      status(401, `invalid: ${authorization}`),
    ],
    'in a page': (_, authorization) => [502, 'text/html', `<title>bad gateway: ${authorization}</title>`],
    'in a page that is not a failure': (_, authorization) => [200, 'text/html', `<title>${authorization}</title>`],
    'in plain text': (body, authorization) => [500, 'text/plain', `${authorization}\n${body}`],
    'in JSON that is broken': (body) => [200, 'application/json', `{"a": ${body.slice(10)}`],
  };
  const value = (plant: Plant): Secret => ({
    metadata: { name: 'a', namespace: 'b' },
    data: { password: base64(plant()) },
    stringData: { token: plant() },
  });
  it.each(Object.entries(answers))('%s', async (_, answer) => {
    for (const write of [
      (client: ReturnType<typeof createClient>, plant: Plant) => client.create(Secret, value(plant)),
      (client: ReturnType<typeof createClient>, plant: Plant) =>
        client.patch(Secret, { name: 'a', namespace: 'b' }, [{ op: 'add', path: '/data/a', value: base64(plant()) }], {
          type: 'json',
        }),
      (client: ReturnType<typeof createClient>, plant: Plant) =>
        client.create(TokenReview, { metadata: {}, spec: { token: plant() } }),
    ])
      await expectNoSecrets(async (plant) => {
        const { url } = await startLoopbackServer(({ body, headers }, response) => {
          const [code, type, text] = answer(body, headers.authorization ?? '');
          response.writeHead(code, { 'content-type': type }).end(text);
        });
        const credential = plant().length % 2 === 0 ? { token: plant() } : { username: 'jane', password: plant() };
        const transport = createTransport({ server: url, credentials: fixedCredential(credential) });
        onTestFinished(() => transport.close());
        await write(createClient(transport), plant);
      });
  });
});

describe('a proxy that repeats what it was sent', () => {
  /** Starts a server that returns the first lines of every request as the reason. */
  async function echo(answer: (text: string) => string): Promise<number> {
    const server: Server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => socket.end(answer(data.toString())));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    return (server.address() as AddressInfo).port;
  }
  it.each([
    [
      'in the reason',
      (text: string) => `HTTP/1.1 407 no ${/proxy-authorization: (.*)/i.exec(text)?.[1] ?? ''}\r\n\r\n`,
    ],
    ['in place of an answer', (text: string) => text],
  ])('%s', async (_, answer) => {
    await expectNoSecrets(async (plant) => {
      const port = await echo(answer);
      const proxyUrl = `http://jane:${plant(encodeURIComponent)}@127.0.0.1:${port}`;
      await ask({ server: 'https://192.0.2.1', proxyUrl, credentials: fixedCredential({ token: plant() }) });
    });
  });

  it('in place of the API server', async () => {
    await expectNoSecrets(async (plant) => {
      const port = await echo((text) => text);
      await ask({ server: `http://127.0.0.1:${port}`, credentials: fixedCredential({ token: plant() }) });
    });
  });
});

describe('what is set up in another way', () => {
  const attempts: Readonly<Record<string, Attempt>> = {
    'a server that is not a URL': (plant) => ask({ server: `u:${plant()}@host:x`, credentials: fixedCredential({}) }),
    'a proxy of the environment': (plant) => parseProxy(`u:${plant()}@proxy`, 'the environment variable HTTPS_PROXY'),
    'a service account whose host is none': (plant) => {
      const folder = temporaryFolder({ token: plant(), 'ca.crt': plant(), namespace: 'n' });
      return ask(inClusterConfig({ KUBERNETES_SERVICE_HOST: `a b ${plant()}` }, folder));
    },
    'a service account whose authority is none': (plant) => {
      const folder = temporaryFolder({ token: plant(), 'ca.crt': plant(), namespace: 'n' });
      return ask(inClusterConfig({ KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: '1' }, folder));
    },
    'a token file with two lines': (plant) => {
      const path = join(temporaryFolder(), 'token');
      writeFileSync(path, `${plant()}\n${plant()}\n`);
      return ask({ server: 'http://127.0.0.1:1', credentials: tokenFile(path) });
    },
  };
  it.each(Object.entries(attempts))('%s', async (_, attempt) => {
    await expectNoSecrets(async (plant) => attempt(plant));
  });
});
