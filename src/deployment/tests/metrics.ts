import { expect } from 'vitest';
import { forwarded, kubectl, request } from './access.js';
import type { Deployment } from './deployment.js';

/** Connects to the Service of the metrics. */
export function withMetrics<T>(
  { metricsService, namespace }: Deployment,
  action: (port: number) => Promise<T>,
): Promise<T> {
  const port = metricsService?.object.spec?.ports?.[0]?.port ?? 0;
  return forwarded({ name: metricsService?.name ?? '', namespace, port }, action);
}

/** Reads the metrics with the role of a reader; undefined if there is no such role, or no Service of metrics. */
export async function readMetrics(deployment: Deployment): Promise<string | undefined> {
  const { metricsService, metricsReader, extra } = deployment;
  if (metricsService === undefined || metricsReader === undefined) return undefined;
  const token = await tokenOf(extra);
  const { status, body } = await withMetrics(deployment, (port) => request(port, '/metrics', token));
  expect(status, 'status of the metrics with the role of a reader').toBe(200);
  return body;
}

/** Returns how often the controllers finished a reconcile without an error; undefined if the metrics cannot be read. */
export async function reconciles(deployment: Deployment): Promise<number | undefined> {
  const metrics = await readMetrics(deployment);
  if (metrics === undefined) return undefined;
  const counts = metrics
    .split('\n')
    .filter((line) => line.startsWith('controller_runtime_reconcile_total{') && !line.includes('result="error'))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Returns a token of the service account `default` of a namespace. */
export async function tokenOf(namespace: string): Promise<string> {
  return (await kubectl(['create', 'token', 'default', '-n', namespace])).trim();
}
