import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Credential, PemSource } from '../transport/cluster-config.js';

/** A client certificate and its key, as PEM text. */
export type ClientCertificate = Required<Pick<Credential, 'clientCertificate' | 'clientKey'>>;

/** A certificate and its key that may be renewed while the process runs. */
export interface ClientCertificateSource {
  get(): ClientCertificate;
  /** Told that the certificate was not accepted. */
  rejected(): void;
}

/** The certificate of two files. They are renewed one after the other: a new one is used when its key is there. */
export function clientCertificateSource(certificate: PemSource, key: PemSource): ClientCertificateSource {
  const read = (): ClientCertificate => ({ clientCertificate: certificate.get(), clientKey: key.get() });
  let known = read();
  return {
    get: () => {
      const { clientCertificate, clientKey } = read();
      const isNew = clientCertificate !== known.clientCertificate || clientKey !== known.clientKey;
      if (isNew && fits(clientCertificate, clientKey)) known = { clientCertificate, clientKey };
      return known;
    },
    rejected: () => {
      certificate.rejected?.();
      key.rejected?.();
    },
  };
}

function fits(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
