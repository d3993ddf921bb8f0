import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';
import {
  describeRequest,
  sendAnswer,
  sendExpired,
  sendRedirect,
  sendStatus,
  sendUnauthorized,
} from './fault-answers.js';
import { createFaultAuthority } from './fault-authority.js';
import type { WatchFault } from './fault-body.js';
import { forward, type Onward } from './fault-forward.js';
import { hangHandshakes } from './fault-handshakes.js';
import { createFaultUsers, type FaultUsers } from './fault-users.js';
import { faultWatches } from './fault-watches.js';
import type { FaultChooser } from './faults.js';
import { countSockets, type Sockets } from './open-count.js';
import { createSandbox } from '../environment/sandbox.js';

/** Target of the proxy; a `TestEnvironment` is one. */
export interface FaultProxyTarget {
  readonly url: string;
  /** File with the authority of its certificate, PEM. */
  readonly certificateAuthorityPath: string;
}

/** Proxy in front of an API server, on 127.0.0.1, that injects faults on request. */
export interface FaultProxy {
  /** URL `https://127.0.0.1:<port>`. */
  readonly url: string;
  /** Authorities that signed the proxy's certificate, PEM text. */
  readonly certificateAuthority: string;
  /**
   * Writes a kubeconfig for the proxy with the user of another kubeconfig, and returns its path. It refers to a file
   * with the authorities and one with the token, as in a Pod.
   * @param source path of a kubeconfig of the API server, such as that of a `TestEnvironment`
   */
  kubeconfig(source: string): Promise<string>;
  /** Writes a new token to the token file of each kubeconfig; the old tokens are answered with 401 from then on. */
  rotateTokens(): Promise<void>;
  /**
   * Serves a different certificate from now on, and resets every connection.
   * @param authority `new` for a different authority, which is added to the file with the authorities first; otherwise
   * the same
   */
  swapCertificate(authority?: 'same' | 'new'): Promise<void>;
  /** Resets every connection, and delays the TLS handshake of new ones until the milliseconds are over. */
  hangHandshakes(milliseconds: number): void;
  /**
   * Applies a fault to every open watch, and returns the number of these watches. `end` ends them as the server may.
   */
  breakWatches(fault: WatchFault): number;
  /** Number of injected faults, by type. */
  readonly struck: ReadonlyMap<string, number>;
  /** Returns the number of open watches. */
  openWatches(): number;
  /** Returns the maximum number of concurrent watches of one path. */
  mostWatchesAtOnce(): number;
  /** Returns the number of open connections. */
  openSockets(): number;
  /** Returns the maximum number of concurrent connections. */
  mostSocketsAtOnce(): number;
  /** Resets open connections and stops the proxy. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a proxy that injects faults into requests, to test how an operator handles them: see `seededFaults`. Requests
 * are forwarded with their own authorization, so that the API server knows the user.
 */
export async function startFaultProxy(
  target: FaultProxyTarget,
  choose: FaultChooser = () => undefined,
): Promise<FaultProxy> {
  const sandbox = createSandbox('fault-proxy-');
  const authorityPath = join(sandbox.directory, 'ca.crt');
  const authority = await createFaultAuthority(authorityPath);
  const users = createFaultUsers(sandbox.directory, authorityPath);
  const agent = new Agent({ ca: readFileSync(target.certificateAuthorityPath), keepAlive: true });
  const watches = faultWatches();
  const onward = { target, agent, watches };
  const sockets = countSockets();
  const struck = new Map<string, number>();
  const count = (type: string, times = 1): void => void struck.set(type, (struck.get(type) ?? 0) + times);

  const front = await openFront(authority.issue(), sockets, (request, response) => {
    answer(request, response, { choose, count, users, sockets, onward });
  });
  const close = async (): Promise<void> => {
    if (!front.isOpen()) return;
    const closed = front.close();
    agent.destroy();
    await closed;
    await sandbox.stop();
  };
  return {
    url: front.url,
    get certificateAuthority() {
      return authority.bundle();
    },
    kubeconfig: (source) => users.add(source, front.url),
    rotateTokens: async () => {
      count('token rotated');
      await users.rotate();
    },
    swapCertificate: async (from = 'same') => {
      count('certificate swapped');
      if (from === 'new') await authority.replace();
      front.useCertificate(authority.issue());
    },
    hangHandshakes: (milliseconds) => {
      count('handshakes hang');
      front.hangHandshakes(milliseconds);
    },
    breakWatches: (fault) => {
      const open = watches.strike(fault);
      count(fault, open);
      return open;
    },
    struck,
    openWatches: () => watches.open,
    mostWatchesAtOnce: () => watches.most(),
    openSockets: () => sockets.open(),
    mostSocketsAtOnce: () => sockets.most(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The port of the proxy. */
interface Front {
  readonly url: string;
  isOpen(): boolean;
  /** Serves another certificate, and resets every connection. */
  useCertificate(certificate: SecureContextOptions): void;
  /** Resets every connection, and delays the TLS handshake of new ones. */
  hangHandshakes(milliseconds: number): void;
  close(): Promise<void>;
}

async function openFront(
  certificate: SecureContextOptions,
  sockets: Sockets,
  listener: RequestListener,
): Promise<Front> {
  const server = createServer(certificate, listener);
  // Handshakes are expected to fail when certificates are swapped and connections are reset.
  server.on('tlsClientError', () => undefined);
  server.on('connection', sockets.add);
  const handshakes = hangHandshakes(server);
  const { front } = handshakes;
  await new Promise<void>((resolve) => {
    front.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `https://127.0.0.1:${(front.address() as AddressInfo).port}`,
    isOpen: () => front.listening,
    useCertificate: (other) => {
      server.setSecureContext(other);
      sockets.resetAll();
    },
    hangHandshakes: (milliseconds) => {
      handshakes.hang(milliseconds);
      sockets.resetAll();
    },
    close: async () => {
      const closed = new Promise((resolve) => front.close(resolve));
      handshakes.end();
      server.closeAllConnections();
      sockets.resetAll();
      await closed;
    },
  };
}

interface AnswerParts {
  readonly choose: FaultChooser;
  readonly count: (type: string) => void;
  readonly users: FaultUsers;
  readonly sockets: Sockets;
  readonly onward: Onward;
}

/** Answers a request with its fault, or forwards it. */
function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { choose, count, users, sockets, onward }: AnswerParts,
): void {
  const reset = (): void => sockets.reset(request);
  const asked = describeRequest(request);
  const authorization = users.authorization(request.headers.authorization);
  if (authorization === null) {
    sendUnauthorized(response);
    return;
  }
  const fault = choose(asked);
  if (fault !== undefined) count(fault.type);
  if (fault?.type === 'reset' && fault.when === 'before') reset();
  else if (fault?.type === 'status') sendStatus(response, fault);
  else if (fault?.type === 'expired') sendExpired(response, asked);
  else if (fault?.type === 'answer') sendAnswer(response, fault);
  else if (fault?.type === 'redirect') sendRedirect(response, fault);
  else forward({ request, response, asked, authorization, reset }, fault, onward);
}
