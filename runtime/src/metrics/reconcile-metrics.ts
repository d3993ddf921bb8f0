import type { ControllerMetrics } from './metrics.js';
import type { MetricsRegistry } from './registry.js';

// The buckets of controller-runtime: its dashboards compute quantiles from them.
const buckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/**
 * Creates the metrics of reconciles, with the names and labels of controller-runtime. Returns a function that creates
 * the metrics of a controller.
 */
export function reconcileMetrics(
  registry: MetricsRegistry,
): (controller: string, workers: number) => Omit<ControllerMetrics, 'queue'> {
  const { results, durations, maximum, active, ...failures } = makeMetrics(registry);
  return (controller, workers) => {
    const labels = { controller };
    maximum.set(labels, workers);
    active.set(labels, 0);
    // Starts at zero: a rate over a counter that appears late misses its first step.
    for (const result of ['success', 'error', 'requeue', 'requeue_after']) results.inc({ controller, result }, 0);
    for (const each of Object.values(failures)) each.inc(labels, 0);
    return {
      reconcileStarted: () => {
        const end = durations.startTimer(labels);
        active.inc(labels);
        return (result) => {
          end();
          active.dec(labels);
          results.inc({ controller, result });
          if (result === 'error') failures.errors.inc(labels);
        };
      },
      terminalError: () => failures.terminal.inc(labels),
      panic: () => failures.panics.inc(labels),
      timeout: () => failures.timeouts.inc(labels),
      handlerFailed: () => failures.handlers.inc(labels),
    };
  };
}

function makeMetrics(registry: MetricsRegistry) {
  const labels = ['controller'];
  const counter = (name: string, help: string) => registry.counter(name, help, labels);
  return {
    results: registry.counter('controller_runtime_reconcile_total', 'Number of reconciles, by result.', [
      ...labels,
      'result',
    ]),
    errors: counter('controller_runtime_reconcile_errors_total', 'Reconciles that failed.'),
    terminal: counter(
      'controller_runtime_terminal_reconcile_errors_total',
      'Number of reconciles with a terminal error.',
    ),
    panics: counter(
      'controller_runtime_reconcile_panics_total',
      'Number of reconciles that failed because of a bug in the reconciler.',
    ),
    timeouts: counter(
      'controller_runtime_reconcile_timeouts_total',
      'Number of reconciles that exceeded their timeout.',
    ),
    handlers: counter('operator_event_handler_errors_total', 'Number of failed event handlers and map functions.'),
    durations: registry.histogram(
      'controller_runtime_reconcile_time_seconds',
      'Duration of a reconcile.',
      labels,
      buckets,
    ),
    maximum: registry.gauge(
      'controller_runtime_max_concurrent_reconciles',
      'Maximum number of concurrent reconciles.',
      labels,
    ),
    active: registry.gauge('controller_runtime_active_workers', 'Number of running reconciles.', labels),
  };
}
