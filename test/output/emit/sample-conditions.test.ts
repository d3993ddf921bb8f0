import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emitSample, type SampleResult } from '../../../src/output/emit/sample.js';
import type { Kind, KindVersion } from '../../../src/base/model/kind.js';
import type { JsonValue, Schema } from '../../../src/base/model/schema.js';
import { misfits } from '../../../src/base/values/fits.js';
import { ajvValidator, object } from '../../support/schemas.js';
import { runs } from '../../support/seed.js';

const position = { file: 'src/api/v1/thing.types.ts', line: 1, column: 1 };

function versionOf(name: string, parts: Partial<KindVersion> = {}): KindVersion {
  const rest = { served: true, storage: true, status: false, printColumns: [], selectableFields: [], position };
  return { name, schema: { type: 'object' }, ...rest, ...parts };
}

function kindWith(...versions: readonly KindVersion[]): Kind {
  const names = { kind: 'Thing', plural: 'things', singular: 'thing', listKind: 'ThingList' };
  const rest = { shortNames: [], categories: [], annotations: {}, labels: {} };
  return { group: 'example.com', ...names, scope: 'Namespaced', ...rest, versions };
}

function sampleOf(parts: Partial<KindVersion>): SampleResult {
  const version = versionOf('v1', parts);
  return emitSample(kindWith(version), version, 'p');
}

const text: Schema = { type: 'string' };
const a = { required: ['a'] };
const b = { required: ['b'] };
const c = { required: ['c'] };
const fields = object({ a: [text, false], b: [text, false], c: [object({ d: [text, false] }), false] });

describe('the sample of a schema with conditions', () => {
  it.each<[string, Schema, JsonValue]>([
    ['one of two fields', { oneOf: [a, b] }, { a: 'example' }],
    ['one of two fields, and another one', { oneOf: [a, b], anyOf: [c] }, { a: 'example', c: {} }],
    ['neither of two fields', { not: { anyOf: [a, b] } }, {}],
    ['a field that may not be there', { not: a, anyOf: [a, c] }, { b: 'example', c: {} }],
    ['not both', { not: { required: ['a', 'b'] } }, { a: 'example' }],
    ['several choices', { allOf: [{ oneOf: [a, b] }, { oneOf: [b, c] }] }, { a: 'example', c: {} }],
    ['choices in a choice', { anyOf: [{ allOf: [a, { oneOf: [b, c] }], not: b }] }, { a: 'example', c: {} }],
    ['a field in a field', { anyOf: [{ ...object({ c: [{ required: ['d'] }, true] }) }] }, { c: { d: 'example' } }],
    [
      'another value',
      {
        properties: [{ name: 'e', required: true, schema: { type: 'string', enum: ['x', 'y'] } }],
        not: object({ e: [{ enum: ['x'] }, false] }),
      },
      { e: 'y' },
    ],
    [
      'a field that the schema does not know',
      { required: ['more'], preserveUnknownFields: true },
      { a: 'example', b: 'example', more: {} },
    ],
  ])('fits it: %s', (_, conditions, spec) => {
    const schema = { ...fields, ...conditions };
    const sample = sampleOf({ schema: object({ spec: [schema, false] }) });
    expect(misfits(schema, sample.object['spec']!)).toEqual([]);
    expect(sample.object['spec']).toMatchObject(spec as object);
    expect(sample).toMatchObject({ missing: [], fits: true });
  });

  it('fits those of the whole object', () => {
    const properties = { data: [{ type: 'object', additionalProperties: text }, false], other: [text, false] } as const;
    const root = object(properties as unknown as Parameters<typeof object>[0]);
    const sample = (conditions: Schema): unknown => {
      const {
        apiVersion: _,
        kind: __,
        metadata: ___,
        ...body
      } = sampleOf({ schema: { ...root, ...conditions } }).object;
      return body;
    };
    expect(sample({ anyOf: [{ required: ['data'] }, { required: ['other'] }] })).toEqual({ data: {} });
    expect(sample({ oneOf: [{ required: ['other', 'metadata'] }, { required: ['data'] }] })).toEqual({
      other: 'example',
    });
    expect(sample({})).toEqual({});
  });

  it('has a required status, unless the API server ignores it', () => {
    const schema = object({ status: [object({ a: [text, true] }), true] });
    expect(sampleOf({ schema }).object).toMatchObject({ status: { a: 'example' } });
    expect(sampleOf({ schema, status: true }).object).not.toHaveProperty('status');
  });

  it('does not fit a schema that no value fits', () => {
    expect(sampleOf({ schema: { type: 'object', not: { required: ['kind'] } } }).fits).toBe(false);
  });

  it('fits random conditions that some value fits, by another implementation', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 });
    const required = names.map((each): Schema => ({ required: each }));
    const branches = fc.array(
      fc.oneof(
        required,
        required.map((each): Schema => ({ not: each })),
      ),
      { minLength: 1, maxLength: 3 },
    );
    const conditions = fc.record(
      { oneOf: branches, anyOf: branches, allOf: branches, not: required },
      { requiredKeys: [] },
    );
    const subsets = Array.from({ length: 8 }, (_, index) =>
      Object.fromEntries(
        ['a', 'b', 'c'].flatMap((name, bit) => (index & (1 << bit) ? [[name, name === 'c' ? {} : 'x']] : [])),
      ),
    );
    let valid = 0;
    fc.assert(
      fc.property(conditions, (each) => {
        const schema: Schema = { ...fields, ...each };
        const accepts = ajvValidator(schema);
        fc.pre(subsets.some(accepts));
        const { object: sample, fits } = sampleOf({ schema: object({ spec: [schema, true] }) });
        expect(fits, JSON.stringify(each)).toBe(true);
        expect(accepts(sample['spec']!), JSON.stringify(each)).toBe(true);
        valid += 1;
      }),
      { numRuns: runs(100) },
    );
    expect(valid).toBeGreaterThan(60);
  });
});

describe('the name of a sample', () => {
  const named = (schema: Schema): Partial<KindVersion> => ({
    objectFields: [{ name: 'metadata', required: false, schema: object({ name: [schema, false] }) }],
  });

  it.each<[Schema, string]>([
    [{ ...text, maxLength: 40 }, 'thing-sample'],
    [{ ...text, maxLength: 10 }, 'thing'],
    [{ ...text, maxLength: 3 }, 'thi'],
    [{ ...text, minLength: 20 }, 'example'.padEnd(20, 'x')],
    [{ ...text, pattern: '^[a-z]{3}-[0-9]+$' }, 'aaa-0'],
    [{ ...text, pattern: '^[A-Za-z]{2}$' }, 'aa'],
    [{ ...text, enum: ['Not_a_name', 'cluster'] }, 'cluster'],
  ])('fits the schema %j', (schema, name) => {
    const sample = sampleOf(named(schema));
    expect(sample.object['metadata']).toMatchObject({ name, labels: {} });
    expect(sample.fits).toBe(true);
  });

  it('differs between versions', () => {
    const versions = ['v1', 'v1beta1', 'v2'].map((name) =>
      versionOf(name, { storage: name === 'v2', ...named({ ...text, maxLength: 9 }) }),
    );
    const kind = kindWith(...versions);
    const names = versions.map((each) => emitSample(kind, each, 'p').object['metadata'] as { name: string });
    expect(names.map(({ name }) => name)).toEqual(['thing-v1', 'thing-v1b', 'thing']);
  });

  it('that no object can have is the usual one', () => {
    const sample = sampleOf(named({ ...text, pattern: '^_' }));
    expect(sample.object['metadata']).toMatchObject({ name: 'thing-sample' });
    expect(sample.fits).toBe(false);
  });
});
