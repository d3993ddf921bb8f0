import type { CacheOptions } from '../cache/cache.js';
import type { SelfSignedOptions } from '../certificates/options.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import type { RateLimit } from '../transport/rate-limiter.js';
import type { ControllerDefaults } from '../controller/options.js';
import type { Logger } from '../log/logger.js';
import type { MetricsServerOptions } from '../metrics/metrics-server.js';
import type { Clock } from '../timing/clock.js';
import type { WebhookServerOptions } from '../webhook/options.js';

/**
 * Options of leader election: the `LeaderElection...` options of
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#Options
 */
export interface LeaderElectionOptions {
  /** Whether one replica of the operator must be elected before its controllers act; defaults to false. */
  readonly enabled?: boolean | undefined;
  /** Name of the Lease; the same for all replicas of this operator, and unique to it. */
  readonly id?: string | undefined;
  /** Namespace of the Lease; defaults to the one that the process runs in. */
  readonly namespace?: string | undefined;
  /** Configuration of the API server with the Lease; defaults to that of the manager. */
  readonly config?: ClusterConfig | undefined;
  /** Whether to release the lease when the manager stops, after all work has ended; defaults to true. */
  readonly releaseOnCancel?: boolean | undefined;
  /** Milliseconds after the last renewal before another replica takes over; defaults to 15 s. */
  readonly leaseDuration?: number | undefined;
  /** Milliseconds after which a leader that cannot renew the lease stops; shorter than the lease, defaults to 10 s. */
  readonly renewDeadline?: number | undefined;
  /** Milliseconds between attempts; defaults to 2 s. */
  readonly retryPeriod?: number | undefined;
  /** Clock for tests. */
  readonly clock?: Clock | undefined;
}

/** Options of the webhook server of a manager. */
export interface ManagerWebhookOptions extends WebhookServerOptions {
  /**
   * Address to listen on; the empty string stands for all addresses. Defaults to all in a Pod, and for a
   * `selfSigned.url` that is not a loopback address; otherwise to 127.0.0.1.
   */
  readonly host?: string | undefined;
  /**
   * Options for a certificate that the manager creates and publishes to the API server; if unset, `certDir` contains
   * it.
   */
  readonly selfSigned?: SelfSignedOptions | undefined;
  /**
   * Service of the webhooks, for a manager that does not create the certificate. At the start, the manager restores
   * webhooks that a killed process with `selfSigned.url` has left redirected to itself.
   */
  readonly service?: { readonly name: string; readonly namespace: string } | undefined;
}

/** Options of the debug endpoint. */
export interface DebugServerOptions {
  /**
   * Address of `/debug/controllers`, such as `:8085`; if unset or `0`, it is disabled. Without a host, only this machine can
   * reach it. There is no authentication.
   */
  readonly bindAddress?: string | undefined;
}

/** Options of a manager. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#Options */
export interface ManagerOptions {
  /** Configuration for reaching the API server; defaults to the result of `loadConfig`. */
  readonly config?: ClusterConfig | undefined;
  /** Path of a kubeconfig file; defaults to the one that `loadConfig` finds. */
  readonly kubeconfig?: string | undefined;
  /** Name of a context in the kubeconfig; defaults to its current one. */
  readonly context?: string | undefined;
  /**
   * Rate limit of the manager's clients and its cache; unlimited by default, because the API server itself throttles
   * clients when it is overloaded. It does not apply to the lease.
   */
  readonly rateLimit?: RateLimit | undefined;
  /**
   * Maximum duration of a request of the manager's clients in milliseconds, including retries; defaults to one minute.
   * Watches last longer, and `renewDeadline` applies to the lease.
   */
  readonly requestTimeout?: number | undefined;
  /**
   * Maximum number of concurrent requests of the manager's clients; further requests wait. Defaults to the number of
   * workers of all controllers, and at least four. Watches are not counted.
   */
  readonly parallelRequests?: number | undefined;
  /** Address of the probes, such as `:8081`; if unset or `0`, they are disabled. */
  readonly healthProbeBindAddress?: string | undefined;
  /** Address and access control of the metrics; disabled by default. */
  readonly metrics?: MetricsServerOptions | undefined;
  /**
   * Address of the debug endpoint, which shows the queues of the controllers and the last reconciles of each object;
   * disabled by default.
   */
  readonly debug?: DebugServerOptions | undefined;
  /** Address and certificate of the webhook server, which starts if there is a webhook. */
  readonly webhook?: ManagerWebhookOptions | undefined;
  /** Options of leader election. */
  readonly leaderElection?: LeaderElectionOptions | undefined;
  /**
   * Milliseconds that running reconciles get when the manager stops; defaults to 30 s. If some are still running then,
   * `start` rejects. With 0, it does not wait for them and resolves; with a negative number or Infinity, it waits forever.
   */
  readonly gracefulShutdownTimeout?: number | undefined;
  /** Whether an unhandled promise rejection stops the manager; by default, it is logged and counted. */
  readonly endOnUnhandledRejection?: boolean | undefined;
  /** Options of the cache. */
  readonly cache?: Omit<CacheOptions, 'transport' | 'log' | 'skipped'> | undefined;
  /** Field manager of calls that do not set one: the name in `metadata.managedFields`. */
  readonly fieldManager?: string | undefined;
  /** Logger; defaults to JSON lines on the standard error. */
  readonly log?: Logger | undefined;
  /** Default options of all controllers. */
  readonly controller?: ControllerDefaults | undefined;
}
