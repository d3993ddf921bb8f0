import { connect } from 'node:tls';

const timeout = 10_000;

/**
 * Opens a TLS connection to a server of this process and closes it.
 * @throws Error if that fails
 */
export function connectsTo(host: string | undefined, port: number): Promise<void> {
  // The server listens on all addresses, so any of them works.
  const address = host === undefined || host === '' || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void => {
      socket.destroy();
      reject(new Error(`the webhook server is not reachable: ${cause.message}`, { cause }));
    };
    const socket = connect({ host: address, port, rejectUnauthorized: false, timeout }, () => {
      socket.end();
      resolve();
    });
    socket.once('error', fail);
    socket.once('timeout', () => fail(new Error(`no TLS connection within ${timeout} ms`)));
  });
}
