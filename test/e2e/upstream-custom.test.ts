import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHelper, type RunningHelper } from '../../src/base/helper/helper-process.js';
import { ruledCrd, thing } from '../fuzz/inputs.js';
import { mutateTree } from '../fuzz/mutations.js';
import { randomOf } from '../fuzz/random.js';
import type { BuiltInObject } from '../support/built-in-objects.js';
import { eventually } from '../support/eventually.js';
import { runs, seed } from '../support/seed.js';
import { serverOf, type Server } from '../support/server-verdict.js';
import {
  collectionOf,
  comparable,
  dryRun,
  expectSameUpdate,
  helperVerdict,
  mutant,
  pathOf,
  strictly,
  withStored,
} from '../support/upstream-comparison.js';
import { helperForTests } from '../support/upstream.js';
import { sharedApiServer } from './control-plane/shared.js';

// The helper is compared with the API server about definitions that change, and about custom resources.

const shared = await sharedApiServer();
const path = shared.available ? await helperForTests() : undefined;

interface Loose {
  metadata: Record<string, unknown>;
  spec: Record<string, unknown>;
  status?: Record<string, unknown>;
}

interface LooseSchema extends Record<string, unknown> {
  properties?: Record<string, LooseSchema>;
}

interface LooseCrd {
  metadata: Record<string, unknown>;
  spec: {
    scope: string;
    group: string;
    names: Record<string, unknown>;
    versions: { name: string; storage: boolean; served: boolean; schema: { openAPIV3Schema: LooseSchema } }[];
  } & Record<string, unknown>;
}

const definition = ruledCrd as unknown as BuiltInObject;
const resource = thing as unknown as BuiltInObject;

function changed<T>(object: unknown, change: (copy: T) => void): BuiltInObject {
  const copy = structuredClone(object);
  change(copy as T);
  return copy as BuiltInObject;
}

const specOf = ({ spec }: LooseCrd): Record<string, LooseSchema> =>
  spec.versions[0]!.schema.openAPIV3Schema.properties!['spec']!.properties!;

let server: Server;
let helper: RunningHelper;
let sides: { readonly server: Server; readonly helper: RunningHelper };

beforeAll(() => {
  if (!shared.available || path === undefined) return;
  server = serverOf(shared.info.kubeconfigPath);
  helper = startHelper(path);
  sides = { server, helper };
});
afterAll(() => {
  server?.close();
  helper?.end();
});

describe.skipIf(path === undefined)('definitions are updated as on the server:', () => {
  const other = changed<LooseCrd>(definition, ({ metadata, spec }) => {
    metadata['name'] = 'changes.example.org';
    spec.group = 'example.org';
    Object.assign(spec.names, { plural: 'changes', singular: 'change', kind: 'Change', listKind: 'ChangeList' });
  });

  const updates: readonly (readonly [name: string, change: (crd: LooseCrd) => void])[] = [
    ['another scope', ({ spec }) => void (spec.scope = 'Cluster')],
    ['another group', ({ spec }) => void (spec.group = 'example.net')],
    ['another plural', ({ spec }) => void (spec.names['plural'] = 'others')],
    ['another kind', ({ spec }) => void (spec.names['kind'] = 'Other')],
    ['another storage version, without the old one', ({ spec }) => void (spec.versions[0]!.name = 'v2')],
    [
      'another storage version',
      ({ spec }) => {
        spec.versions.push({ ...structuredClone(spec.versions[0]!), name: 'v2' });
        spec.versions[0]!.storage = false;
      },
    ],
    ['no storage version', ({ spec }) => void (spec.versions[0]!.storage = false)],
    [
      'a rule that does not compile',
      (crd) => void (specOf(crd)['n']!['x-kubernetes-validations'] = [{ rule: 'self + ' }]),
    ],
    ['a rule that is too expensive', (crd) => void delete specOf(crd)['list']!['maxItems']],
    ['a default of another type', (crd) => void (specOf(crd)['n']!['default'] = 'x')],
    ['an invalid pattern', (crd) => void (specOf(crd)['s']!['pattern'] = '(')],
    ['unknown fields kept', ({ spec }) => void (spec['preserveUnknownFields'] = true)],
    ['a conversion webhook without a service', ({ spec }) => void (spec['conversion'] = { strategy: 'Webhook' })],
    ['an unknown field', ({ spec }) => void (spec['unknown'] = true)],
    ['the status of another', (crd) => void Object.assign(crd, { status: { storedVersions: ['v7'] } })],
  ];

  beforeAll(async () => void (await server.send('POST', `${collectionOf(other)}?${strictly}`, other)));

  it.each(updates)('%s', async (_, change) => {
    await expectSameUpdate(sides, other, (stored) => changed(stored, change));
  });

  it('random changes', async () => {
    for (let index = 0; index < runs(40); index += 1) {
      await expectSameUpdate(sides, other, (stored) => mutant(stored, seed, index));
    }
  });

  it('a key of a list that may be missing stays valid if it was there before, as the API server has it', async () => {
    const old = changed<LooseCrd>(
      other,
      (each) => void delete (specOf(each)['list']!['items'] as LooseSchema)['required'],
    );
    const described = changed<LooseCrd>(old, (each) => void (specOf(each)['s']!['description'] = 'new'));
    const { errors } = await helperVerdict(helper, described);
    expect(errors).toEqual([expect.stringContaining('properties[list].items.properties[k].default: Required value')]);
    expect((await helperVerdict(helper, described, { old })).errors).toEqual([]);
  });
});

describe.skipIf(path === undefined)('custom resources', () => {
  beforeAll(async () => {
    await server.send('POST', `${collectionOf(definition)}?${strictly}`, definition);
    await served((errors) => errors.length === 0, resource);
  });

  /** Waits until the API server has a verdict that only the new definition gives. */
  async function served(isNew: (errors: readonly string[]) => boolean, object: BuiltInObject): Promise<void> {
    await eventually(async () => {
      const { errors } = await server.send('POST', `${collectionOf(object)}?${dryRun}`, object);
      expect(isNew(errors)).toBe(true);
    });
  }

  const creations: readonly (readonly [name: string, change: (object: Loose) => void])[] = [
    ['nothing else', () => undefined],
    ['a status, which is dropped', (object) => void (object.status = { n: 1 })],
    ['a default', ({ spec }) => void delete spec['n']],
    ['null instead of a default', ({ spec }) => void (spec['n'] = null)],
    ['an unknown field', ({ spec }) => void (spec['unknown'] = 1)],
    ['a value of another type', ({ spec }) => void (spec['n'] = 'x')],
    ['a rule that is violated', ({ spec }) => Object.assign(spec, { n: 15, s: 'y' })],
    ['a key twice', ({ spec }) => void (spec['list'] = [{ k: 'a' }, { k: 'a' }])],
    ['an invalid format', ({ spec }) => void (spec['map'] = { a: 'yesterday' })],
    ['an invalid name', ({ metadata }) => void (metadata['name'] = 'A_')],
    ['a generated name and none', ({ metadata }) => void (metadata['name'] = '')],
    ['an invalid label', ({ metadata }) => void (metadata['labels'] = { 'a b': 'c' })],
    ['an unknown field of the metadata', ({ metadata }) => void (metadata['unknown'] = 1)],
    ['a generation', ({ metadata }) => void (metadata['generation'] = 7)],
  ];

  it.each(creations)('are created as on the server with %s', async (_, change) => {
    const object = changed(resource, change);
    const expected = await server.send('POST', `${collectionOf(object)}?${dryRun}`, object);
    expect(comparable(await helperVerdict(helper, object, { crd: definition }), 'Thing')).toEqual(
      comparable(expected, 'Thing'),
    );
  });

  it('are created as on the server with random changes', async () => {
    for (let index = 0; index < runs(60); index += 1) {
      const object = mutant(resource, seed, index);
      const expected = await server.send('POST', `${collectionOf(object)}?${dryRun}`, object);
      const found = comparable(await helperVerdict(helper, object, { crd: definition }), 'Thing');
      expect(found, JSON.stringify(object)).toEqual(comparable(expected, 'Thing'));
    }
  });

  const updates: readonly (readonly [name: string, change: (object: Loose) => void])[] = [
    ...creations.filter(([name]) => !name.includes('name')),
    ['another immutable field', ({ spec }) => void (spec['s'] = 'z')],
    ['the immutable field removed', ({ spec }) => void delete spec['s']],
    ['a new spec, and the next generation', ({ spec }) => void (spec['n'] = 2)],
    ['the same spec, and other labels', ({ metadata }) => void (metadata['labels'] = { a: 'b' })],
    ['a time of deletion', ({ metadata }) => void (metadata['deletionTimestamp'] = '2020-01-01T00:00:00Z')],
    ['no resource version', ({ metadata }) => void (metadata['finalizers'] = ['example.com/a'])],
  ];

  it.each(updates)('are updated as on the server with %s', async (_, change) => {
    await withStored(server, resource, async () => {
      await expectSameUpdate(sides, resource, (stored) => changed(stored, change), definition);
    });
  });

  it('are updated as on the server with random changes', async () => {
    await withStored(server, resource, async () => {
      for (let index = 0; index < runs(40); index += 1) {
        await expectSameUpdate(sides, resource, (stored) => mutant(stored, seed, index), definition);
      }
    });
  });

  it('keep values that a newer definition forbids, until they change', async () => {
    const stricter = changed<LooseCrd>(definition, (each) => {
      Object.assign(specOf(each)['map']!, { maxProperties: 1 });
      Object.assign(specOf(each)['q']!, { 'x-kubernetes-validations': [{ rule: 'type(self) == int' }] });
    });
    const old = changed<Loose>(resource, ({ spec }) => {
      spec['map'] = { a: '2020-01-01T00:00:00Z', b: '2020-01-01T00:00:00Z' };
    });
    await withStored(server, old, async () => {
      const { object } = await server.send('GET', pathOf(definition));
      await server.send(
        'PUT',
        pathOf(definition),
        changed<LooseCrd>(object, ({ spec }) => void (spec.versions = (stricter as unknown as LooseCrd).spec.versions)),
      );
      await served((errors) => errors.length > 0, old);
      const kept = await expectSameUpdate(
        sides,
        old,
        (stored) => changed<Loose>(stored, ({ spec }) => void (spec['n'] = 4)),
        stricter,
      );
      expect(kept.errors).toEqual([]);
      const touched = await expectSameUpdate(
        sides,
        old,
        (stored) => changed<Loose>(stored, ({ spec }) => void (spec['q'] = '6')),
        stricter,
      );
      expect(touched.errors).toEqual([expect.stringContaining('spec.q: Invalid value')]);
    });
    const { object } = await server.send('GET', pathOf(definition));
    await server.send(
      'PUT',
      pathOf(definition),
      changed<LooseCrd>(object, ({ spec }) => void (spec.versions = (definition as unknown as LooseCrd).spec.versions)),
    );
  });

  it('of another version of the same kind can be updated', async () => {
    const twoVersions = changed<LooseCrd>(definition, ({ spec }) => {
      spec.versions.push({ ...structuredClone(spec.versions[0]!), name: 'v2', storage: false });
    });
    const newer = { ...resource, apiVersion: 'ruled.example.com/v2' };
    const { errors, object } = await helperVerdict(helper, newer, { old: resource, crd: twoVersions });
    expect(errors).toEqual([]);
    expect(object).toMatchObject({ apiVersion: 'ruled.example.com/v2', spec: resource['spec'] });
  });
});

describe.skipIf(path === undefined)('costs', () => {
  it('every rule and message has a cost, in the order of the schema, and the limit is that of the server', async () => {
    const withMessage = changed<LooseCrd>(definition, (each) => {
      specOf(each)['n']!['x-kubernetes-validations'] = [
        { rule: 'self > 0', messageExpression: '"not " + string(self)' },
      ];
    });
    const { costs = [] } = await helper.ask({ operation: 'costs', object: JSON.stringify(withMessage) });
    const at = 'spec.versions[0].schema.openAPIV3Schema.properties[spec]';
    expect(costs.map(({ field }) => field.replace(at, ''))).toEqual([
      '.x-kubernetes-validations[0].rule',
      '.properties[list].x-kubernetes-validations[0].rule',
      '.properties[n].x-kubernetes-validations[0].rule',
      '.properties[n].x-kubernetes-validations[0].messageExpression',
      '.properties[s].x-kubernetes-validations[0].rule',
    ]);
    expect(new Set(costs.map(({ limit }) => limit))).toEqual(new Set([10_000_000]));
    for (const { cost } of costs) expect(cost).toBeGreaterThan(0);
  });

  it.each([10, 100, 1000, 10_000])(
    'a list of %d items is too expensive exactly if the server refuses it',
    async (maxItems) => {
      const sized = changed<LooseCrd>(definition, (each) => void (specOf(each)['list']!['maxItems'] = maxItems));
      const { costs = [] } = await helper.ask({ operation: 'costs', object: JSON.stringify(sized) });
      const { errors } = await server.send(
        'POST',
        `${collectionOf(definition)}?${dryRun}`,
        changed<LooseCrd>(sized, ({ metadata, spec }) => {
          metadata['name'] = 'things.example.net';
          spec.group = 'example.net';
        }),
      );
      const isTooExpensive = costs.some(({ cost, limit }) => cost > limit);
      expect(errors.some((each) => each.includes('estimated rule cost exceeds budget'))).toBe(isTooExpensive);
    },
  );
});

it.skipIf(path === undefined)('random definitions have costs exactly if they can be decoded', async () => {
  for (let index = 0; index < runs(40); index += 1) {
    const object = JSON.stringify(mutateTree(randomOf(seed, index), ruledCrd));
    const { problem, costs = [] } = await helper.ask({ operation: 'costs', object });
    if (problem === undefined) for (const { limit } of costs) expect(limit).toBe(10_000_000);
    else expect(['invalid-crd', 'unknown-kind', 'invalid-yaml']).toContain(problem.code);
  }
});
