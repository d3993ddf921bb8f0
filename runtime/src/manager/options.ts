import type { CacheOptions } from '../cache/cache.js';
import type { SelfSignedOptions } from '../certificates/options.js';
import type { ClusterConfig } from '../transport/cluster-config.js';
import type { RateLimit } from '../transport/rate-limiter.js';
import type { ControllerDefaults } from '../controller/options.js';
import type { Logger } from '../log/logger.js';
import type { MetricsServerOptions } from '../metrics/metrics-server.js';
import type { Clock } from '../timing/clock.js';
import type { WebhookServerOptions } from '../webhook/options.js';

/** The `LeaderElection...` options of https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#Options */
export interface LeaderElectionOptions {
  /** Whether one copy of the operator has to be elected before its controllers act; off unless said otherwise. */
  readonly enabled?: boolean | undefined;
  /** Name of the Lease; the same for every copy of this operator and for no other. */
  readonly id?: string | undefined;
  /** The namespace that the process runs in, unless said otherwise. */
  readonly namespace?: string | undefined;
  /** Where the Lease is; the manager's own API server unless said otherwise. */
  readonly config?: ClusterConfig | undefined;
  /** Whether the lease is given back when the manager stops, once nothing acts any more; true unless said otherwise. */
  readonly releaseOnCancel?: boolean | undefined;
  /** Milliseconds that others wait after the last sign of life before they take over; 15 s unless said otherwise. */
  readonly leaseDuration?: number | undefined;
  /** Milliseconds after which a leader that cannot renew ends; shorter than the lease, 10 s unless said otherwise. */
  readonly renewDeadline?: number | undefined;
  /** Milliseconds between attempts; 2 s unless said otherwise. */
  readonly retryPeriod?: number | undefined;
  /** The time; for tests. */
  readonly clock?: Clock | undefined;
}

/** How the manager serves webhooks. */
export interface ManagerWebhookOptions extends WebhookServerOptions {
  /** The manager makes the certificate itself and tells the API server of it; `certDir` holds it unless said otherwise. */
  readonly selfSigned?: SelfSignedOptions | undefined;
  /**
   * The Service of the webhooks, for a manager that does not make the certificate: what a process with `selfSigned.url` has
   * turned to itself, and left so when it was killed, is put back at the start.
   */
  readonly service?: { readonly name: string; readonly namespace: string } | undefined;
}

/** https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#Options */
export interface ManagerOptions {
  /** How to reach the API server; found out by `loadConfig` where absent. */
  readonly config?: ClusterConfig | undefined;
  /** Path of a kubeconfig file; what `loadConfig` finds unless said otherwise. */
  readonly kubeconfig?: string | undefined;
  /**
   * How fast the manager's clients and its cache may ask; not limited unless said otherwise, since the API server itself
   * says when it has too much to do. The lease has no part in it.
   */
  readonly rateLimit?: RateLimit | undefined;
  /**
   * Milliseconds that a request of the manager's clients may take, with everything that is tried again; a minute unless
   * said otherwise. Watches last longer, and the lease has `renewDeadline`.
   */
  readonly requestTimeout?: number | undefined;
  /**
   * How many requests of the manager's clients are on their way at the same time; the others wait. As many as there are
   * workers in all controllers, and four at least, unless said otherwise. Watches are not counted.
   */
  readonly parallelRequests?: number | undefined;
  /** Such as `:8081`; the probes are off unless said otherwise, and with `0`. */
  readonly healthProbeBindAddress?: string | undefined;
  /** Where metrics are served, and to whom; nowhere unless said otherwise. */
  readonly metrics?: MetricsServerOptions | undefined;
  /** Where webhooks are served, once there is one. */
  readonly webhook?: ManagerWebhookOptions | undefined;
  /** Whether and how one copy of the operator is elected to act. */
  readonly leaderElection?: LeaderElectionOptions | undefined;
  /** Milliseconds that running reconciles get when the manager stops; half a minute unless said otherwise. */
  readonly gracefulShutdownTimeout?: number | undefined;
  /** Ends the manager when a promise is rejected that nothing waits for; it is logged and counted unless said otherwise. */
  readonly endOnUnhandledRejection?: boolean | undefined;
  /** What of the cluster is seen, and how. */
  readonly cache?: Omit<CacheOptions, 'transport' | 'log' | 'skipped'> | undefined;
  /** Who writes, where a call does not say it: the name in `metadata.managedFields`. */
  readonly fieldManager?: string | undefined;
  /** JSON lines on standard error unless said otherwise. */
  readonly log?: Logger | undefined;
  /** For every controller that does not say it itself. */
  readonly controller?: ControllerDefaults | undefined;
}
