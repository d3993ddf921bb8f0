import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import type { JsonValue } from '../../src/base/model/schema.js';
import type { Question } from '../../src/base/helper/protocol.js';
import { builtInObjects } from '../support/built-in-objects.js';
import { celExpression, isRecord, mutateBytes, mutateTokens, mutateTree } from './mutations.js';
import { randomOf, type Random } from './random.js';

const examples = new URL('../../examples', import.meta.url).pathname;

/** What random inputs are made of. */
export interface Fixtures {
  readonly crds: readonly JsonValue[];
  /** Custom resources with the index of their definition. */
  readonly samples: readonly { readonly object: JsonValue; readonly crd: number }[];
  readonly objects: readonly JsonValue[];
}

/** Reads the CRDs, samples and manifests of the examples. CRDs with the template of a Pod take too long to validate. */
export function readFixtures(): Fixtures {
  const folders = readdirSync(examples).map((name) => join(examples, name, 'config'));
  const filesIn = (path: string): string[] =>
    existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : [];
  const objectsIn = (path: string): JsonValue[] =>
    path.endsWith('.yaml') ? parseAllDocuments(readFileSync(path, 'utf8')).map((each) => each.toJS() as JsonValue) : [];
  const crds = folders
    .flatMap((folder) => filesIn(join(folder, 'crd/bases')))
    .map((path) => readFileSync(path, 'utf8'))
    .filter((text) => text.length < 20_000)
    .map((text) => parse(text) as JsonValue);
  const identity = (value: JsonValue): string => {
    const { apiVersion = '', kind } = value as { apiVersion?: string; kind?: string };
    return `${apiVersion.split('/')[0]} ${kind}`;
  };
  const defined = crds.map((crd) => {
    const { spec } = crd as { spec: { group: string; names: { kind: string } } };
    return `${spec.group} ${spec.names.kind}`;
  });
  const samples = folders
    .flatMap((folder) => filesIn(join(folder, 'samples')))
    .flatMap(objectsIn)
    .map((object) => ({ object, crd: defined.indexOf(identity(object)) }))
    .filter(({ crd }) => crd !== -1);
  return { crds: [...crds, ruledCrd], samples, objects: builtInObjects as unknown as JsonValue[] };
}

const rules = (rule: string): JsonValue => [{ rule }];

/** A definition whose fields have the features that the fixtures lack. No other test has a CRD of its name. */
export const ruledCrd: JsonValue = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.ruled.example.com' },
  spec: {
    group: 'ruled.example.com',
    names: { kind: 'Thing', listKind: 'ThingList', plural: 'things', singular: 'thing' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {}, scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' } },
        additionalPrinterColumns: [{ name: 'N', type: 'integer', jsonPath: '.spec.n' }],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['n'],
                'x-kubernetes-validations': rules('self.n < 10 || self.s == "x"'),
                properties: {
                  n: { type: 'integer', minimum: 0, maximum: 20, default: 3 },
                  s: {
                    type: 'string',
                    pattern: '^[a-z]*$',
                    maxLength: 20,
                    'x-kubernetes-validations': rules('self == oldSelf'),
                  },
                  q: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
                  list: {
                    type: 'array',
                    maxItems: 20,
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['k'],
                    items: { type: 'object', required: ['k'], properties: { k: { type: 'string', maxLength: 9 } } },
                    'x-kubernetes-validations': rules('self.all(a, self.exists(b, a.k == b.k))'),
                  },
                  map: {
                    type: 'object',
                    maxProperties: 9,
                    additionalProperties: { type: 'string', format: 'date-time' },
                  },
                  any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                },
              },
              status: { type: 'object', properties: { n: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
};

/** A valid object of `ruledCrd`. */
export const thing: JsonValue = {
  apiVersion: 'ruled.example.com/v1',
  kind: 'Thing',
  metadata: { name: 'it', namespace: 'default' },
  spec: { n: 1, s: 'x', q: '5', list: [{ k: 'a' }, { k: 'b' }], map: { a: '2020-01-01T00:00:00Z' }, any: { a: [1] } },
};

const text = (random: Random, value: JsonValue): string => (random.once(2) ? JSON.stringify(value) : stringify(value));

function mutatedText(random: Random, value: JsonValue): string {
  switch (random.below(4)) {
    case 0:
      return mutateBytes(random, text(random, value));
    case 1:
      return mutateTokens(random, text(random, value));
    default:
      return text(random, mutateTree(random, value));
  }
}

function crdWithCel(random: Random): JsonValue {
  const crd = structuredClone(ruledCrd) as unknown as { spec: { versions: { schema: { openAPIV3Schema: Parsed } }[] } };
  const { spec } = crd.spec.versions[0]!.schema.openAPIV3Schema.properties!;
  const target = random.pick([spec!, ...Object.values(spec!.properties!)]);
  const expressions = Array.from({ length: 1 + random.below(3) }, () => ({
    rule: celExpression(random),
    ...(random.once(3) && { messageExpression: celExpression(random) }),
  }));
  target['x-kubernetes-validations'] = expressions;
  return crd as unknown as JsonValue;
}

interface Parsed {
  properties?: Record<string, Parsed>;
  'x-kubernetes-validations'?: unknown;
}

const kustomizationWords = [
  'resources',
  'bases',
  'components',
  'crds',
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'generators',
  'transformers',
  'validators',
  'configMapGenerator',
  'secretGenerator',
  'helmCharts',
  'openapi',
  'replacements',
  'vars',
  'images',
  'replicas',
  'namePrefix',
  'namespace',
  'labels',
  'commonLabels',
  'configurations',
  'sortOptions',
  'buildMetadata',
  'generatorOptions',
];
const references = [
  'a.yaml',
  '.',
  '..',
  '../..',
  '../a',
  'b',
  '/etc',
  '/dev/zero',
  'https://example.com/a.yaml',
  'git@example.com:a/b',
  'github.com/a/b?ref=main',
  'ssh://git@example.com/a',
  'file:///etc/passwd',
  '*.yaml',
  '',
  '\0',
];

function kustomization(random: Random, fixtures: Fixtures): Question {
  const value = (): JsonValue =>
    random.pick<() => JsonValue>([
      () => random.pick(references),
      () => ({ path: random.pick(references), target: { kind: '.*' } }),
      () => ({ name: 'a', files: [random.pick(references)], literals: ['a=b'] }),
      () => text(random, random.pick(fixtures.objects)),
      () => mutateTree(random, { name: 'a', newName: 'b', source: { kind: 'Deployment' }, targets: [] }),
    ])();
  const made = (): string =>
    stringify(
      Object.fromEntries(
        Array.from({ length: 1 + random.below(3) }, () => [
          random.pick(kustomizationWords),
          random.once(6) ? value() : [value()],
        ]),
      ),
    );
  const files = {
    'kustomization.yaml': random.once(5) ? mutateBytes(random, made()) : made(),
    'a.yaml': mutatedText(random, random.pick(fixtures.objects)),
    ...(random.once(2) && { 'b/kustomization.yaml': made() }),
    ...(random.once(2) && { 'a/kustomization.yaml': made() }),
  };
  return {
    operation: 'kustomize',
    root: examples,
    folder: random.pick(['.', '.', '.', 'b', 'a', '..', 'nowhere']),
    files,
  };
}

function request(random: Random, { crds, samples, objects }: Fixtures): Question | JsonValue {
  const things = { object: thing, crds: [JSON.stringify(random.once(2) ? ruledCrd : crdWithCel(random))] };
  switch (random.below(10)) {
    case 0:
    case 1:
      return { operation: 'object', object: mutatedText(random, random.pick(crds)), stored: random.once(2) };
    case 2:
      return { operation: random.pick(['object', 'costs']), object: JSON.stringify(crdWithCel(random)) };
    case 3:
    case 4:
      return { operation: 'object', object: mutatedText(random, random.pick(objects)), stored: random.once(2) };
    case 5: {
      const { object, crd } = random.pick(samples);
      return {
        operation: 'object',
        object: mutatedText(random, object),
        crds: [JSON.stringify(crds[crd]!)],
        stored: true,
      };
    }
    case 6:
      return { operation: 'object', ...things, object: mutatedText(random, thing), old: mutatedText(random, thing) };
    case 7: {
      const object = random.pick([...objects, ruledCrd]);
      return { operation: 'object', object: mutatedText(random, object), old: mutatedText(random, object) };
    }
    case 8:
      return kustomization(random, { crds, samples, objects });
    default:
      return mutateTree(random, { operation: 'object', ...things, stored: true });
  }
}

/** Returns the line with an input for the helper, which the seed and the index determine. */
export function inputLine(fixtures: Fixtures, seed: number, index: number): string {
  const random = randomOf(seed, index);
  const made = request(random, fixtures);
  const fields = isRecord(made) ? made : { operation: made };
  const line = JSON.stringify({ id: index, ...fields });
  // The ID comes first, so that the response to a damaged request can be recognized.
  return random.once(50)
    ? `{"id":${index},${mutateBytes(random, line.slice(line.indexOf(',') + 1)).replaceAll('\n', ' ')}`
    : line;
}
