import { readFileSync, watch } from 'node:fs';
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

/** Milliseconds after which a folder is looked at again: not every file system tells of what changes in it. */
const lookAgain = 10_000;

/**
 * Calls back with each new certificate in a folder; answers how to stop. A half-written pair is waited over, and so is one
 * that `changed` throws at.
 * @param known the certificate that is in use
 */
export function watchCertificate(
  folder: string,
  changed: (certificate: Certificate) => void,
  files?: CertificateFiles,
  known = certificateIn(folder, files),
): () => void {
  const look = (): void => {
    const found = certificateIn(folder, files);
    if (found === undefined || (found.cert === known?.cert && found.key === known.key)) return;
    try {
      changed(found);
      known = found;
    } catch {
      // A certificate and a key that do not belong together: the other half is on its way.
    }
  };
  const watcher = watch(folder, look);
  watcher.on('error', () => undefined);
  const timer = setInterval(look, lookAgain).unref();
  look();
  return () => {
    watcher.close();
    clearInterval(timer);
  };
}

/** Undefined between the removal of the old files and the new ones. */
function certificateIn(folder: string, files?: CertificateFiles): Certificate | undefined {
  try {
    return readCertificate(folder, files);
  } catch {
    return undefined;
  }
}
