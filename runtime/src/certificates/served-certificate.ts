import type { CertificateSource } from '../serving/certificate-source.js';
import type { Certificate } from '../serving/certificate.js';
import type { Listening } from '../serving/listen.js';
import { deferred } from '../timing/deferred.js';
import { whenAborted } from '../timing/wait.js';

/** The certificate that the manager made, between what makes it and the server that has it. */
export class ServedCertificate implements CertificateSource {
  /** Why the webhooks cannot be asked yet; undefined once they can. */
  problem: string | undefined = 'the API server has not been told yet whom to trust about the webhooks';
  /** Called when the server listens. */
  onServing: () => void = () => undefined;
  readonly #first = deferred();
  #current: Certificate | undefined;
  #server: Pick<Listening, 'setCertificate'> | undefined;

  get isServing(): boolean {
    return this.#server !== undefined;
  }

  /** Serves with a certificate from now on. Answers whether it is another one than before. */
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
