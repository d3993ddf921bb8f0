import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createManager, loadConfig, type Manager } from '@operator-gen/runtime';
import { startTestEnvironment, type TestEnvironment } from '@operator-gen/runtime/testing';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { makeExampleProject, type ExampleProject } from '../support/example-operator.js';
import { examplePath } from '../support/examples.js';
import { full } from '../support/few.js';
import { silentLogger } from '../support/logs.js';
import type { OperatorProcess } from '../support/operator-process.js';
import { testRunOf } from '../support/test-run.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedControlPlane } from './control-plane/shared.js';
import { story } from '../support/story.js';

const shared = await sharedControlPlane();

describe.skipIf(!shared.available)('the CronJob operator', { ...story, timeout: 60_000 }, () => {
  let cluster: ControlPlaneAccess;
  let project: ExampleProject;
  let environment: TestEnvironment;
  let operator: OperatorProcess;

  const minute = 60_000;
  const namespace = 'cronjob-test';
  const scheduledAt = 'batch.example.com/scheduled-at';
  const json = async (...args: string[]): Promise<any> => JSON.parse(await cluster.kubectl([...args, '-o', 'json']));
  const get = (...what: string[]) => json('get', '-n', namespace, ...what);
  const create = (object: object) =>
    cluster.kubectl(['create', '--validate=strict', '-f', '-'], { input: JSON.stringify(object) });
  const merge = (target: string, body: object, ...flags: string[]) =>
    cluster.kubectl(['patch', '-n', namespace, target, '--type=merge', '-p', JSON.stringify(body), ...flags]);

  const v1 = (name: string) => `cronjobs.v1.batch.example.com/${name}`;
  const v2 = (name: string) => `cronjobs.v2.batch.example.com/${name}`;
  /** Every part of a template has to come through: conversions, the store, and the Job that is made. */
  const jobTemplate = {
    metadata: { labels: { app: 'greeting' }, annotations: { note: 'kept' } },
    spec: {
      // Nobody runs them but this test: a Job ends when it says so.
      managedBy: 'example.com/test',
      backoffLimit: 2,
      template: {
        metadata: { labels: { part: 'pod' } },
        spec: {
          restartPolicy: 'OnFailure',
          containers: [
            {
              name: 'greeting',
              image: 'busybox:1.37',
              command: ['echo', 'good morning'],
              env: [{ name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
              resources: { limits: { cpu: '500m', memory: '64Mi' } },
            },
          ],
          volumes: [{ name: 'scratch', emptyDir: { sizeLimit: '1Gi' } }],
        },
      },
    },
  };
  const cronJob = (name: string, spec: object = {}, version = 'v1') => ({
    apiVersion: `batch.example.com/${version}`,
    kind: 'CronJob',
    metadata: { name, namespace },
    // Once a year, so that nothing comes due by itself.
    spec: { schedule: '0 0 1 1 *', jobTemplate, ...spec },
  });
  /** A time with whole seconds, as Kubernetes writes it. */
  const text = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
  const minutesAgo = (minutes: number) => (Math.floor(Date.now() / minute) - minutes) * minute;
  /** The schedule that comes due at the hour and minute of a time, once a day. */
  const dailyAt = (time: number) => `${new Date(time).getUTCMinutes()} ${new Date(time).getUTCHours()} * * *`;
  /** A CronJob that looks as if its last Job had been started a while before `due`, of which nobody has taken notice. */
  const missed = async (name: string, due: number, spec: object = {}): Promise<void> => {
    await create(cronJob(name, { schedule: dailyAt(due), ...spec, suspend: true }));
    await pretendStarted(name, due - 10 * minute);
    await resume(name);
  };
  const resume = (name: string) => merge(v1(name), { spec: { suspend: false } });
  const pretendStarted = (name: string, time: number) =>
    merge(v1(name), { status: { lastScheduleTime: text(time) } }, '--subresource=status');
  const jobsOf = async (name: string): Promise<any[]> =>
    (await get('jobs')).items.filter(({ metadata }: any) => metadata.ownerReferences[0].name === name);
  const timesOf = async (name: string): Promise<string[]> =>
    (await jobsOf(name)).map(({ metadata }): string => metadata.annotations[scheduledAt]).toSorted();
  const activeOf = async (name: string): Promise<string[]> =>
    ((await get(v1(name))).status.active ?? []).map((each: any): string => each.name).toSorted();
  const reasonsOf = async (name: string): Promise<Set<string>> => {
    const { items } = await get('events.events.k8s.io');
    return new Set(items.filter((each: any) => each.regarding.name === name).map((each: any) => each.reason));
  };
  /** Ends a Job as the Job controller does. */
  const end = (name: string, type: 'Complete' | 'Failed'): Promise<string> => {
    const time = text(Date.now());
    const before = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget';
    const conditions = [before, type].map((each) => ({ type: each, status: 'True', lastTransitionTime: time }));
    const ends = type === 'Complete' ? { completionTime: time, succeeded: 1 } : { failed: 1 };
    const status = { startTime: time, uncountedTerminatedPods: {}, ...ends, conditions };
    return merge(`job/${name}`, { status }, '--subresource=status');
  };

  /** Long enough for the operator to have done what it must not do. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 1000));

  /** As the example's main does; the example is type-checked by rules of its own. */
  const setup = async (manager: Manager, clock: { now(): number }): Promise<void> => {
    const { setupCronJobController } = await import(examplePath('cronjob', 'src/controller/cronjob.controller.ts'));
    const { registerWebhooks } = await import(examplePath('cronjob', 'src/register.ts'));
    await setupCronJobController(manager, clock);
    await registerWebhooks(manager);
  };

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    project = await makeExampleProject(cluster, 'cronjob');
    await project.deploy();
    // Their Service has no Pods here; the environment has its own, which lead to the operator.
    for (const sort of ['mutating', 'validating'])
      await cluster.kubectl([
        'delete',
        `${sort}webhookconfiguration`,
        `cronjob-operator-${sort}-webhook-configuration`,
      ]);
    const crd = parse(readFileSync(join(project.path, 'config/crd/bases/batch.example.com_cronjobs.yaml'), 'utf8'));
    environment = await startTestEnvironment({
      useExistingCluster: true,
      config: await loadConfig({ kubeconfig: cluster.kubeconfigPath }),
      crds: [{ ...crd, spec: { ...crd.spec, conversion: { strategy: 'Webhook' } } }],
      webhooks: { paths: [join(project.path, 'config/webhook/manifests.yaml')] },
    });
    const { port, certDir } = environment.webhookServerOptions;
    operator = await project.start({}, [`--webhook-port=${port}`, `--webhook-cert-path=${certDir}`]);
    await cluster.kubectl(['create', 'namespace', namespace]);
  });
  afterAll(async () => {
    await operator?.stop();
    await environment?.stop();
    project?.remove();
  });

  it('has generated files that follow from its sources, type-checks, and passes its own tests', async () => {
    expect(await project.run('operator-gen', 'check')).toBe('');
    await project.run('npm', 'run', '--silent', 'typecheck');
    expect(testRunOf(await project.run('npm', 'test', '--silent'))).toEqual({ passed: 54, skipped: 0 });
  }, 180_000);

  it('refuses what its schema does not allow', async () => {
    await expect(create(cronJob('refused', { startingDeadlineSeconds: -1 }))).rejects.toThrow(
      /spec\.startingDeadlineSeconds: Invalid value: -1/,
    );
    await expect(create(cronJob('refused', { successfulJobsHistoryLimit: -1 }))).rejects.toThrow(/HistoryLimit/);
    await expect(create(cronJob('refused', { failedJobsHistoryLimit: -1 }))).rejects.toThrow(/HistoryLimit/);
    await expect(create(cronJob('refused', { concurrencyPolicy: 'Sometimes' }))).rejects.toThrow(
      /"Allow", "Forbid", "Replace"/,
    );
  });

  describe('its webhooks, which the API server calls over TLS', () => {
    it('fill in what is left out', async () => {
      await create(cronJob('defaults'));
      const filled = { suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 };
      expect((await get(v1('defaults'))).spec).toMatchObject({ concurrencyPolicy: 'Allow', ...filled });
      // Through the other version as well: the API server asks about the one that the webhook knows.
      await create(cronJob('defaults-v2', { schedule: { minute: '5' } }, 'v2'));
      expect((await get(v2('defaults-v2'))).spec).toMatchObject({ concurrencyPolicy: 'Allow', ...filled });
    });

    it('refuse a schedule that cannot be read, and say which field it is', async () => {
      await expect(create(cronJob('refused', { schedule: 'daily' }))).rejects.toThrow(
        /"refused" is invalid: spec\.schedule: Invalid value: "daily": a schedule has five fields/,
      );
      await expect(create(cronJob('refused', { schedule: { minute: '61' } }, 'v2'))).rejects.toThrow(
        /spec\.schedule: Invalid value: "61 \* \* \* \*"/,
      );
      await create(cronJob('changed'));
      await expect(merge(v1('changed'), { spec: { schedule: '* * * * * *' } })).rejects.toThrow(/this one has 6/);
    });

    it('refuse a name over 52 characters', async () => {
      await create(cronJob('x'.repeat(52)));
      await expect(create(cronJob('x'.repeat(53)))).rejects.toThrow(/metadata\.name: Invalid value: "x{53}"/);
    });
  });

  describe('its two versions', () => {
    it('are written as v1 and read as v2', async () => {
      await create(cronJob('from-v1', { schedule: '*/5 9-17 * * MON-FRI' }));
      const { apiVersion, spec } = await get(v2('from-v1'));
      expect(apiVersion).toBe('batch.example.com/v2');
      expect(spec.schedule).toMatchObject({ minute: '*/5', hour: '9-17', dayOfWeek: 'MON-FRI' });
      expect(spec.jobTemplate).toMatchObject(jobTemplate);
    });

    it('are written as v2 and read as v1', async () => {
      const said = { startingDeadlineSeconds: 60, concurrencyPolicy: 'Forbid', suspend: true };
      await create(cronJob('from-v2', { ...said, schedule: { minute: '0', hour: '4', dayOfMonth: '1' } }, 'v2'));
      const { spec } = await get(v1('from-v2'));
      expect(spec).toMatchObject({ ...said, schedule: '0 4 1 * *' });
      expect(spec.jobTemplate).toMatchObject(jobTemplate);
      // Back again, as it is stored: nothing is lost on the way.
      const before = await get(v2('from-v2'));
      await merge(v1('from-v2'), { metadata: { labels: { touched: 'yes' } } });
      expect((await get(v2('from-v2'))).spec).toEqual(before.spec);
    });

    it('are listed and changed in either', async () => {
      await merge(v2('from-v1'), { spec: { schedule: { minute: '30' } } });
      expect((await get(v1('from-v1'))).spec.schedule).toBe('30 9-17 * * MON-FRI');
      const names = async (resource: string) => (await get(resource)).items.map(({ metadata }: any) => metadata.name);
      expect(await names('cronjobs.v2.batch.example.com')).toEqual(await names('cronjobs.v1.batch.example.com'));
    });
  });

  describe('its controller', () => {
    it('starts the run that was missed, as the template says', async () => {
      const due = minutesAgo(5);
      await missed('late', due);
      await eventually(async () => expect(await timesOf('late')).toEqual([text(due)]));
      const [job] = await jobsOf('late');
      expect(job.metadata).toMatchObject({
        name: `late-${due / 1000}`,
        labels: { app: 'greeting' },
        annotations: { note: 'kept' },
        ownerReferences: [{ kind: 'CronJob', name: 'late', controller: true, blockOwnerDeletion: true }],
      });
      expect(job.spec).toMatchObject(jobTemplate.spec);
      expect(await reasonsOf('late')).toEqual(new Set(['SuccessfulCreate']));
    });

    it('says in the status which Jobs run, and when one was started last', async () => {
      const [{ metadata }] = await jobsOf('late');
      const { name, uid } = metadata;
      const status = {
        active: [{ apiVersion: 'batch/v1', kind: 'Job', name, namespace, uid }],
        lastScheduleTime: metadata.annotations[scheduledAt],
      };
      await eventually(async () => expect((await get(v1('late'))).status).toEqual(status));
      expect((await get(v2('late'))).status).toEqual(status);
      await end(name, 'Complete');
      await eventually(async () => expect((await get(v1('late'))).status).toEqual({ ...status, active: [] }));
    });

    it('sees the end of a Job that the cluster itself runs', async () => {
      const spec = { ...jobTemplate.spec, managedBy: undefined };
      await missed('run', minutesAgo(5), { jobTemplate: { spec } });
      await eventually(async () => {
        expect((await jobsOf('run')).map(({ status }) => status.succeeded)).toEqual([1]);
        expect(await activeOf('run')).toEqual([]);
      });
    });

    it('starts nothing while it is suspended', async () => {
      await create(cronJob('suspended', { suspend: true, schedule: dailyAt(minutesAgo(5)) }));
      await pretendStarted('suspended', minutesAgo(10));
      await settle();
      expect(await jobsOf('suspended')).toEqual([]);
      await resume('suspended');
      await eventually(async () => expect(await jobsOf('suspended')).toHaveLength(1));
    });

    it('starts nothing that is later than the deadline', async () => {
      await missed('too-late', minutesAgo(5), { startingDeadlineSeconds: 60 });
      await settle();
      expect(await jobsOf('too-late')).toEqual([]);
      await merge(v1('too-late'), { spec: { startingDeadlineSeconds: 600 } });
      await eventually(async () => expect(await jobsOf('too-late')).toHaveLength(1));
    });

    it('starts the last of many runs that were missed, and warns of too many', async () => {
      await create(cronJob('away', { suspend: true, schedule: '* * * * *', concurrencyPolicy: 'Forbid' }));
      await pretendStarted('away', minutesAgo(200));
      const before = minutesAgo(0);
      await resume('away');
      // When the next minute begins, there is one more: that a Job is active already.
      await eventually(async () => {
        expect([...(await reasonsOf('away'))]).toEqual(
          expect.arrayContaining(['TooManyMissedTimes', 'SuccessfulCreate']),
        );
      });
      const times = await timesOf('away');
      expect(times).toHaveLength(1);
      expect(Date.parse(times[0]!)).toBeGreaterThanOrEqual(before);
    });

    describe('when the Job before still runs', () => {
      /** A CronJob with a Job that runs, whose name is answered, and for which another run is due. */
      const overlapping = async (name: string, concurrencyPolicy: string): Promise<string> => {
        await missed(name, minutesAgo(20), { concurrencyPolicy });
        await eventually(async () => expect(await activeOf(name)).toHaveLength(1));
        const [first] = await activeOf(name);
        await merge(v1(name), { spec: { schedule: dailyAt(minutesAgo(5)) } });
        return first!;
      };

      it('Allow starts another one beside it', async () => {
        const first = await overlapping('allow', 'Allow');
        await eventually(async () => expect(await activeOf('allow')).toHaveLength(2));
        expect(await activeOf('allow')).toContain(first);
      });

      it('Forbid waits for its end', async () => {
        const first = await overlapping('forbid', 'Forbid');
        await eventually(async () => expect(await reasonsOf('forbid')).toContain('JobAlreadyActive'));
        expect(await activeOf('forbid')).toEqual([first]);
        await end(first, 'Failed');
        await eventually(async () => expect(await activeOf('forbid')).not.toEqual([first]));
        expect(await jobsOf('forbid')).toHaveLength(2);
      });

      it('Replace puts the new one in its place', async () => {
        const first = await overlapping('replace', 'Replace');
        await eventually(async () => expect(await activeOf('replace')).not.toEqual([first]));
        expect(await activeOf('replace')).toHaveLength(1);
        expect(await jobsOf('replace')).toHaveLength(1);
      });
    });

    it('keeps as many finished Jobs as the limits say, the youngest', async () => {
      await create(cronJob('history', { suspend: true, successfulJobsHistoryLimit: 2, failedJobsHistoryLimit: 1 }));
      const { uid } = (await get(v1('history'))).metadata;
      const owner = { apiVersion: 'batch.example.com/v1', kind: 'CronJob', name: 'history', uid, controller: true };
      const first = Date.UTC(2026, 0, 1);
      const ends = ['Complete', 'Failed', 'Complete', 'Complete', 'Failed'] as const;
      for (const [index, type] of ends.entries()) {
        const name = `history-${index}`;
        const annotations = { [scheduledAt]: text(first + index * minute) };
        await create({
          ...{ apiVersion: 'batch/v1', kind: 'Job', spec: jobTemplate.spec },
          metadata: { name, namespace, annotations, ownerReferences: [owner] },
        });
        await end(name, type);
      }
      const kept = [2, 3, 4].map((index) => text(first + index * minute));
      await eventually(async () => expect(await timesOf('history')).toEqual(kept));
      expect(await reasonsOf('history')).toContain('SuccessfulDelete');
    });

    it('leaves its Jobs to the garbage collector when the CronJob goes', async () => {
      await cluster.kubectl(['delete', '-n', namespace, v1('allow')]);
      await eventually(async () => expect(await jobsOf('allow')).toEqual([]));
    });

    it('finds its Jobs through the index, and never asks the API server for those of one CronJob', async () => {
      const lists = (await cluster.auditEvents({ user: project.account })).filter(
        ({ verb, objectRef }: any) => verb === 'list' && objectRef?.resource === 'jobs',
      );
      expect(lists.map(({ requestURI }: any) => new URL(requestURI, 'http://server').pathname)).toEqual(
        lists.map(() => '/apis/batch/v1/jobs'),
      );
      expect(lists.length).toBeLessThanOrEqual(2);
    });
  });

  full('starts a Job when its time has come, by a clock that was set', async () => {
    expect(await operator.stop()).toBe(0);
    const due = minutesAgo(-6 * 60);
    // Time enough for it to be created, and looked at, before.
    const offset = due - Date.now() - 10_000;
    const [, , accountNamespace, account] = project.account.split(':');
    const manager = await createManager({
      kubeconfig: await cluster.serviceAccountKubeconfig(accountNamespace!, account!),
      webhook: environment.webhookServerOptions,
      log: silentLogger,
    });
    const clock = { now: () => Date.now() + offset };
    await setup(manager, clock);
    const stop = new AbortController();
    const ended = manager.start(stop.signal);
    try {
      await vi.waitFor(manager.webhookServer.startedChecker(), 10_000);
      await create(cronJob('on-time', { schedule: dailyAt(due) }));
      expect(await jobsOf('on-time')).toEqual([]);
      await eventually(async () => expect(await timesOf('on-time')).toEqual([text(due)]));
      expect(Date.now() + offset).toBeGreaterThanOrEqual(due);
    } finally {
      stop.abort();
      await ended;
    }
  });

  it('was never refused anything for want of a permission', async () => {
    expect(await cluster.auditEvents({ code: 403, user: project.account })).toEqual([]);
  });
});
