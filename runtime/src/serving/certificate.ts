import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A serving certificate and its key, as PEM text. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** The names of a certificate's files in their folder; those of a mounted Secret unless said otherwise. */
export interface CertificateFiles {
  readonly certName?: string | undefined;
  readonly keyName?: string | undefined;
}

/** The certificate in a folder. @throws Error when a file is missing */
export function readCertificate(
  folder: string,
  { certName = 'tls.crt', keyName = 'tls.key' }: CertificateFiles = {},
): Certificate {
  return { cert: readFileSync(join(folder, certName), 'utf8'), key: readFileSync(join(folder, keyName), 'utf8') };
}
