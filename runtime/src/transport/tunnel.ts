import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { foreignText } from '../errors/without-secrets.js';
import { defined } from '../json/defined.js';
import { hostOf, portOf } from './proxy.js';
import { connectSocks } from './socks.js';

/** Target of a tunnel. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

// Nothing else limits how long a proxy can take; the caller may have given up before.
const patience = 30_000;

/**
 * Opens a connection to a server through a proxy: https://httpwg.org/specs/rfc9110.html#CONNECT, or SOCKS 5.
 * @param secureContext authority that must have signed the certificate of an https proxy: as in client-go, that of the
 * cluster; defaults to the system's authorities
 * @throws Error that names the proxy
 */
export async function openTunnel(proxy: URL, target: Target, secureContext?: SecureContext): Promise<Socket> {
  try {
    return await (proxy.protocol.startsWith('socks')
      ? connectSocks(proxy, target, patience)
      : connect(proxy, target, secureContext));
  } catch (cause) {
    throw new Error(`the proxy ${proxy.protocol}//${proxy.host} did not connect: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function connect(proxy: URL, { host, port }: Target, secureContext: SecureContext | undefined): Promise<Socket> {
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const start = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = start({
      ...defined({ secureContext }),
      host: hostOf(proxy),
      port: portOf(proxy),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...authorization(proxy) },
      agent: false,
      timeout: patience,
    });
    request.once('connect', ({ statusCode, statusMessage }, socket) => {
      // From here on, the user of the connection sets the timeouts.
      socket.setTimeout(0);
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(refusalOf(proxy, statusCode, statusMessage));
    });
    request.once('response', ({ statusCode, statusMessage }) => {
      request.destroy(refusalOf(proxy, statusCode, statusMessage));
    });
    request.once('timeout', () => request.destroy(new Error(`no answer in ${patience} ms`)));
    request.once('error', reject);
    request.end();
  });
}

/** Creates the error of a proxy, without the login, which a proxy may repeat. */
function refusalOf({ username, password }: URL, code = 0, reason = ''): Error {
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  return new Error(`${code} ${foreignText(reason, [secret, password, `${user}:${secret}`], 100)}`);
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}
