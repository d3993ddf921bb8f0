import type { Cache } from '../cache/cache.js';
import type { CachedClient } from '../cache/cached-client.js';
import type { Client } from '../client/client.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import type { ControllerHost } from '../controller/controller-host.js';
import type { EventRecorder } from '../events/event-recorder.js';
import type { Logger } from '../log/logger.js';
import type { MetricsRegistry } from '../metrics/registry.js';
import type { HealthCheck } from '../serving/health-checks.js';
import type { WebhookServer } from '../webhook/server.js';

/**
 * Something that runs as long as the manager does. It may end earlier; rejecting ends the manager.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#Runnable
 */
export interface Runnable {
  /** @param signal aborted when the manager stops, which then waits for the end for as long as it waits for reconciles */
  start(signal: AbortSignal): Promise<void>;
  /** True for what may run without leading, such as a server. */
  readonly withoutLeading?: boolean;
}

/**
 * Runs an operator: its cache, its controllers, its probes and its metrics, from the start to the last reconcile.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#Manager
 */
export interface Manager extends ControllerHost {
  /** How the API server is reached. */
  readonly config: ClusterConfig;
  /** Where the manager says what it does; reconcilers have their own in the context. */
  readonly log: Logger;
  /**
   * Reads from the cache, writes to the server. Where a leader is elected, its writes fail from the moment at which the
   * lease is over; so do those of `apiReader`, and of no other client that is made from `config`.
   */
  readonly client: CachedClient;
  /** Reads from the server. For the few reads that must not be late. */
  readonly apiReader: Client;
  /** A mirror of the kinds that are read and watched: indexes are added to it, and informers asked for. */
  readonly cache: Cache;
  /** Takes the operator's own metrics, whether they are served or not. */
  readonly metrics: MetricsRegistry;
  /** Resolves when this process leads, or has started where no leader is elected. */
  readonly elected: Promise<void>;
  /** Made when it is first asked for. Serves before the caches are filled and until the last reconcile has ended. */
  readonly webhookServer: WebhookServer;
  /**
   * Tells the users of an object what happened to it.
   * @param name the controller that reports, such as `webserver-controller`
   * @throws TypeError when the API server would not take the name
   */
  getEventRecorder(name: string): EventRecorder;
  /** Adds something that runs; when the manager runs already, it starts at once. */
  add(runnable: Runnable): void;
  /** @throws Error when the name is taken */
  addHealthzCheck(name: string, check: HealthCheck): void;
  /** @throws Error when the name is taken */
  addReadyzCheck(name: string, check: HealthCheck): void;
  /** Ports that are listened on, once `start` has begun. */
  readonly ports: { readonly probes?: number; readonly metrics?: number };
  /**
   * Runs until `signal` is aborted and the running reconciles have ended. Once only.
   * @throws whatever ended it before: a lost lease (LeaseLostError), a port that is taken (ConfigError), a runnable's error
   */
  start(signal: AbortSignal): Promise<void>;
}
