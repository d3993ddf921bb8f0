import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import type { SecureContextOptions, SecureContext } from 'node:tls';
import { hostOf, portOf } from './proxy.js';
import { connectSocks } from './socks.js';

/** Where a tunnel leads. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

// Nothing else bounds how long a proxy may think; whoever waits for the connection may have given up before.
const patience = 30_000;

/**
 * Opens a connection to a server through a proxy: https://httpwg.org/specs/rfc9110.html#CONNECT, or SOCKS 5.
 * @param tls who a proxy's own certificate has to be signed by, where the proxy is https
 * @throws Error that names the proxy
 */
export async function openTunnel(
  proxy: URL,
  target: Target,
  tls: { readonly secureContext?: SecureContext } & SecureContextOptions = {},
): Promise<Socket> {
  try {
    return await (proxy.protocol.startsWith('socks')
      ? connectSocks(proxy, target, patience)
      : connect(proxy, target, tls));
  } catch (cause) {
    throw new Error(`the proxy ${proxy.protocol}//${proxy.host} did not connect: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function connect(proxy: URL, { host, port }: Target, tls: object): Promise<Socket> {
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const start = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = start({
      ...tls,
      host: hostOf(proxy),
      port: portOf(proxy),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...authorization(proxy) },
      agent: false,
      timeout: patience,
    });
    request.once('connect', ({ statusCode, statusMessage }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new Error(`${statusCode} ${statusMessage}`));
    });
    request.once('response', ({ statusCode, statusMessage }) => {
      request.destroy(new Error(`${statusCode} ${statusMessage}`));
    });
    request.once('timeout', () => request.destroy(new Error(`no answer in ${patience} ms`)));
    request.once('error', reject);
    request.end();
  });
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}
