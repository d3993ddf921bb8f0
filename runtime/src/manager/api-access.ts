import { hostname } from 'node:os';
import { Cache } from '../cache/cache.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { EventBroadcaster } from '../events/event-broadcaster.js';
import type { Logger } from '../log/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import { createTransport } from '../transport/create-transport.js';
import { warningLogger } from '../transport/warnings.js';
import type { Election } from './election.js';
import type { ManagerOptions } from './options.js';

// Enough for one worker, the events and the caches.
const fewestConnections = 4;

/** The cache, clients and event broadcaster of a manager. */
export interface ApiAccess {
  readonly cache: Cache;
  /** Client that reads from the server, and notifies the cache of its writes. */
  readonly live: Client;
  readonly events: EventBroadcaster;
  close(): void;
}

export interface AccessParts {
  readonly config: ClusterConfig;
  readonly fieldManager: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly election: Election | undefined;
  /** Returns the maximum number of concurrent reconciles of all controllers together. */
  readonly workers: () => number;
}

/** Creates the cache, the client and the events of a manager, which share their connections. */
export function prepareAccess(
  options: ManagerOptions,
  { config, fieldManager, log, metrics, election, workers }: AccessParts,
): ApiAccess {
  const transport = createTransport(config, {
    rateLimit: options.rateLimit,
    requestTimeout: options.requestTimeout,
    // As many concurrent requests as workers: with fewer connections, a request could wait for the slowest of all
    // others.
    parallelRequests: options.parallelRequests ?? (() => Math.max(fewestConnections, workers())),
    mayWrite: () => election?.elector.mayWrite() ?? true,
  });
  transport.observe((request) => metrics.request(request));
  transport.observe(warningLogger(log));
  const cache = new Cache({
    ...options.cache,
    transport,
    log: log.with({ logger: 'cache' }),
    skipped: (resource) => metrics.objectSkipped(resource),
  });
  const events = new EventBroadcaster({
    client: createClient(transport, { fieldManager }),
    instance: hostname(),
    log: log.with({ logger: 'events' }),
  });
  const live = createClient(transport, { fieldManager, writes: cache });
  return { cache, live, events, close: () => transport.close() };
}
