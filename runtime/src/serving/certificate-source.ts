import type { Certificate } from './certificate.js';

/** Source of a server's certificate, at the start and while the server runs. */
export interface CertificateSource {
  /**
   * Returns the first certificate; undefined if `signal` is aborted before there is one.
   * @throws ConfigError if there will be none
   */
  first(signal: AbortSignal): Promise<Certificate | undefined>;
  /**
   * Called with the current certificate once the server listens. Passes each later one to the server; returns a
   * function that stops it.
   */
  follow(known: Certificate, server: { setCertificate(certificate: Certificate): void }): () => void;
}
