import { beforeEach, expect, it } from 'vitest';
import { logInto } from '../../../test/support/logs.js';
import type { KubernetesObject } from '../api/object.js';
import { defineResource } from '../api/resource.js';
import { hubSpokeConverter, spokeConverter } from './converter.js';
import { preservedData } from './preserved-data.js';
import { createWebhookServer, type WebhookServer } from './server.js';

// Conversion of numbers beyond 2^53, of which the API server keeps 64 bits.

interface Thing extends KubernetesObject {
  spec: { [field: string]: any };
}
const names = { group: 'example.com', kind: 'Thing', plural: 'things', scope: 'Namespaced' } as const;
const V1 = defineResource<Thing>({ ...names, version: 'v1' });
const V2 = defineResource<Thing>({ ...names, version: 'v2' });
const kept = preservedData<unknown>('example.com/kept', (_data): _data is unknown => true);

let server: WebhookServer;
let seen: Thing['spec'][];

beforeEach(() => {
  seen = [];
  server = createWebhookServer({}, { log: logInto([]) });
  // The versions name the field differently, and v1 has no field for data that only v2 has.
  const spoke = spokeConverter<Thing, Thing>(V1, {
    convertTo: ({ metadata, spec: { old, plus, ...spec } }) => {
      seen.push({ old, ...spec });
      const { data, metadata: rest } = kept.restore(metadata);
      const more = plus === undefined ? {} : { plus: plus + 1 };
      return { metadata: rest, spec: { ...spec, new: old, ...more, ...(data !== undefined && { only: data }) } };
    },
    convertFrom: ({ metadata, spec: { new: old, only, ...spec } }) => ({
      metadata: kept.preserve(metadata, only),
      spec: { ...spec, old },
    }),
  });
  server.registerConverter(hubSpokeConverter(V2, spoke));
});

/** Converts objects with these specs, and returns the text of the reply. */
async function convert(to: 'v1' | 'v2', ...objects: readonly string[]): Promise<string[]> {
  const request = `{"uid":"q","desiredAPIVersion":"example.com/${to}","objects":[${objects.join()}]}`;
  const body = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":${request}}`;
  const { status, body: text } = await server.handle({ path: '/convert', body });
  expect([status, JSON.parse(text).response.result]).toEqual([200, { status: 'Success' }]);
  expect(JSON.parse(text).response.convertedObjects).toHaveLength(objects.length);
  const [, list = ''] = /"convertedObjects":\[(.*)\],"result"/s.exec(text)!;
  return list.split(/(?<=\}),(?=\{"(?:metadata|spec|apiVersion)")/);
}

const object = (version: string, spec: string, metadata = '{"name":"a"}'): string =>
  `{"apiVersion":"example.com/${version}","kind":"Thing","metadata":${metadata},"spec":${spec}}`;

it.each([
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  // JavaScript represents it exactly, but writes it as 1152921504606847000.
  '1152921504606846976',
  '12345678901234567890123',
  '1'.repeat(400),
])('%s is carried to the other version and back, and the others of the list too', async (number) => {
  const [there, good] = await convert('v2', object('v1', `{"old":${number}}`), object('v1', '{"old":1}'));
  expect(there).toContain(`"new":${number}`);
  expect(good).toContain('"new":1}');
  expect((await convert('v1', there!))[0]).toContain(`"old":${number}}`);
});

it('numbers that JavaScript takes for the same one stay apart', async () => {
  const near = Array.from({ length: 3000 }, (_, index) => (9_223_372_036_854_772_000n + BigInt(index)).toString());
  const list = [...near, '9007199254740992', '9007199254740993', '9007199254740994', '-9007199254740993', '1.5e300'];
  const spec = `{"old":[${list.join()}],"same":9007199254740993}`;
  const [there] = await convert('v2', object('v1', spec));
  expect(there).toContain(`"new":[${list.join().replace('1.5e300', '1.5e+300')}]`);
  expect(there).toContain('"same":9007199254740993');
});

it('a user can choose no numbers that take long', async () => {
  const near = Array.from({ length: 80_000 }, (_, index) => (9_007_199_254_740_993n + BigInt(index)).toString());
  const began = process.cpuUsage();
  const [there] = await convert('v2', object('v1', `{"old":[${near.join()}]}`));
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000);
  expect(there).toContain(`[${near.join()}]`);
});

it('texts and names of fields that look like numbers stay', async () => {
  const texts = String.raw`"9007199254740992":"9007199254740992","a\"9007199254740992":"\\\",9007199254740992,"`;
  const [there] = await convert('v2', object('v1', `{"old":9007199254740993,${texts}}`));
  expect(there).toContain(`"spec":{${texts},"new":9007199254740993}`);
});

it('data that is kept in an annotation stays as it is', async () => {
  const only = '{"only":{"at":[9007199254740993,1152921504606846976]},"new":9007199254740992}';
  const [old] = await convert('v1', object('v2', only));
  expect(old).toContain(String.raw`"example.com/kept":"{\"at\":[9007199254740993,1152921504606846976]}"`);
  const [back] = await convert('v2', old!);
  expect(back).toContain('"only":{"at":[9007199254740993,1152921504606846976]}');
  expect(back).toContain('"new":9007199254740992');
});

it('data that is kept has a number that stands for another one in the object', async () => {
  const annotations = '{"name":"a","annotations":{"example.com/kept":"[9007199254740992, 9007199254740993,1]"}}';
  const [there] = await convert('v2', object('v1', '{"old":9007199254740993}', annotations));
  expect(there).toContain('"only":[9007199254740992,9007199254740993,1]');
  expect(there).toContain('"new":9007199254740993');
});

it('a converter sees a number, and what it computes is as exact as JavaScript', async () => {
  const [there] = await convert('v2', object('v1', '{"old":9007199254740993,"plus":9007199254740995}'));
  expect(seen).toEqual([{ old: 9_007_199_254_740_992 }]);
  expect(there).toMatch(/"plus":900719925474099\d/);
});

it('the number of one object changes nothing of another', async () => {
  const both = [object('v1', '{"old":9007199254740993}'), object('v1', '{"old":9007199254740992}')];
  const [one, other] = await convert('v2', ...both);
  expect(one).toContain('"new":9007199254740993');
  expect(other).toContain('"new":9007199254740992');
  expect(seen[1]).toEqual({ old: 9_007_199_254_740_992 });
});
