import { abortController } from '../timing/abort-controller.js';
import { deferred, type Deferred } from '../timing/deferred.js';
import { whenAborted } from '../timing/wait.js';

/**
 * Lets a reflector begin anew, with a list, where somebody needs one: a list has everything that was answered before it was
 * asked for. A list that is on its way is not broken off, and one that fails is tried again as slowly as any other.
 */
export class Relister {
  #round: AbortController | undefined;
  /** Wait for a list that is yet to be asked for, and for the one that is on its way. */
  #wanted: Deferred<void> | undefined;
  #coming: Deferred<void> | undefined;
  #isListed = false;
  #ended: Error | undefined;

  /** Runs a reflector, again and again, until `signal` is aborted. */
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
   * Resolves when everything was listed, by a list that is asked for from now on.
   * @throws what the list failed with
   */
  request(): Promise<void> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    this.#wanted ??= deferred();
    const { promise } = this.#wanted;
    if (this.#isListed) this.#begin();
    return promise;
  }

  /** A list is about to be asked for. */
  listing(): void {
    this.#isListed = false;
    this.#coming?.resolve();
    this.#coming = this.#wanted;
    this.#wanted = undefined;
  }

  /** The list is there. */
  listed(): void {
    this.#isListed = true;
    this.#coming?.resolve();
    this.#coming = undefined;
    if (this.#wanted !== undefined) this.#begin();
  }

  /** A list or a watch failed. */
  failed(error: unknown): void {
    this.#coming?.reject(error);
    this.#coming = undefined;
  }

  #begin(): void {
    this.#isListed = false;
    this.#round?.abort(new Error('the resource is listed anew'));
  }
}
