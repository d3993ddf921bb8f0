import type { Socket } from 'node:net';
import type { Deadline } from '../../timing/deadline.js';
import type { ExchangeFailure } from '../failure.js';
import { Connection } from './connection.js';
import type { Dialing } from './dial.js';

/** A request that waits for a connection. */
interface Waiting {
  readonly deadline: Deadline;
  readonly resolve: (connection: Connection) => void;
  readonly reject: (reason: unknown) => void;
}

// The API server closes connections that are idle for 90 s. Closing them earlier prevents requests from racing with
// that.
const longestIdle = 60_000;
// Idle connections are closed this much earlier than the server has announced, because the close of the server may be
// in transit.
const announcedMargin = 1000;

/** Keep-alive connections to one server. */
export class HttpPool {
  /** Maximum number of connections. */
  most: number;
  readonly #dial: () => Dialing;
  readonly #busy = new Set<Connection>();
  readonly #dialing = new Set<Dialing>();
  readonly #waiting = new Set<Waiting>();
  /** Idle connections, and when each is closed. The most recently used one is used next. */
  #idle: { readonly connection: Connection; readonly until: number }[] = [];
  #closer: NodeJS.Timeout | undefined;
  #isRetired = false;

  constructor(dial: () => Dialing, most: number) {
    this.#dial = dial;
    this.most = most;
  }

  /**
   * Returns a connection for one request: an idle one, or a new one, or the next that becomes free.
   * @param deadline ends the wait
   * @throws an `ExchangeFailure` if the server cannot be reached
   */
  acquire(deadline: Deadline): Connection | Promise<Connection> {
    for (let last = this.#idle.pop(); last !== undefined; last = this.#idle.pop()) {
      const { connection } = last;
      if (!connection.isOpen) continue;
      this.#busy.add(connection);
      connection.socket.ref();
      return connection;
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { deadline, resolve, reject };
      if (this.#hasRoom()) return this.#open(waiting);
      this.#waiting.add(waiting);
      deadline.stops((reason) => {
        this.#waiting.delete(waiting);
        reject(reason);
      });
    });
  }

  /** Passes a connection that can take a request to the next waiting request, or keeps it for later. */
  release(connection: Connection): void {
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next);
      return next.resolve(connection);
    }
    const { announcedIdle = Infinity, socket } = connection;
    const idle = Math.min(longestIdle, announcedIdle - announcedMargin);
    if (this.#isRetired || idle <= 0) return void socket.destroy();
    this.#busy.delete(connection);
    this.#idle.push({ connection, until: performance.now() + idle });
    socket.unref();
    if (this.#closer === undefined) this.#closeIdleIn(idle);
  }

  /** Returns all sockets. */
  sockets(): { readonly inUse: readonly Socket[]; readonly idle: readonly Socket[] } {
    const dialing = [...this.#dialing].map((each) => each.socket()).filter((each) => each !== undefined);
    const busy = [...this.#busy].map(({ socket }) => socket);
    return { inUse: [...dialing, ...busy], idle: this.#idle.map(({ connection }) => connection.socket) };
  }

  /** Reports whether any connection is in use or awaited. */
  get isInUse(): boolean {
    return this.#busy.size + this.#dialing.size + this.#waiting.size > 0;
  }

  /** Closes idle connections now, and each other connection after its request. */
  retire(): void {
    this.#isRetired = true;
    for (const { connection } of this.#idle) connection.socket.destroy();
  }

  /** Closes every connection, including those in use. */
  destroy(): void {
    this.retire();
    for (const { socket } of this.#busy) socket.destroy();
    for (const each of this.#dialing) each.cancel();
  }

  #hasRoom(): boolean {
    return this.#busy.size + this.#dialing.size < this.most;
  }

  #open({ deadline, resolve, reject }: Waiting): void {
    const dialing = this.#dial();
    this.#dialing.add(dialing);
    deadline.stops((reason) => {
      dialing.cancel();
      reject(reason);
    });
    dialing.opened.then(
      (socket) => {
        this.#dialing.delete(dialing);
        const connection = new Connection(socket, (each) => this.release(each));
        this.#busy.add(connection);
        socket.once('close', () => this.#closed(connection));
        resolve(connection);
      },
      (error: Error) => {
        this.#dialing.delete(dialing);
        reject(Object.assign(error, { reusedSocket: false, sent: false } satisfies ExchangeFailure));
        this.#openNext();
      },
    );
  }

  #closed(connection: Connection): void {
    this.#idle = this.#idle.filter((each) => each.connection !== connection);
    if (this.#busy.delete(connection)) this.#openNext();
  }

  #openNext(): void {
    const [next] = this.#waiting;
    if (next === undefined || !this.#hasRoom()) return;
    this.#waiting.delete(next);
    this.#open(next);
  }

  #closeIdle(): void {
    const now = performance.now();
    for (const { connection, until } of this.#idle) if (until <= now) connection.socket.destroy();
    const next = Math.min(...this.#idle.map(({ until }) => until).filter((until) => until > now));
    this.#closer = undefined;
    if (next < Infinity) this.#closeIdleIn(next - now);
  }

  #closeIdleIn(milliseconds: number): void {
    this.#closer = setTimeout(() => this.#closeIdle(), milliseconds).unref();
  }
}
