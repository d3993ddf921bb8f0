import type { Metrics } from './metrics.js';
import type { MetricsRegistry } from './registry.js';

// Ten nanoseconds to a thousand seconds, as in controller-runtime.
const latencyBuckets = Array.from({ length: 12 }, (_, index) => Number(`1e${index - 8}`));

/** Creates the metrics of webhooks, by path. */
export function webhookMetrics(registry: MetricsRegistry): Metrics['webhook'] {
  let report: Metrics['webhook'] | undefined;
  // Created on first use, because most operators have no webhook.
  return (webhook) => (report ??= reportIn(registry))(webhook);
}

function reportIn(registry: MetricsRegistry): Metrics['webhook'] {
  const requests = registry.counter(
    'controller_runtime_webhook_requests_total',
    'Number of webhook requests, by HTTP status.',
    ['webhook', 'code'],
  );
  const latency = registry.histogram(
    'controller_runtime_webhook_latency_seconds',
    'Duration of a webhook request.',
    ['webhook'],
    latencyBuckets,
  );
  const inFlight = registry.gauge(
    'controller_runtime_webhook_requests_in_flight',
    'Number of webhook requests in progress.',
    ['webhook'],
  );
  const panics = {
    admission: registry.counter(
      'controller_runtime_webhook_panics_total',
      'Number of admission handlers that threw an error.',
      [],
    ),
    conversion: registry.counter('controller_runtime_conversion_webhook_panics_total', 'Conversions that threw.', []),
  };
  return (webhook) => {
    for (const code of ['200', '500']) requests.inc({ webhook, code }, 0);
    inFlight.set({ webhook }, 0);
    return {
      requestStarted: () => {
        const end = latency.startTimer({ webhook });
        inFlight.inc({ webhook });
        return (code) => {
          end();
          inFlight.dec({ webhook });
          requests.inc({ webhook, code: String(code) });
        };
      },
      panicked: (where) => panics[where].inc(),
    };
  };
}
