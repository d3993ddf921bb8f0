import { createLogger, type DeepReadonly, type WebhookContext } from '@operator-gen/runtime';
import { fuzzConversion } from '@operator-gen/runtime/testing';
import { expect, it } from 'vitest';
import type { CronJob as Hub } from '../api/v1/cronjob.types.js';
import type { CronJob, CronSchedule } from '../api/v2/cronjob.types.js';
import { converter } from './cronjob.converter.js';

const crd = 'config/crd/bases/batch.example.com_cronjobs.yaml';

// Random objects of every version are converted to v1 and back, and must be unchanged.
it('the conversion of CronJob loses nothing', async () => {
  await fuzzConversion(converter, { crd });
}, 60_000);

const context: WebhookContext = { log: createLogger(), signal: new AbortController().signal };
const jobTemplate = { spec: { template: { spec: { containers: [{ name: 'greeting' }] } } } };
const make = (version: string, schedule: string | CronSchedule) => ({
  apiVersion: `batch.example.com/${version}`,
  kind: 'CronJob',
  metadata: { name: 'a', namespace: 'default' },
  spec: { schedule, concurrencyPolicy: 'Allow', jobTemplate },
});
const toV1 = async (object: object) => (await converter.convert(object, 'v1', context)) as DeepReadonly<Hub>;
const toV2 = async (object: object) => (await converter.convert(object, 'v2', context)) as DeepReadonly<CronJob>;

it.each<[string, CronSchedule]>([
  ['*/5 * * * *', { minute: '*/5' }],
  ['0 9-17 * * mon-fri', { minute: '0', hour: '9-17', dayOfWeek: 'mon-fri' }],
  ['1 2 3 4 5', { minute: '1', hour: '2', dayOfMonth: '3', month: '4', dayOfWeek: '5' }],
  ['* * * * *', {}],
])('%s is the same in both versions, with no annotation', async (text, schedule) => {
  const v2 = await toV2(make('v1', text));
  expect(v2.spec.schedule).toEqual(schedule);
  const v1 = await toV1(make('v2', schedule));
  expect(v1.spec.schedule).toBe(text);
  expect([v1, v2].map(({ metadata }) => metadata.annotations)).toEqual([undefined, undefined]);
});

it('fields of one version are preserved until the schedule is changed', async () => {
  const v2 = await toV2(make('v1', '0  9 * * *'));
  expect(v2.spec.schedule).toEqual({ minute: '0', hour: '9' });
  expect((await toV1(v2)).spec.schedule).toBe('0  9 * * *');
  expect((await toV1({ ...v2, spec: { ...v2.spec, schedule: { hour: '9' } } })).spec.schedule).toBe('* 9 * * *');

  const v1 = await toV1(make('v2', { minute: '0', hour: '*' }));
  expect(v1.spec.schedule).toBe('0 * * * *');
  expect((await toV2(v1)).spec.schedule).toEqual({ minute: '0', hour: '*' });
  expect((await toV2({ ...v1, spec: { ...v1.spec, schedule: '5 * * * *' } })).spec.schedule).toEqual({ minute: '5' });
});
