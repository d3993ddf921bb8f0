import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
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
import { forward } from './fault-forward.js';
import { hangHandshakes } from './fault-handshakes.js';
import { createFaultUsers } from './fault-users.js';
import { faultWatches } from './fault-watches.js';
import type { FaultChooser } from './faults.js';
import { countSockets } from './open-count.js';
import { createSandbox } from '../environment/sandbox.js';

/** Where the proxy passes requests on to; a `TestEnvironment` is one. */
export interface FaultProxyTarget {
  readonly url: string;
  /** The file with the authority of its certificate, PEM. */
  readonly certificateAuthorityPath: string;
}

/** Stands before an API server, on 127.0.0.1, and answers wrongly where it is told to. */
export interface FaultProxy {
  /** `https://127.0.0.1:<port>` */
  readonly url: string;
  /** The authorities that vouch for the proxy's certificate, PEM text. */
  readonly certificateAuthority: string;
  /**
   * Writes a kubeconfig that leads through the proxy, for the user of another one, and returns its path. It names a file for
   * the authorities and one for the token, as a Pod has them.
   * @param source path of a kubeconfig of the API server, as a `TestEnvironment` has it
   */
  kubeconfig(source: string): Promise<string>;
  /** Puts a new token into the token file of each kubeconfig; the old tokens are answered 401 from then on. */
  rotateTokens(): Promise<void>;
  /**
   * Serves another certificate from now on and resets every connection.
   * @param authority `new`: from another authority, which the file with the authorities has before; otherwise from the same
   */
  swapCertificate(authority?: 'same' | 'new'): Promise<void>;
  /** Resets every connection, and lets new ones wait for their TLS handshake until so many milliseconds are over. */
  hangHandshakes(milliseconds: number): void;
  /** Strikes every watch that is open, now, and answers how many those were. `end` ends them as the server may. */
  breakWatches(fault: WatchFault): number;
  /** How many faults have struck so far, by type. */
  readonly struck: ReadonlyMap<string, number>;
  /** Watches that are open now. */
  openWatches(): number;
  /** Watches of one path that were open at the same time, at most. */
  mostWatchesAtOnce(): number;
  /** Connections that are open now. */
  openSockets(): number;
  /** Connections that were open at the same time, at most. */
  mostSocketsAtOnce(): number;
  /** Breaks what is open and ends. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a proxy that strikes requests with faults, for tests of how an operator bears them: see `seededFaults`.
 * A request is passed on with its own authorization, so that the API server knows who asks.
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

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
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
  };

  const server = createServer(authority.issue(), answer);
  // Certificates are swapped and connections are reset under its clients: their handshakes fail, as they should.
  server.on('tlsClientError', () => undefined);
  server.on('connection', sockets.add);
  const handshakes = hangHandshakes(server);
  await new Promise<void>((resolve) => {
    handshakes.front.listen(0, '127.0.0.1', resolve);
  });
  const url = `https://127.0.0.1:${(handshakes.front.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    if (!handshakes.front.listening) return;
    const closed = new Promise((resolve) => handshakes.front.close(resolve));
    handshakes.end();
    server.closeAllConnections();
    sockets.resetAll();
    agent.destroy();
    await closed;
    await sandbox.stop();
  };
  return {
    url,
    get certificateAuthority() {
      return authority.bundle();
    },
    kubeconfig: (source) => users.add(source, url),
    rotateTokens: async () => {
      count('token rotated');
      await users.rotate();
    },
    swapCertificate: async (from = 'same') => {
      count('certificate swapped');
      if (from === 'new') await authority.replace();
      server.setSecureContext(authority.issue());
      sockets.resetAll();
    },
    hangHandshakes: (milliseconds) => {
      count('handshakes hang');
      handshakes.hang(milliseconds);
      sockets.resetAll();
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
