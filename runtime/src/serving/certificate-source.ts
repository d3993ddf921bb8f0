import type { Certificate } from './certificate.js';

/** Where the certificate of a server comes from, at the start and for as long as the server runs. */
export interface CertificateSource {
  /**
   * The certificate to begin with; undefined where `signal` is aborted before there is one.
   * @throws ConfigError when there will be none
   */
  first(signal: AbortSignal): Promise<Certificate | undefined>;
  /** Called once the server listens, with the certificate that it has. Gives it each that comes later; answers how to stop. */
  follow(known: Certificate, server: { setCertificate(certificate: Certificate): void }): () => void;
}
