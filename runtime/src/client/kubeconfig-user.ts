import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError, fixedCredential, type Credential, type CredentialSource } from './cluster-config.js';
import { execCredential, type ClusterInfo } from './exec-credential.js';
import { textOf, type Named, type User } from './kubeconfig-file.js';
import { tokenFile } from './token-file.js';

/**
 * How a kubeconfig's user proves who they are.
 * @throws ConfigError when it is done in a way that is not supported, or in two ways at once
 */
export function userCredentials(user: Named<User> | undefined, cluster: ClusterInfo): CredentialSource {
  if (user === undefined) return fixedCredential({});
  const { value, folder, name } = user;
  const provider = value['auth-provider'];
  if (provider) {
    throw new ConfigError(
      `the user "${name}" uses the auth-provider ${provider.name}, which Kubernetes has given up; use an exec plug-in`,
    );
  }
  const certificate = certificateOf(user);
  const token = textOf(value.token);
  const path = textOf(value.tokenFile);
  const username = textOf(value.username);
  if (username !== undefined && (token ?? path) !== undefined) {
    throw new ConfigError(`the user "${name}" has a token and a password, and only one of them can be sent`);
  }
  if (path !== undefined) return withCertificate(tokenFile(resolve(folder, path), token), certificate);
  // A token stands over a plug-in, as in kubectl.
  if (value.exec && token === undefined) {
    return withCertificate(execCredential(value.exec, { cluster, folder }), certificate);
  }
  return fixedCredential({
    ...certificate,
    ...(token === undefined ? {} : { token }),
    ...(username === undefined ? {} : { username, password: value.password ?? '' }),
  });
}

type Certificate = Pick<Credential, 'clientCertificate' | 'clientKey'>;

function certificateOf(user: Named<User>): Certificate {
  const clientCertificate = pemOf(user, 'client-certificate');
  const clientKey = pemOf(user, 'client-key');
  if ((clientCertificate === undefined) !== (clientKey === undefined)) {
    throw new ConfigError(`the user "${user.name}" has only one of client-certificate and client-key`);
  }
  return clientCertificate === undefined || clientKey === undefined ? {} : { clientCertificate, clientKey };
}

function withCertificate(source: CredentialSource, certificate: Certificate): CredentialSource {
  return { ...source, get: async () => ({ ...(await source.get()), ...certificate }) };
}

/**
 * PEM text from `<key>-data`, in base64, or from the file that `<key>` names.
 * @throws ConfigError when the file cannot be read
 */
export function pemOf({ value, folder, name }: Named<object>, key: string): string | undefined {
  const fields = value as Readonly<Record<string, unknown>>;
  const data = textOf(fields[`${key}-data`]);
  if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8');
  const path = textOf(fields[key]);
  if (path === undefined) return undefined;
  try {
    return readFileSync(resolve(folder, path), 'utf8');
  } catch (cause) {
    throw new ConfigError(`the ${key} of "${name}" cannot be read: ${(cause as Error).message}`, { cause });
  }
}
