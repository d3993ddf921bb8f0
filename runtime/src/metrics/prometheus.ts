import type { Metrics } from './metrics.js';
import { controllerMetrics } from './prometheus-controllers.js';
import { webhookMetrics } from './webhook-metrics.js';

/** Metrics in Prometheus' own client, which is loaded only here: an operator without metrics does not carry it. */
export async function prometheusMetrics(): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = (await import('prom-client')).default;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[]) => new Gauge({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  const requests = counter('rest_client_requests_total', 'Requests to the API server.', ['code', 'method', 'host']);
  const leader = gauge('leader_election_master_status', 'Whether this process leads.', ['name']);

  return {
    webhook: webhookMetrics({ counter, gauge, histogram }),
    controller: controllerMetrics({ Counter, Gauge, Histogram }, registry),
    request: ({ method, host, code }) => requests.inc({ method, host, code: String(code) }),
    leader: (name, isLeader) => leader.set({ name }, isLeader ? 1 : 0),
    report: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
