import { ApiError } from '../transport/api-error.js';
import { isTooLarge } from '../transport/too-large-error.js';

/** Error for a server that opens a watch but ignores the request for initial events. */
export class NoInitialEventsError extends Error {
  override readonly name = 'NoInitialEventsError';
}

/**
 * Chooses how to read everything: as initial events of a watch, which needs little memory because objects arrive one by
 * one, or with a list, which every server supports.
 */
export class ListMode {
  #isKnown = true;
  #asWatch = true;
  #pageSize = 500;

  get asWatch(): boolean {
    return this.#asWatch;
  }

  /** Number of objects per request; reduced after a page was too large to read. */
  get pageSize(): number {
    return this.#pageSize;
  }

  /** Switches to lists: if watches show nothing, they do not deliver initial events either. */
  inPages(): void {
    this.#asWatch = false;
  }

  /**
   * Records a failure. Reports whether to switch to the other mode immediately, because the server does not support
   * this one.
   */
  failed(error: unknown): boolean {
    if (isTooLarge(error)) this.#pageSize = Math.max(1, Math.floor(this.#pageSize / 4));
    const isRefused = this.#asWatch && isUnknown(error);
    if (isRefused) this.#isKnown = false;
    // A missing permission would affect the other mode as well.
    if (!(error instanceof ApiError) || error.code >= 500 || isRefused) this.#asWatch = this.#isKnown && !this.#asWatch;
    return isRefused;
  }
}

/**
 * Reports whether an error means that the server does not support initial events: it is too old, or another program.
 */
function isUnknown(error: unknown): boolean {
  if (error instanceof NoInitialEventsError) return true;
  return error instanceof ApiError && [400, 405, 406, 415, 422].includes(error.code);
}
