import type { ResponseHead, ResponseHeaders } from './response-head.js';

/** Connection of a response. */
export interface ResponseSource {
  /** Stops or continues to read from the connection. */
  pause(): void;
  resume(): void;
  /** Closes the connection. */
  destroy(): void;
}

/** Unread bytes of a body at which the connection is paused. */
const mostUnread = 256 * 1024;

/** Response of a server, whose body is read while it arrives. */
export class HttpResponse {
  /** HTTP status code. */
  readonly code: number;
  readonly headers: ResponseHeaders;
  #source: ResponseSource | undefined;
  #pieces: Buffer[] = [];
  #unread = 0;
  #isPaused = false;
  #failure: { readonly reason: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor({ code, headers }: Pick<ResponseHead, 'code' | 'headers'>, source?: ResponseSource) {
    this.code = code;
    this.headers = headers;
    this.#source = source;
  }

  /** Reports whether the whole body has arrived; `take` returns the rest of it. */
  get isComplete(): boolean {
    return this.#source === undefined;
  }

  /** Returns the part of the body that has arrived since the last call. */
  take(): readonly Buffer[] {
    const pieces = this.#pieces;
    if (pieces.length === 0) return pieces;
    this.#pieces = [];
    this.#unread = 0;
    if (this.#isPaused) this.#source?.resume();
    this.#isPaused = false;
    return pieces;
  }

  /**
   * Resolves when more of the body has arrived, or its end.
   * @throws the reason if the connection broke or the request was aborted
   */
  async arrives(): Promise<void> {
    if (this.#pieces.length === 0 && this.#source !== undefined && this.#failure === undefined)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    // What arrived before the connection broke is read first.
    if (this.#failure !== undefined && this.#pieces.length === 0) throw this.#failure.reason;
  }

  /** Closes the connection if the body has not arrived completely. */
  destroy(): void {
    const source = this.#source;
    if (source === undefined) return;
    this.fail(new Error('the response was closed'));
    source.destroy();
  }

  /** Adds a piece of the body. */
  push(bytes: Buffer): void {
    this.#pieces.push(bytes);
    this.#unread += bytes.length;
    if (this.#unread > mostUnread && !this.#isPaused) {
      this.#isPaused = true;
      this.#source?.pause();
    }
    this.#notify();
  }

  /** Records the end of the body. */
  finish(): void {
    // The connection is used for the next response, even if part of this one is unread.
    if (this.#isPaused) this.#source?.resume();
    this.#source = undefined;
    this.#notify();
  }

  /** Records that nothing more arrives, because the connection broke or the request was aborted. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#notify();
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
