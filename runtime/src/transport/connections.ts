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

/** Connections to one server that are kept open. Streams have their own: watches never use up those of requests. */
export interface Connections {
  readonly requests: HttpAgent;
  readonly streams: HttpAgent;
}

/** Hands out connections that prove themselves with a credential's client certificate. */
export interface ConnectionPool {
  /** @throws ConfigError when a certificate is none */
  for(credential: Credential): Connections;
  /** Closes every connection, those in use as well. Nothing is handed out afterwards. */
  close(): void;
}

// The API server closes a connection that was idle for 90 s. We do so first, so that no request runs into the closing.
const longestIdle = 60_000;
// The system asks a silent peer whether it is still there: a connection to one that vanished without a word breaks.
const probeAfter = 15_000;
export const closedMessage = 'the connections to the server were closed';

/** What connections are made with; new ones are opened when any of it has changed. */
interface Identity {
  readonly authority: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

/**
 * @param authority who the server's certificate has to be signed by; the system's own authorities where absent
 * @param parallelRequests connections for requests that are open at the same time, at most; asked before each request
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
      // All of an agent's connections are alike: Node would join thirty options to a name, twice for each request.
      agent.getName = () => server.host;
      return proxy === undefined ? agent : throughProxy(agent, proxy, server, tls);
    };
    return { requests: make(parallelRequests()), streams: make(Infinity) };
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

/** Lets the connections of an old certificate finish what they do, and then close. Answers whether one still does. */
function retire(agent: HttpAgent): boolean {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  return isInUse(agent);
}

/** The agent, with connections that are opened by way of a proxy. */
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

/** Made once for all connections: Node would pass over an authority that is none, and read every certificate anew. */
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
