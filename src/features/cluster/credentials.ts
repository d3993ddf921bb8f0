import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterFiles } from './files.js';
import { writePrivately } from './write-privately.js';

/** The paths of a certificate and its key. */
interface Pair {
  readonly cert: string;
  readonly key: string;
}

/** The paths of the certificates and keys of a cluster. */
export interface Credentials {
  /** The certificate of the authority, whose key is not kept. */
  readonly authority: string;
  readonly serving: Pair;
  readonly admin: Pair;
  /** The key that signs the tokens of service accounts. */
  readonly serviceAccounts: string;
}

export function credentialsOf({ certificates }: ClusterFiles): Credentials {
  const path = (name: string): string => join(certificates, name);
  return {
    authority: path('ca.crt'),
    serving: { cert: path('apiserver.crt'), key: path('apiserver.key') },
    admin: { cert: path('admin.crt'), key: path('admin.key') },
    serviceAccounts: path('service-accounts.key'),
  };
}

/** Writes the certificates and keys of a cluster that are missing, and new certificates if the old ones are not valid. */
export async function writeCredentials(name: string, files: ClusterFiles): Promise<void> {
  const { authority, serving, admin, serviceAccounts } = credentialsOf(files);
  mkdirSync(files.certificates, { recursive: true, mode: 0o700 });
  if (!existsSync(serviceAccounts)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    // SEC 1: the API server reads the public key from the file as well, and supports only this format of a private key.
    writePrivately(serviceAccounts, privateKey.export({ type: 'sec1', format: 'pem' }).toString());
  }
  const issuedFiles = [serving, admin].flatMap(({ cert, key }) => [cert, key]);
  if (isValid(authority) && issuedFiles.every((path) => existsSync(path))) return;
  const { createCertificateAuthority } = await import('@operator-gen/runtime/testing');
  const issuer = createCertificateAuthority(`operator-gen cluster ${name}`);
  const issued = [
    [serving, issuer.issueServing('127.0.0.1', 'localhost', 'kubernetes.default.svc')],
    [admin, issuer.issueClient('operator-gen-admin', ['system:masters'])],
  ] as const;
  for (const [pair, { cert, key }] of issued) {
    writePrivately(pair.cert, cert);
    writePrivately(pair.key, key);
  }
  // Last, because it says that the others are there.
  writePrivately(authority, issuer.cert);
}

const month = 30 * 24 * 3_600_000;

/** Reports whether a certificate is valid now, and for another month. The clock can have been changed since it was made. */
function isValid(path: string): boolean {
  try {
    const { validFrom, validTo } = new X509Certificate(readFileSync(path));
    return Date.parse(validFrom) <= Date.now() && Date.parse(validTo) > Date.now() + month;
  } catch {
    return false;
  }
}
