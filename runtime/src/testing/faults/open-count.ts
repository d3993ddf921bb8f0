import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Counts what is open under a name, and how many of one name there were at the same time at most. */
export function countOpen(): { enter(name: string): () => void; most(): number } {
  const open = new Map<string, number>();
  let most = 0;
  return {
    enter: (name) => {
      const now = (open.get(name) ?? 0) + 1;
      open.set(name, now);
      most = Math.max(most, now);
      return () => open.set(name, open.get(name)! - 1);
    },
    most: () => most,
  };
}

/** The connections of a server. */
export interface Sockets {
  readonly add: (socket: Socket) => void;
  readonly open: () => number;
  readonly most: () => number;
  /** Resets the connection on which a request came. */
  reset(request: IncomingMessage): void;
  resetAll(): void;
}

export function countSockets(): Sockets {
  // By the client's port: only the plain connection under TLS can be reset.
  const sockets = new Map<number, Socket>();
  let most = 0;
  return {
    add: (socket) => {
      const port = socket.remotePort;
      if (port === undefined) return;
      sockets.set(port, socket);
      most = Math.max(most, sockets.size);
      socket.once('close', () => {
        if (sockets.get(port) === socket) sockets.delete(port);
      });
    },
    open: () => sockets.size,
    most: () => most,
    reset: (request) => sockets.get(request.socket.remotePort ?? 0)?.resetAndDestroy(),
    resetAll: () => {
      for (const socket of sockets.values()) socket.resetAndDestroy();
    },
  };
}
