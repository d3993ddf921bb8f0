import { checkedRegistry } from './checked-registry.js';
import type { Metrics } from './metrics.js';
import { processMetrics } from './process-metrics.js';
import { queueMetrics, type CollectedGauge } from './queue-metrics.js';
import { reconcileMetrics } from './reconcile-metrics.js';
import type { MetricsRegistry } from './registry.js';
import { webhookMetrics } from './webhook-metrics.js';

// Default buckets of the Prometheus libraries.
const usualBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Creates metrics with prom-client, which is loaded only here, so that an operator without metrics does not load it.
 */
export async function prometheusMetrics(): Promise<Metrics> {
  const client = (await import('prom-client')).default;
  const { Counter, Gauge, Histogram } = client;
  const own = new client.Registry();
  const registers = [own];
  client.collectDefaultMetrics({ register: own });
  // Its types accept calls without labels.
  const typed = <M>(metric: unknown): M => metric as M;
  const registry: MetricsRegistry = {
    counter: (name, help, list) => typed(new Counter({ name, help, labelNames: [...(list ?? [])], registers })),
    gauge: (name, help, list) => typed(new Gauge({ name, help, labelNames: [...(list ?? [])], registers })),
    histogram: (name, help, list, buckets = usualBuckets) =>
      typed(new Histogram({ name, help, labelNames: [...(list ?? [])], buckets: [...buckets], registers })),
  };
  const collectedGauge: CollectedGauge = (name, help, labelNames, collect) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers,
      collect: () => collect((labels, value) => gauge.set(labels, value)),
    });
  };
  return {
    ...processMetrics(registry),
    webhook: webhookMetrics(registry),
    controller: controllerMetrics(registry, collectedGauge),
    registry: checkedRegistry(registry),
    report: async () => {
      // Metrics of other libraries are in the default registry of prom-client.
      const others = client.register.getMetricsAsArray().filter(({ name }) => own.getSingleMetric(name) === undefined);
      const texts = [own.metrics(), ...others.map(({ name }) => client.register.getSingleMetricAsString(name))];
      return { contentType: own.contentType, text: `${(await Promise.all(texts)).join('\n').trim()}\n` };
    },
  };
}

function controllerMetrics(registry: MetricsRegistry, collectedGauge: CollectedGauge): Metrics['controller'] {
  const ofReconciles = reconcileMetrics(registry);
  const ofQueue = queueMetrics(registry, collectedGauge);
  return (name, workers) => ({ queue: ofQueue(name), ...ofReconciles(name, workers) });
}
