import { expect, it } from 'vitest';
import { prometheusMetrics } from './prometheus.js';

/** The lines of a report, without those of the process itself. */
async function report(metrics: Awaited<ReturnType<typeof prometheusMetrics>>): Promise<string[]> {
  const { text } = await metrics.report();
  return text.split('\n').filter((line) => /^(rest|leader)/.test(line));
}

it('reports requests and leadership', async () => {
  const metrics = await prometheusMetrics();
  for (const code of [200, 200, 409]) metrics.request({ method: 'PATCH', host: 'api:6443', code });
  metrics.leader('lead', false);
  expect(await report(metrics)).toContain('leader_election_master_status{name="lead"} 0');
  metrics.leader('lead', true);
  expect(await report(metrics)).toEqual([
    'rest_client_requests_total{method="PATCH",host="api:6443",code="200"} 2',
    'rest_client_requests_total{method="PATCH",host="api:6443",code="409"} 1',
    'leader_election_master_status{name="lead"} 1',
  ]);
});
