import { ApiError } from '../transport/api-error.js';
import { isTooLarge } from '../transport/too-large-error.js';

/** Thrown where a server begins a watch, and does not know that it was to begin with everything that there is. */
export class NoInitialEventsError extends Error {
  override readonly name = 'NoInitialEventsError';
}

/**
 * How everything is asked for: as the beginning of a watch, which is light, because the objects come one by one; or by a
 * list, which every server knows.
 */
export class ListMode {
  #isKnown = true;
  #asWatch = true;
  #pageSize = 500;

  get asWatch(): boolean {
    return this.#asWatch;
  }

  /** How many objects are asked for at a time: fewer after a page that was too large to be read. */
  get pageSize(): number {
    return this.#pageSize;
  }

  /** Watches show nothing: what they begin with would not come either. */
  inPages(): void {
    this.#asWatch = false;
  }

  /** Something went wrong. Answers whether the other way can be tried at once, because the server does not know this one. */
  failed(error: unknown): boolean {
    if (isTooLarge(error)) this.#pageSize = Math.max(1, Math.floor(this.#pageSize / 4));
    const isRefused = this.#asWatch && isUnknown(error);
    if (isRefused) this.#isKnown = false;
    // Who may not, may not do it the other way either.
    if (!(error instanceof ApiError) || error.code >= 500 || isRefused) this.#asWatch = this.#isKnown && !this.#asWatch;
    return isRefused;
  }
}

/** Whether an error says that the server cannot begin a watch with a list: it is too old, or another program. */
function isUnknown(error: unknown): boolean {
  if (error instanceof NoInitialEventsError) return true;
  return error instanceof ApiError && [400, 405, 406, 415, 422].includes(error.code);
}
