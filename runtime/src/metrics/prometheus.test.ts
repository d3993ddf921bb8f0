import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { Controller } from '../controller/controller.js';
import { TerminalError, type Request } from '../controller/reconciler.js';
import { createLogger } from '../log/logger.js';
import { prometheusMetrics } from './prometheus.js';

/** The lines of a report, without those of the process itself. */
async function report(metrics: Awaited<ReturnType<typeof prometheusMetrics>>): Promise<string[]> {
  const { text } = await metrics.report();
  return text.split('\n').filter((line) => /^(controller|workqueue|rest|leader)/.test(line));
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
