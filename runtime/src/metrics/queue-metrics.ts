import type { QueueObserver, UnfinishedWork } from '../queue/queue-observer.js';
import type { Labels, MetricsRegistry } from './registry.js';

// The buckets of controller-runtime: its dashboards compute quantiles from them.
const buckets = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000];

const labelNames = ['name', 'controller'];

/** A gauge whose values are collected when the metrics are requested. */
export type CollectedGauge = (
  name: string,
  help: string,
  labelNames: readonly string[],
  collect: (set: (labels: Labels, value: number) => void) => void,
) => void;

/**
 * Creates the metrics of work queues, with the names and labels of client-go. Returns a function that creates the
 * observer of a controller's queue.
 */
export function queueMetrics(
  registry: MetricsRegistry,
  collectedGauge: CollectedGauge,
): (controller: string) => QueueObserver {
  const { depth, adds, waits, works, retries } = makeMetrics(registry);
  const unfinished = new Map<string, () => UnfinishedWork>();
  makeWorkGauges(collectedGauge, unfinished);
  return (controller) => {
    const labels = { name: controller, controller };
    const { at, all } = labelsByPriority(labels);
    // Starts at zero: a rate over a counter that appears late misses its first step.
    for (const each of [adds, retries]) each.inc(labels, 0);
    return {
      opened: (work) => void unfinished.set(controller, work),
      added: (priority) => {
        adds.inc(labels);
        depth.inc(at(priority));
      },
      raised: (before, priority) => {
        depth.dec(at(before));
        depth.inc(at(priority));
      },
      retried: () => retries.inc(labels),
      started: (waited, priority) => {
        waits.observe(labels, waited);
        depth.dec(at(priority));
      },
      finished: (worked) => works.observe(labels, worked),
      closed: () => {
        for (const each of all()) depth.set(each, 0);
      },
    };
  };
}

function makeMetrics({ counter, gauge, histogram }: MetricsRegistry) {
  const [wait, work] = ['Time that a key waits in the queue.', 'Time that processing a key takes.'];
  return {
    depth: gauge('workqueue_depth', 'Number of waiting keys, by priority.', [...labelNames, 'priority']),
    adds: counter('workqueue_adds_total', 'Number of keys that were added.', labelNames),
    waits: histogram('workqueue_queue_duration_seconds', wait, labelNames, buckets),
    works: histogram('workqueue_work_duration_seconds', work, labelNames, buckets),
    retries: counter('workqueue_retries_total', 'Number of keys that were added with a delay.', labelNames),
  };
}

function makeWorkGauges(collectedGauge: CollectedGauge, unfinished: ReadonlyMap<string, () => UnfinishedWork>): void {
  const make = (name: string, help: string, part: keyof UnfinishedWork) =>
    collectedGauge(name, help, labelNames, (set) => {
      for (const [controller, work] of unfinished) set({ name: controller, controller }, work()[part]);
    });
  make('workqueue_unfinished_work_seconds', 'Total time that the keys in progress have been processed.', 'seconds');
  make(
    'workqueue_longest_running_processor_seconds',
    'Time that the longest-running key has been processed.',
    'longest',
  );
}

/** The labels of the depth for each priority that a queue has had. They are created once, because every key needs them twice. */
function labelsByPriority(labels: Labels) {
  const known = new Map<string, Labels>();
  return {
    at: (value: number | undefined): Labels => {
      const priority = value === undefined ? '' : String(value);
      const found = known.get(priority);
      if (found !== undefined) return found;
      const made = { ...labels, priority };
      known.set(priority, made);
      return made;
    },
    all: () => known.values(),
  };
}
