import type { QueueObserver } from '../queue/queue-observer.js';
import { noRegistry, type MetricsRegistry } from './registry.js';

/** How a reconcile ended, as the label `result` says it. */
export type ReconcileResult = 'success' | 'error' | 'requeue_after';

/** What one controller reports. */
export interface ControllerMetrics {
  readonly queue: QueueObserver;
  /** Says that a reconcile begins; the answer says how it ended. */
  reconcileStarted(): (result: ReconcileResult) => void;
  terminalError(): void;
  /** A mistake in the code of the reconciler. */
  panic(): void;
  /** A reconcile took longer than it may. */
  timeout(): void;
}

/** What the webhook of one path reports. */
export interface WebhookMetrics {
  /** Says that a request begins; the answer says with which HTTP status it ended. */
  requestStarted(): (code: number) => void;
  /** Says that an admission handler or a conversion function threw where it should not have. */
  panicked(where: 'admission' | 'conversion'): void;
}

/** A request to the API server. */
export interface RequestReport {
  readonly method: string;
  readonly host: string;
  readonly code: number;
  /** Until the head of the answer was there. */
  readonly seconds: number;
}

/** What an operator reports, under the names of controller-runtime. */
export interface Metrics {
  controller(name: string, workers: number): ControllerMetrics;
  request(request: RequestReport): void;
  leader(name: string, isLeader: boolean): void;
  webhook(path: string): WebhookMetrics;
  /** A promise was rejected and nothing waited for it. */
  unhandledRejection(): void;
  /** The cache could not keep an object of a resource. */
  objectSkipped(resource: string): void;
  /** A serving certificate was read from its folder, or could not be used. */
  certificateRead(succeeded: boolean): void;
  /** Takes what the operator's author counts. */
  readonly registry: MetricsRegistry;
  /** The report in Prometheus' text format, and its content type. */
  report(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Reports nothing; for operators whose metrics are off. */
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
  registry: noRegistry,
  report: () => Promise.resolve({ contentType: 'text/plain', text: '' }),
};
