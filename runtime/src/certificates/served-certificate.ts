import type { CertificateSource } from '../serving/certificate-source.js';
import type { Certificate } from '../serving/certificate.js';
import type { Listening } from '../serving/listen.js';
import { deferred } from '../timing/deferred.js';
import { whenAborted } from '../timing/wait.js';

/** Certificate that the manager created; connects its creator with the server that uses it. */
export class ServedCertificate implements CertificateSource {
  /** The reason why the webhooks cannot be called yet; undefined once they can be. */
  problem: string | undefined = 'the certificate authority has not been added to the webhooks yet';
  /** Called when the server listens. */
  onServing: () => void = () => undefined;
  readonly #first = deferred();
  #current: Certificate | undefined;
  #server: Pick<Listening, 'setCertificate'> | undefined;

  get isServing(): boolean {
    return this.#server !== undefined;
  }

  /** Starts to serve a certificate. Reports whether it differs from the previous one. */
  serve(certificate: Certificate): boolean {
    if (certificate.cert === this.#current?.cert) return false;
    this.#current = certificate;
    this.#server?.setCertificate(certificate);
    this.#first.resolve();
    return true;
  }

  async first(signal: AbortSignal): Promise<Certificate | undefined> {
    await Promise.race([this.#first.promise, whenAborted(signal)]);
    return signal.aborted ? undefined : this.#current;
  }

  follow(known: Certificate, server: Pick<Listening, 'setCertificate'>): () => void {
    this.#server = server;
    if (this.#current !== undefined && this.#current !== known) server.setCertificate(this.#current);
    this.onServing();
    return () => {
      this.#server = undefined;
    };
  }
}
