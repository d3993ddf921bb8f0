import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { ConfigError } from '../errors/config-error.js';
import { defined } from '../json/defined.js';
import type { ClusterConfig, Credential, PemSource } from './cluster-config.js';
import { HttpPool } from './http/http-pool.js';
import { dialer } from './http/dial.js';
import { hostOf, parseProxy, parseServer, portOf, proxyFromEnvironment } from './proxy.js';

/**
 * Keep-alive connections to one server. Streams have their own pool, so that watches never use up the connections of
 * requests.
 */
export interface Connections {
  readonly requests: HttpPool;
  readonly streams: HttpPool;
  /** The connection for probes of a silent server, which never waits for a request. */
  readonly probes: HttpPool;
}

/** Hands out connections that authenticate with the client certificate of a credential. */
export interface ConnectionPool {
  /**
   * Returns the connections for a credential.
   * @throws ConfigError if a certificate is invalid
   */
  for(credential: Credential): Connections;
  /** Returns all connections, except those for probes. */
  sockets(): { readonly inUse: readonly Socket[]; readonly idle: readonly Socket[] };
  /** Closes every connection, including those in use. `for` throws afterwards. */
  close(): void;
}

export const closedMessage = 'the connections to the server were closed';

/** Settings of connections; new connections are opened when any of them changes. */
interface Identity {
  readonly authority: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

/**
 * @param authority authority that must have signed the server's certificate; defaults to the system's authorities
 * @param parallelRequests maximum number of connections for concurrent requests; called before each request
 */
export function createConnectionPool(
  config: ClusterConfig,
  authority: PemSource | undefined,
  parallelRequests: () => number,
): ConnectionPool {
  const server = parseServer(config.server);
  const secure = server.protocol === 'https:';
  const proxy =
    config.proxyUrl === undefined ? proxyFromEnvironment(server) : parseProxy(config.proxyUrl, "the cluster's proxy");
  const target = { host: hostOf(server), port: portOf(server) };
  let current: (Identity & { readonly connections: Connections }) | undefined;
  let retired: HttpPool[] = [];
  let closed = false;

  const open = (identity: Identity): Connections => {
    const tls = secure
      ? { ...tlsOptions(config), secureContext: secureContext(identity, authority, config.credentials.origin) }
      : undefined;
    const dial = dialer({ target, proxy, tls });
    const make = (most: number): HttpPool => new HttpPool(dial, most);
    return { requests: make(parallelRequests()), streams: make(Infinity), probes: make(1) };
  };

  return {
    for: ({ clientCertificate: certificate, clientKey: key }) => {
      if (closed) throw new Error(closedMessage);
      const identity = { authority: authority?.get(), certificate, key };
      if (current !== undefined && isSame(current, identity)) {
        current.connections.requests.most = parallelRequests();
        return current.connections;
      }
      const connections = open(identity);
      if (current !== undefined) {
        const replaced = poolsOf(current.connections);
        for (const each of replaced) each.retire();
        retired = [...retired, ...replaced].filter(({ isInUse }) => isInUse);
      }
      current = { ...identity, connections };
      return connections;
    },
    sockets: () => {
      const pools = current === undefined ? [] : [current.connections.requests, current.connections.streams];
      return {
        inUse: [...retired, ...pools].flatMap((each) => each.sockets().inUse),
        idle: pools.flatMap((each) => each.sockets().idle),
      };
    },
    close: () => {
      closed = true;
      for (const pool of [...retired, ...poolsOf(current?.connections)]) pool.destroy();
    },
  };
}

function isSame(one: Identity, other: Identity): boolean {
  return one.authority === other.authority && one.certificate === other.certificate && one.key === other.key;
}

function poolsOf(connections: Connections | undefined): readonly HttpPool[] {
  return connections === undefined ? [] : [connections.requests, connections.streams, connections.probes];
}

function tlsOptions({ skipTlsVerify, tlsServerName }: ClusterConfig) {
  return {
    ...(skipTlsVerify ? { rejectUnauthorized: false } : {}),
    ...defined({ servername: tlsServerName }),
  };
}

/**
 * Creates the context once for all connections: Node would ignore an invalid authority, and parse every certificate
 * again.
 */
function secureContext(
  { authority, certificate, key }: Identity,
  source: PemSource | undefined,
  user = 'the configuration',
): SecureContext {
  try {
    if (authority !== undefined) void new X509Certificate(authority);
  } catch (cause) {
    throw new ConfigError(`${source?.origin} holds no certificate of an authority in PEM`, { cause });
  }
  try {
    return createSecureContext(defined({ ca: authority, cert: certificate, key }));
  } catch (cause) {
    throw new ConfigError(`the client certificate of ${user} cannot be used: ${(cause as Error).message}`, { cause });
  }
}
