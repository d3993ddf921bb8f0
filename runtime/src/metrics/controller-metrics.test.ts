import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { silentLogger } from '../../../test/support/logs.js';
import { Controller, type ControllerParts } from '../controller/controller.js';
import type { RequestQueue } from '../controller/event-handlers.js';
import { TerminalError } from '../controller/reconciler.js';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { deferred } from '../timing/deferred.js';
import { prometheusMetrics } from './prometheus.js';

// Metrics of controller-runtime 0.25 for one controller and its queue:
// https://book.kubebuilder.io/reference/metrics-reference
const reconcileBuckets =
  '0.005 0.01 0.025 0.05 0.1 0.15 0.2 0.25 0.3 0.35 0.4 0.45 0.5 0.6 0.7 0.8 0.9 1 1.25 1.5 1.75 2 2.5 3 3.5 4 4.5 5 6 7 8 9 10 15 20 25 30 40 50 60 +Inf';
const queueBuckets = '1e-8 1e-7 0.000001 0.00001 0.0001 0.001 0.01 0.1 1 10 100 1000 +Inf';
const expected: Record<string, { type: string; labels: string; buckets?: string }> = {
  controller_runtime_reconcile_total: { type: 'counter', labels: 'controller result' },
  controller_runtime_reconcile_errors_total: { type: 'counter', labels: 'controller' },
  controller_runtime_terminal_reconcile_errors_total: { type: 'counter', labels: 'controller' },
  controller_runtime_reconcile_panics_total: { type: 'counter', labels: 'controller' },
  controller_runtime_reconcile_timeouts_total: { type: 'counter', labels: 'controller' },
  controller_runtime_reconcile_time_seconds: { type: 'histogram', labels: 'controller', buckets: reconcileBuckets },
  controller_runtime_max_concurrent_reconciles: { type: 'gauge', labels: 'controller' },
  controller_runtime_active_workers: { type: 'gauge', labels: 'controller' },
  workqueue_depth: { type: 'gauge', labels: 'controller name priority' },
  workqueue_adds_total: { type: 'counter', labels: 'controller name' },
  workqueue_queue_duration_seconds: { type: 'histogram', labels: 'controller name', buckets: queueBuckets },
  workqueue_work_duration_seconds: { type: 'histogram', labels: 'controller name', buckets: queueBuckets },
  workqueue_retries_total: { type: 'counter', labels: 'controller name' },
  workqueue_unfinished_work_seconds: { type: 'gauge', labels: 'controller name' },
  workqueue_longest_running_processor_seconds: { type: 'gauge', labels: 'controller name' },
};

type Metrics = Awaited<ReturnType<typeof prometheusMetrics>>;

async function report(metrics: Metrics): Promise<string[]> {
  const { text } = await metrics.report();
  return text.split('\n');
}

/** Starts a controller named `foo` whose requests the test sends. */
function running(metrics: Metrics, parts: Partial<ControllerParts> & Pick<ControllerParts, 'reconciler'>) {
  const work = new AbortController();
  let queue: RequestQueue | undefined;
  const controller = new Controller({
    mayAct: () => true,
    metrics: metrics.controller('foo', 3),
    ...parts,
    name: 'foo',
    log: silentLogger,
    sources: [{ label: 'by hand', start: async (given) => void (queue = given) }],
  });
  const ended = controller.start(work.signal, new AbortController().signal);
  const stop = async (): Promise<void> => {
    work.abort();
    await ended;
  };
  onTestFinished(() => work.abort());
  const add = (priority: number, ...names: string[]): void =>
    names.forEach((name) => queue?.add({ name }, { priority }));
  return { add, stop };
}

it('reports of a controller, before it has done anything else than one reconcile, what controller-runtime reports', async () => {
  const metrics = await prometheusMetrics();
  let calls = 0;
  const { add, stop } = running(metrics, { reconciler: { reconcile: async () => void (calls += 1) } });
  add(0, 'a');
  await eventually(() => expect(calls).toBe(1));
  const lines = await report(metrics);
  for (const [name, { type, labels, buckets }] of Object.entries(expected)) {
    expect(lines).toContain(`# TYPE ${name} ${type}`);
    const samples = lines.filter((line) => line.startsWith(`${name}${type === 'histogram' ? '_count' : ''}{`));
    expect(samples.length, name).toBeGreaterThan(0);
    for (const sample of samples) {
      const found = [...sample.matchAll(/(\w+)="/g)]
        .map(([, label]) => label!)
        .toSorted((one, other) => one.localeCompare(other));
      expect([name, found.join(' ')]).toEqual([name, labels]);
    }
    const bounds = lines.flatMap((line) => (line.startsWith(`${name}_bucket`) ? [/le="([^"]*)"/.exec(line)![1]] : []));
    expect([name, bounds.join(' ')]).toEqual([name, buckets ?? '']);
  }
  const others = lines.filter((line) =>
    /^# TYPE (workqueue|controller_runtime_.*reconcile|controller_runtime_active)/.test(line),
  );
  expect(others).toHaveLength(Object.keys(expected).length);
  const results = lines.flatMap(
    (line) => /^controller_runtime_reconcile_total\{.*result="(\w+)"\} (\d)/.exec(line)?.slice(1).join(' ') ?? [],
  );
  expect(results.toSorted()).toEqual(['error 0', 'requeue 0', 'requeue_after 0', 'success 1']);
  await stop();
});

it('counts reconciles by how they ended, and the keys that wait by their priority', async () => {
  const metrics = await prometheusMetrics();
  const clock = new FakeClock();
  const held = deferred();
  let failed = false;
  const { add, stop } = running(metrics, {
    clock,
    reconciliationTimeout: 40,
    reconciler: {
      reconcile: async ({ name }, { signal }) => {
        if (name === 'never') throw new TerminalError('never');
        if (name === 'mistake') throw new TypeError('not a function');
        if (name === 'once' && !failed) {
          failed = true;
          throw new Error('not yet');
        }
        if (name === 'slow') await once(signal, 'abort');
        if (name === 'held') await held.promise;
        return name === 'later' ? { requeueAfter: 60_000 } : {};
      },
    },
  });
  // In small steps, because other work may run between any two reconciles.
  const advance = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += 1) await clock.advanceAsync(1);
  };
  await advance(1);
  add(0, 'good', 'later', 'never', 'once', 'slow');
  add(-50, 'held');
  add(-100, 'waits', 'too');
  await advance(60);
  const labels = 'name="foo",controller="foo"';
  const lines = await report(metrics);
  for (const line of [
    'controller_runtime_active_workers{controller="foo"} 1',
    'controller_runtime_reconcile_total{controller="foo",result="success"} 3',
    'controller_runtime_reconcile_total{controller="foo",result="requeue_after"} 1',
    'controller_runtime_reconcile_total{controller="foo",result="error"} 2',
    'controller_runtime_reconcile_errors_total{controller="foo"} 2',
    'controller_runtime_terminal_reconcile_errors_total{controller="foo"} 1',
    'controller_runtime_reconcile_panics_total{controller="foo"} 0',
    'controller_runtime_reconcile_timeouts_total{controller="foo"} 1',
    'controller_runtime_max_concurrent_reconciles{controller="foo"} 3',
    'controller_runtime_reconcile_time_seconds_bucket{le="60",controller="foo"} 6',
    'controller_runtime_reconcile_time_seconds_count{controller="foo"} 6',
    `workqueue_adds_total{${labels}} 9`,
    `workqueue_retries_total{${labels}} 2`,
    `workqueue_queue_duration_seconds_count{${labels}} 7`,
    `workqueue_work_duration_seconds_count{${labels}} 6`,
    `workqueue_depth{${labels},priority="-100"} 2`,
    `workqueue_depth{${labels},priority="-50"} 0`,
    `workqueue_depth{${labels},priority="0"} 0`,
  ]) {
    expect(lines).toContain(line);
  }
  add(7, 'waits', 'mistake');
  const raised = await report(metrics);
  expect(raised).toContain(`workqueue_depth{${labels},priority="7"} 2`);
  expect(raised).toContain(`workqueue_depth{${labels},priority="-100"} 1`);
  // It ignores its timeout.
  await advance(60);
  expect(await report(metrics)).toContain('controller_runtime_reconcile_timeouts_total{controller="foo"} 2');
  held.resolve();
  await advance(3);
  expect(await report(metrics)).toContain('controller_runtime_reconcile_panics_total{controller="foo"} 1');
  await stop();
  expect(await report(metrics)).toContain('controller_runtime_active_workers{controller="foo"} 0');
});

it('says how long what is worked on takes already, and that nothing waits once it has stopped', async () => {
  const metrics = await prometheusMetrics();
  const clock = new FakeClock();
  const { add, stop } = running(metrics, {
    clock,
    maxConcurrentReconciles: 2,
    reconciler: { reconcile: () => new Promise(() => undefined) },
  });
  add(0, 'a');
  await clock.advanceAsync(5000);
  add(0, 'b', 'c', 'd');
  await clock.advanceAsync(1500);
  const labels = 'name="foo",controller="foo"';
  expect(await report(metrics)).toEqual(
    expect.arrayContaining([
      `workqueue_unfinished_work_seconds{${labels}} 8`,
      `workqueue_longest_running_processor_seconds{${labels}} 6.5`,
      `workqueue_depth{${labels},priority="0"} 2`,
    ]),
  );
  // The two running reconciles do not end; waiting keys are dropped.
  void stop();
  expect(await report(metrics)).toContain(`workqueue_depth{${labels},priority="0"} 0`);
});

it('has no priority among the labels of a queue without priorities', async () => {
  const metrics = await prometheusMetrics();
  const { add, stop } = running(metrics, {
    usePriorityQueue: false,
    reconciler: { reconcile: () => new Promise(() => undefined) },
  });
  add(5, 'a', 'b');
  await eventually(async () =>
    expect(await report(metrics)).toContain('workqueue_depth{name="foo",controller="foo",priority=""} 1'),
  );
  void stop();
});
