import {
  createClient,
  createLogger,
  createManager,
  isInvalid,
  type ApiError,
  type Client,
} from '@operator-gen/runtime';
import { findTestAssets, joinTestEnvironment, type JoinedTestEnvironment } from '@operator-gen/runtime/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CronJob, type CronJobSpec } from '../../api/v1/cronjob.types.js';
import { registerWebhooks } from '../../register.js';
import { CronJobDefaulter, CronJobValidator } from './cronjob.webhook.js';

const jobTemplate = {
  spec: {
    template: { spec: { containers: [{ name: 'greeting', image: 'busybox:1.37' }], restartPolicy: 'OnFailure' } },
  },
};
const cronJob = (spec: Partial<CronJobSpec> = {}, name = 'test', namespace = 'default'): CronJob => ({
  metadata: { name, namespace },
  spec: { schedule: '*/5 * * * *', concurrencyPolicy: 'Allow', jobTemplate, ...spec },
});

describe('the defaulter of CronJob', () => {
  const defaulted = (spec: Partial<CronJobSpec>): CronJobSpec => {
    const object = cronJob(spec);
    new CronJobDefaulter().default(object);
    return object.spec;
  };

  it('fills in what is left out', () => {
    expect(defaulted({})).toMatchObject({
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    });
  });

  it('leaves alone what is said', () => {
    const spec: Partial<CronJobSpec> = {
      concurrencyPolicy: 'Replace',
      suspend: true,
      successfulJobsHistoryLimit: 0,
      failedJobsHistoryLimit: 0,
    };
    expect(defaulted(spec)).toMatchObject(spec);
  });

  it('leaves an object without a spec to the validation of the API server', () => {
    const object = { metadata: { name: 'test' } } as CronJob;
    new CronJobDefaulter().default(object);
    expect(object).toEqual({ metadata: { name: 'test' } });
  });
});

describe('the validator of CronJob', () => {
  const validator = new CronJobValidator();
  const problemsOf = (check: () => unknown): unknown => {
    try {
      return check();
    } catch (error) {
      expect(error).toSatisfy(isInvalid);
      return (error as ApiError).details?.causes?.map(({ field, message }) => `${field}: ${message}`);
    }
  };

  it('takes a schedule that can be read', () => {
    expect(validator.validateCreate(cronJob())).toEqual([]);
    expect(validator.validateUpdate(cronJob(), cronJob({ schedule: '0 9 * * MON' }))).toEqual([]);
  });

  it('refuses one that cannot, and a name that leaves no room, both at once', () => {
    expect(problemsOf(() => validator.validateCreate(cronJob({ schedule: 'daily' }, 'x'.repeat(53))))).toEqual([
      expect.stringContaining('metadata.name: Invalid value: "xxx'),
      'spec.schedule: Invalid value: "daily": a schedule has five fields, minute to day of the week, and this one has 1',
    ]);
    expect(validator.validateCreate(cronJob({}, 'x'.repeat(52)))).toEqual([]);
  });

  it('refuses a change to a bad schedule, and lets what has one be changed elsewhere', () => {
    const bad = cronJob({ schedule: '60 * * * *' });
    expect(problemsOf(() => validator.validateUpdate(cronJob(), bad))).toEqual([
      'spec.schedule: Invalid value: "60 * * * *": Invalid value for minute: 60',
    ]);
    expect(validator.validateUpdate(bad, cronJob({ schedule: '60 * * * *', suspend: true }))).toEqual([]);
  });

  it('warns of a schedule that never comes', () => {
    expect(validator.validateCreate(cronJob({ schedule: '0 0 30 2 *' }))).toEqual([
      'spec.schedule: 0 0 30 2 * never comes',
    ]);
  });
});

// These tests need etcd and kube-apiserver. Without them, they are skipped, and a warning explains how to get them.
const assets = await findTestAssets();
if (!assets.found) console.warn(`${assets.reason} ${assets.remedy}`);

describe.skipIf(!assets.found)('the webhooks of CronJob', () => {
  const stop = new AbortController();
  let environment: JoinedTestEnvironment;
  let client: Client;
  let ended: Promise<void> | undefined;

  beforeAll(async () => {
    environment = await joinTestEnvironment({
      crds: ['config/default'],
      webhooks: { paths: ['config/webhook/manifests.yaml'] },
    });
    const manager = await createManager({
      config: environment.config,
      webhook: environment.webhookServerOptions,
      log: createLogger({ write: () => undefined }),
    });
    // The conversion too, which the CRD of config/default asks for.
    await registerWebhooks(manager);
    ended = manager.start(stop.signal);
    client = createClient(environment.config);
    await vi.waitFor(manager.webhookServer.startedChecker(), 10_000);
  });
  afterAll(async () => {
    stop.abort();
    await ended;
    await environment?.stop();
  });

  it('are asked by the API server', async () => {
    const { namespace } = environment;
    const { spec } = await client.create(CronJob, cronJob({}, 'test', namespace));
    expect(spec).toMatchObject({ suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 });
    const refused = client.create(CronJob, cronJob({ schedule: 'daily' }, 'daily', namespace));
    await expect(refused).rejects.toThrow(/spec\.schedule/);
  });
});
