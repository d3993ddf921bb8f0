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

/** Who leads, and how to end the connections over which that is found out. */
export interface Election {
  readonly elector: Elector;
  /** Name of the Lease. */
  readonly id: string;
  readonly namespace: string;
  readonly releaseOnCancel: boolean;
  close(): void;
}

/**
 * What elects the leader; undefined where nobody has to be elected.
 * @throws ConfigError when something is missing, or the durations do not fit
 */
export function prepareElection(
  options: LeaderElectionOptions,
  managerConfig: ClusterConfig,
  log: Logger,
): Election | undefined {
  const { enabled, id, config = managerConfig, namespace = config.namespace, releaseOnCancel = true } = options;
  if (!enabled) return undefined;
  if (id === undefined) throw new ConfigError('leader election needs an id: the name of its Lease');
  if (namespace === undefined) {
    throw new ConfigError(
      'leader election needs a namespace: this process runs in none; say --leader-election-namespace',
    );
  }
  // Connections of its own: however many slow requests the reconcilers wait for, the lease is renewed in time. And writes
  // that are not fenced: this is how the process finds out whether it leads.
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
