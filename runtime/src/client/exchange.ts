import { request as httpRequest, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { ExchangeFailure } from './failure.js';

export interface Exchange {
  readonly url: URL;
  readonly method: string;
  readonly agent: Agent;
  readonly headers: Record<string, string | string[]>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
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
export function exchange({ url, body, refusal, ...options }: Exchange): Promise<IncomingMessage> {
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = start(url, options, resolve);
    let sent = false;
    request.on('error', (error) => {
      const failure: ExchangeFailure = { reusedSocket: request.reusedSocket, sent };
      reject(Object.assign(error, failure));
    });
    const mayLeave = () => {
      const reason = refusal();
      if (reason === undefined) sent = true;
      else request.destroy(reason);
      return reason === undefined;
    };
    request.setNoDelay(true);
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
  const bytes = Buffer.from(body ?? '');
  if (bytes.length <= leavesAtOnce) {
    request.end(bytes);
    return;
  }
  // The server does nothing before it has the last piece, which is held back until the others have left.
  request.write(bytes.subarray(0, -leavesAtOnce), (error) => {
    if (!error && mayLeave()) request.end(bytes.subarray(-leavesAtOnce));
  });
}
