import { watch } from 'node:fs';
import type { Logger } from '../log/logger.js';
import { Problems } from '../log/problems.js';
import { readCertificate, type Certificate, type CertificateFiles } from './certificate.js';
import type { Listening } from './listen.js';

export interface FollowOptions {
  readonly folder: string;
  readonly files?: CertificateFiles | undefined;
  /** The certificate that is in use. */
  readonly known: Certificate;
  /** Takes on the new ones. */
  readonly server: Pick<Listening, 'setCertificate'>;
  readonly log: Logger;
  /** Where it is counted that a certificate was read, or could not be used. */
  readonly metrics: { certificateRead(succeeded: boolean): void };
}

/** Milliseconds after which a folder is looked at again: not every file system tells of what changes in it. */
const lookAgain = 10_000;

/**
 * Gives a server each new certificate of a folder; answers how to stop. One that cannot be used, because a file is missing or
 * because certificate and key do not belong together, is waited over, and the old one stays.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/certwatcher
 */
export function followCertificate({ folder, files, known, server, log, metrics }: FollowOptions): () => void {
  const problems = new Problems(log);
  let current = known;
  const look = (): void => {
    try {
      const found = readCertificate(folder, files);
      if (found.cert !== current.cert || found.key !== current.key) {
        server.setCertificate(found);
        current = found;
        metrics.certificateRead(true);
        log.info('the server took on a new certificate', { folder });
      }
      problems.isGone('certificate', 'the certificate can be used again', { folder });
    } catch (error) {
      metrics.certificateRead(false);
      problems.is('certificate', 'the new certificate cannot be used, and the old one stays', { folder, error });
    }
  };
  metrics.certificateRead(true);
  const watcher = watch(folder, look);
  watcher.on('error', () => undefined);
  const timer = setInterval(look, lookAgain).unref();
  // What changed since the server was given its first.
  look();
  return () => {
    watcher.close();
    clearInterval(timer);
  };
}
