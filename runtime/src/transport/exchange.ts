import { request as httpRequest, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Deadline } from '../timing/deadline.js';
import type { ExchangeFailure } from './failure.js';

/** Where requests go to, as Node takes it. */
export interface ServerAddress {
  readonly protocol: string;
  /** An address of IPv6 without its brackets. */
  readonly hostname: string;
  readonly port: number;
}

export interface Exchange {
  readonly address: ServerAddress;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly agent: Agent;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | undefined;
  /** When it ends, so does the exchange, the body of the response with it. */
  readonly deadline: Deadline;
  /**
   * Asked in the very tick in which bytes are handed to an open connection: why they must not be, if so. However long the
   * event loop was blocked before, and whatever the request waited for, nothing is sent after this has said no.
   */
  readonly refusal: () => Error | undefined;
}

// What is larger than this may not fit into the system's buffer at once, and its rest would leave the process later.
const leavesAtOnce = 16_384;

/**
 * Sends one request and answers the head of the response. The error of one that fails is an `ExchangeFailure` as well.
 */
export function exchange({ address, method, path, agent, headers, ...rest }: Exchange): Promise<IncomingMessage> {
  const { body, deadline, refusal } = rest;
  const start = address.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = start({ ...address, method, path, agent, headers });
    let open: ClientRequest | IncomingMessage = request;
    let sent = false;
    request.once('response', (response) => {
      open = response;
      resolve(response);
    });
    request.on('error', (error) => {
      // Of an answer that is none Node keeps the first bytes, which whoever shows the error would show.
      delete (error as { rawPacket?: Buffer }).rawPacket;
      const failure: ExchangeFailure = { reusedSocket: request.reusedSocket, sent };
      reject(Object.assign(error, failure));
    });
    // Not by Node's own `signal`: that costs an eighth of a request, and one that waits for its connection only hears of it
    // when it has got one.
    deadline.stops((reason) => {
      reject(reason);
      open.destroy(reason as Error);
    });
    const mayLeave = () => {
      const reason = refusal();
      if (reason === undefined) sent = true;
      else request.destroy(reason);
      return reason === undefined;
    };
    // Node would keep the bytes of a request that waits for its connection, and send them whenever there is one.
    request.once('socket', (socket) => whenOpen(socket, () => write(request, body, mayLeave)));
  });
}

/** Calls when the connection is made and, where it is TLS, both sides have proved themselves; at once for a kept one. */
function whenOpen(socket: Socket, then: () => void): void {
  const { secureConnecting } = socket as { secureConnecting?: boolean };
  if (secureConnecting) socket.once('secureConnect', then);
  else if (socket.connecting) socket.once('connect', then);
  else then();
}

function write(request: ClientRequest, body: string | undefined, mayLeave: () => boolean): void {
  if (!mayLeave()) return;
  // A text, and no bytes: Node writes it together with the head.
  if (body === undefined || Buffer.byteLength(body) <= leavesAtOnce) {
    request.end(body);
    return;
  }
  // The server does nothing before it has the last piece, which is held back until the others have left.
  const bytes = Buffer.from(body);
  request.write(bytes.subarray(0, -leavesAtOnce), (error) => {
    if (!error && mayLeave()) request.end(bytes.subarray(-leavesAtOnce));
  });
}
