import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, register } from 'prom-client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Controller } from '../controller/controller.js';
import { TerminalError, type Request } from '../controller/reconciler.js';
import { createLogger } from '../log/logger.js';
import { noMetrics } from './metrics.js';
import { prometheusMetrics } from './prometheus.js';

/** The lines of a report, without those of the process itself. */
async function report(metrics: Awaited<ReturnType<typeof prometheusMetrics>>): Promise<string[]> {
  const { text } = await metrics.report();
  return text.split('\n').filter((line) => /^(controller_runtime_(?!.*webhook)|workqueue|rest|leader)/.test(line));
}

// The names, labels and buckets that controller-runtime's dashboards and alerts ask for.
it('reports reconciles and the queue as controller-runtime does', async () => {
  const metrics = await prometheusMetrics();
  const work = new AbortController();
  let enqueue: (request: Request) => void = () => undefined;
  let failed = false;
  const controller = new Controller({
    name: 'foo',
    mayAct: () => true,
    log: createLogger({ write: () => undefined }),
    metrics: metrics.controller('foo', 3),
    sources: [{ label: 'test', start: (queue) => Promise.resolve(void (enqueue = (request) => queue.add(request))) }],
    reconciler: {
      reconcile: async ({ name }) => {
        if (name === 'never') throw new TerminalError('never');
        if (name === 'once' && !failed) {
          failed = true;
          throw new Error('not yet');
        }
        if (name === 'long') await sleep(10_000, undefined, { signal: work.signal }).catch(() => undefined);
        return name === 'later' ? { requeueAfter: 60_000 } : {};
      },
    },
  });
  const ended = controller.start(work.signal, new AbortController().signal);
  for (const name of ['good', 'later', 'never', 'once', 'long', 'waits']) enqueue({ name });
  await vi.waitFor(async () => {
    const lines = await report(metrics);
    expect(lines).toContain('controller_runtime_active_workers{controller="foo"} 1');
    expect(lines).toContain('workqueue_depth{name="foo",controller="foo",priority="0"} 2');
  });
  const labels = 'name="foo",controller="foo"';
  expect(await report(metrics)).toEqual(
    expect.arrayContaining([
      'controller_runtime_reconcile_total{controller="foo",result="success"} 1',
      'controller_runtime_reconcile_total{controller="foo",result="requeue_after"} 1',
      'controller_runtime_reconcile_total{controller="foo",result="error"} 2',
      'controller_runtime_reconcile_errors_total{controller="foo"} 2',
      'controller_runtime_terminal_reconcile_errors_total{controller="foo"} 1',
      'controller_runtime_max_concurrent_reconciles{controller="foo"} 3',
      'controller_runtime_reconcile_time_seconds_bucket{le="0.005",controller="foo"} 4',
      'controller_runtime_reconcile_time_seconds_bucket{le="60",controller="foo"} 4',
      'controller_runtime_reconcile_time_seconds_count{controller="foo"} 4',
      `workqueue_adds_total{${labels}} 7`,
      `workqueue_retries_total{${labels}} 2`,
      `workqueue_queue_duration_seconds_count{${labels}} 5`,
      `workqueue_queue_duration_seconds_bucket{le="1e-8",${labels}} 0`,
      `workqueue_queue_duration_seconds_bucket{le="1000",${labels}} 5`,
      `workqueue_work_duration_seconds_count{${labels}} 4`,
    ]),
  );
  work.abort();
  await ended;
  expect(await report(metrics)).toContain('controller_runtime_active_workers{controller="foo"} 0');
});

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
  // A name twice would make the whole report unreadable.
  const names = lines.filter((line) => line.startsWith('# TYPE'));
  expect(new Set(names).size).toBe(names.length);
});

it('takes the same where the metrics are off', () => {
  noMetrics.registry.counter('shells_total', 'Shells.', ['kind']).inc({ kind: 'small' });
  noMetrics.registry.gauge('shells', 'Shells now.').set(3);
  noMetrics.registry.histogram('shell_seconds', 'Time of a shell.').startTimer()();
});
