import { connect as netConnect, isIP, type Socket } from 'node:net';
import { connect as tlsConnect, type ConnectionOptions } from 'node:tls';
import { hangUp } from './connection.js';
import { openTunnel, type Target } from '../tunnel.js';

/** Address of a server, and how to reach it. */
export interface Route {
  readonly target: Target;
  readonly proxy: URL | undefined;
  /** Settings of TLS; undefined for a server without it. */
  readonly tls: TlsSettings | undefined;
}

export type TlsSettings = Pick<ConnectionOptions, 'secureContext' | 'servername' | 'rejectUnauthorized'>;

/** A connection that is being opened. */
export interface Dialing {
  /** Resolves when it is open, after the TLS handshake. */
  readonly opened: Promise<Socket>;
  /** Returns its socket; undefined while a proxy is being asked. */
  socket(): Socket | undefined;
  /** Gives up, and closes what is open. */
  cancel(): void;
}

// TCP keep-alive probes detect a peer that vanished without closing the connection.
const probeAfter = 15_000;

/** Returns a function that opens connections to one server. TLS sessions are resumed. */
export function dialer({ target, proxy, tls }: Route): () => Dialing {
  let session: Buffer | undefined;
  const servername = tls?.servername ?? (isIP(target.host) === 0 ? target.host : undefined);

  const start = (tunnel: Socket | undefined): Socket => {
    if (tls === undefined) return tunnel ?? netConnect(target);
    const options = { ...target, ...tls, servername, session, socket: tunnel, ALPNProtocols: ['http/1.1'] };
    const socket = tlsConnect(options);
    return socket.on('session', (latest) => (session = latest));
  };

  return () => {
    let socket: Socket | undefined;
    let isCancelled = false;
    const open = async (): Promise<Socket> => {
      const tunnel = proxy && (await openTunnel(proxy, target, tls?.secureContext));
      socket = start(tunnel).setKeepAlive(true, probeAfter).setNoDelay(true);
      // It can fail before anyone listens for errors.
      socket.on('error', () => undefined);
      if (isCancelled) socket.destroy();
      if (tls !== undefined || tunnel === undefined) {
        await isOpened(socket, tls === undefined ? 'connect' : 'secureConnect').catch((error: unknown) => {
          session = undefined;
          throw error;
        });
      }
      if (socket.destroyed) throw hangUp();
      return socket;
    };
    return {
      opened: open(),
      socket: () => socket,
      cancel: () => {
        isCancelled = true;
        socket?.destroy();
      },
    };
  };
}

/** Resolves with the event, and rejects if the socket fails or closes before. */
function isOpened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const close = (): void => reject(hangUp());
    const done = (): void => {
      socket.off('error', reject).off('close', close);
      resolve();
    };
    socket.once('error', reject).once('close', close).once(event, done);
  });
}
