import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

/** Forwards connections to a local port, and counts them. TLS passes through end to end. */
export interface TcpProxy {
  readonly port: number;
  readonly connections: () => number;
  readonly stop: () => Promise<void>;
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    connections += 1;
    const to = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true).pipe(other);
      socket.on('error', () => other.destroy()).on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
