import { resolve } from 'node:path';
import { defined } from '../json/defined.js';
import { clientCertificateSource, type ClientCertificate, type ClientCertificateSource } from './client-certificate.js';
import { ConfigError } from '../errors/config-error.js';
import {
  fixedCredential,
  pemText,
  type Credential,
  type CredentialSource,
  type PemSource,
} from '../transport/cluster-config.js';
import { execCredential, type ClusterInfo } from './exec-credential.js';
import { textOf, type Named, type User } from './kubeconfig-file.js';
import { saveTokens } from './kubeconfig-save.js';
import { oidcCredential } from './oidc-credential.js';
import { pemFile } from './pem-source.js';
import { tokenFile } from './token-file.js';

/**
 * Returns the credentials of a kubeconfig user.
 * @throws ConfigError if the authentication method is unsupported, or there are two of them
 */
export function userCredentials(user: Named<User> | undefined, cluster: ClusterInfo): CredentialSource {
  if (user === undefined) return fixedCredential({});
  const { value, folder, name } = user;
  const origin = originOf(user);
  const certificate = certificateOf(user);
  const token = textOf(value.token);
  const path = textOf(value.tokenFile);
  const username = textOf(value.username);
  if (username !== undefined && (token ?? path) !== undefined) {
    throw new ConfigError(`the user "${name}" has a token and a password, and only one of them can be sent`);
  }
  if (value.exec && value['auth-provider']) {
    throw new ConfigError(
      `the user "${name}" has an exec plug-in and an auth-provider, and only one of them can be asked`,
    );
  }
  if (path !== undefined) return withCertificate(tokenFile(resolve(folder, path), token), certificate);
  // As in kubectl, a token takes precedence over a plug-in.
  if (value.exec && token === undefined) {
    return withCertificate(execCredential(value.exec, { cluster, folder, origin }), certificate);
  }
  if (value['auth-provider'] && token === undefined) return withCertificate(providerCredentials(user), certificate);
  const password = username === undefined ? undefined : (value.password ?? '');
  const fixed = defined({ token, username, password });
  return withCertificate(fixedCredential(fixed, origin), certificate);
}

/**
 * Returns the credentials of an `auth-provider`.
 * See https://kubernetes.io/docs/reference/access-authn-authz/authentication/#using-kubectl
 */
function providerCredentials(user: Named<User>): CredentialSource {
  const { name: provider, config } = user.value['auth-provider'] ?? {};
  if (provider !== 'oidc') {
    throw new ConfigError(
      `the user "${user.name}" uses the auth-provider ${provider}, which Kubernetes no longer supports; use an exec plug-in`,
    );
  }
  const field = (key: string) => textOf(config?.[key]);
  const needed = (key: string): string => {
    const text = field(key);
    if (text === undefined) throw new ConfigError(`the auth-provider oidc of the user "${user.name}" has no ${key}`);
    return text;
  };
  const issuer = needed('idp-issuer-url');
  if (!URL.canParse(issuer))
    throw new ConfigError(`the idp-issuer-url of ${originOf(user)} is not a valid URL: write https://host/path`);
  return oidcCredential(
    {
      issuer,
      clientId: needed('client-id'),
      clientSecret: field('client-secret'),
      idToken: field('id-token'),
      refreshToken: field('refresh-token'),
      certificateAuthority: pemOf({ ...user, value: config ?? {} }, 'idp-certificate-authority'),
    },
    { origin: originOf(user), save: (tokens) => saveTokens(user.file, user.name, tokens) },
  );
}

function originOf({ name, file }: Named<object>): string {
  return `the user "${name}" in ${file}`;
}

function certificateOf(user: Named<User>): ClientCertificateSource | undefined {
  const certificate = pemOf(user, 'client-certificate');
  const key = pemOf(user, 'client-key');
  if ((certificate === undefined) !== (key === undefined)) {
    throw new ConfigError(`the user "${user.name}" has only one of client-certificate and client-key, and needs both`);
  }
  return certificate && key && clientCertificateSource(certificate, key);
}

/** Adds the user's own certificate to the credential; it takes precedence over that of a plug-in. */
function withCertificate(source: CredentialSource, certificate: ClientCertificateSource | undefined): CredentialSource {
  if (certificate === undefined) return source;
  let known: { readonly given: Credential; readonly own: ClientCertificate; readonly both: Credential } | undefined;
  const join = (given: Credential): Credential => {
    const own = certificate.get();
    if (known?.given !== given || known.own !== own) known = { given, own, both: { ...given, ...own } };
    return known.both;
  };
  return {
    ...source,
    get: () => {
      const given = source.get();
      return given instanceof Promise ? given.then(join) : join(given);
    },
    rejected: (credential) => {
      source.rejected?.(credential);
      certificate.rejected();
    },
  };
}

/**
 * Returns PEM text from `<key>-data`, in base64, or from the file that `<key>` names.
 * @throws ConfigError if the file cannot be read
 */
export function pemOf(named: Named<object>, key: string): PemSource | undefined {
  const fields = named.value as Readonly<Record<string, unknown>>;
  const data = textOf(fields[`${key}-data`]);
  if (data !== undefined) {
    return pemText(Buffer.from(data, 'base64').toString('utf8'), `the ${key}-data of "${named.name}" in ${named.file}`);
  }
  const path = textOf(fields[key]);
  return path === undefined ? undefined : pemFile(resolve(named.folder, path), `the ${key} of "${named.name}"`);
}
