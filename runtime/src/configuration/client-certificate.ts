import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Credential, PemSource } from '../transport/cluster-config.js';

/** Client certificate and its key, as PEM text. */
export type ClientCertificate = Required<Pick<Credential, 'clientCertificate' | 'clientKey'>>;

/** Source of a certificate and its key, which can be renewed while the process runs. */
export interface ClientCertificateSource {
  get(): ClientCertificate;
  /** Reports that the certificate was rejected. */
  rejected(): void;
}

/**
 * Creates a source that reads the certificate and the key from two files. They are renewed one after the other, so a
 * new certificate is used only once its key is there.
 */
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
