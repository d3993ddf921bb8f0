import { prometheusMetrics } from '../../runtime/src/metrics/prometheus.js';
import type { Metrics } from '../../runtime/src/metrics/metrics.js';

/** An operator whose metrics a test determines. */
export interface OperatorMetrics {
  readonly metrics: Metrics;
  /** Reconciles once, 0.1 s after the object was added to the queue. */
  readonly reconcile: (result: 'success' | 'error') => void;
  /** Adds objects to the queue, where they wait. */
  readonly enqueue: (objects: number) => void;
  /** Makes everything that is measured happen once. */
  readonly everything: () => void;
}

/** Creates the metrics of an operator with the controller `shell`, a webhook and three custom metrics. */
export async function operatorMetrics(): Promise<OperatorMetrics> {
  const metrics = await prometheusMetrics();
  const { queue, reconcileStarted } = metrics.controller('shell', 1);
  const counter = metrics.registry.counter('shells_total', 'Shells.', ['kind']);
  const gauge = metrics.registry.gauge('shells', 'Shells now.');
  const histogram = metrics.registry.histogram('shell_seconds', 'Time of a shell.', ['kind']);
  const webhook = metrics.webhook('/validate');
  queue.opened?.(() => ({ seconds: 0, longest: 0 }));
  const reconcile = (result: 'success' | 'error'): void => {
    queue.added?.(0);
    queue.started?.(0.1, 0);
    reconcileStarted()(result);
    queue.finished?.(0.1);
  };
  return {
    metrics,
    reconcile,
    enqueue: (objects) => {
      for (let at = 0; at < objects; at += 1) queue.added?.(0);
    },
    everything: () => {
      reconcile('success');
      metrics.request({ method: 'GET', host: 'api', code: 200, seconds: 0.1 });
      webhook.requestStarted()(200);
      counter.inc({ kind: 'small' });
      gauge.set(3);
      histogram.observe({ kind: 'small' }, 1);
    },
  };
}
