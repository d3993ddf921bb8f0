import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { ClusterConfig } from '../transport/cluster-config.js';
import { createClient } from '../client/create-client.js';
import { createTransport } from '../transport/create-transport.js';
import { ConfigError } from '../errors/config-error.js';
import { defined } from '../json/defined.js';
import { Elector } from '../leader/elector.js';
import type { Logger } from '../log/logger.js';
import type { LeaderElectionOptions } from './options.js';

/** Leader election, and how to close its connections. */
export interface Election {
  readonly elector: Elector;
  /** Name of the Lease. */
  readonly id: string;
  readonly namespace: string;
  readonly releaseOnCancel: boolean;
  close(): void;
}

/**
 * Creates the leader election; undefined if it is disabled.
 * @throws ConfigError if an option is missing, or the durations are inconsistent
 */
export function prepareElection(
  options: LeaderElectionOptions,
  managerConfig: ClusterConfig,
  log: Logger,
): Election | undefined {
  const { enabled, id, config = managerConfig, namespace = config.namespace, releaseOnCancel = true } = options;
  if (!enabled) return undefined;
  if (id === undefined) throw new ConfigError('leader election requires an id: the name of its Lease');
  if (namespace === undefined) {
    throw new ConfigError(
      'leader election requires a namespace: this process does not run in a Pod; pass --leader-election-namespace',
    );
  }
  // A separate transport, so that the lease is renewed in time however many slow requests the reconcilers wait for. Its
  // writes are not fenced, because they determine whether the process is the leader.
  const transport = createTransport(config);
  const { leaseDuration, renewDeadline, retryPeriod, clock } = options;
  const elector = new Elector(
    createClient(transport),
    {
      id,
      namespace,
      identity: `${hostname()}_${randomUUID()}`,
      ...defined({ leaseDuration, renewDeadline, retryPeriod, clock }),
    },
    log.with({ logger: 'leader' }),
  );
  return { elector, id, namespace, releaseOnCancel, close: () => transport.close() };
}
