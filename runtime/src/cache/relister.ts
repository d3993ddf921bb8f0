import { abortController } from '../timing/abort-controller.js';
import { deferred, type Deferred } from '../timing/deferred.js';
import { whenAborted } from '../timing/wait.js';

/**
 * Restarts a reflector with a list on request: a list contains everything that was answered before it was requested. A
 * list in flight is not interrupted, and a failed list is retried with the usual backoff.
 */
export class Relister {
  #round: AbortController | undefined;
  /** Callers waiting for the next list, and for the one in flight. */
  #wanted: Deferred<void> | undefined;
  #coming: Deferred<void> | undefined;
  #isListed = false;
  #ended: Error | undefined;

  /** Runs a reflector repeatedly until `signal` is aborted. */
  async run(reflect: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    const stop = (): void => this.#round?.abort(signal.reason);
    void whenAborted(signal).then(stop);
    while (!signal.aborted) {
      this.#round = abortController();
      this.#isListed = false;
      await reflect(this.#round.signal);
    }
    this.#ended = signal.reason as Error;
    this.#wanted?.reject(this.#ended);
    this.#coming?.reject(this.#ended);
  }

  /**
   * Resolves when everything was listed by a list that is requested after this call.
   * @throws the error of the list
   */
  request(): Promise<void> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    this.#wanted ??= deferred();
    const { promise } = this.#wanted;
    if (this.#isListed) this.#begin();
    return promise;
  }

  /** Records that a list is about to be requested. */
  listing(): void {
    this.#isListed = false;
    this.#coming?.resolve();
    this.#coming = this.#wanted;
    this.#wanted = undefined;
  }

  /** Records that the list has arrived. */
  listed(): void {
    this.#isListed = true;
    this.#coming?.resolve();
    this.#coming = undefined;
    if (this.#wanted !== undefined) this.#begin();
  }

  /** Records that a list or a watch failed. */
  failed(error: unknown): void {
    this.#coming?.reject(error);
    this.#coming = undefined;
  }

  #begin(): void {
    this.#isListed = false;
    this.#round?.abort(new Error('the resource is listed again'));
  }
}
