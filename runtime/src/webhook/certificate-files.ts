import { join } from 'node:path';
import { ConfigError } from '../errors/config-error.js';
import type { Logger } from '../log/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { CertificateSource } from '../serving/certificate-source.js';
import { readCertificate, type Certificate, type CertificateFiles } from '../serving/certificate.js';
import { followCertificate } from '../serving/follow-certificate.js';

/**
 * Returns a source for a certificate that is written externally into a directory, for example by cert-manager through a
 * mounted Secret.
 */
export function certificateFiles(
  folder: string,
  files: CertificateFiles,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): CertificateSource {
  return {
    first: async () => readFrom(folder, files),
    follow: (known, server) => followCertificate({ folder, files, known, server, log, metrics }),
  };
}

/** @throws ConfigError that names the files and their origin */
function readFrom(folder: string, files: CertificateFiles): Certificate {
  try {
    return readCertificate(folder, files);
  } catch (cause) {
    const { certName = 'tls.crt', keyName = 'tls.key' } = files;
    throw new ConfigError(
      `webhooks are served over HTTPS only, and there is no certificate: mount the Secret that cert-manager writes, ` +
        `name its folder with the option certDir, or let the manager create one with the option selfSigned ` +
        `(looked for ${join(folder, certName)} and ${join(folder, keyName)})`,
      { cause },
    );
  }
}
