import type { ClusterConfig } from '../transport/cluster-config.js';
import { createClient } from '../client/create-client.js';
import { createTransport } from '../transport/create-transport.js';
import type { Logger } from '../log/logger.js';
import { startMetricsServer } from '../metrics/metrics-server.js';
import type { Metrics } from '../metrics/metrics.js';
import type { HealthChecks } from '../serving/health-checks.js';
import { parseAddress, type Address } from '../serving/listen.js';
import { startProbes } from '../serving/probes.js';
import type { ReadStates } from './debug-server.js';
import type { ServerStart } from './lifecycle.js';
import type { Manager } from './manager.js';
import type { ManagerOptions } from './options.js';

/** Addresses of the servers of a manager; undefined for a disabled one. */
export interface Addresses {
  readonly probes: Address | undefined;
  readonly metrics: Address | undefined;
  readonly debug: Address | undefined;
}

/** @throws ConfigError if an address is invalid; it names the flag */
export function addressesOf({ healthProbeBindAddress = '0', metrics, debug }: ManagerOptions): Addresses {
  return {
    probes: parseAddress(healthProbeBindAddress, '--health-probe-bind-address'),
    metrics: parseAddress(metrics?.bindAddress ?? '0', '--metrics-bind-address'),
    debug: parseAddress(debug?.bindAddress ?? '0', '--debug-bind-address'),
  };
}

export interface ServerParts {
  readonly addresses: Addresses;
  readonly options: ManagerOptions;
  readonly config: ClusterConfig;
  readonly checks: { readonly healthz: HealthChecks; readonly readyz: HealthChecks };
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly states: ReadStates;
}

/** Returns the servers of a manager in start order, and their ports once they have started. */
export function prepareServers({ addresses, options, config, checks, metrics, log, states }: ServerParts): {
  readonly servers: readonly ServerStart[];
  readonly ports: Manager['ports'];
} {
  const ports: { -readonly [Name in keyof Manager['ports']]: Manager['ports'][Name] } = {};
  const servers: ServerStart[] = [];
  const { probes: probesAddress, metrics: metricsAddress, debug: debugAddress } = addresses;
  if (probesAddress !== undefined) {
    servers.push(async () => {
      const probes = await startProbes(probesAddress, checks, log);
      ports.probes = probes.port;
      return probes;
    });
  }
  if (metricsAddress !== undefined) {
    servers.push(async () => {
      // A separate transport, so that requests for metrics do not delay the reconcilers.
      const reviews = createTransport(config);
      const reviewer = createClient(reviews);
      const server = await startMetricsServer(metricsAddress, options.metrics ?? {}, metrics, reviewer, log);
      ports.metrics = server.port;
      return {
        close: async () => {
          await server.close();
          reviews.close();
        },
      };
    });
  }
  if (debugAddress !== undefined) {
    servers.push(async () => {
      const { startDebugServer } = await import('./debug-server.js');
      const server = await startDebugServer(debugAddress, states, log);
      ports.debug = server.port;
      return server;
    });
  }
  return { servers, ports };
}
