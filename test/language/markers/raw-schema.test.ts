import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { emitCrd } from '../../../src/output/emit/crd.js';
import { emitSample } from '../../../src/output/emit/sample.js';
import { verifyKind } from '../../../src/language/rules/kind-rules.js';
import { analyzeSources, codes, kindSource, specSchema } from '../../support/generate.js';

/** The schema of a field that has the type `Thing` and these markers. */
function fieldSchema(field: string, before = ''): { readonly schema: any; readonly codes: readonly string[] } {
  const { spec, diagnostics } = specSchema(`  ${field}`, before);
  return { schema: spec['properties']?.it, codes: codes(diagnostics).map((each) => each.split(' ')[0]!) };
}

describe('@Schema adds keywords to what the type says', () => {
  it.each<[what: string, field: string, schema: object]>([
    ['a bound', '@Schema({ maxLength: 3 }) it?: string;', { type: 'string', maxLength: 3 }],
    ['a bound of items', '@Items(Schema({ pattern: /^a/ })) it?: string[];', { items: { pattern: '^a' } }],
    ['a bound of items in it', '@Schema({ items: { minLength: 1 } }) it?: string[];', { items: { minLength: 1 } }],
    [
      'a bound of values in it',
      '@Schema({ additionalProperties: { maximum: 3 } }) it?: Record<string, Int32>;',
      { additionalProperties: { type: 'integer', format: 'int32', maximum: 3 } },
    ],
    [
      'unknown fields of a record itself',
      "@Schema({ 'x-kubernetes-preserve-unknown-fields': true }) it?: Record<string, string>;",
      { additionalProperties: { type: 'string' }, 'x-kubernetes-preserve-unknown-fields': true },
    ],
    [
      'a property, and a bound of another one',
      '@Schema({ properties: { a: { maxLength: 3 }, b: { type: "string" } } }) it?: { a: string };',
      { properties: { a: { type: 'string', maxLength: 3 }, b: { type: 'string' } }, required: ['a'] },
    ],
    [
      'rules after those of markers',
      "@Schema({ 'x-kubernetes-validations': [{ rule: '1 == 1' }] }) @XValidation({ rule: 'true' }) it?: string;",
      { 'x-kubernetes-validations': [{ rule: 'true' }, { rule: '1 == 1' }] },
    ],
    ['the same value as the type', "@Schema({ type: 'string' }) it?: string;", { type: 'string' }],
    ['the same value as a marker', '@MaxLength(3) @Schema({ maxLength: 3 }) it?: string;', { maxLength: 3 }],
    ['not', "@Schema({ not: { enum: ['a'] } }) it?: string;", { not: { enum: ['a'] } }],
    [
      'an enum that rejects null',
      "@Schema({ enum: ['a'] }) it?: string | null;",
      { type: 'string', nullable: true, enum: ['a'] },
    ],
  ])('%s', (_, field, schema) => {
    const found = fieldSchema(field);
    expect(found.codes).toEqual([]);
    expect(found.schema).toMatchObject(schema);
  });

  it('and its description replaces the doc comment', () => {
    const { schema } = fieldSchema(
      "/** Text. */ @Schema({ description: 'TODO: a\\n\\n\\n+b \\n---\\n c' }) it?: string;",
    );
    expect(schema.description).toBe('TODO: a\n\n\n+b \n---\n c');
  });

  it('on a named type, wherever it is used', () => {
    const before =
      '@Schema({ anyOf: [{ required: ["a"] }, { required: ["b"] }] }) class Named { a?: string; b?: string }';
    const { schema } = fieldSchema('it?: Named;', before);
    expect(schema.anyOf).toEqual([{ required: ['a'] }, { required: ['b'] }]);
  });

  it('and another use of the type stays as it is', () => {
    const { spec } = specSchema(
      '@Schema({ required: ["a"], properties: { a: { maxLength: 3 } } }) it?: Named; other?: Named;',
      'class Named { a?: string }',
    );
    expect(spec['properties'].other).toEqual({ type: 'object', properties: { a: { type: 'string' } } });
  });

  it('names that it requires are required, in its order if it names all', () => {
    const type = '{ a: string; b?: string; c?: string }';
    const required = (names: string): unknown =>
      fieldSchema(`@Schema({ required: [${names}] }) it?: ${type};`).schema.required;
    expect(required('"b"')).toEqual(['a', 'b']);
    expect(required('"c", "a", "b"')).toEqual(['c', 'a', 'b']);
    expect(required('"z", "b"')).toEqual(['a', 'b', 'z']);
  });

  it('with @Schemaless, it is the whole schema', () => {
    const found = fieldSchema("@Schemaless() @Schema({ 'x-kubernetes-int-or-string': true }) it?: IntOrString;");
    expect(found).toEqual({ schema: { 'x-kubernetes-int-or-string': true }, codes: [] });
    const map = fieldSchema("@Schemaless() @Schema({ type: 'object', additionalProperties: true }) it?: Json;");
    expect(map).toEqual({ schema: { type: 'object', additionalProperties: true }, codes: [] });
  });
});

describe('@Schema is refused', () => {
  const line = specSchema('  it!: number;').diagnostics[0]!.position!.line;
  const at = (field: string): string[] => codes(specSchema(`  ${field}`).diagnostics);

  it.each([
    ['another type', "@Schema({ type: 'object' }) it?: string;", 'invalid-marker', 13],
    [
      'another bound than that of a marker',
      '@MaxLength(3) @Schema({ maxLength: 4 }) it?: string;',
      'invalid-marker',
      27,
    ],
    ['another value in a property', '@Schema({ items: { type: "object" } }) it?: string[];', 'invalid-marker', 22],
    ['an unknown keyword', '@Schema({ MaxLength: 3 }) it?: string;', 'unknown-argument', 13],
    ['an unknown keyword of items', '@Schema({ items: { $ref: "a" } }) it?: string[];', 'unknown-argument', 22],
    ['a value of another type', "@Schema({ maxLength: '3' }) it?: string;", 'argument-type', 24],
    [
      'false where it means nothing',
      "@Schema({ 'x-kubernetes-int-or-string': false }) it?: Json;",
      'argument-type',
      43,
    ],
    ['a default beside an initializer', "@Schema({ default: 'a' }) it: string = 'b';", 'duplicate-marker', 42],
    ['a type in a condition', "@Schema({ not: { type: 'string' } }) it?: string;", 'not-structural', 3],
  ])('for %s', (_, field, code, column) => {
    expect(at(field)).toEqual([`${code} ${line}:${column}`]);
  });
});

/** The model, the schema and the problems of a kind whose class has these markers. */
function kindWith(kindMarkers: string) {
  const { model, diagnostics } = analyzeSources(kindSource({ kindMarkers, spec: 'a?: string;' }));
  const [kind] = model.kinds;
  const crd = parse(emitCrd(kind!, '0.0.0').text);
  const found = [...diagnostics, ...verifyKind(kind!)].map(({ code }) => code);
  return { kind: kind!, schema: crd.spec.versions[0].schema.openAPIV3Schema, codes: found };
}

describe('@Schema on the class of a kind', () => {
  it('requires metadata and restricts the name', () => {
    const {
      kind,
      schema,
      codes: found,
    } = kindWith(
      "@Schema({ required: ['metadata'], properties: { metadata: { properties: { name: { type: 'string', maxLength: 9 } } } } })",
    );
    expect(found).toEqual([]);
    expect(schema.required).toEqual(['metadata', 'spec']);
    expect(schema.properties.metadata).toEqual({
      type: 'object',
      properties: { name: { type: 'string', maxLength: 9 } },
    });
    expect(emitSample(kind, kind.versions[0]!, 'p').missing).toEqual([]);
  });

  it('replaces the descriptions of the fields of all objects', () => {
    const { schema, codes: found } = kindWith("@Schema({ properties: { kind: { description: 'Kind.' } } })");
    expect(found).toEqual([]);
    expect(schema.properties.kind).toEqual({ type: 'string', description: 'Kind.' });
  });

  it('is the whole schema with @Schemaless, without fields that it does not name', () => {
    const raw = "{ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }";
    const { schema, codes: found } = kindWith(`@Schemaless() @Schema(${raw})`);
    expect(found).toEqual([]);
    expect(schema).toEqual({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true });
  });

  it('cannot say more about metadata', () => {
    const more = "{ labels: { type: 'object', additionalProperties: { type: 'string' } } }";
    expect(kindWith(`@Schema({ properties: { metadata: { properties: ${more} } } })`).codes).toEqual([
      'not-structural',
    ]);
  });
});

describe('a sample of a schema with conditions', () => {
  it.each([
    ["@Schema({ oneOf: [{ required: ['a'] }, { required: ['b'] }] })", '{ a?: string; b?: string }', { a: 'example' }],
    ["@Schema({ not: { required: ['a'] }, minProperties: 1 })", '{ b?: string; a?: string }', { b: 'example' }],
    ["@Schema({ anyOf: [{ pattern: '^b+$' }, { pattern: '^c+$' }] })", 'string', 'b'],
    ["@Schema({ 'x-kubernetes-preserve-unknown-fields': true, required: ['z'] })", '{ a?: string }', { z: {} }],
  ])('%s it: %s', (marker, type, value) => {
    const { model } = analyzeSources(kindSource({ spec: `${marker} it!: ${type};` }));
    const [kind] = model.kinds;
    const { object, missing } = emitSample(kind!, kind!.versions[0]!, 'p');
    expect(missing).toEqual([]);
    expect(object['spec']).toEqual({ it: value });
  });
});
