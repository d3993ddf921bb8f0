import type { OwnMetric } from '../../base/model/metric.js';
import type { Dashboard, Panel } from './dashboard.js';
import { gaugeBy, legendOf, metric, quantiles, rateBy } from './queries.js';

// The metrics are those of runtime/src/metrics; docs/tasks/observe.md lists them.

/** The rows about reconciles, queues, webhooks and requests. */
export function controllerDashboard(operator: string): Dashboard {
  return {
    ...common(operator, 'controllers'),
    rows: [
      { title: 'Reconciles', panels: reconcilePanels },
      { title: 'Queues', panels: queuePanels },
      { title: 'API server and leader election', panels: clusterPanels },
      { title: 'Webhooks', panels: webhookPanels },
    ],
  };
}

/** The rows about the process: CPU, memory, and the event loop, heap and garbage collection of Node.js. */
export function processDashboard(operator: string): Dashboard {
  return {
    ...common(operator, 'process'),
    rows: [
      { title: 'Process', panels: processPanels },
      { title: 'Node.js', panels: nodePanels },
    ],
  };
}

/** The metrics that the operator registers itself, one panel for each. */
export function ownDashboard(operator: string, metrics: readonly OwnMetric[]): Dashboard {
  return {
    ...common(operator, 'own metrics'),
    rows: [{ title: 'Metrics of the operator', panels: metrics.map(ownPanel) }],
  };
}

function common(operator: string, what: string): Pick<Dashboard, 'title' | 'tags' | 'anchor'> {
  return { title: `${operator} / ${what}`, tags: ['operator', operator], anchor: 'controller_runtime_reconcile_total' };
}

const reconcilePanels: readonly Panel[] = [
  {
    ...{ title: 'Reconciles', type: 'timeseries', unit: 'ops' },
    description: 'Reconciles per second, by result.',
    queries: [
      {
        expr: rateBy('controller_runtime_reconcile_total', ['controller', 'result']),
        legend: legendOf(['controller', 'result']),
      },
    ],
  },
  {
    ...{ title: 'Errors', type: 'timeseries', unit: 'ops' },
    description:
      'Reconciles per second that failed: all, those that are not retried, and those that threw unexpectedly.',
    queries: [
      ['controller_runtime_reconcile_errors_total', 'all'],
      ['controller_runtime_terminal_reconcile_errors_total', 'terminal'],
      ['controller_runtime_reconcile_panics_total', 'unexpected'],
    ].map(([name = '', legend = '']) => ({ expr: rateBy(name, ['controller']), legend: `{{controller}} ${legend}` })),
  },
  {
    ...{ title: 'Duration of a reconcile', type: 'timeseries', unit: 's' },
    description: 'Median and 99th percentile.',
    queries: quantiles('controller_runtime_reconcile_time_seconds', ['controller'], '{{controller}}'),
  },
  {
    ...{ title: 'Workers', type: 'timeseries', unit: 'short' },
    description: 'Running reconciles, and the maximum number of concurrent ones.',
    queries: [
      { expr: gaugeBy('sum', 'controller_runtime_active_workers', ['controller']), legend: '{{controller}} active' },
      {
        expr: gaugeBy('max', 'controller_runtime_max_concurrent_reconciles', ['controller']),
        legend: '{{controller}} maximum',
      },
    ],
  },
];

const queuePanels: readonly Panel[] = [
  {
    ...{ title: 'Depth', type: 'timeseries', unit: 'short' },
    description: 'Objects that wait for a reconcile. A depth that grows needs more workers or faster reconciles.',
    queries: [{ expr: gaugeBy('sum', 'workqueue_depth', ['name']), legend: '{{name}}' }],
  },
  {
    ...{ title: 'Additions and retries', type: 'timeseries', unit: 'ops' },
    description: 'Objects added to the queue per second, and retries after errors.',
    queries: [
      { expr: rateBy('workqueue_adds_total', ['name']), legend: '{{name}} added' },
      { expr: rateBy('workqueue_retries_total', ['name']), legend: '{{name}} retried' },
    ],
  },
  {
    ...{ title: 'Time in the queue', type: 'timeseries', unit: 's' },
    description: 'Median and 99th percentile.',
    queries: quantiles('workqueue_queue_duration_seconds', ['name'], '{{name}}'),
  },
  {
    ...{ title: 'Processing time', type: 'timeseries', unit: 's' },
    description: 'Median and 99th percentile, and the time of the work in progress.',
    queries: [
      ...quantiles('workqueue_work_duration_seconds', ['name'], '{{name}}'),
      { expr: gaugeBy('max', 'workqueue_unfinished_work_seconds', ['name']), legend: '{{name}} unfinished' },
    ],
  },
];

const clusterPanels: readonly Panel[] = [
  {
    ...{ title: 'Requests to the API server', type: 'timeseries', unit: 'reqps' },
    description: 'Requests per second, by method and status code.',
    queries: [{ expr: rateBy('rest_client_requests_total', ['method', 'code']), legend: legendOf(['method', 'code']) }],
  },
  {
    ...{ title: 'Duration of a request', type: 'timeseries', unit: 's' },
    description: 'Median and 99th percentile of the time until the API server answers.',
    queries: quantiles('rest_client_request_duration_seconds', ['verb'], '{{verb}}'),
  },
  {
    ...{ title: 'Leaders', type: 'stat', unit: 'short' },
    description: 'Replicas that are the leader: 1 in normal operation.',
    queries: [{ expr: gaugeBy('sum', 'leader_election_master_status', ['name']), legend: '{{name}}' }],
  },
  {
    ...{ title: 'Unhandled rejections', type: 'stat', unit: 'short' },
    description: 'Rejected promises without a handler: an await is missing in the code.',
    queries: [{ expr: gaugeBy('sum', 'operator_unhandled_rejections_total', []), legend: 'rejections' }],
  },
];

const webhookPanels: readonly Panel[] = [
  {
    ...{ title: 'Requests', type: 'timeseries', unit: 'reqps' },
    description: 'Requests from the API server per second, by webhook and status code.',
    queries: [
      {
        expr: rateBy('controller_runtime_webhook_requests_total', ['webhook', 'code']),
        legend: legendOf(['webhook', 'code']),
      },
    ],
  },
  {
    ...{ title: 'Duration of a webhook request', type: 'timeseries', unit: 's' },
    description: 'Median and 99th percentile.',
    queries: quantiles('controller_runtime_webhook_latency_seconds', ['webhook'], '{{webhook}}'),
  },
];

const processPanels: readonly Panel[] = [
  {
    ...{ title: 'CPU', type: 'timeseries', unit: 'percentunit' },
    description: 'Share of one CPU.',
    queries: [{ expr: rateBy('process_cpu_seconds_total', ['pod']), legend: '{{pod}}' }],
  },
  {
    ...{ title: 'Memory', type: 'timeseries', unit: 'bytes' },
    description: 'Resident memory of the process.',
    queries: [{ expr: metric('process_resident_memory_bytes'), legend: '{{pod}}' }],
  },
];

const nodePanels: readonly Panel[] = [
  {
    ...{ title: 'Delay of the event loop', type: 'timeseries', unit: 's' },
    description: 'Median and 99th percentile. A long delay means that code computes without a pause.',
    queries: [
      { expr: metric('nodejs_eventloop_lag_p50_seconds'), legend: '{{pod}} p50' },
      { expr: metric('nodejs_eventloop_lag_p99_seconds'), legend: '{{pod}} p99' },
    ],
  },
  {
    ...{ title: 'Heap', type: 'timeseries', unit: 'bytes' },
    description: 'The used part and the size of the heap.',
    queries: [
      { expr: metric('nodejs_heap_size_used_bytes'), legend: '{{pod}} used' },
      { expr: metric('nodejs_heap_size_total_bytes'), legend: '{{pod}} total' },
    ],
  },
  {
    ...{ title: 'Garbage collection', type: 'timeseries', unit: 'percentunit' },
    description: 'Share of the time, by type of collection.',
    queries: [{ expr: rateBy('nodejs_gc_duration_seconds_sum', ['pod', 'kind']), legend: legendOf(['pod', 'kind']) }],
  },
  {
    ...{ title: 'Handles', type: 'timeseries', unit: 'short' },
    description: 'Active resources of Node.js, such as connections and timers. A number that only grows is a leak.',
    queries: [{ expr: metric('nodejs_active_resources_total'), legend: '{{pod}}' }],
  },
];

function ownPanel({ type, name, help, labels }: OwnMetric): Panel {
  const legend = labels.length === 0 ? '{{pod}}' : legendOf(labels);
  const shown = labels.length === 0 ? ['pod'] : labels;
  const panel = { title: name, description: help, type: 'timeseries' } as const;
  if (type === 'histogram') return { ...panel, unit: 'short', queries: quantiles(name, shown, legend) };
  if (type === 'counter') return { ...panel, unit: 'ops', queries: [{ expr: rateBy(name, shown), legend }] };
  return { ...panel, unit: 'short', queries: [{ expr: gaugeBy('sum', name, shown), legend }] };
}
