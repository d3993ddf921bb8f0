import { beforeEach, describe, expect, it } from 'vitest';
import { logInto } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import { prometheusMetrics } from '../metrics/prometheus.js';
import { hubSpokeConverter, spokeConverter } from './converter.js';
import { createWebhookServer, type WebhookServer } from './server.js';

interface Hub extends KubernetesObject {
  spec: { seconds: number };
}
interface Spoke extends KubernetesObject {
  spec: { time: string };
}
const names = { group: 'example.com', kind: 'Job', plural: 'jobs', scope: 'Namespaced' } as const;
const Hub = defineResource<Hub>({ ...names, version: 'v2' });
const Old = defineResource<Spoke>({ ...names, version: 'v1' });
const Older = defineResource<Spoke>({ ...names, version: 'v1beta1' });

const secondsOf = (time: string): number => {
  if (!time.endsWith('s')) throw new Error(`"${time}" is not a time`);
  return Number.parseInt(time, 10);
};
const old = spokeConverter<Hub, Spoke>(Old, {
  convertTo: ({ spec }) => ({ spec: { seconds: secondsOf(spec.time) } }),
  convertFrom: async ({ spec }) => ({ spec: { time: `${spec.seconds}s` } }),
});
const older = spokeConverter<Hub, Spoke>(Older, {
  convertTo: ({ metadata, spec }) => ({
    metadata: { ...metadata, annotations: { from: 'older' } },
    spec: { seconds: secondsOf(spec.time.replace('about ', '')) },
  }),
  convertFrom: ({ metadata, spec }) => {
    const { labels: _, ...rest } = metadata ?? {};
    return { metadata: rest, spec: { time: `about ${spec.seconds}s` } };
  },
});

let lines: { level: string; [field: string]: any }[];
let server: WebhookServer;
let metrics: Awaited<ReturnType<typeof prometheusMetrics>>;

beforeEach(async () => {
  lines = [];
  metrics = await prometheusMetrics();
  const log = logInto(lines);
  server = createWebhookServer({}, { log, metrics });
  server.registerConverter(hubSpokeConverter(Hub, old, older));
});

const metadata = { name: 'a', namespace: 'default', uid: '1', labels: { l: '1' }, generation: 3 };
const job = (version: string, spec: object, more: object = {}): KubernetesObject =>
  ({ apiVersion: `example.com/${version}`, kind: 'Job', metadata: { ...metadata, ...more }, spec }) as KubernetesObject;

async function convert(desired: string, objects: readonly object[]): Promise<any> {
  const request = { uid: 'question-1', desiredAPIVersion: `example.com/${desired}`, objects };
  const body = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', request };
  const reply = await server.handle({ path: '/convert?timeout=30s', body });
  expect(reply.status).toBe(200);
  return JSON.parse(reply.body);
}

it('converts to the hub, from the hub, between spokes, and leaves what is there already, all in their order', async () => {
  expect(
    await convert('v2', [job('v1', { time: '5s' }), job('v2', { seconds: 6 }), job('v1beta1', { time: 'about 7s' })]),
  ).toEqual({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    response: {
      uid: 'question-1',
      result: { status: 'Success' },
      convertedObjects: [
        job('v2', { seconds: 5 }),
        job('v2', { seconds: 6 }),
        job('v2', { seconds: 7 }, { annotations: { from: 'older' } }),
      ],
    },
  });
  const { labels: _, ...unlabelled } = metadata;
  expect((await convert('v1beta1', [job('v1', { time: '5s' })])).response.convertedObjects).toEqual([
    { ...job('v1beta1', { time: 'about 5s' }), metadata: unlabelled },
  ]);
});

describe('one failure fails the whole review, and names the object and the versions', () => {
  const good = job('v1', { time: '1s' });

  it.each<[string, string, object, string]>([
    [
      'what a function throws',
      'v2',
      job('v1', { time: 'soon' }),
      'convert Job default/a from example.com/v1 to example.com/v2: "soon" is not a time',
    ],
    ['an unknown desired version', 'v9', good, 'to example.com/v9: no converter for v9: there are v2, v1, v1beta1'],
    [
      'an unknown version',
      'v2',
      job('v0', {}),
      'convert Job default/a from example.com/v0 to example.com/v2: no converter for v0',
    ],
    [
      'an unknown kind',
      'v2',
      { ...good, kind: 'Other' },
      'no converter is registered for Other.example.com: give its webhooks one',
    ],
    ['another group', 'v2', { ...good, apiVersion: 'other.com/v1' }, 'the group differs'],
    ['an object without a version', 'v2', {}, 'the group differs'],
  ])('%s', async (_, desired, object, message) => {
    const { response } = await convert(desired, [good, object, good].slice(desired === 'v9' ? 1 : 0));
    expect(response).toEqual({
      uid: 'question-1',
      convertedObjects: [],
      result: { status: 'Failure', message: expect.stringContaining(message) as string },
    });
    expect(lines).toMatchObject([{ level: 'error', webhook: '/convert', requestID: 'question-1' }]);
  });

  it.each(['name', 'uid', 'ownerReferences'])('a function that changes metadata.%s', async (name) => {
    const Newer = defineResource<Spoke>({ ...names, kind: 'Task', version: 'v1' });
    const TaskHub = defineResource<Hub>({ ...names, kind: 'Task', version: 'v2' });
    const bad = spokeConverter<Hub, Spoke>(Newer, {
      convertTo: (task) => ({ metadata: { ...task.metadata, [name]: 'x' }, spec: { seconds: 1 } }),
      convertFrom: () => ({ spec: { time: '1s' } }),
    });
    server.registerConverter(hubSpokeConverter(TaskHub, bad));
    const { response } = await convert('v2', [{ ...good, kind: 'Task' }]);
    expect(response.result.message).toContain(`metadata.${name} was changed: only labels and annotations may be`);
  });

  it('a defect of a function, which is counted; and an object that is changed is one', async () => {
    await convert('v2', [job('v1', {})]);
    const { text } = await metrics.report();
    expect(text).toContain('controller_runtime_conversion_webhook_panics_total 1');
  });

  it('said once and not with every call, and no longer than a message may be', async () => {
    const object = job('v1', { time: 'x'.repeat(900_000) });
    for (let call = 0; call < 20; call += 1) {
      const { response } = await convert('v2', [object]);
      expect(response.result.message.length).toBeLessThan(10_000);
    }
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    await convert('v2', [job('v1', { time: 'soon' })]);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(2);
  });

  it('many different ones: not without end', async () => {
    for (let call = 0; call < 300; call += 1) await convert('v2', [job('v1', { time: `${call}` })]);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(100);
  });
});

it.each([{}, { desiredAPIVersion: 'example.com/v1' }, { objects: [] }])(
  'a review that lacks a part: %j',
  async (part) => {
    const request = { uid: 'question-1', ...part };
    const body = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', request };
    expect((await server.handle({ path: '/convert', body })).status).toBe(400);
  },
);

it('a long list leaves others their turn', async () => {
  const objects = Array.from({ length: 20_000 }, () => job('v1', { time: '5s' }));
  let turns = 0;
  const converted = convert('v2', objects);
  const counting = setInterval(() => void (turns += 1), 1);
  expect((await converted).response.convertedObjects).toHaveLength(objects.length);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(1);
});

describe('a converter cannot be made of', () => {
  it.each<[string, () => unknown, string]>([
    ['two spokes of one version', () => hubSpokeConverter(Hub, old, old), 'Job has two converters for v1'],
    [
      'a spoke of another kind',
      () => hubSpokeConverter(defineResource<Hub>({ ...names, kind: 'Task', version: 'v2' }), old),
      'Job.example.com is not a version of Task.example.com',
    ],
    [
      'the hub as a spoke',
      () => hubSpokeConverter(defineResource<Hub>({ ...names, version: 'v1' }), old),
      'two converters for v1',
    ],
    [
      'a kind that has one',
      () => server.registerConverter(hubSpokeConverter(Hub, old)),
      'a converter for Job.example.com already exists',
    ],
  ])('%s', (_, make, message) => expect(make).toThrow(message));
});
