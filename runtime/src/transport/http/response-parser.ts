import { InvalidResponseError, parseHead, type ResponseHead } from './response-head.js';

/** Receives the parts of a response. */
export interface ResponseSink {
  /** Called with the head; interim responses (1xx) are skipped. */
  head(head: ResponseHead): void;
  /** Called with each piece of the body, which shares its memory with what arrived. */
  piece(bytes: Buffer): void;
  /** Called once, after the last piece. */
  complete(): void;
}

/** Maximum sizes in bytes. Node allows 16 KiB for a head, Go 10 MiB; proxies add cookies and policies. */
const mostHead = 64 * 1024;
const mostSizeLine = 4 * 1024;

// Extensions are ignored: https://httpwg.org/specs/rfc9112.html#chunked.extension
const sizeLine =
  /^([\da-fA-F]{1,12})(?:;[!#$%&'*+\-.^_`|~\w]+(?:=(?:[!#$%&'*+\-.^_`|~\w]+|"[\t\x20\x21\x23-\x5b\x5d-\x7e\x80-\xff]*"))?)*$/;
// Trailers are ignored. They must not contain headers that frame a message.
const trailerLine = /^(?!(?:content-length|transfer-encoding):)[!#$%&'*+\-.^_`|~\w]+:[\t\x20-\x7e\x80-\xff]*$/i;

type State = 'head' | 'body' | 'until close' | 'size' | 'chunk' | 'chunk end' | 'trailers' | 'complete';

/**
 * Parses the responses of one connection, one after the other, as their bytes arrive in pieces of any size.
 * See https://httpwg.org/specs/rfc9112.html
 */
export class ResponseParser {
  readonly #sink: ResponseSink;
  #state: State = 'complete';
  /** Missing bytes of the body or of the chunk. */
  #left = 0;
  /** An incomplete head or line. One character is one byte. */
  #begun = '';
  /** Position in the bytes that are being parsed. */
  #at = 0;
  #trailers = 0;

  constructor(sink: ResponseSink) {
    this.#sink = sink;
  }

  /** Reports whether the last response has arrived completely. */
  get isComplete(): boolean {
    return this.#state === 'complete';
  }

  /** Starts to wait for the next response. */
  start(): void {
    this.#state = 'head';
  }

  /**
   * Parses what has arrived. Returns false if bytes follow the end of the response that no request asked for.
   * @throws InvalidResponseError if the response violates HTTP
   */
  feed(bytes: Buffer): boolean {
    this.#at = 0;
    while (this.#at < bytes.length && this.#state !== 'complete') this.#step(bytes);
    return this.#at === bytes.length;
  }

  /** Records that the server has closed the connection. Returns false if the response is incomplete. */
  end(): boolean {
    if (this.#state === 'until close') this.#complete();
    return this.#state === 'complete';
  }

  #step(bytes: Buffer): void {
    switch (this.#state) {
      case 'head':
        return this.#readHead(bytes);
      case 'until close':
        return this.#take(bytes, bytes.length - this.#at);
      case 'body':
      case 'chunk':
        return this.#readBody(bytes);
      case 'size':
        return this.#readSize(bytes);
      case 'chunk end':
        return this.#readChunkEnd(bytes);
      case 'trailers':
        return this.#readTrailer(bytes);
      case 'complete':
    }
  }

  #readHead(bytes: Buffer): void {
    const text = this.#until('\r\n\r\n', bytes, mostHead);
    if (text === undefined) return;
    const head = parseHead(`${text}\r\n`);
    if (head.code === 101) throw new InvalidResponseError('it switches to another protocol');
    if (head.code < 200 && head.keepsAlive) return;
    if (head.code < 200) throw new InvalidResponseError('it ends before it begins');
    this.#sink.head(head);
    const { framing } = head;
    if (framing === 'until close') this.#state = 'until close';
    else if (framing === 'chunked') this.#state = 'size';
    else if (framing === 0) this.#complete();
    else {
      this.#state = 'body';
      this.#left = framing;
    }
  }

  #readBody(bytes: Buffer): void {
    const size = Math.min(this.#left, bytes.length - this.#at);
    this.#left -= size;
    this.#take(bytes, size);
    if (this.#left > 0) return;
    if (this.#state === 'body') this.#complete();
    else this.#state = 'chunk end';
  }

  #readSize(bytes: Buffer): void {
    const line = this.#until('\r\n', bytes, mostSizeLine);
    if (line === undefined) return;
    const size = sizeLine.exec(line)?.[1];
    if (size === undefined) throw new InvalidResponseError('the size of a chunk is not a number');
    this.#left = Number.parseInt(size, 16);
    this.#trailers = 0;
    this.#state = this.#left === 0 ? 'trailers' : 'chunk';
  }

  #readChunkEnd(bytes: Buffer): void {
    const rest = this.#until('\r\n', bytes, 2);
    if (rest === undefined) return;
    if (rest !== '') throw new InvalidResponseError('a chunk is longer than its size');
    this.#state = 'size';
  }

  #readTrailer(bytes: Buffer): void {
    const line = this.#until('\r\n', bytes, mostHead);
    if (line === undefined) return;
    if (line === '') return this.#complete();
    this.#trailers += line.length;
    if (this.#trailers > mostHead || !trailerLine.test(line))
      throw new InvalidResponseError('its trailers are invalid');
  }

  #complete(): void {
    this.#state = 'complete';
    this.#sink.complete();
  }

  #take(bytes: Buffer, size: number): void {
    const end = this.#at + size;
    this.#sink.piece(this.#at === 0 && end === bytes.length ? bytes : bytes.subarray(this.#at, end));
    this.#at = end;
  }

  /** Reads to the end of a head or line and returns it without its mark; undefined if the mark has not arrived yet. */
  #until(mark: string, bytes: Buffer, most: number): string | undefined {
    const before = this.#begun.length;
    const text = this.#begun + bytes.toString('latin1', this.#at, this.#at + most + mark.length);
    const end = text.indexOf(mark, Math.max(0, before - mark.length + 1));
    if (end < 0) {
      if (text.length >= most + mark.length) throw new InvalidResponseError('a part of it is too long');
      this.#begun = text;
      this.#at = bytes.length;
      return undefined;
    }
    this.#begun = '';
    this.#at += end + mark.length - before;
    return text.slice(0, end);
  }
}
