import { request as httpRequest, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Deadline } from '../timing/deadline.js';
import type { ExchangeFailure } from './failure.js';

/** Address of a server, in the form that Node expects. */
export interface ServerAddress {
  readonly protocol: string;
  /** Host; an IPv6 address has no brackets. */
  readonly hostname: string;
  readonly port: number;
}

export interface Exchange {
  readonly address: ServerAddress;
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  readonly agent: Agent;
  /** Names and values, alternating. */
  readonly headers: readonly string[];
  readonly body: string | undefined;
  /** Deadline of the exchange, including the body of the response. */
  readonly deadline: Deadline;
  /**
   * Called in the same tick in which bytes are handed to an open connection; returns an error if they must not be sent.
   * Nothing is sent afterwards, no matter how long the event loop was blocked or what the request waited for.
   */
  readonly refusal: () => Error | undefined;
}

// A larger body may not fit into the socket buffer at once, and the rest would leave the process later.
const leavesAtOnce = 16_384;

/**
 * Sends one request and returns the head of the response. The error of a failed exchange is also an `ExchangeFailure`.
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
      // For an invalid response, Node attaches the first bytes to the error, and logging the error would reveal them.
      delete (error as { rawPacket?: Buffer }).rawPacket;
      const failure: ExchangeFailure = { reusedSocket: request.reusedSocket, sent };
      reject(Object.assign(error, failure));
    });
    // Node's own `signal` costs an eighth of a request, and does not abort a request that is still waiting for its
    // connection.
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
    // Node would buffer the bytes of a request that waits for its connection, and send them as soon as there is one.
    request.once('socket', (socket) => whenOpen(socket, () => write(request, body, mayLeave)));
  });
}

/**
 * Calls back when the connection is open and, for TLS, the handshake is complete; immediately for a kept-alive
 * connection.
 */
function whenOpen(socket: Socket, then: () => void): void {
  const { secureConnecting } = socket as { secureConnecting?: boolean };
  if (secureConnecting) socket.once('secureConnect', then);
  else if (socket.connecting) socket.once('connect', then);
  else then();
}

function write(request: ClientRequest, body: string | undefined, mayLeave: () => boolean): void {
  if (!mayLeave()) return;
  // Node writes a string together with the head, but not a Buffer.
  if (body === undefined || Buffer.byteLength(body) <= leavesAtOnce) {
    request.end(body);
    return;
  }
  // The server does not act before it has the last piece, which is held back until the rest has been sent.
  const bytes = Buffer.from(body);
  request.write(bytes.subarray(0, -leavesAtOnce), (error) => {
    if (!error && mayLeave()) request.end(bytes.subarray(-leavesAtOnce));
  });
}
