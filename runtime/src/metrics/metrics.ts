import type { QueueObserver } from '../queue/queue-observer.js';
import { checkedRegistry } from './checked-registry.js';
import { noRegistry, type MetricsRegistry } from './registry.js';

/** Result of a reconcile, as in the label `result`. */
export type ReconcileResult = 'success' | 'error' | 'requeue_after';

/** Metrics of one controller. */
export interface ControllerMetrics {
  readonly queue: QueueObserver;
  /** Records the start of a reconcile; call the returned function with its result. */
  reconcileStarted(): (result: ReconcileResult) => void;
  terminalError(): void;
  /** Records a bug in the code of the reconciler. */
  panic(): void;
  /** Records that a reconcile exceeded its timeout. */
  timeout(): void;
  /** Records that an event handler or a map function failed; the event is retried. */
  handlerFailed?(): void;
}

/** Metrics of the webhook on one path. */
export interface WebhookMetrics {
  /** Records the start of a request; call the returned function with its HTTP status. */
  requestStarted(): (code: number) => void;
  /** Records that an admission handler or a conversion function threw an unexpected error. */
  panicked(where: 'admission' | 'conversion'): void;
}

/** Request to the API server. */
export interface RequestReport {
  readonly method: string;
  readonly host: string;
  readonly code: number;
  /** Time until the head of the answer arrived. */
  readonly seconds: number;
}

/** Metrics of an operator, under the names of controller-runtime. */
export interface Metrics {
  controller(name: string, workers: number): ControllerMetrics;
  request(request: RequestReport): void;
  leader(name: string, isLeader: boolean): void;
  webhook(path: string): WebhookMetrics;
  /** Records a promise rejection that nothing handled. */
  unhandledRejection(): void;
  /** Records that the cache could not store an object of a resource. */
  objectSkipped(resource: string): void;
  /** Records that a serving certificate was read from its directory, or could not be used. */
  certificateRead(succeeded: boolean): void;
  /** Registry for the operator's own metrics. */
  readonly registry: MetricsRegistry;
  /** Returns the report in the text format of Prometheus, and its content type. */
  report(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Metrics that record nothing, for operators whose metrics are disabled. */
export const noMetrics: Metrics = {
  controller: () => ({
    queue: {},
    reconcileStarted: () => () => undefined,
    terminalError: () => undefined,
    panic: () => undefined,
    timeout: () => undefined,
  }),
  request: () => undefined,
  leader: () => undefined,
  webhook: () => ({ requestStarted: () => () => undefined, panicked: () => undefined }),
  unhandledRejection: () => undefined,
  objectSkipped: () => undefined,
  certificateRead: () => undefined,
  registry: checkedRegistry(noRegistry),
  report: () => Promise.resolve({ contentType: 'text/plain', text: '' }),
};
