import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import type { ClusterConfig, Credential } from './cluster-config.js';

/** Connections to one server that are kept open. Streams have their own: watches never use up those of requests. */
export interface Connections {
  readonly requests: HttpAgent;
  readonly streams: HttpAgent;
}

/** Hands out connections that prove themselves with a credential's client certificate. */
export interface ConnectionPool {
  for(credential: Credential): Connections;
  /** Closes every connection, those in use as well. Nothing is handed out afterwards. */
  close(): void;
}

// The API server closes a connection that was idle for 90 s. We do so first, so that no request runs into the closing.
const longestIdle = 60_000;
export const closedMessage = 'the connections to the server were closed';

/** @param parallelRequests connections for requests that are open at the same time, at most */
export function createConnectionPool(config: ClusterConfig, parallelRequests: number): ConnectionPool {
  const secure = new URL(config.server).protocol === 'https:';
  let current: { readonly key: string; readonly connections: Connections } | undefined;
  let retired: HttpAgent[] = [];
  let closed = false;

  const open = (credential: Credential): Connections => {
    const make = (maxSockets: number): HttpAgent => {
      const options = { keepAlive: true, maxSockets, timeout: longestIdle };
      return secure ? new HttpsAgent({ ...options, ...tlsOptions(config, credential) }) : new HttpAgent(options);
    };
    return { requests: make(parallelRequests), streams: make(Infinity) };
  };

  return {
    for: (credential) => {
      if (closed) throw new Error(closedMessage);
      const key = `${credential.clientCertificate ?? ''}${credential.clientKey ?? ''}`;
      if (current?.key === key) return current.connections;
      if (current !== undefined) {
        retired = [...retired.filter(isInUse), ...Object.values(current.connections).filter(retire)];
      }
      current = { key, connections: open(credential) };
      return current.connections;
    },
    close: () => {
      closed = true;
      for (const agent of [...retired, ...Object.values(current?.connections ?? {})]) agent.destroy();
    },
  };
}

function isInUse(agent: HttpAgent): boolean {
  return Object.keys(agent.sockets).length > 0;
}

/** Lets the connections of an old certificate finish what they do, and then close. Answers whether one still does. */
function retire(agent: HttpAgent): boolean {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  return isInUse(agent);
}

function tlsOptions(config: ClusterConfig, { clientCertificate, clientKey }: Credential): AgentOptions {
  return {
    ...(config.certificateAuthority === undefined ? {} : { ca: config.certificateAuthority }),
    ...(config.skipTlsVerify ? { rejectUnauthorized: false } : {}),
    ...(config.tlsServerName === undefined ? {} : { servername: config.tlsServerName }),
    ...(clientCertificate === undefined ? {} : { cert: clientCertificate }),
    ...(clientKey === undefined ? {} : { key: clientKey }),
  };
}
