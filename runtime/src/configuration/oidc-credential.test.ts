import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeCertificate } from '../../../test/support/certificate.js';
import { sendJson, startLoopbackServer, type ReceivedRequest } from '../../../test/support/loopback-server.js';
import { temporaryFolder } from '../../../test/support/tree.js';
import { readKubeconfig } from './kubeconfig.js';

/** Returns a token that expires in the given number of seconds. */
function idToken(expires: number, name = 'me'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub: name, exp: Math.floor(Date.now() / 1000) + expires })}.signature`;
}

interface Issuer {
  readonly url: string;
  readonly ca: string;
  readonly requests: readonly ReceivedRequest[];
}

/** Starts an issuer that answers refresh requests as the test specifies. */
async function startIssuer(refresh: () => [code: number, answer: object], discovery: object = {}): Promise<Issuer> {
  const tls = makeCertificate({ ip: '127.0.0.1' });
  const server = await startLoopbackServer(({ path }, response) => {
    if (path !== '/realm/.well-known/openid-configuration')
      return sendJson(response, ...(refresh().toReversed() as [object, number]));
    sendJson(response, { token_endpoint: `${server.url}/token`, ...discovery });
  }, tls);
  return { url: `${server.url}/realm`, ca: tls.cert, requests: server.requests };
}

/** Writes a kubeconfig for a user of the issuer; returns its path. */
function kubeconfig({ url, ca }: Issuer, fields: Readonly<Record<string, string>>): string {
  const config = {
    'idp-issuer-url': url,
    'client-id': 'kubectl',
    'idp-certificate-authority-data': Buffer.from(ca).toString('base64'),
    ...fields,
  };
  const text = stringify({
    clusters: [{ name: 'c', cluster: { server: 'https://c' } }],
    users: [
      { name: 'other', user: { token: 'theirs' } },
      { name: 'u', user: { 'auth-provider': { name: 'oidc', config } } },
    ],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });
  return join(temporaryFolder({ config: `# Mine.\n${text}` }), 'config');
}

const credentialsOf = async (path: string) => (await readKubeconfig([path])).credentials;
const formOf = ({ body }: ReceivedRequest) => Object.fromEntries(new URLSearchParams(body));

describe('an id-token', () => {
  it('is used while it is good', async () => {
    const issuer = await startIssuer(() => [500, {}]);
    const token = idToken(3600);
    const path = kubeconfig(issuer, { 'id-token': token });
    expect(await (await credentialsOf(path)).get()).toEqual({ token });
    expect(issuer.requests).toHaveLength(0);
  });

  it('that has expired is renewed once for all who wait, and the new tokens are saved', async () => {
    const next = idToken(3600);
    const issuer = await startIssuer(() => [200, { id_token: next, refresh_token: 'second' }]);
    const path = kubeconfig(issuer, { 'id-token': idToken(5), 'refresh-token': 'first', 'client-secret': 's/cret' });
    const credentials = await credentialsOf(path);
    const answers = await Promise.all([credentials.get(), credentials.get(), credentials.get()]);
    expect(answers).toEqual([{ token: next }, { token: next }, { token: next }]);
    expect(issuer.requests).toHaveLength(2);
    expect(formOf(issuer.requests[1]!)).toEqual({ grant_type: 'refresh_token', refresh_token: 'first' });
    expect(issuer.requests[1]!.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from('kubectl:s%2Fcret').toString('base64')}`,
    });
    const saved = readFileSync(path, 'utf8');
    expect(saved).toContain('# Mine.');
    expect(saved).toContain('refresh-token: second');
    expect(await (await credentialsOf(path)).get()).toEqual({ token: next });
  });

  it('that was refused is renewed, and an old one that was refused changes nothing', async () => {
    let count = 0;
    const issuer = await startIssuer(() => [200, { id_token: idToken(3600, `n${(count += 1)}`) }]);
    const path = kubeconfig(issuer, { 'id-token': idToken(3600), 'refresh-token': 'r' });
    const credentials = await credentialsOf(path);
    const first = await credentials.get();
    credentials.rejected?.(first);
    const second = await credentials.get();
    credentials.rejected?.(first);
    expect(await credentials.get()).toEqual(second);
    expect(second).not.toEqual(first);
    expect(count).toBe(1);
  });

  it('is asked for with the secret in the form, where the issuer wants it there, and without one', async () => {
    const answer = (): [number, object] => [200, { id_token: idToken(3600) }];
    const posting = await startIssuer(answer, { token_endpoint_auth_methods_supported: ['client_secret_post'] });
    await (await credentialsOf(kubeconfig(posting, { 'refresh-token': 'r', 'client-secret': 's' }))).get();
    expect(formOf(posting.requests[1]!)).toMatchObject({ client_id: 'kubectl', client_secret: 's' });
    const open = await startIssuer(answer);
    await (await credentialsOf(kubeconfig(open, { 'refresh-token': 'r' }))).get();
    expect(formOf(open.requests[1]!)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'r',
      client_id: 'kubectl',
    });
    expect(open.requests[1]!.headers.authorization).toBeUndefined();
  });

  it('is used although it cannot be saved, which is said', async () => {
    const next = idToken(3600);
    const issuer = await startIssuer(() => [200, { id_token: next }]);
    const path = kubeconfig(issuer, { 'refresh-token': 'r' });
    writeFileSync(`${path}.lock`, '');
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    expect(await (await credentialsOf(path)).get()).toEqual({ token: next });
    expect(warn.mock.calls[0]![0]).toMatch(/^the new tokens of the user "u" could not be saved in .*config: EEXIST/);
    expect(statSync(`${path}.lock`).isFile()).toBe(true);
  });
});

describe('a clear error', () => {
  it.each<[string, () => [number, object], object, RegExp]>([
    [
      'the issuer refuses',
      () => [400, { error: 'invalid_grant' }],
      {},
      /could not be renewed: ask .*invalid_grant.*; log in again$/,
    ],
    ['it answers without a token', () => [200, {}], {}, /has no id_token; the log-in must request the scope "openid"/],
    ['the token says no time', () => [200, { id_token: 'a.b.c' }], {}, /does not say when it expires/],
    ['the issuer names no endpoint', () => [200, {}], { token_endpoint: 'here' }, /names no token_endpoint/],
  ])('comes when %s', async (_, refresh, discovery, message) => {
    const path = kubeconfig(await startIssuer(refresh, discovery), { 'refresh-token': 'r' });
    const { credentials } = await readKubeconfig([path]);
    await expect(credentials.get()).rejects.toThrow(message);
    await expect(credentials.get()).rejects.toThrow(/^the id-token of the user "u" in .*config could not be renewed/);
  });

  it('comes without the tokens that the issuer repeats', async () => {
    const repeats = (): [number, object] => [400, { message: 'OLD-TOKEN of CLIENT-SECRET is not good' }];
    const open = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    const login = { 'refresh-token': 'OLD-TOKEN', 'client-secret': 'CLIENT-SECRET' };
    const { credentials } = await readKubeconfig([kubeconfig(await startIssuer(repeats, open), login)]);
    const error = await Promise.resolve(credentials.get()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringMatching(/could not be renewed.* is not good/) });
    expect((error as Error).message).not.toMatch(/OLD-TOKEN|CLIENT-SECRET/);
  });

  it('comes when there is nothing to renew it with', async () => {
    const path = kubeconfig(await startIssuer(() => [200, {}]), { 'id-token': idToken(-5) });
    await expect((await credentialsOf(path)).get()).rejects.toThrow(
      /^the user "u" in .*config has no id-token that is still good, and no refresh-token: log in again$/,
    );
  });

  it('comes when the issuer cannot be reached, or is someone else', async () => {
    const issuer = await startIssuer(() => [200, {}]);
    const other = makeCertificate({ ip: '127.0.0.1' });
    await expect(
      (await credentialsOf(kubeconfig({ ...issuer, ca: other.cert }, { 'refresh-token': 'r' }))).get(),
    ).rejects.toThrow(/is not signed by the idp-certificate-authority-data of "u" in .*config/);
    const gone = { ...issuer, url: 'https://127.0.0.1:1/realm' };
    await expect((await credentialsOf(kubeconfig(gone, { 'refresh-token': 'r' }))).get()).rejects.toThrow(
      /ECONNREFUSED/,
    );
  });
});
