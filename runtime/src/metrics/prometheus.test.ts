import { Counter, register } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { noMetrics } from './metrics.js';
import { prometheusMetrics } from './prometheus.js';

/** Returns the lines of a report, without those of the process itself. */
async function report(metrics: Awaited<ReturnType<typeof prometheusMetrics>>): Promise<string[]> {
  const { text } = await metrics.report();
  return text.split('\n').filter((line) => /^(rest|leader)/.test(line));
}

it('reports requests and leadership', async () => {
  const metrics = await prometheusMetrics();
  const answers = [
    [200, 0.001],
    [200, 0.3],
    [409, 61],
  ] as const;
  for (const [code, seconds] of answers) metrics.request({ method: 'PATCH', host: 'api:6443', code, seconds });
  metrics.leader('lead', false);
  expect(await report(metrics)).toContain('leader_election_master_status{name="lead"} 0');
  metrics.leader('lead', true);
  const labels = 'verb="PATCH",host="api:6443"';
  expect(await report(metrics)).toEqual(
    expect.arrayContaining([
      'rest_client_requests_total{method="PATCH",host="api:6443",code="200"} 2',
      'rest_client_requests_total{method="PATCH",host="api:6443",code="409"} 1',
      `rest_client_request_duration_seconds_bucket{le="0.005",${labels}} 1`,
      `rest_client_request_duration_seconds_bucket{le="60",${labels}} 2`,
      `rest_client_request_duration_seconds_count{${labels}} 3`,
      'leader_election_master_status{name="lead"} 1',
    ]),
  );
});

it('reports the process as every client of Prometheus does, and what the author of the operator counts', async () => {
  const metrics = await prometheusMetrics();
  metrics.registry.counter('shells_total', 'Shells.', ['kind']).inc({ kind: 'small' }, 2);
  metrics.registry.gauge('shells', 'Shells now.').set(3);
  metrics.registry.histogram('shell_seconds', 'Time of a shell.').observe(0.2);
  new Counter({ name: 'of_a_library_total', help: 'Counted by a library.' }).inc();
  onTestFinished(() => register.clear());
  const { text } = await metrics.report();
  const lines = text.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'shells_total{kind="small"} 2',
      'shells 3',
      'shell_seconds_bucket{le="0.25"} 1',
      'of_a_library_total 1',
      'operator_unhandled_rejections_total 0',
      'certwatcher_read_certificate_total 0',
      'certwatcher_read_certificate_errors_total 0',
    ]),
  );
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'process_open_fds',
    'process_max_fds',
    'process_virtual_memory_bytes',
    'process_start_time_seconds',
  ]) {
    expect(lines.filter((line) => line.startsWith(`${name} `))).toHaveLength(1);
  }
  // A duplicate name would make the whole report unreadable.
  const names = lines.filter((line) => line.startsWith('# TYPE'));
  expect(new Set(names).size).toBe(names.length);
});

it('takes the same where the metrics are off', async () => {
  const { registry, report: reportNone } = noMetrics;
  registry.counter('shells_total', 'Shells.', ['kind']).inc({ kind: 'small' });
  registry.gauge('shells', 'Shells now.').set(3);
  expect(registry.histogram('shell_seconds', 'Time of a shell.').startTimer()()).toBe(0);
  expect((await reportNone()).text).toBe('');
});
