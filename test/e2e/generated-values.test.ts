import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import type { KubernetesObject } from '../../runtime/src/api/object.js';
import { defineResource } from '../../runtime/src/api/resource.js';
import { loadConfig } from '../../runtime/src/configuration/index.js';
import { createTransport } from '../../runtime/src/transport/index.js';
import { createClient, type Client } from '../../runtime/src/client/index.js';
import { createRandom } from '../../runtime/src/testing/random.js';
import { makeKubernetesObject } from '../../runtime/src/testing/values/make-object.js';
import { emitCrd } from '../../src/output/emit/crd.js';
import { examples } from '../support/examples.js';
import { full } from '../support/few.js';
import { analyzeSources, kindSource } from '../support/generate.js';
import { markerCases } from '../support/marker-cases.js';
import { goldenFolder } from '../support/scaffold-golden.js';
import { randomShapes, randomTypeImports, sourceOf } from '../support/random-types.js';
import { seed } from '../support/seed.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();
const Crd = defineResource<KubernetesObject>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
});

const crdFiles = [...examples.map(({ path }) => path), goldenFolder].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /config\/crd\/bases\/.*\.yaml$/.test(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path)),
);

function crdOf(parts: { spec: string; before?: string }): any {
  const { model, diagnostics } = analyzeSources(kindSource(parts));
  expect(diagnostics).toEqual([]);
  return parse(emitCrd(model.kinds[0]!, '0.0.0').text);
}

/**
 * A CRD for each version, in a group of its own: what is written in one version is stored, and cut, in another. Without the
 * subresource that would leave the status out of what is created.
 */
function standalone(crd: any, group: string): any[] {
  return crd.spec.versions.map(({ subresources: _subresources, ...version }: any) => {
    const own = `${version.name}.${group}`;
    const spec = { ...crd.spec, group: own, versions: [{ ...version, served: true, storage: true }] };
    return { ...crd, metadata: { name: `${crd.spec.names.plural}.${own}` }, spec };
  });
}

const text = { type: 'string' };
const count = { type: 'integer' };
const objectOf = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const ruled = (rule: string, properties: object) => objectOf(properties, { 'x-kubernetes-validations': [{ rule }] });
const textOf = (pattern: string, more: object = {}) =>
  objectOf({ it: { ...text, pattern, ...more } }, { required: ['it'] });

const tenNames = Array.from('abcdefghij');

/** Schemas as people and other tools write them. */
const foreignSchemas: readonly object[] = [
  textOf('^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$', { maxLength: 63 }),
  textOf('^(?i)(abort|warn)$'),
  textOf('^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?[0-9]+))?$'),
  textOf('[A-Z]', { minLength: 5, maxLength: 6 }),
  textOf('^[[:alpha:]][^/@\\s]{3,}\\z'),
  textOf('^(?P<year>\\d{4})-\\pL\\x41$'),
  textOf('^[^:]+:(\\[[0-9a-f]{2}\\]|\\*){2}$'),
  textOf('^([0-9]{1,3}\\.){3}[0-9]{1,3}(/[0-9]{1,2})?$'),
  ...['date', 'date-time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'cidr', 'mac', 'uri', 'uuid', 'byte'].map(
    (format) => objectOf({ it: { ...text, format } }, { required: ['it'] }),
  ),
  objectOf({ a: text, b: text, c: count }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
  objectOf({ a: text, b: text }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
  objectOf({ a: count }, { allOf: [{ properties: { a: { minimum: 3 } } }, { properties: { a: { maximum: 9 } } }] }),
  objectOf({ a: { ...count, not: { enum: [0, 1] } } }),
  objectOf({ n: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1 }, m: { ...count, multipleOf: 7 } }),
  objectOf({ list: { type: 'array', items: text, 'x-kubernetes-list-type': 'set', minItems: 2, maxItems: 4 } }),
  objectOf({
    list: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      items: objectOf(
        { port: count, protocol: { ...text, default: 'TCP', enum: ['TCP', 'UDP'] } },
        { required: ['port'] },
      ),
    },
  }),
  objectOf({ a: objectOf({ b: { ...count, default: 3 } }, { default: {} }) }),
  objectOf({
    o: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  }),
  objectOf({
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    some: { type: 'object', additionalProperties: true },
  }),
  objectOf({ m: { type: 'object', additionalProperties: count, minProperties: 2, maxProperties: 3 } }),
  objectOf({ note: { ...text, nullable: true, default: 'x' }, when: { ...text, format: 'date-time', nullable: true } }),
  ruled('self.min <= self.max', { min: { ...count, default: 0 }, max: { ...count, default: 0 } }),
  ruled('has(self.a) != has(self.b)', { a: text, b: text }),
  ruled("!has(self.mode) || self.mode != 'manual' || has(self.count)", {
    mode: { ...text, enum: ['auto', 'manual'] },
    count,
  }),
  ruled('(has(self.a)?1:0)+(has(self.b)?1:0)+(has(self.c)?1:0) == 1', { a: text, b: count, c: { type: 'boolean' } }),
  ruled("!has(self.names) || self.names.all(n, n.startsWith('x'))", {
    names: { type: 'array', maxItems: 3, items: { ...text, maxLength: 9, enum: ['x1', 'y1', 'x2'] } },
  }),
  ruled(
    `${tenNames.map((name) => `(has(self.${name})?1:0)`).join('+')} == 1`,
    Object.fromEntries(tenNames.map((name) => [name, text])),
  ),
  ruled('!has(self.size) || self.size in [1, 3, 5]', { size: { ...count, minimum: 0, maximum: 6 } }),
  ruled('!has(self.x__dash__y) || size(self.x__dash__y) > 2', { 'x-y': { ...text, maxLength: 9 } }),
];

describe.skipIf(!shared.available)(`values that are made from a schema (SEED=${seed})`, { timeout: 300_000 }, () => {
  let client: Client;
  beforeAll(async () => {
    if (!shared.available) return;
    client = createClient(createTransport(await loadConfig({ kubeconfig: shared.info.kubeconfigPath })));
  });

  /** Every value is taken, and answered as it was sent: nothing is dropped, and no default was missing. */
  async function expectAccepted(crds: readonly { readonly name: string; readonly crd: any }[], many: number) {
    for (const { name, crd } of crds) {
      await client.create(Crd, crd).catch((error: unknown) => expect.fail(`${name}: ${String(error)}`));
    }
    for (const { name, crd } of crds) {
      const { group, scope, names } = crd.spec;
      const [{ name: version, schema }] = crd.spec.versions;
      const of = { group, version, kind: names.kind, scope, schema: schema.openAPIV3Schema };
      const Thing = defineResource<KubernetesObject>({ ...of, plural: names.plural });
      const random = createRandom(seed);
      for (let index = 0; index < many; index += 1) {
        const object = makeKubernetesObject(of, random, index);
        const create = () => client.create(Thing, object, { dryRun: true }).catch(messageOf);
        // The API server serves a kind a moment after it has taken it.
        const answer = await vi.waitUntil(async () => served(await create()), { timeout: 30_000, interval: 100 });
        const shown = `${name}\n${JSON.stringify(object)}`;
        expect(answer, shown).not.toBeTypeOf('string');
        const { metadata, ...body } = answer as KubernetesObject;
        const { metadata: sent, ...sentBody } = object;
        expect(body, shown).toEqual(sentBody);
        expect(metadata, shown).toMatchObject(sent!);
      }
    }
  }

  it('are taken by the API server: of the examples and golden projects', async () => {
    const crds = crdFiles.flatMap((name, index) => {
      const crd = parse(readFileSync(name, 'utf8')) as object;
      return standalone(crd, `values${index}.example.com`).map((each) => ({ name, crd: each }));
    });
    await expectAccepted(crds, 25);
  });

  it('are taken by the API server: of every marker', async () => {
    const fields = markerCases.filter(({ schema }) => schema !== undefined);
    const crds = fields.map(({ name, arguments: given, beside, field }, index) => {
      const other = beside === undefined ? '' : `@${beside} `;
      const bound = name === 'Keys' ? '@MaxProperties(9) ' : '';
      const spec = `${other}${bound}@${name}(${given}) it?: ${field};`;
      return { name: spec, crd: standalone(crdOf({ spec }), `markers${index}.example.com`)[0] };
    });
    await expectAccepted(crds, 8);
  });

  it('are taken by the API server: of what other generators write, and of rules in CEL', async () => {
    const crds = foreignSchemas.map((schema, index) => {
      const versions = [{ name: 'v1', schema: { openAPIV3Schema: { type: 'object', properties: { spec: schema } } } }];
      const names = { kind: 'Thing', plural: 'things', singular: 'thing', listKind: 'ThingList' };
      const crd = {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        spec: { scope: index % 2 === 0 ? 'Cluster' : 'Namespaced', names, versions },
      };
      return { name: JSON.stringify(schema), crd: standalone(crd, `foreign${index}.example.com`)[0] };
    });
    await expectAccepted(crds, 25);
  });

  full('are taken by the API server: of random types', async () => {
    const crds = fc.sample(randomShapes, { seed, numRuns: 60 }).map((shape, index) => {
      const { type, declarations } = sourceOf(shape);
      const source = { spec: `it!: ${type};`, before: `${randomTypeImports}\n${declarations}` };
      return { name: `${declarations}\n${type}`, crd: standalone(crdOf(source), `shapes${index}.example.com`)[0] };
    });
    await expectAccepted(crds, 12);
  });
});

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** False while the server does not know the kind yet. */
function served<T>(answer: T | string): T | string | false {
  return typeof answer === 'string' && /no matches for kind|not found/.test(answer) ? false : answer;
}
