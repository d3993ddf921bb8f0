import { expect, it } from 'vitest';
import { searchSample } from '../../../../src/features/verdict/trials/search-sample.js';
import type { JsonObject, Schema } from '../../../../src/base/model/schema.js';
import type { ServerError } from '../../../../src/base/helper/protocol.js';

const text: Schema = { type: 'string' };
const int: Schema = { type: 'integer', format: 'int32' };

interface Spec {
  readonly a?: string;
  readonly b?: string;
  readonly min: number;
  readonly max: number;
}

/** A kind with some rules, and what an API server would say of them. */
const rules: Readonly<Record<string, (spec: Spec) => boolean>> = {
  'has(self.a) != has(self.b)': ({ a, b }) => (a === undefined) !== (b === undefined),
  'self.min < self.max': ({ min, max }) => min < max,
};
const schema: Schema = {
  type: 'object',
  properties: [
    {
      name: 'spec',
      required: true,
      schema: {
        type: 'object',
        validations: Object.keys(rules).map((rule) => ({ rule })),
        properties: [
          { name: 'a', required: false, schema: text },
          { name: 'b', required: false, schema: text },
          { name: 'min', required: true, schema: int },
          { name: 'max', required: true, schema: int },
        ],
      },
    },
  ],
};

async function search(spec: Spec, judge = (each: Spec) => Object.keys(rules).filter((rule) => !rules[rule]!(each))) {
  const asked: string[] = [];
  const verdict = (object: JsonObject): Promise<readonly ServerError[] | undefined> => {
    asked.push(JSON.stringify(object['spec']));
    const errors = judge(object['spec'] as unknown as Spec).map((rule) => ({
      type: 'FieldValueInvalid',
      field: 'spec',
      message: `Invalid value: failed rule: ${rule}`,
    }));
    return Promise.resolve(asked.length > 200 ? undefined : errors);
  };
  const object = { apiVersion: 'example.com/v1', kind: 'It', metadata: { name: 'it' }, spec: { ...spec } };
  const found = await searchSample(schema, object, verdict);
  const left = (found?.errors ?? []).map(({ message }) => message.replace(/.*rule: /, ''));
  return { found: left.length === 0 ? found?.object['spec'] : undefined, left, asked };
}

it('leaves what is accepted as it is', async () => {
  const { found, asked } = await search({ a: 'x', min: 1, max: 2 });
  expect([found, asked.length]).toEqual([{ a: 'x', min: 1, max: 2 }, 1]);
});

it('changes one field for each rule, and keeps the order of fields', async () => {
  const { found } = await search({ min: 1, max: 1 });
  expect(JSON.stringify(found)).toBe('{"a":"example","min":1,"max":2}');
});

it('omits one of two fields that exclude each other', async () => {
  expect((await search({ a: 'x', b: 'y', min: 1, max: 2 })).found).toEqual({ b: 'y', min: 1, max: 2 });
});

it('asks the same questions each time, none of them twice', async () => {
  const [one, other] = [await search({ min: 1, max: 1 }), await search({ min: 1, max: 1 })];
  expect(one.asked).toEqual(other.asked);
  expect(new Set(one.asked).size).toBe(one.asked.length);
});

it('ends where nothing is accepted', async () => {
  const { found, asked } = await search({ min: 1, max: 1 }, () => ['self.min < self.max']);
  expect(found).toBeUndefined();
  expect(asked.length).toBeLessThan(220);
});

it.each([
  ['the only rule that nothing satisfies', ['never'], ['never']],
  ['beside one that is solved', ['has(self.a) != has(self.b)', 'never'], ['never']],
  ['one of two that contradict each other', ['self.min < self.max', 'self.min > self.max'], ['self.min < self.max']],
])('keeps the errors that no change solves: %s', async (_, names, expected) => {
  const isMet = (rule: string, spec: Spec): boolean =>
    rule === 'self.min > self.max' ? spec.min > spec.max : (rules[rule]?.(spec) ?? false);
  const { left } = await search({ min: 1, max: 1 }, (spec) => names.filter((rule) => !isMet(rule, spec)));
  expect(left).toEqual(expected);
});
