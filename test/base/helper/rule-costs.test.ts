import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import { emitCrd } from '../../../src/output/emit/crd.js';
import { startHelper, type RunningHelper } from '../../../src/base/helper/helper-process.js';
import { verifyKind } from '../../../src/language/rules/kind-rules.js';
import { analyzeSources, kindSource } from '../../support/generate.js';
import { ruleCostCases, type RuleCostCase } from '../../support/rule-cost-cases.js';
import { helperForTests } from '../../support/upstream.js';

const path = await helperForTests();

interface Made {
  readonly source: RuleCostCase;
  readonly crd: string;
  readonly problems: readonly Diagnostic[];
}

/** The CRDs of many cases, which one program reads. */
function made(cases: readonly RuleCostCase[]): readonly Made[] {
  const sources = cases.map((each, index): [string, string] => {
    const [text] = Object.values(kindSource({ ...each, group: `g${index}.example.com` }));
    return [`src/api/g${index}/v1/thing.types.ts`, text!];
  });
  const { model, diagnostics } = analyzeSources(Object.fromEntries(sources));
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  const kinds = new Map(model.kinds.map((kind) => [kind.group, kind]));
  return cases.map((source, index) => {
    const kind = kinds.get(`g${index}.example.com`)!;
    return { source, crd: emitCrd(kind, '0.0.0').text, problems: verifyKind(kind) };
  });
}

/** A case with the markers of a remedy: `@Items(MaxItems(9)) on Thing.spec.it, @MaxItems(9) on ...`. */
function remedied({ source, problems }: Made): RuleCostCase {
  let { before, spec } = source;
  const markers = new Map<string, string>();
  for (const { help = '' } of problems) {
    for (const [, marker, field] of help.matchAll(/(@\S+) on \S+?(\w+)(?=,|$)/g))
      markers.set(`${field} ${marker}`, marker!);
  }
  for (const [key, marker] of markers) {
    const [field] = key.split(' ', 1);
    const known = new RegExp(`${marker.replaceAll(/[()]/g, String.raw`\$&`).replace(/\d+/, String.raw`\d+`)} `);
    const add = (text: string): string =>
      text.replace(
        new RegExp(`(?<=[ {;]|^)((?:@\\S+ )*)(${field}[?!:])`),
        (_, others: string, name: string) => `${others.replace(known, '')}${marker} ${name}`,
      );
    const changed = add(spec);
    if (changed === spec) before = add(before);
    else spec = changed;
  }
  return { name: source.name, before, spec };
}

const texts = { type: 'array', items: { type: 'string' } };
/** Schemas, and values of which each is changed to each other. */
const immutableValues: readonly (readonly [schema: object, values: readonly unknown[]])[] = [
  [{ type: 'string', nullable: true }, ['a', 'b', '', null, undefined]],
  [{ type: 'string', format: 'byte' }, ['YQ==', 'Yg==', '']],
  [
    { type: 'string', format: 'date-time' },
    ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', '2026-01-02T00:00:00Z'],
  ],
  [{ 'x-kubernetes-int-or-string': true }, [1, '1', '50%', 2]],
  [texts, [['a', 'b'], ['b', 'a'], ['a'], []]],
  [{ ...texts, 'x-kubernetes-list-type': 'set' }, [['a', 'b'], ['b', 'a'], ['a']]],
  [
    {
      type: 'array',
      items: { type: 'object', required: ['n'], properties: { n: { type: 'string' }, v: { type: 'number' } } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['n'],
    },
    [[{ n: 'a', v: 1 }, { n: 'b' }], [{ n: 'b' }, { n: 'a', v: 1 }], [{ n: 'a', v: 2 }, { n: 'b' }], []],
  ],
  [
    { type: 'object', additionalProperties: { type: 'number' } },
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 }, { a: 1.5, b: 2 }],
  ],
];

describe.skipIf(path === undefined)('rules of markers', () => {
  let helper: RunningHelper;
  beforeAll(() => {
    helper = startHelper(path!);
  });
  afterAll(() => helper?.end());

  const refusal = async ({ crd }: Made): Promise<string | undefined> => {
    const { errors, problem } = await helper.ask({ operation: 'object', object: crd });
    expect(problem).toBeUndefined();
    return errors?.[0]?.message;
  };

  /** Without warnings about what the API server accepts. */
  const accepted = ['removable-immutable', 'duplicate-enum-value'];
  const costly = (all: readonly Made[]): readonly Made[] =>
    all.map((each) => ({ ...each, problems: each.problems.filter(({ code }) => !accepted.includes(code)) }));

  it.each(Object.entries(ruleCostCases))('of %s are reported where the API server rejects them', async (_, cases) => {
    const all = costly(made(cases));
    const answers = await Promise.all(all.map(refusal));
    const wrong = all.filter(({ problems }, index) => problems.length > 0 !== (answers[index] !== undefined));
    expect(wrong.map(({ source }) => source.name)).toEqual([]);
    const reported = all.filter(({ problems }) => problems.length > 0);
    expect(reported.length).toBeGreaterThan(0);
    expect(new Set(reported.flatMap(({ problems }) => problems.map(({ code }) => code)))).toEqual(
      new Set(['expensive-rule']),
    );
    const mended = costly(made(reported.map(remedied)));
    expect(mended.filter(({ problems }) => problems.length > 0).map(({ source }) => source)).toEqual([]);
    expect((await Promise.all(mended.map(refusal))).filter((each) => each !== undefined)).toEqual([]);
  });

  /** What the API server says about a change of one field of an item in a list map, under a rule of that field. */
  const changeUnder = async (schema: object, rule: string, from: unknown, to: unknown): Promise<string> => {
    const crd = crdWith({ ...schema, 'x-kubernetes-validations': [{ rule, message: 'no' }] });
    const [old, object] = [from, to].map((field) => JSON.stringify(thingWith(field)));
    const { errors = [], problem } = await helper.ask({ operation: 'object', object: object!, old: old!, crds: [crd] });
    expect(problem).toBeUndefined();
    return errors.map(({ type, field, message }) => `${type} ${field} ${message}`).join();
  };

  it.each(immutableValues)('compare %j in a list as they compare', async (schema, values) => {
    const pairs = values.flatMap((from) => values.map((to) => [from, to] as const));
    const [one, other] = await Promise.all(
      ['self == oldSelf', 'self in [oldSelf]'].map((rule) =>
        Promise.all(pairs.map(([from, to]) => changeUnder(schema, rule, from, to))),
      ),
    );
    expect(other).toEqual(one);
    expect(new Set(one!.map((each) => each === ''))).toEqual(new Set([true, false]));
  });

  it.each([
    ['self.all(key, key in ["a","b"])', '("a" in self?1:0)+("b" in self?1:0) == size(self)'],
    ['self.all(key, key in ["a","b"])', '["a","b"].filter(key, key in self).size() == size(self)'],
    ['self.all(key, size(key) >= 1)', '!("" in self)'],
  ])('look up keys as they visit them: %s', async (visits, looksUp) => {
    const schema = { type: 'object', maxProperties: 9, additionalProperties: { type: 'string' } };
    const maps = [
      {},
      { a: '' },
      { b: 'a' },
      { a: '', b: '' },
      { c: '' },
      { a: '', c: '' },
      { '': 'a' },
      { A: '', a: '' },
    ];
    const answers = (rule: string) => Promise.all(maps.map((each) => changeUnder(schema, rule, undefined, each)));
    const expected = await answers(visits);
    expect(await answers(looksUp)).toEqual(expected);
    expect(new Set(expected.map((each) => each === ''))).toEqual(new Set([true, false]));
  });
});

function thingWith(s: unknown): object {
  const metadata = { name: 'a', namespace: 'default', resourceVersion: '1' };
  return { apiVersion: 'example.com/v1', kind: 'Thing', metadata, spec: [{ k: 'a', s }] };
}

function crdWith(s: object): string {
  const spec = {
    type: 'array',
    maxItems: 3,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
    items: { type: 'object', properties: { k: { type: 'string' }, s }, required: ['k'] },
  };
  const names = { plural: 'things', kind: 'Thing' };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  const versions = [{ name: 'v1', served: true, storage: true, schema }];
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names, versions },
  });
}
