import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stringify } from 'yaml';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/tree.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import { readKubeconfig } from './kubeconfig.js';
import { kubeconfigPaths } from './kubeconfig-file.js';
import { loadConfig } from './load-config.js';

type Fields = Readonly<Record<string, unknown>>;

interface Parts {
  readonly clusters?: Readonly<Record<string, Fields>>;
  readonly users?: Readonly<Record<string, Fields>>;
  readonly contexts?: Readonly<Record<string, Fields>>;
  readonly current?: string;
}

/** Returns the text of a kubeconfig file. */
function kubeconfig({ clusters = {}, users = {}, contexts = {}, current }: Parts): string {
  const list = (key: string, entries: Readonly<Record<string, Fields>>) =>
    Object.entries(entries).map(([name, value]) => ({ name, [key]: value }));
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: list('cluster', clusters),
    users: list('user', users),
    contexts: list('context', contexts),
    ...(current === undefined ? {} : { 'current-context': current }),
  });
}

/** Returns a simple file with additional fields in its cluster and its user. */
function simple(cluster: Fields = {}, user: Fields = {}): string {
  return kubeconfig({
    clusters: { c: { server: 'https://c:6443', ...cluster } },
    users: { u: user },
    contexts: { x: { cluster: 'c', user: 'u' } },
    current: 'x',
  });
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Reads the configuration of one file, with additional files in its directory. */
function read(text: string, files: Readonly<Record<string, string>> = {}) {
  return readKubeconfig([join(temporaryFolder({ ...files, config: text }), 'config')]);
}

/** Returns the cluster, user and context that kubectl would use for the same files. */
function askKubectl(paths: readonly string[], context?: string): { cluster: Fields; user: Fields; context: Fields } {
  const args = ['config', 'view', '--minify', '--flatten', '--raw', '-o', 'json'];
  const output = execFileSync('kubectl', context === undefined ? args : [...args, `--context=${context}`], {
    env: { ...process.env, KUBECONFIG: paths.join(delimiter) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const view = JSON.parse(output.toString()) as Record<string, [Record<string, Fields>]>;
  return {
    cluster: view['clusters']![0]['cluster']!,
    user: view['users']?.[0]['user'] ?? {},
    context: view['contexts']![0]['context']!,
  };
}

/** Returns the PEM text of the authority, whatever its form. */
function pemOf({ certificateAuthority: authority }: ClusterConfig): string | undefined {
  return typeof authority === 'object' ? authority.get() : authority;
}

const hasKubectl = (() => {
  try {
    return execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' }) !== undefined;
  } catch {
    return false;
  }
})();

const merges: Readonly<
  Record<string, { readonly files: Readonly<Record<string, string>>; readonly context?: string }>
> = {
  'one file': { files: { a: simple({ 'tls-server-name': 'kubernetes' }, { token: 't' }) } },
  'a file that is not there': { files: { a: simple() } },
  'the first current context': {
    files: {
      a: kubeconfig({ clusters: { one: { server: 'https://one' } } }),
      b: kubeconfig({ contexts: { second: { cluster: 'one', user: 'u', namespace: 'n2' } }, current: 'second' }),
      c: kubeconfig({ contexts: { third: { cluster: 'one' } }, users: { u: { token: 'late' } }, current: 'third' }),
    },
  },
  'an entry in two files, which is not mixed': {
    files: {
      a: kubeconfig({
        users: { u: { username: 'first', password: 'p' } },
        clusters: { c: { server: 'https://first' } },
      }),
      b: simple(
        { 'tls-server-name': 'second', 'insecure-skip-tls-verify': true },
        { 'client-certificate-data': base64('C') },
      ),
    },
  },
  'a context that is named': {
    files: {
      a: simple(),
      b: kubeconfig({
        contexts: { second: { cluster: 'c', user: 'v', namespace: 'ns' } },
        users: { v: { token: 'v' } },
        current: 'second',
      }),
    },
    context: 'second',
  },
  'files beside each config': {
    files: {
      'a/config': kubeconfig({ clusters: { c: { server: 'https://c', 'certificate-authority': 'pki/ca.crt' } } }),
      'a/pki/ca.crt': 'CA of a',
      'b/config': simple(
        { 'certificate-authority': '../a/none' },
        { 'client-certificate': 'u.crt', 'client-key': '../keys/u.key' },
      ),
      'b/u.crt': 'certificate of b',
      'keys/u.key': 'key',
    },
  },
  'a proxy': { files: { a: simple({ 'proxy-url': 'socks5://u:p@localhost:1080' }) } },
  'words of YAML 1.1': {
    files: { a: simple().replace('server:', 'insecure-skip-tls-verify: yes\n      server:') },
  },
  'data and impersonation': {
    files: {
      a: simple(
        { 'certificate-authority-data': base64('PEM') },
        { token: 't', as: 'jane', 'as-uid': '42', 'as-groups': ['g'], 'as-user-extra': { scopes: ['a', 'b'] } },
      ),
    },
  },
};

describe.skipIf(!hasKubectl && process.env['CI'] !== 'true')('the same as kubectl', () => {
  it.each(Object.entries(merges))('for %s', async (_, { files, context }) => {
    const folder = temporaryFolder(files);
    const configs = Object.keys(files).filter((path) => path.length === 1 || path.endsWith('/config'));
    const paths = [join(folder, 'missing'), ...configs.map((path) => join(folder, path))];
    const ours = await readKubeconfig(paths, context);
    const theirs = askKubectl(paths, context);
    const { token, username, password, clientCertificate, clientKey } = await ours.credentials.get();
    const encoded = (text: string | undefined) => (text === undefined ? undefined : base64(text));
    const { user, uid, groups, extra } = ours.impersonate ?? {};
    const fields = (object: Fields) => JSON.parse(JSON.stringify(object)) as Fields;
    expect(
      fields({
        server: ours.server,
        'certificate-authority-data': encoded(pemOf(ours)),
        'insecure-skip-tls-verify': ours.skipTlsVerify,
        'tls-server-name': ours.tlsServerName,
        'proxy-url': ours.proxyUrl,
      }),
    ).toEqual(theirs.cluster);
    expect(
      fields({
        token,
        username,
        password,
        as: user,
        'as-uid': uid,
        'as-groups': groups,
        'as-user-extra': extra,
        'client-certificate-data': encoded(clientCertificate),
        'client-key-data': encoded(clientKey),
      }),
    ).toEqual(theirs.user);
    expect(ours.namespace).toBe(theirs.context['namespace']);
  });
});

describe('a clear error', () => {
  it.each([
    [
      'no current context',
      simple().replace('current-context: x', ''),
      /^no context is chosen in .*config: kubectl config use-context/,
    ],
    [
      'a context that is not there',
      simple().replace('current-context: x', 'current-context: z'),
      /no context "z"; it has: x$/,
    ],
    ['a cluster that is not there', simple().replace('cluster: c', 'cluster: d'), /no cluster "d"; it has: c$/],
    ['a user that is not there', simple().replace('user: u', 'user: v'), /no user "v"; it has: u$/],
    ['a cluster without a server', simple({ server: '' }), /the cluster "c" of the kubeconfig has no server/],
    [
      'a server without a scheme',
      simple({ server: 'c:6443' }),
      /the server of the cluster "c" in .*config must begin with https/,
    ],
    [
      'a server that is not a URL',
      simple({ server: 'https://c:x' }),
      /the cluster "c" in .*config is not a valid URL: write https/,
    ],
    [
      'a proxy of another kind',
      simple({ 'proxy-url': 'ftp://p' }),
      /the proxy-url of the cluster "c" must begin with http:\/\/, https:\/\/ or socks5:\/\/$/,
    ],
    ['a proxy without a scheme', simple({ 'proxy-url': 'p' }), /the proxy-url of the cluster "c" must begin with http/],
    [
      'a proxy that is not a URL',
      simple({ 'proxy-url': 'http://p:x' }),
      /the cluster "c" is not a valid URL: write http:\/\/host:port/,
    ],
    ['an auth-provider', simple({}, { 'auth-provider': { name: 'gcp' } }), /the user "u" uses the auth-provider gcp/],
    [
      'a missing file',
      simple({ 'certificate-authority': 'no.crt' }),
      /the certificate-authority of "c" cannot be read: ENOENT.*no\.crt/,
    ],
    [
      'a certificate without its key',
      simple({}, { 'client-certificate-data': base64('C') }),
      /only one of client-certificate and client-key/,
    ],
    ['a token and a password', simple({}, { token: 't', username: 'u' }), /the user "u" has a token and a password/],
    [
      'a plug-in without a command',
      simple({}, { exec: {} }),
      /the user "u" in .*config has an exec part that names no command/,
    ],
    [
      'two programs to ask',
      simple({}, { exec: { command: 'c' }, 'auth-provider': { name: 'oidc' } }),
      /the user "u" has an exec plug-in and an auth-provider/,
    ],
    [
      'an issuer that is not named',
      simple({}, { 'auth-provider': { name: 'oidc' } }),
      /of the user "u" has no idp-issuer-url/,
    ],
    [
      'an issuer that is not a URL',
      simple({}, { 'auth-provider': { name: 'oidc', config: { 'idp-issuer-url': 'me' } } }),
      /the idp-issuer-url of the user "u" in .*config is not a valid URL: write https/,
    ],
    ['a group without a user to act as', simple({}, { 'as-groups': ['g'] }), /does not say whom to impersonate/],
    ...['g', [5], { g: 1 }].map((groups): [string, string, RegExp] => [
      `groups that are not a list of texts: ${JSON.stringify(groups)}`,
      simple({}, { as: 'jane', 'as-groups': groups }),
      /as-groups of the user "u" in .*config is not a list of strings: write/,
    ]),
    ...['e', { k: 'text' }, ['a'], { k: [1] }, { k: null }, { k: ['a'], l: 'b' }].map(
      (extra): [string, string, RegExp] => [
        `an extra that is not a map of lists: ${JSON.stringify(extra)}`,
        simple({}, { as: 'jane', 'as-user-extra': extra }),
        /as-user-extra of the user "u" in .*config is not a map of lists of strings: write/,
      ],
    ),
    ['text that is not YAML', 'a: [', /config is not valid YAML: .* at line 1, column \d+; correct it/],
    ['text that is not a kubeconfig', 'hello', /config is not a kubeconfig/],
    ['a list that is none', 'clusters: hello', /config: clusters is not a list/],
    ['an entry without a name', 'clusters: [{ cluster: { server: x } }]', /config: clusters\[0\] has no name/],
    ['an entry without fields', 'users: [{ name: u, user: text }]', /the user "u" has no fields/],
    ['an entry that is there twice', 'users: [{ name: u }, { name: u }]', /the user "u" exists twice/],
  ])('comes of %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(
      expect.objectContaining({ name: 'ConfigError', message: expect.stringMatching(message) as string }) as Error,
    );
  });
});

describe('credentials', () => {
  it('come from a token file, with the certificate beside it', async () => {
    const user = {
      token: 'old',
      tokenFile: 'token',
      'client-certificate-data': base64('C'),
      'client-key-data': base64('K'),
    };
    const { credentials } = await read(simple({}, user), { token: 'fresh' });
    const credential = await credentials.get();
    expect(credential).toEqual({ token: 'fresh', clientCertificate: 'C', clientKey: 'K' });
  });

  it('come from a plug-in beside the kubeconfig, which receives the cluster', async () => {
    const extension = { name: 'client.authentication.k8s.io/exec', extension: { audience: 'me' } };
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'bin/plugin', provideClusterInfo: true };
    const folder = temporaryFolder({
      config: simple({ 'certificate-authority-data': base64('PEM'), extensions: [extension] }, { exec }),
      'bin/plugin': `#!${process.execPath}
        const { apiVersion, spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
        console.log(JSON.stringify({ apiVersion, status: { token: JSON.stringify(spec.cluster) } }));`,
    });
    chmodSync(join(folder, 'bin/plugin'), 0o755);
    const { credentials } = await readKubeconfig([join(folder, 'config')]);
    const { token } = await credentials.get();
    expect(JSON.parse(token!)).toEqual({
      server: 'https://c:6443',
      'certificate-authority-data': base64('PEM'),
      config: { audience: 'me' },
    });
  });
});

describe('the files to read', () => {
  it('are those of KUBECONFIG, or the one at home', () => {
    expect(kubeconfigPaths({ KUBECONFIG: ['a', '', 'b'].join(delimiter) })).toEqual(['a', 'b']);
    expect(kubeconfigPaths({})).toEqual([expect.stringMatching(/\.kube.config$/)]);
  });

  it('are the one that is named, before KUBECONFIG', async () => {
    const folder = temporaryFolder({ named: simple({ server: 'https://named' }), other: simple() });
    vi.stubEnv('KUBECONFIG', join(folder, 'other'));
    await expect(loadConfig({ kubeconfig: join(folder, 'named') })).resolves.toMatchObject({ server: 'https://named' });
    await expect(loadConfig()).resolves.toMatchObject({ server: 'https://c:6443' });
    await expect(loadConfig({ kubeconfig: join(folder, 'missing') })).rejects.toThrow(
      /there is no kubeconfig at .*missing/,
    );
    vi.stubEnv('KUBECONFIG', join(folder, 'missing'));
    await expect(loadConfig()).rejects.toThrow(/no cluster is configured: there is no kubeconfig at .*missing/);
    vi.unstubAllEnvs();
  });
});
