import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Counts open items by name, and the maximum number of concurrent ones with the same name. What `enter` returns ends the
 * item, once.
 */
export function countOpen(): { enter(name: string): () => void; most(): number } {
  const open = new Map<string, number>();
  let most = 0;
  return {
    enter: (name) => {
      const now = (open.get(name) ?? 0) + 1;
      open.set(name, now);
      most = Math.max(most, now);
      let isOpen = true;
      return () => {
        if (isOpen) open.set(name, open.get(name)! - 1);
        isOpen = false;
      };
    },
    most: () => most,
  };
}

/** Connections of a server. */
export interface Sockets {
  readonly add: (socket: Socket) => void;
  readonly open: () => number;
  readonly most: () => number;
  /** Resets the connection of a request. */
  reset(request: IncomingMessage): void;
  resetAll(): void;
}

export function countSockets(): Sockets {
  // By the client's port, because only the plain connection under TLS can be reset.
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
