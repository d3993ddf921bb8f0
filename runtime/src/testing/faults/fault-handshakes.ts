import { createServer, type Server, type Socket } from 'node:net';
import type { Server as SecureServer } from 'node:https';

/** Connections before their TLS handshake. */
export interface Handshakes {
  /** Listening server, which passes connections to the TLS server. */
  readonly front: Server;
  /** Accepts the connections of the next milliseconds without answering; they are reset when the time is over. */
  hang(milliseconds: number): void;
  end(): void;
}

export function hangHandshakes(server: SecureServer): Handshakes {
  const held = new Set<Socket>();
  let until = 0;
  const end = (): void => {
    for (const socket of held) socket.resetAndDestroy();
  };
  const front = createServer({ noDelay: true }, (socket) => {
    const left = until - performance.now();
    if (left <= 0) {
      server.emit('connection', socket);
      return;
    }
    held.add(socket);
    const timer = setTimeout(() => socket.resetAndDestroy(), left);
    socket
      .on('error', () => undefined)
      .once('close', () => {
        clearTimeout(timer);
        held.delete(socket);
      });
  });
  return {
    front,
    hang: (milliseconds) => {
      until = performance.now() + milliseconds;
    },
    end,
  };
}
