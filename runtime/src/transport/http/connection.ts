import type { Socket } from 'node:net';
import type { ExchangeFailure } from '../failure.js';
import { HttpResponse } from './http-response.js';
import type { ResponseHead } from './response-head.js';
import { ResponseParser, type ResponseSink } from './response-parser.js';

/** A request in its wire format. */
export interface RequestText {
  /** Request line and headers, with their line ends. */
  readonly head: string;
  readonly body: string | undefined;
  /**
   * Called in the same tick in which bytes are handed to the open connection; returns an error if they must not be sent.
   */
  readonly refusal: () => Error | undefined;
}

/** A request in progress. */
export interface Sending {
  /** The head of the response. Its error is also an `ExchangeFailure`. */
  readonly response: Promise<HttpResponse>;
  /** Ends the request, even while its response is read, and closes the connection. Has no effect after the request is done. */
  abort(reason: unknown): void;
}

interface Exchange {
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (error: unknown) => void;
  readonly reused: boolean;
  response?: HttpResponse;
  /** Whether the server keeps the connection open after the response. */
  keepsAlive: boolean;
  /** Whether any byte of the request may have reached the server. */
  sent: boolean;
  isSentCompletely: boolean;
}

// A larger body may not fit into the socket buffer at once, and the rest would leave the process later.
const leavesAtOnce = 16_384;

/** An open connection to a server, which takes one request at a time. */
export class Connection {
  readonly socket: Socket;
  /** Time in milliseconds after which the server may close the connection, as it has announced; often undefined. */
  announcedIdle: number | undefined;
  readonly #released: (connection: Connection) => void;
  readonly #parser: ResponseParser;
  #exchange: Exchange | undefined;
  #wasUsed = false;

  /**
   * @param socket an open socket; for TLS, its handshake is complete
   * @param released called when the connection can take the next request
   */
  constructor(socket: Socket, released: (connection: Connection) => void) {
    this.socket = socket;
    this.#released = released;
    this.#parser = new ResponseParser(this.#sink());
    socket.on('data', (bytes: Buffer) => this.#arrived(bytes));
    socket.once('end', () => this.#ended());
    socket.on('error', (error) => this.#fail(error));
    socket.once('close', () => this.#fail(hangUp()));
  }

  /** Reports whether the connection can take a request. */
  get isOpen(): boolean {
    return this.socket.writable && !this.socket.destroyed;
  }

  /** Sends a request. */
  send({ head, body, refusal }: RequestText): Sending {
    let exchange: Exchange | undefined;
    const response = new Promise<HttpResponse>((resolve, reject) => {
      exchange = { resolve, reject, reused: this.#wasUsed, keepsAlive: false, sent: false, isSentCompletely: false };
    });
    const own = exchange!;
    this.#wasUsed = true;
    this.#exchange = own;
    this.#parser.start();
    if (this.isOpen) this.#write(own, head, body, refusal);
    else this.#fail(hangUp());
    return {
      response,
      abort: (reason) => {
        if (this.#exchange === own) this.#stop(reason);
      },
    };
  }

  #write(exchange: Exchange, head: string, body: string | undefined, refusal: RequestText['refusal']): void {
    const mayLeave = (): boolean => {
      if (this.#exchange !== exchange) return false;
      const reason = refusal();
      if (reason === undefined) exchange.sent = true;
      else this.#fail(reason);
      return reason === undefined;
    };
    if (!mayLeave()) return;
    if (body === undefined || Buffer.byteLength(body) <= leavesAtOnce) {
      this.socket.write(body === undefined ? head : head + body);
      exchange.isSentCompletely = true;
      return;
    }
    // The server does not act before it has the last piece, which is held back until the rest has been sent.
    const bytes = Buffer.from(head + body);
    this.socket.write(bytes.subarray(0, -leavesAtOnce), (error) => {
      if (error || !mayLeave()) return;
      this.socket.write(bytes.subarray(-leavesAtOnce));
      exchange.isSentCompletely = true;
    });
  }

  #sink(): ResponseSink {
    const { socket } = this;
    const source = {
      pause: () => void socket.pause(),
      resume: () => void socket.resume(),
      destroy: () => void socket.destroy(),
    };
    return {
      head: (head) => {
        const exchange = this.#exchange!;
        exchange.keepsAlive = head.keepsAlive;
        exchange.response = new HttpResponse(head, source);
        this.announcedIdle = announcedIdle(head);
        exchange.resolve(exchange.response);
      },
      piece: (bytes) => this.#exchange?.response?.push(bytes),
      complete: () => this.#exchange?.response?.finish(),
    };
  }

  #arrived(bytes: Buffer): void {
    const exchange = this.#exchange;
    // No request is waiting for this response.
    if (exchange === undefined) return void this.socket.destroy();
    try {
      const isAll = this.#parser.feed(bytes);
      if (!this.#parser.isComplete) return;
      this.#exchange = undefined;
      // A server that answered before it had the whole request does not read the rest.
      if (isAll && exchange.keepsAlive && exchange.isSentCompletely) this.#released(this);
      else this.socket.destroy();
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #ended(): void {
    if (this.#exchange === undefined || !this.#parser.end()) this.#fail(hangUp());
    this.#exchange = undefined;
    this.socket.destroy();
  }

  /** Ends the exchange with an error of the connection. */
  #fail(error: Error): void {
    const { reused: reusedSocket = false, sent = false } = this.#exchange ?? {};
    this.#stop(Object.assign(error, { reusedSocket, sent } satisfies ExchangeFailure));
  }

  #stop(reason: unknown): void {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    this.socket.destroy();
    if (exchange?.response === undefined) exchange?.reject(reason);
    else exchange.response.fail(reason);
  }
}

/** Creates the error of a connection that the server closed. */
export function hangUp(): Error {
  return Object.assign(new Error('the server closed the connection'), { code: 'ECONNRESET' });
}

/** Returns how long the server keeps an idle connection, in milliseconds, if it says so. */
function announcedIdle({ headers }: ResponseHead): number | undefined {
  const [, seconds] = /timeout=(\d+)/i.exec(headers['keep-alive'] ?? '') ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
