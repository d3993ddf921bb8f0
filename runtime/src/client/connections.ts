import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { ClusterConfig, Credential } from './cluster-config.js';

/** Connections to one server that are kept open. Streams have their own, so that watches never use up those of requests. */
export interface Connections {
  readonly requests: HttpAgent;
  readonly streams: HttpAgent;
}

/** Hands out connections that identify themselves with a credential's client certificate. */
export interface ConnectionPool {
  for(credential: Credential): Connections;
  /** Closes every connection, those in use as well. */
  close(): void;
}

const parallelRequests = 10;
// The API server closes a connection that was idle for 90 s. We do so first, so that no request runs into the closing.
const longestIdle = 60_000;

export function createConnectionPool(config: ClusterConfig): ConnectionPool {
  const secure = new URL(config.server).protocol === 'https:';
  let current: (Connections & Pick<Credential, 'clientCertificate' | 'clientKey'>) | undefined;
  const retired: Connections[] = [];

  const open = ({ clientCertificate, clientKey }: Credential): Connections => {
    const tls = tlsOptions(config, clientCertificate, clientKey);
    const make = (maxSockets: number): HttpAgent => {
      const options = { keepAlive: true, maxSockets, timeout: longestIdle };
      return secure ? new HttpsAgent({ ...options, ...tls }) : new HttpAgent(options);
    };
    return { requests: make(parallelRequests), streams: make(Infinity) };
  };

  return {
    for: (credential) => {
      const { clientCertificate, clientKey } = credential;
      if (current?.clientCertificate === clientCertificate && current?.clientKey === clientKey && current) return current;
      if (current !== undefined) retired.push(retire(current));
      current = { ...open(credential), ...withoutUndefined({ clientCertificate, clientKey }) };
      return current;
    },
    close: () => {
      for (const each of [...retired, ...(current === undefined ? [] : [current])]) {
        each.requests.destroy();
        each.streams.destroy();
      }
    },
  };
}
