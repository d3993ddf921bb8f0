import { createLogger, createManager, resourceInfo, type CachedClient, type Stored } from '@operator-gen/runtime';
import { Job } from '@operator-gen/runtime/k8s/batch/v1';
import {
  FakeClock,
  findTestAssets,
  joinTestEnvironment,
  type JoinedTestEnvironment,
} from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CronJob, type CronJobSpec } from '../api/v1/cronjob.types.js';
import { registerWebhooks } from '../register.js';
import { CronJobReconciler, jobsByOwner } from './cronjob.controller.js';
import { scheduledAtAnnotation } from './cronjob.jobs.js';

const log = createLogger({ write: () => undefined });
const context = { signal: new AbortController().signal, log, reconcileID: 'test' };

describe('CronJob', () => {
  it('has the expected group, version and plural', () => {
    expect(resourceInfo(CronJob)).toEqual({
      group: 'batch.example.com',
      version: 'v1',
      kind: 'CronJob',
      plural: 'cronjobs',
      scope: 'Namespaced',
    });
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the reconciler of CronJob', () => {
  const minute = 60_000;
  const stop = new AbortController();
  const events: string[] = [];
  let environment: JoinedTestEnvironment;
  let client: CachedClient;
  let ended: Promise<void> | undefined;
  let clock: FakeClock;
  let reconciler: CronJobReconciler;
  let count = 0;
  let key: { readonly name: string; readonly namespace: string };

  beforeAll(async () => {
    environment = await joinTestEnvironment({ crds: ['config/default'] });
    const { config, namespace, webhookServerOptions: webhook } = environment;
    const manager = await createManager({ config, webhook, log, cache: { namespaces: [namespace] } });
    // As in the cluster, the API server asks the operator to convert objects.
    await registerWebhooks(manager);
    // The controller itself is not to act: its reconciler is called by hand, at times of our own.
    manager.cache.addIndex(jobsByOwner);
    client = manager.client;
    ended = manager.start(stop.signal);
    await vi.waitFor(manager.webhookServer.startedChecker(), 10_000);
  });
  afterAll(async () => {
    stop.abort();
    await ended;
    await environment?.stop();
  });
  beforeEach(() => {
    key = { name: `test-${++count}`, namespace: environment.namespace };
    events.length = 0;
  });

  /** Makes a CronJob whose clock shows the beginning of an hour after it was made. */
  const create = async (spec: Partial<CronJobSpec>): Promise<void> => {
    const template = { spec: { containers: [{ name: 'greeting', image: 'busybox:1.37' }], restartPolicy: 'Never' } };
    const metadata = { labels: { app: 'greeting' }, annotations: { 'example.com/note': 'kept' } };
    const { metadata: made } = await client.create(CronJob, {
      metadata: key,
      spec: {
        schedule: '0 * * * *',
        concurrencyPolicy: 'Allow',
        jobTemplate: { metadata, spec: { template } },
        ...spec,
      },
    });
    clock = new FakeClock(Math.ceil((Date.parse(made.creationTimestamp!) + 1) / (60 * minute)) * 60 * minute);
    const recorder = { event: (_: unknown, { reason }: { reason: string }) => void events.push(reason) };
    reconciler = new CronJobReconciler(client, recorder, clock);
  };
  const reconcile = () => reconciler.reconcile(key, context);
  const status = async () => (await client.get(CronJob, key)).status;
  const jobs = async (): Promise<Stored<Job>[]> => {
    const { uid } = (await client.get(CronJob, key)).metadata;
    const { items } = await client.list(Job, { namespace: key.namespace, index: jobsByOwner.equals(uid) });
    return items.toSorted((one, other) => one.metadata.name.localeCompare(other.metadata.name));
  };
  const names = async () => (await jobs()).map(({ metadata }) => metadata.name);
  const nameAt = (time: number) => `${key.name}-${time / 1000}`;
  /** Ends a Job as the Job controller does. */
  const end = async (job: Stored<Job>, type: 'Complete' | 'Failed'): Promise<void> => {
    const time = new Date(clock.now()).toISOString().replace('.000', '');
    const before = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget';
    const conditions = [before, type].map((each) => ({ type: each, status: 'True', lastTransitionTime: time }));
    const ends = type === 'Complete' ? { completionTime: time, succeeded: 1 } : { failed: 1 };
    await client.status.patch(Job, job.metadata, {
      status: { startTime: time, uncountedTerminatedPods: {}, ...ends, conditions },
    });
  };

  it('waits for the next run', async () => {
    await create({});
    clock = new FakeClock(clock.now() - minute);
    reconciler = new CronJobReconciler(client, { event: () => undefined }, clock);
    expect(await reconcile()).toEqual({ requeueAfter: minute });
    expect(await jobs()).toEqual([]);
    clock.advance(minute);
    await reconcile();
    expect(await names()).toEqual([nameAt(clock.now())]);
  });

  it('starts a Job as the template says when it is due, and says so', async () => {
    await create({});
    expect(await reconcile()).toEqual({ requeueAfter: 60 * minute });
    const [job] = await jobs();
    const time = new Date(clock.now()).toISOString().replace('.000', '');
    expect(job?.metadata).toMatchObject({
      name: nameAt(clock.now()),
      labels: { app: 'greeting' },
      annotations: { 'example.com/note': 'kept', [scheduledAtAnnotation]: time },
      ownerReferences: [{ kind: 'CronJob', name: key.name, controller: true }],
    });
    expect(job?.spec?.template.spec?.containers).toMatchObject([{ name: 'greeting', image: 'busybox:1.37' }]);
    const { uid, name, namespace } = job!.metadata;
    const active = [{ apiVersion: 'batch/v1', kind: 'Job', uid, name, namespace }];
    expect(await status()).toEqual({ lastScheduleTime: time, active });
    expect(events).toEqual(['SuccessfulCreate']);

    const { resourceVersion } = (await client.get(CronJob, key)).metadata;
    await reconcile();
    expect((await client.get(CronJob, key)).metadata.resourceVersion).toBe(resourceVersion);
    expect(await jobs()).toHaveLength(1);
  });

  it('does not start a run again whose status was not written, or whose Job is gone', async () => {
    await create({ successfulJobsHistoryLimit: 0 });
    await reconcile();
    await client.status.patch(CronJob, key, { status: null });
    await reconcile();
    const [job] = await jobs();
    await end(job!, 'Complete');
    await reconcile();
    expect(await jobs()).toEqual([]);
    expect(await status()).toMatchObject({ active: [] });
    await reconcile();
    expect(await jobs()).toEqual([]);
    expect(events).toEqual(['SuccessfulCreate', 'SuccessfulDelete']);
  });

  it('starts the last of the runs that were missed, and only that', async () => {
    await create({});
    clock.advance(5.5 * 60 * minute);
    expect(await reconcile()).toEqual({ requeueAfter: 30 * minute });
    expect(await names()).toEqual([nameAt(clock.now() - 30 * minute)]);
    expect(events).toEqual(['SuccessfulCreate']);
  });

  it('warns when too many were missed', async () => {
    await create({ schedule: '* * * * *' });
    await reconcile();
    clock.advance(101 * minute);
    await reconcile();
    expect(await jobs()).toHaveLength(2);
    expect(events).toEqual(expect.arrayContaining(['TooManyMissedTimes', 'SuccessfulCreate']));
  });

  it('leaves out a run that is later than the deadline', async () => {
    await create({ startingDeadlineSeconds: 30 });
    clock.advance(31_000);
    expect(await reconcile()).toEqual({ requeueAfter: 60 * minute - 31_000 });
    expect(await jobs()).toEqual([]);
    clock.advance(60 * minute - 1000);
    await reconcile();
    expect(await jobs()).toHaveLength(1);
  });

  it('starts nothing while it is suspended, and keeps the status up to date', async () => {
    await create({});
    await reconcile();
    await client.patch(CronJob, key, { spec: { suspend: true } });
    clock.advance(60 * minute);
    const [job] = await jobs();
    await end(job!, 'Complete');
    expect(await reconcile()).toBeUndefined();
    expect(await jobs()).toHaveLength(1);
    expect(await status()).toMatchObject({ active: [] });
    await client.patch(CronJob, key, { spec: { suspend: false } });
    await reconcile();
    expect(await jobs()).toHaveLength(2);
  });

  it.each([
    ['Allow', [0, 60]],
    ['Forbid', [0]],
    ['Replace', [60]],
  ] as const)('%s: when the one before still runs', async (concurrencyPolicy, expected) => {
    await create({ concurrencyPolicy });
    const first = clock.now();
    await reconcile();
    clock.advance(60 * minute);
    expect(await reconcile()).toEqual({ requeueAfter: 60 * minute });
    const running = expected.map((minutes) => nameAt(first + minutes * minute));
    expect(await names()).toEqual(running);
    expect((await status())?.active?.map(({ name }) => name)).toEqual(running);
  });

  it('Forbid: starts the run that waited when the one before has ended', async () => {
    await create({ concurrencyPolicy: 'Forbid' });
    const first = clock.now();
    await reconcile();
    clock.advance(70 * minute);
    await reconcile();
    expect(events).toContain('JobAlreadyActive');
    expect(await jobs()).toHaveLength(1);
    const [job] = await jobs();
    await end(job!, 'Failed');
    await reconcile();
    expect(await names()).toEqual([nameAt(first), nameAt(first + 60 * minute)]);
  });

  it('keeps the given number of finished Jobs, the newest ones', async () => {
    await create({ successfulJobsHistoryLimit: 2, failedJobsHistoryLimit: 1 });
    const first = clock.now();
    for (const type of ['Complete', 'Failed', 'Complete', 'Complete', 'Failed'] as const) {
      await reconcile();
      const job = (await jobs()).find(({ metadata }) => metadata.name === nameAt(clock.now()));
      await end(job!, type);
      clock.advance(60 * minute);
    }
    await client.patch(CronJob, key, { spec: { suspend: true } });
    await reconcile();
    expect(await names()).toEqual([2, 3, 4].map((hours) => nameAt(first + hours * 60 * minute)));
  });

  it('says what is wrong with a schedule that no webhook has refused', async () => {
    await create({ schedule: 'daily' });
    expect(await reconcile()).toBeUndefined();
    expect(events).toEqual(['UnparseableSchedule']);
  });

  it('ignores an object that no longer exists', async () => {
    await create({});
    await expect(reconciler.reconcile({ ...key, name: 'gone' }, context)).resolves.toBeUndefined();
  });
});
