import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Something that is started for one borrower, and stopped when the borrower has ended. */
export interface Lent {
  /** A value of JSON, with which the borrower uses it. */
  readonly info: object;
  readonly stop: () => Promise<void>;
}

/** A server in this process that starts something for each borrower. */
export interface Lending {
  readonly url: string;
  /** Stops all that is lent. */
  readonly end: () => Promise<void>;
}

/**
 * Lends something new, of the sort in the path of the URL, to each borrower that asks. It is returned when the connection ends, which
 * the system closes with the process of the borrower. Vitest does not tell which test files run: several of them can have the same `VITEST_POOL_ID`.
 */
export async function lend(start: (sort: string) => Promise<Lent>): Promise<Lending> {
  const stopped = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const lent = start(request.url!.slice(1));
    const closed = new Promise((resolve) => void request.socket.once('close', resolve));
    // The borrower receives the error of something that does not start.
    const stop = Promise.all([lent, closed]).then(([{ stop: end }]) => end());
    stopped.add(stop.catch(() => undefined));
    lent.then(
      ({ info }) => response.write(`${JSON.stringify(info)}\n`),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.all(stopped);
    },
  };
}

/** Something that another process lends. */
export interface Borrowed {
  readonly info: unknown;
  readonly giveBack: () => void;
}

/** Borrows something until this process ends, or gives it back. @throws Error if it does not start */
export function borrow(url: string): Promise<Borrowed> {
  return new Promise((resolve, reject) => {
    // A connection of its own, which does not keep the process alive.
    const request = get(url, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (response.statusCode === 200 && text.endsWith('\n')) resolve({ info: JSON.parse(text), giveBack });
      });
      response.on('end', () => reject(new Error(text)));
      response.on('error', reject);
    });
    const giveBack = (): void => void request.destroy();
    request.on('socket', (socket) => socket.unref());
    request.on('error', reject);
  });
}
