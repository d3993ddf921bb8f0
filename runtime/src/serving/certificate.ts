import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

/** A serving certificate and its key, as PEM text. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** The certificate in a folder as a mounted Secret has it: `tls.crt` and `tls.key`. */
export function readCertificate(folder: string): Certificate {
  return { cert: readFileSync(join(folder, 'tls.crt'), 'utf8'), key: readFileSync(join(folder, 'tls.key'), 'utf8') };
}

/** Calls back with each new certificate in a folder; answers how to stop. A half-written pair is waited over. */
export function watchCertificate(folder: string, changed: (certificate: Certificate) => void): () => void {
  const watcher = watch(folder, () => {
    try {
      changed(readCertificate(folder));
    } catch {
      // Between the removal of the old link and the new one; another event follows.
    }
  });
  return () => watcher.close();
}
