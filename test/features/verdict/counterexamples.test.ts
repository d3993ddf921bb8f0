import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/model/schema.js';
import type { Answer, Question } from '../../../src/base/helper/protocol.js';
import { counterexamples } from '../../../src/features/verdict/counterexamples.js';
import { upstreamThat } from '../../support/upstream.js';

const definition = (kind: string): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'foos.example.com' },
  spec: { names: { kind } },
});
const definitions = { before: definition('Old'), after: definition('New') };

const foo = (spec: JsonObject): JsonObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Foo',
  metadata: { name: 'a', namespace: 'default', labels: { a: 'b' } },
  spec,
});

/** An API server whose definitions answer about the spec of an object. */
const serverThat = (old: (spec: JsonObject) => Answer, now: (spec: JsonObject) => Answer) => {
  const asked: Question[] = [];
  const upstream = upstreamThat(async (question: Question) => {
    asked.push(question);
    const { object, crds = [] } = question as { object: string; crds?: readonly string[] };
    const { spec = {} } = JSON.parse(object) as { spec?: JsonObject };
    return crds[0]!.includes('"Old"') ? old(spec) : now(spec);
  });
  return { helper: upstream, asked };
};

const error = (field: string): Answer => ({
  errors: [{ type: 'FieldValueInvalid', field, message: `${field} is wrong` }],
});
const accept = (): Answer => ({});

describe('an object that only the new definition rejects', () => {
  it('is reduced to the values that matter', async () => {
    const { helper: upstream } = serverThat(accept, ({ list = [] }) =>
      (list as readonly number[]).some((each) => each > 9) ? error('spec.list[1]') : {},
    );
    const found = await counterexamples(upstream, definitions, [foo({ a: 'x', list: [1, 500, 2], m: { b: 'c' } })]);
    expect(found).toEqual([
      {
        field: 'spec.list[1]',
        reason: 'spec.list[1] is wrong',
        object: { ...foo({ list: [10] }), metadata: { name: 'a', namespace: 'default' } },
      },
    ]);
  });

  it('stays one that the old definition accepts', async () => {
    const { helper: upstream } = serverThat(
      ({ a }) => (a === undefined ? error('spec.a') : {}),
      ({ b }) => (b === undefined ? {} : error('spec.b')),
    );
    const [found] = await counterexamples(upstream, definitions, [foo({ a: '', b: '', c: '' })]);
    expect(found!.object['spec']).toEqual({ a: '', b: '' });
  });

  it('is shown once for each field, whatever the index', async () => {
    const { helper: upstream } = serverThat(accept, ({ index }) => error(`spec.list[${Number(index)}].name`));
    const found = await counterexamples(upstream, definitions, [foo({ index: 1 }), foo({ index: 2 })]);
    expect(found).toHaveLength(1);
  });
});

describe('an answer that follows from an error of the same object', () => {
  const remark = {
    type: 'FieldValueInvalid',
    field: '<nil>',
    message:
      'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
  };
  const both = (...first: readonly Answer[]): Answer => ({
    errors: [...first.flatMap(({ errors = [] }) => errors), remark],
  });

  it.each<readonly [string, (spec: JsonObject) => Answer, readonly string[]]>([
    ['a required field beside a union', () => both(error('spec.name')), ['spec.name']],
    [
      'two errors',
      ({ a, b }) =>
        a === undefined && b === undefined
          ? {}
          : both(...(a === undefined ? [] : [error('spec.a')]), ...(b === undefined ? [] : [error('spec.b')])),
      ['spec.a', 'spec.b'],
    ],
    ['a rule of the whole object', () => error('<nil>'), ['']],
  ])('%s', async (_, now, fields) => {
    const { helper: upstream } = serverThat(accept, now);
    const found = await counterexamples(upstream, definitions, [foo({ a: 1, b: 2 })]);
    expect(found.map(({ field }) => field)).toEqual(fields);
  });
});

it.each<readonly [string, (spec: JsonObject) => Answer, (spec: JsonObject) => Answer]>([
  ['both definitions reject', () => error('spec'), () => error('spec')],
  ['the API server has no verdict on', () => ({ problem: { code: 'timeout', message: '' } }), () => error('spec')],
  ['has unknown fields only', accept, () => ({ errors: [{ type: 'StrictDecoding', message: 'unknown field' }] })],
])('an object that %s is none', async (_, old, now) => {
  const { helper: upstream } = serverThat(old, now);
  expect(await counterexamples(upstream, definitions, [foo({ a: 1 })])).toEqual([]);
});

it('the number of smaller objects is limited', async () => {
  const { helper: upstream, asked } = serverThat(accept, () => error('spec'));
  const large = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 'x'.repeat(50)]));
  await counterexamples(upstream, definitions, [foo(large)]);
  expect(asked.length).toBeLessThan(300);
});
