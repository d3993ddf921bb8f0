import type { Metrics } from './metrics.js';
import type { MetricsRegistry } from './registry.js';

// Buckets of the Kubernetes components.
const requestBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/**
 * Creates the metrics of a process, which are independent of its controllers; names and labels are those of client-go
 * and controller-runtime.
 */
export function processMetrics(
  registry: MetricsRegistry,
): Pick<Metrics, 'request' | 'leader' | 'unhandledRejection' | 'objectSkipped' | 'certificateRead'> {
  const requestLabels = ['code', 'method', 'host'];
  const requests = registry.counter(
    'rest_client_requests_total',
    'Number of requests to the API server.',
    requestLabels,
  );
  const durations = registry.histogram(
    'rest_client_request_duration_seconds',
    'Time until the API server answers.',
    ['verb', 'host'],
    requestBuckets,
  );
  const leader = registry.gauge('leader_election_master_status', 'Whether this process is the leader.', ['name']);
  const rejections = registry.counter('operator_unhandled_rejections_total', 'Unhandled promise rejections.');
  const skipped = registry.counter(
    'operator_cache_skipped_objects_total',
    'Number of objects that the cache cannot store.',
    ['resource'],
  );
  const reads = registry.counter('certwatcher_read_certificate_total', 'Number of certificate reads.');
  const failures = registry.counter('certwatcher_read_certificate_errors_total', 'Number of certificate read errors.');
  return {
    request: ({ method, host, code, seconds }) => {
      requests.inc({ method, host, code: String(code) });
      durations.observe({ verb: method, host }, seconds);
    },
    leader: (name, isLeader) => leader.set({ name }, isLeader ? 1 : 0),
    unhandledRejection: () => rejections.inc(),
    objectSkipped: (resource) => skipped.inc({ resource }),
    certificateRead: (succeeded) => {
      reads.inc();
      if (!succeeded) failures.inc();
    },
  };
}
