import type { Metrics } from './metrics.js';

// The buckets of controller-runtime: its dashboards compute quantiles from them.
const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];
// Those of Kubernetes' own components.
const requestBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
// Those of Prometheus' own libraries.
const usualBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const queueBuckets = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000];

/** Metrics in Prometheus' own client, which is loaded only here: an operator without metrics does not carry it. */
export async function prometheusMetrics(): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics, register } = (await import('prom-client'))
    .default;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[]) => new Gauge({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  const reconciles = counter('controller_runtime_reconcile_total', 'Reconciles, by how they ended.', [
    'controller',
    'result',
  ]);
  const errors = counter('controller_runtime_reconcile_errors_total', 'Reconciles that failed.', ['controller']);
  const terminal = counter('controller_runtime_terminal_reconcile_errors_total', 'Reconciles that failed for good.', [
    'controller',
  ]);
  const durations = histogram(
    'controller_runtime_reconcile_time_seconds',
    'Time of a reconcile.',
    ['controller'],
    reconcileBuckets,
  );
  const maximum = gauge('controller_runtime_max_concurrent_reconciles', 'Reconciles that may run at a time.', [
    'controller',
  ]);
  const active = gauge('controller_runtime_active_workers', 'Reconciles that run now.', ['controller']);
  const queueLabels = ['name', 'controller'];
  const depth = gauge('workqueue_depth', 'Keys that wait.', queueLabels);
  const adds = counter('workqueue_adds_total', 'Keys that were added.', queueLabels);
  const waits = histogram('workqueue_queue_duration_seconds', 'Time that a key waits.', queueLabels, queueBuckets);
  const works = histogram(
    'workqueue_work_duration_seconds',
    'Time that a key is worked on.',
    queueLabels,
    queueBuckets,
  );
  const retries = counter('workqueue_retries_total', 'Keys that were added after a failure.', queueLabels);
  const requests = counter('rest_client_requests_total', 'Requests to the API server.', ['code', 'method', 'host']);
  const latency = histogram(
    'rest_client_request_duration_seconds',
    'Time until the API server answers.',
    ['verb', 'host'],
    requestBuckets,
  );
  const rejections = counter(
    'operator_unhandled_rejections_total',
    'Promises that were rejected and that nothing waited for.',
    [],
  );
  const certificates = counter('certwatcher_read_certificate_total', 'Serving certificates that were read.', []);
  const badCertificates = counter(
    'certwatcher_read_certificate_errors_total',
    'Serving certificates that could not be read or used.',
    [],
  );
  const leader = gauge('leader_election_master_status', 'Whether this process leads.', ['name']);

  return {
    controller: (controller, workers) => {
      const labels = { name: controller, controller };
      maximum.set({ controller }, workers);
      active.set({ controller }, 0);
      depth.set(labels, 0);
      // From the start at zero: a rate over a counter that appears late misses its first step.
      for (const result of ['success', 'error', 'requeue_after']) reconciles.inc({ controller, result }, 0);
      errors.inc({ controller }, 0);
      terminal.inc({ controller }, 0);
      adds.inc(labels, 0);
      retries.inc(labels, 0);
      return {
        queue: {
          added: (waiting) => {
            adds.inc(labels);
            depth.set(labels, waiting);
          },
          retried: () => retries.inc(labels),
          started: (waited, waiting) => {
            waits.observe(labels, waited);
            depth.set(labels, waiting);
          },
          finished: (worked) => works.observe(labels, worked),
        },
        reconcileStarted: () => {
          const end = durations.startTimer({ controller });
          active.inc({ controller });
          return (result) => {
            end();
            active.dec({ controller });
            reconciles.inc({ controller, result });
            if (result === 'error') errors.inc({ controller });
          };
        },
        terminalError: () => terminal.inc({ controller }),
      };
    },
    request: ({ method, host, code, seconds }) => {
      requests.inc({ method, host, code: String(code) });
      if (seconds !== undefined) latency.observe({ verb: method, host }, seconds);
    },
    leader: (name, isLeader) => leader.set({ name }, isLeader ? 1 : 0),
    unhandledRejection: () => rejections.inc(),
    certificateRead: (succeeded) => {
      certificates.inc();
      if (!succeeded) badCertificates.inc();
    },
    registry: {
      counter: (name, help, labelNames = []) => counter(name, help, [...labelNames]),
      gauge: (name, help, labelNames = []) => gauge(name, help, [...labelNames]),
      histogram: (name, help, labelNames = [], buckets = usualBuckets) =>
        histogram(name, help, [...labelNames], [...buckets]),
    },
    report: async () => {
      // What libraries register on their own is in the client's own registry.
      const others = register.getMetricsAsArray().filter(({ name }) => registry.getSingleMetric(name) === undefined);
      const texts = [registry.metrics(), ...others.map(({ name }) => register.getSingleMetricAsString(name))];
      return { contentType: registry.contentType, text: `${(await Promise.all(texts)).join('\n').trim()}\n` };
    },
  };
}
