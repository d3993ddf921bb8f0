import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Serving certificate and its key, as PEM text. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** File names of a certificate in its directory; they default to those of a mounted Secret. */
export interface CertificateFiles {
  readonly certName?: string | undefined;
  readonly keyName?: string | undefined;
}

/**
 * Reads the certificate from a directory.
 * @throws Error if a file is missing
 */
export function readCertificate(
  folder: string,
  { certName = 'tls.crt', keyName = 'tls.key' }: CertificateFiles = {},
): Certificate {
  return { cert: readFileSync(join(folder, certName), 'utf8'), key: readFileSync(join(folder, keyName), 'utf8') };
}
