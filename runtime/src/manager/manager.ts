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
 * Component that runs as long as the manager. It can end earlier; a rejection stops the manager.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#Runnable
 */
export interface Runnable {
  /**
   * Runs the component.
   * @param signal aborted when the manager stops; the manager then waits as long as for reconciles
   */
  start(signal: AbortSignal): Promise<void>;
  /** True for a component that runs on every replica, not only on the leader, such as a server. */
  readonly withoutLeading?: boolean;
}

/**
 * Runs an operator: its cache, controllers, probes and metrics, from the start to the last reconcile.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#Manager
 */
export interface Manager extends ControllerHost {
  /** Configuration for reaching the API server. */
  readonly config: ClusterConfig;
  /** Logger of the manager; reconcilers have their own in the context. */
  readonly log: Logger;
  /**
   * Client that reads from the cache and writes to the server. With leader election, its writes fail as soon as the
   * lease has expired; so do those of `apiReader`, but not those of other clients that are created from `config`.
   */
  readonly client: CachedClient;
  /** Client that reads from the server, for the few reads that must not be stale. */
  readonly apiReader: Client;
  /** Mirror of the kinds that are read and watched; use it to add indexes and to get informers. */
  readonly cache: Cache;
  /** Registry for the operator's own metrics, whether or not they are served. */
  readonly metrics: MetricsRegistry;
  /** Resolves when this process is the leader, or, without leader election, has started. */
  readonly elected: Promise<void>;
  /**
   * Webhook server, created on first use. It serves before the caches are synced and until the last reconcile has
   * ended.
   */
  readonly webhookServer: WebhookServer;
  /**
   * Returns a recorder of events, which tell users what happened to an object.
   * @param name controller that reports, such as `webserver-controller`
   * @throws TypeError if the API server would reject the name
   */
  readonly getEventRecorder: (name: string) => EventRecorder;
  /** Adds a component; if the manager is already running, it starts at once. */
  readonly add: (runnable: Runnable) => void;
  /**
   * Adds a liveness check.
   * @throws Error if the name is already used
   */
  readonly addHealthzCheck: (name: string, check: HealthCheck) => void;
  /**
   * Adds a readiness check.
   * @throws Error if the name is already used
   */
  readonly addReadyzCheck: (name: string, check: HealthCheck) => void;
  /** Ports of the servers, once `start` has been called. */
  readonly ports: { readonly probes?: number; readonly metrics?: number; readonly debug?: number };
  /**
   * Runs until `signal` is aborted and the running reconciles have ended. Call it only once.
   * @throws the error that ended it: a lost lease (LeaseLostError), a port that is in use (ConfigError), or the error
   * of a runnable
   * @throws ShutdownTimeoutError if reconciles or runnables were still running after `gracefulShutdownTimeout`
   */
  readonly start: (signal: AbortSignal) => Promise<void>;
}
