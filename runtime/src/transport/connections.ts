import { X509Certificate } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { connect as tlsConnect, createSecureContext, type ConnectionOptions, type SecureContext } from 'node:tls';
import { ConfigError } from '../errors/config-error.js';
import { defined } from '../json/defined.js';
import type { ClusterConfig, Credential, PemSource } from './cluster-config.js';
import { hostOf, parseProxy, parseServer, portOf, proxyFromEnvironment } from './proxy.js';
import { openTunnel } from './tunnel.js';

/**
 * Keep-alive connections to one server. Streams have their own agent, so that watches never use up the connections of
 * requests.
 */
export interface Connections {
  readonly requests: HttpAgent;
  readonly streams: HttpAgent;
  /** A connection for the sign that a silent server is asked for: it never waits for a request. */
  readonly probes: HttpAgent;
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

// The API server closes connections that are idle for 90 s. Closing them earlier prevents requests from racing with
// that.
const longestIdle = 60_000;
// TCP keep-alive probes detect a peer that vanished without closing the connection.
const probeAfter = 15_000;
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
  let current: (Identity & { readonly connections: Connections }) | undefined;
  let retired: HttpAgent[] = [];
  let closed = false;

  const open = (identity: Identity): Connections => {
    const tls = secure
      ? { ...tlsOptions(config), secureContext: secureContext(identity, authority, config.credentials.origin) }
      : undefined;
    const make = (maxSockets: number): HttpAgent => {
      const options = { keepAlive: true, keepAliveMsecs: probeAfter, maxSockets, timeout: longestIdle };
      const agent = tls === undefined ? new HttpAgent(options) : new HttpsAgent({ ...options, ...tls });
      // All connections of an agent are equivalent. Node would join thirty options to a name, twice per request.
      agent.getName = () => server.host;
      return proxy === undefined ? agent : throughProxy(agent, proxy, server, tls);
    };
    return { requests: make(parallelRequests()), streams: make(Infinity), probes: make(1) };
  };

  return {
    for: ({ clientCertificate: certificate, clientKey: key }) => {
      if (closed) throw new Error(closedMessage);
      const identity = { authority: authority?.get(), certificate, key };
      if (current !== undefined && isSame(current, identity)) {
        current.connections.requests.maxSockets = parallelRequests();
        return current.connections;
      }
      const connections = open(identity);
      if (current !== undefined) {
        retired = [...retired.filter(isInUse), ...Object.values(current.connections).filter(retire)];
      }
      current = { ...identity, connections };
      return connections;
    },
    sockets: () => {
      const agents = current === undefined ? [] : [current.connections.requests, current.connections.streams];
      const inUse = [...retired, ...agents].flatMap(({ sockets }) => socketsOf(sockets));
      return { inUse, idle: agents.flatMap(({ freeSockets }) => socketsOf(freeSockets)) };
    },
    close: () => {
      closed = true;
      for (const agent of [...retired, ...Object.values(current?.connections ?? {})]) agent.destroy();
    },
  };
}

function isSame(one: Identity, other: Identity): boolean {
  return one.authority === other.authority && one.certificate === other.certificate && one.key === other.key;
}

function isInUse(agent: HttpAgent): boolean {
  return Object.keys(agent.sockets).length > 0;
}

function socketsOf(sockets: NodeJS.ReadOnlyDict<Socket[]>): readonly Socket[] {
  return Object.values(sockets).flatMap((each) => each ?? []);
}

/**
 * Lets connections with an old certificate finish their requests and then closes them. Reports whether any is still in
 * use.
 */
function retire(agent: HttpAgent): boolean {
  agent.maxFreeSockets = 0;
  for (const socket of socketsOf(agent.freeSockets)) socket.destroy();
  return isInUse(agent);
}

/** Makes the agent open its connections through a proxy. */
function throughProxy(agent: HttpAgent, proxy: URL, server: URL, tls: TunnelTls | undefined): HttpAgent {
  const target = { host: hostOf(server), port: portOf(server) };
  const createConnection: Connect = (options, done) => {
    openTunnel(proxy, target, tls?.secureContext).then((socket) => {
      socket.setKeepAlive(true, probeAfter).setNoDelay(true);
      done(null, tls === undefined ? socket : tlsConnect({ ...options, socket }));
    }, done);
  };
  return Object.assign(agent, { createConnection });
}

type TunnelTls = { readonly secureContext: SecureContext };
type Connect = (options: ConnectionOptions, done: (error: Error | null, socket?: Socket) => void) => void;

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
