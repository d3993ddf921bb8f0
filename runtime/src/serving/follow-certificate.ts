import { watch } from 'node:fs';
import type { Logger } from '../log/logger.js';
import { Problems } from '../log/problems.js';
import { readCertificate, type Certificate, type CertificateFiles } from './certificate.js';
import type { Listening } from './listen.js';

export interface FollowOptions {
  readonly folder: string;
  readonly files?: CertificateFiles | undefined;
  /** Certificate in use. */
  readonly known: Certificate;
  /** Server that receives new certificates. */
  readonly server: Pick<Listening, 'setCertificate'>;
  readonly log: Logger;
  /** Counts the certificates that were read, or could not be used. */
  readonly metrics: { certificateRead(succeeded: boolean): void };
}

/** Milliseconds between checks of the directory, because not every file system reports changes. */
const lookAgain = 10_000;

/**
 * Passes each new certificate in a directory to a server; returns a function that stops it. An unusable certificate,
 * because a file is missing or the key does not match, is skipped, and the old one stays in use.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/certwatcher
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
        log.info('the server loaded a new certificate', { folder });
      }
      problems.isGone('certificate', 'the certificate can be used again', { folder });
    } catch (error) {
      metrics.certificateRead(false);
      problems.is('certificate', 'the new certificate cannot be used; the old one is kept', { folder, error });
    }
  };
  metrics.certificateRead(true);
  const watcher = watch(folder, look);
  watcher.on('error', () => undefined);
  const timer = setInterval(look, lookAgain).unref();
  // The certificate may have changed since the server received its first one.
  look();
  return () => {
    watcher.close();
    clearInterval(timer);
  };
}
