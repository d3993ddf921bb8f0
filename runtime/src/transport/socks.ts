import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { hostOf, portOf } from './proxy.js';

const version = 5;
const methods = { none: 0, password: 2 } as const;
const addressTypes = { ipv4: 1, name: 3, ipv6: 4 } as const;

const refusals: Readonly<Record<number, string>> = {
  1: 'it failed',
  2: 'its rules forbid it',
  3: 'the network cannot be reached',
  4: 'the host cannot be reached',
  5: 'the connection was refused',
};

/**
 * Opens a connection through a SOCKS 5 proxy, which resolves the name itself: https://www.rfc-editor.org/rfc/rfc1928
 * @param timeout maximum time in milliseconds
 */
export async function connectSocks(
  proxy: URL,
  { host, port }: { readonly host: string; readonly port: number },
  timeout: number,
): Promise<Socket> {
  const socket = connect({ host: hostOf(proxy), port: portOf(proxy) });
  const timer = setTimeout(() => socket.destroy(new Error(`no answer in ${timeout} ms`)), timeout);
  const { read, stop } = readerOf(socket);
  try {
    await once(socket, 'connect');
    socket.write(Buffer.from([version, 1, proxy.username === '' ? methods.none : methods.password]));
    await logIn(proxy, await read(2), (message) => {
      socket.write(message);
      return read(2);
    });
    socket.write(Buffer.from([version, 1, 0, ...addressOf(host), port >> 8, port & 0xff]));
    const [, refusal = 1, , type] = await read(4);
    if (refusal !== 0) throw new Error(refusals[refusal] ?? `code ${refusal}`);
    // Skips the address and port that the proxy uses.
    const length = type === addressTypes.ipv4 ? 4 : type === addressTypes.ipv6 ? 16 : (await read(1))[0]!;
    await read(length + 2);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    stop();
    clearTimeout(timer);
  }
}

async function logIn(
  { username, password }: URL,
  [spoken, method]: Buffer,
  ask: (message: Buffer) => Promise<Buffer>,
): Promise<void> {
  if (spoken !== version) throw new Error('it does not speak SOCKS 5');
  const wanted = username === '' ? methods.none : methods.password;
  if (method !== wanted) throw new Error(username === '' ? 'it wants a user and a password' : 'it takes no password');
  if (method === methods.none) return;
  const [user, secret] = [Buffer.from(decodeURIComponent(username)), Buffer.from(decodeURIComponent(password))];
  const [, status] = await ask(Buffer.from([1, user.length, ...user, secret.length, ...secret]));
  if (status !== 0) throw new Error('it does not accept the user and the password');
}

function addressOf(host: string): number[] {
  const family = isIP(host);
  if (family === 4) return [addressTypes.ipv4, ...host.split('.').map(Number)];
  // An IPv6 address is sent as a name, which proxies accept, to avoid code that encodes it.
  const name = Buffer.from(host);
  return [addressTypes.name, name.length, ...name];
}

interface Reader {
  /** Reads exactly this number of bytes, regardless of how they arrive. */
  readonly read: (length: number) => Promise<Buffer>;
  /** Stops reading, and leaves all further data to the user of the connection. */
  readonly stop: () => void;
}

function readerOf(socket: Socket): Reader {
  let bytes: Buffer = Buffer.alloc(0);
  let failure: Error | undefined;
  let wake = (): void => undefined;
  const take = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    wake();
  };
  const fail = (error?: Error): void => {
    failure ??= error ?? new Error('it closed the connection');
    wake();
  };
  const end = (): void => fail();
  socket.on('data', take).once('error', fail).once('close', end).once('end', end);
  return {
    read: async (length) => {
      while (bytes.length < length) {
        if (failure !== undefined) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const first = bytes.subarray(0, length);
      bytes = bytes.subarray(length);
      return first;
    },
    stop: () => {
      socket.pause().off('data', take).off('error', fail).off('close', end).off('end', end);
    },
  };
}
