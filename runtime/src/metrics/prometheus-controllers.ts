import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { UnfinishedWork } from '../queue/queue-observer.js';
import type { Metrics } from './metrics.js';

/** Parts of prom-client that are used; it is loaded only if there are metrics. */
export interface PrometheusClient {
  readonly Counter: typeof Counter;
  readonly Gauge: typeof Gauge;
  readonly Histogram: typeof Histogram;
}

// Buckets of controller-runtime, whose dashboards compute quantiles from them.
const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];
const queueBuckets = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000];

/** Creates the metrics of controllers and their queues, under the names and labels of controller-runtime. */
export function controllerMetrics(
  { Counter, Gauge, Histogram }: PrometheusClient,
  registry: Registry,
): Metrics['controller'] {
  const registers = [registry];
  const unfinished = new Map<string, () => UnfinishedWork>();
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  /** Creates a gauge of unfinished work that is computed when the metrics are read. */
  const workGauge = (name: string, help: string, part: keyof UnfinishedWork) =>
    new Gauge({
      name,
      help,
      labelNames: ['name', 'controller'],
      registers,
      collect() {
        for (const [controller, work] of unfinished) this.set({ name: controller, controller }, work()[part]);
      },
    });

  const reconciles = counter(
    'controller_runtime_reconcile_total',
    'Reconciles, by how they ended.',
    'controller',
    'result',
  );
  const errors = counter('controller_runtime_reconcile_errors_total', 'Reconciles that failed.', 'controller');
  const terminal = counter(
    'controller_runtime_terminal_reconcile_errors_total',
    'Reconciles that failed for good.',
    'controller',
  );
  const panics = counter(
    'controller_runtime_reconcile_panics_total',
    'Reconciles that failed because of a mistake in their code.',
    'controller',
  );
  const timeouts = counter(
    'controller_runtime_reconcile_timeouts_total',
    'Reconciles that took longer than they may.',
    'controller',
  );
  const durations = histogram(
    'controller_runtime_reconcile_time_seconds',
    'Time of a reconcile.',
    reconcileBuckets,
    'controller',
  );
  const maximum = gauge(
    'controller_runtime_max_concurrent_reconciles',
    'Reconciles that may run at a time.',
    'controller',
  );
  const active = gauge('controller_runtime_active_workers', 'Reconciles that run now.', 'controller');
  const queue = ['name', 'controller'];
  const depth = gauge('workqueue_depth', 'Keys that wait, by their priority.', ...queue, 'priority');
  const adds = counter('workqueue_adds_total', 'Keys that were added.', ...queue);
  const waits = histogram('workqueue_queue_duration_seconds', 'Time that a key waits.', queueBuckets, ...queue);
  const works = histogram('workqueue_work_duration_seconds', 'Time that a key is worked on.', queueBuckets, ...queue);
  const retries = counter('workqueue_retries_total', 'Keys that were added to be taken after a time.', ...queue);
  workGauge('workqueue_unfinished_work_seconds', 'Time that the keys have been worked on, added up.', 'seconds');
  workGauge(
    'workqueue_longest_running_processor_seconds',
    'Time that the key has been worked on that takes longest.',
    'longest',
  );

  return (controller, workers) => {
    const labels = { name: controller, controller };
    const ofController = { controller };
    const depths = new Map<string, { readonly name: string; readonly controller: string; readonly priority: string }>();
    const depthLabels = (value: number | undefined) => {
      const priority = value === undefined ? '' : String(value);
      const known = depths.get(priority);
      if (known !== undefined) return known;
      const made = { ...labels, priority };
      depths.set(priority, made);
      return made;
    };
    maximum.set(ofController, workers);
    active.set(ofController, 0);
    // Starts counters at zero, because a rate over a counter that appears later misses its first step.
    for (const result of ['success', 'error', 'requeue', 'requeue_after']) reconciles.inc({ controller, result }, 0);
    for (const each of [errors, terminal, panics, timeouts]) each.inc(ofController, 0);
    for (const each of [adds, retries]) each.inc(labels, 0);
    return {
      queue: {
        opened: (work) => void unfinished.set(controller, work),
        added: (priority) => {
          adds.inc(labels);
          depth.inc(depthLabels(priority));
        },
        raised: (before, priority) => {
          depth.dec(depthLabels(before));
          depth.inc(depthLabels(priority));
        },
        retried: () => retries.inc(labels),
        started: (waited, priority) => {
          waits.observe(labels, waited);
          depth.dec(depthLabels(priority));
        },
        finished: (worked) => works.observe(labels, worked),
        closed: () => {
          for (const each of depths.values()) depth.set(each, 0);
        },
      },
      reconcileStarted: () => {
        const end = durations.startTimer(ofController);
        active.inc(ofController);
        return (result) => {
          end();
          active.dec(ofController);
          reconciles.inc({ controller, result });
          if (result === 'error') errors.inc(ofController);
        };
      },
      terminalError: () => terminal.inc(ofController),
      panic: () => panics.inc(ofController),
      timeout: () => timeouts.inc(ofController),
    };
  };
}
