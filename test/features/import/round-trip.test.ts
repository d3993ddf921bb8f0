import { describe, expect, it } from 'vitest';
import type { Crd } from '../../../src/base/crd/crd.js';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { roundTrip } from '../../round-trip/round-trip.js';
import { definition, objectWith } from '../../support/definitions.js';

/** Imports definitions, and expects that the types give the same ones. Returns the code. */
async function expectSame(...crds: readonly Crd[]): Promise<string> {
  const { sources, diagnostics, results } = await roundTrip(crds, { format: true });
  expect(diagnostics).toEqual([]);
  expect(results.flatMap((each) => each.differences)).toEqual([]);
  return Object.entries(sources)
    .filter(([path]) => !path.endsWith('group-version.ts'))
    .map(([, text]) => text)
    .join('\n');
}

/** Returns the names of the classes, sorted. */
function classesIn(text: string): readonly string[] {
  const names = [...text.matchAll(/export class (\w+)/g)].map(([, name]) => name!);
  return names.toSorted((one, other) => (one < other ? -1 : 1));
}

const quantity =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';
const anyOf = [{ type: 'integer' }, { type: 'string' }];

describe('the field of a schema', () => {
  it.each<[string, JsonObject, string]>([
    ['text', { type: 'string' }, 'it?: string;'],
    ['time', { type: 'string', format: 'date-time' }, 'it?: Time;'],
    ['bytes', { type: 'string', format: 'byte' }, 'it?: Bytes;'],
    ['format', { type: 'string', format: 'ipv4' }, "@Format('ipv4')\n  it?: string;"],
    ['bounds', { type: 'string', minLength: 1, maxLength: 5 }, '@MinLength(1)\n  @MaxLength(5)\n  it?: string;'],
    ['pattern', { type: 'string', pattern: "^[a-z'\\d]+$" }, '@Pattern("^[a-z\'\\\\d]+$")\n  it?: string;'],
    ['enum', { type: 'string', enum: ['b', 'a', ''] }, "it?: 'b' | 'a' | '';"],
    [
      'nullable enum',
      { type: 'string', enum: ['a'], nullable: true },
      "@Schema({ enum: ['a'] })\n  it?: string | null;",
    ],
    ['default of an enum', { type: 'string', enum: ['a', 'b'], default: 'b' }, "it: 'a' | 'b' = 'b';"],
    ['default of one value', { type: 'string', enum: ['v2'], default: 'v2' }, "@Default('v2')\n  it!: 'v2';"],
    ['int32', { type: 'integer', format: 'int32', minimum: 0 }, '@Minimum(0)\n  it?: Int32;'],
    ['int64', { type: 'integer', format: 'int64' }, 'it?: Int64;'],
    ['integer', { type: 'integer', multipleOf: 2 }, '@MultipleOf(2)\n  it?: Integer;'],
    ['integer of another format', { type: 'integer', format: 'int16' }, "@Format('int16')\n  it?: Integer;"],
    ['integers', { type: 'integer', enum: [1, 3] }, 'it?: 1 | 3;'],
    ['double', { type: 'number', format: 'double' }, 'it?: Double;'],
    [
      'number',
      { type: 'number', minimum: 0, exclusiveMinimum: true },
      '@Minimum(0)\n  @ExclusiveMinimum(true)\n  it?: JsonNumber;',
    ],
    ['boolean', { type: 'boolean', default: false }, 'it: boolean = false;'],
    ['true', { type: 'boolean', enum: [true] }, 'it?: true;'],
    ['number or text', { anyOf, 'x-kubernetes-int-or-string': true }, 'it?: IntOrString;'],
    ['quantity', { anyOf, pattern: quantity, 'x-kubernetes-int-or-string': true }, 'it?: Quantity;'],
    ['any value', { 'x-kubernetes-preserve-unknown-fields': true }, 'it?: Json;'],
    ['any object', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, 'it?: RawExtension;'],
    [
      'embedded object',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-embedded-resource': true },
      '@EmbeddedResource()\n  it?: RawExtension;',
    ],
    [
      'set',
      { type: 'array', items: { type: 'string', maxLength: 9 }, maxItems: 3, 'x-kubernetes-list-type': 'set' },
      "@MaxItems(3)\n  @ListType('set')\n  @Items(MaxLength(9))\n  it?: string[];",
    ],
    ['list of enums', { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, "it?: ('a' | 'b')[];"],
    ['list of lists', { type: 'array', items: { type: 'array', items: { type: 'boolean' } } }, 'it?: boolean[][];'],
    [
      'record',
      { type: 'object', additionalProperties: { type: 'string', pattern: 'a' }, 'x-kubernetes-map-type': 'atomic' },
      "@MapType('atomic')\n  @Values(Pattern('a'))\n  it?: Record<string, string>;",
    ],
    ['nullable', { type: 'string', nullable: true }, 'it?: string | null;'],
    [
      'rules',
      {
        type: 'string',
        'x-kubernetes-validations': [{ rule: 'self != "a"', message: 'no a', reason: 'FieldValueForbidden' }],
      },
      `@XValidation({ rule: 'self != "a"', message: 'no a', reason: 'FieldValueForbidden' })\n  it?: string;`,
    ],
    [
      'title and example',
      { type: 'string', title: 'It', example: 'x' },
      "@Title('It')\n  @Example('x')\n  it?: string;",
    ],
    ['choice', { type: 'string', oneOf: [{ enum: ['a'] }, { pattern: 'b' }] }, '@Schema({ oneOf: [{'],
    ['number or text without alternatives', { 'x-kubernetes-int-or-string': true }, '@Schemaless()\n  @Schema({'],
    ['record of any values', { type: 'object', additionalProperties: true }, '@Schemaless()\n  @Schema({'],
    [
      'numbers or texts without alternatives',
      { type: 'array', items: { 'x-kubernetes-int-or-string': true } },
      'it?: IntOrString[];',
    ],
    [
      'a record of them',
      { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true } },
      'it?: Record<string, IntOrString>;',
    ],
    [
      'a list of such records',
      {
        type: 'array',
        items: { type: 'object', additionalProperties: { nullable: true, 'x-kubernetes-int-or-string': true } },
      },
      'it?: Record<string, IntOrString | null>[];',
    ],
    ['a list of anything', { type: 'array', items: {} }, 'it?: Json[];'],
  ])('for %s is %s', async (_, schema, code) => {
    const text = await expectSame(definition({ spec: objectWith({ it: schema }) }));
    expect(text).toContain(code);
  });

  it.each<[string, JsonObject, string]>([
    ['a list', { type: 'array', items: { type: 'string' }, default: ['a'] }, "it: string[] = ['a'];"],
    [
      'a record',
      { type: 'object', additionalProperties: { type: 'string' }, default: {} },
      'it: Record<string, string> = {};',
    ],
    ['an object', objectWith({ a: { type: 'string' } }, { default: { a: 'x' } }), "it: It = { a: 'x' };"],
    [
      'an object whose type does not accept it',
      objectWith({ a: { type: 'string' } }, { default: { a: 'x' }, required: ['a', 'b'] }),
      "it: It = { a: 'x' };",
    ],
    [
      'an object with defaults of its own',
      objectWith({ a: { type: 'string', default: 'y' }, b: { type: 'string' } }, { default: { b: 'x' } }),
      "@Default({ b: 'x' })\n  it!: It;",
    ],
    [
      'an empty object that relies on the defaults of its fields',
      objectWith({ a: { type: 'string', default: 'y' } }, { default: {} }),
      'it: It = new It();',
    ],
    [
      'an empty object that relies on them, or null',
      objectWith({ a: { type: 'string', default: 'y' } }, { default: {}, nullable: true }),
      'it: It | null = new It();',
    ],
    [
      'an empty object whose fields are all optional',
      objectWith({ a: { type: 'string' } }, { default: {} }),
      'it: It = {};',
    ],
  ])('has the default of %s', async (_, schema, code) => {
    expect(await expectSame(definition({ spec: objectWith({ it: schema }) }))).toContain(code);
  });

  it('is required, also with a default', async () => {
    const fields = { a: { type: 'string' }, b: { type: 'string', default: 'x' } };
    const text = await expectSame(definition({ spec: objectWith(fields, { required: ['a', 'b'] }) }));
    expect(text).toContain("a!: string;\n  @Required()\n  b: string = 'x';");
  });

  it.each(['storage-size', '1st', '', 'a.b', '__proto__', 'class', 'prototype', "it's"])(
    'can be named %j',
    async (name) => {
      const properties = Object.fromEntries([[name, { type: 'string' }]]);
      await expectSame(definition({ spec: objectWith(properties, { required: [name] }) }));
    },
  );

  it.each(['storage-size', '1st', '', 'a.b', '__proto__', 'class', 'größe', '名前', '😀', '-', 'toString'])(
    'can be named %j, and be an object or a list of objects',
    async (name) => {
      const object = objectWith({ a: { type: 'string' } });
      const list = { type: 'array', items: objectWith({ b: { type: 'string' } }) };
      const all = Object.fromEntries([
        [name, object],
        [`${name}s`, list],
      ]);
      const text = await expectSame(definition({ spec: objectWith(all, { required: [name] }) }));
      expect(classesIn(text).every((each) => /^[A-Z][A-Za-z0-9]*$/.test(each))).toBe(true);
    },
  );

  it('is raw if a class cannot have it', async () => {
    const text = await expectSame(
      definition({ spec: objectWith({ constructor: { type: 'string' }, b: { type: 'string' } }) }),
    );
    expect(text).toContain("@Schema({ properties: { constructor: { type: 'string' } } })");
  });
});

describe('a description', () => {
  it.each([
    'One line.',
    'Two\nlines.',
    'A paragraph.\n\nAnother one.',
    'It ends */ here.',
    '@foo at the beginning\n  @Minimum(3) of a line',
    'Text with `code`, {@link x} and ${y}.',
    '```yaml\na: 1\n```',
    '  Indented',
    'Trailing  \nblanks ',
    'Several\n\n\nblank lines',
    'TODO: later',
    'One\n---\nhidden',
    '+optional\nGo',
    'Mail me @Minimum(3)',
    'Windows\r\nlines',
    '*/',
    '\\@ and *\\/',
    'a\u2028b',
    'no\u00a0break',
    'x'.repeat(300),
    '*',
    '* a list\n* of things',
    '/**',
    ' ',
    'Pods that serve. @minimun 3',
    'The @item of it, see @item/node and {@link it | the @item}',
  ])('is the same again: %j', async (description) => {
    await expectSame(
      definition({
        root: objectWith(
          { spec: objectWith({ it: { type: 'string', description } }, { description }) },
          { description },
        ),
      }),
    );
    await expectSame(
      definition({
        spec: objectWith({
          list: { type: 'array', items: { type: 'string', description } },
          objects: { type: 'array', items: objectWith({ a: { type: 'string' } }, { description }) },
        }),
      }),
    );
  });

  it('of a type that is used several times is that of the type', async () => {
    const port = objectWith({ number: { type: 'integer' } }, { description: 'A port.' });
    const text = await expectSame(definition({ spec: objectWith({ one: port, other: port }) }));
    expect(text).toContain('/** A port. */\nexport class OneOrOther {');
    expect(text).toContain('one?: OneOrOther;\n  other?: OneOrOther;');
  });

  it('of items of a list is that of a named type', async () => {
    const items = { type: 'string', description: 'The name of a host.' };
    const text = await expectSame(definition({ spec: objectWith({ hosts: { type: 'array', items } }) }));
    expect(text).toContain('/** The name of a host. */\nexport type Host = string;');
    expect(text).toContain('hosts?: Host[];');
  });

  it('can differ where equal types are used', async () => {
    const of = (description?: string): JsonObject =>
      objectWith({ name: { type: 'string' } }, description === undefined ? {} : { description });
    const fields = {
      a: of('One'),
      b: of('Two'),
      c: of(),
      d: { type: 'array', items: of('Three') },
      e: { type: 'array', items: of() },
    };
    await expectSame(definition({ spec: objectWith(fields) }));
  });
});

describe('types', () => {
  it('are named after their fields, and after those around them if that is not enough', async () => {
    const inner = (name: string): JsonObject => objectWith({ port: objectWith({ [name]: { type: 'string' } }) });
    const text = await expectSame(definition({ spec: objectWith({ client: inner('a'), server: inner('b') }) }));
    const names = classesIn(text);
    expect(names).toEqual(['Client', 'ClientPort', 'Server', 'ServerPort', 'Thing', 'ThingSpec']);
  });

  it.each([
    'object',
    'date',
    'map',
    'record',
    'string',
    'promise',
    'error',
    'enum',
    'items',
    'metadata',
    'condition',
    'json',
    'thing',
  ])('never have the name of something else: %s', async (name) => {
    const fields = {
      [name]: objectWith({ a: { type: 'string' } }),
      [`${name}s`]: { type: 'array', items: objectWith({ b: { type: 'string' } }) },
    };
    await expectSame(definition({ spec: objectWith(fields) }));
  });

  it('never have the name of a type of Kubernetes that is used', async () => {
    const known = objectWith({ known: { type: 'string' } });
    const fields = { a: known, labelSelector: objectWith({ b: { type: 'string' } }) };
    const { sources } = await roundTrip([definition({ spec: objectWith(fields) })], {
      kubernetesTypes: ({ properties = {} }) =>
        'known' in (properties as JsonObject) ? { module: 'meta/v1', name: 'LabelSelector' } : undefined,
    });
    const text = sources['src/api/example.com/v1/thing.types.ts']!;
    expect(text).toContain("import type { LabelSelector } from '@operator-gen/runtime/k8s/meta/v1';");
    expect(classesIn(text)).toEqual(['SpecLabelSelector', 'Thing', 'ThingSpec']);
  });

  it('are shared by kinds of one version', async () => {
    const spec = objectWith({ server: objectWith({ url: { type: 'string' } }) });
    const text = await expectSame(definition({ spec }), definition({ kind: 'ClusterThing', scope: 'Cluster', spec }));
    expect(classesIn(text)).toEqual(['ClusterThing', 'Server', 'Thing', 'ThingSpec']);
  });

  it('can have no fields', async () => {
    await expectSame(
      definition({ spec: objectWith({ a: { type: 'object' }, b: { type: 'object', maxProperties: 3 } }) }),
    );
  });

  it('keep the keywords of their objects', async () => {
    await expectSame(
      definition({
        spec: objectWith(
          {
            a: { type: 'string' },
            b: objectWith({ c: { type: 'string' } }, { 'x-kubernetes-map-type': 'atomic', nullable: true }),
          },
          {
            'x-kubernetes-preserve-unknown-fields': true,
            'x-kubernetes-validations': [{ rule: 'has(self.a)' }, { rule: 'has(self.b)', fieldPath: '.b' }],
            minProperties: 1,
            required: ['elsewhere'],
            oneOf: [{ required: ['a'] }, { not: { required: ['b'] } }],
          },
        ),
      }),
    );
  });
});

describe('a rule on the number of fields', () => {
  const text: JsonObject = { type: 'string' };
  const count = '(has(self.a)?1:0)+(has(self.b)?1:0)';
  const withRules = (rules: readonly JsonObject[], others: JsonObject = {}): Crd =>
    definition({
      spec: objectWith({
        it: objectWith({ a: text, b: text, 'c-d': text, e: text }, { 'x-kubernetes-validations': rules, ...others }),
      }),
    });

  it('is a marker if the marker adds the same rule', async () => {
    const code = await expectSame(
      withRules([
        { rule: `${count} <= 1`, message: 'at most one of the fields in [a b] may be set' },
        { rule: 'has(self.a)', message: 'another rule between them' },
        {
          rule: '(has(self.a)?1:0)+(has(self.c__dash__d)?1:0) == 1',
          message: 'exactly one of the fields in [a c-d] must be set',
        },
        { rule: 'has(self.a) || has(self.e)', message: 'at least one of the fields in [a e] must be set' },
      ]),
    );
    expect(code).toContain(
      "@AtMostOneOf('a', 'b')\n@XValidation({ rule: 'has(self.a)', message: 'another rule between them' })\n" +
        "@ExactlyOneOf('a', 'c-d')\n@AtLeastOneOf('a', 'e')\nexport class It {",
    );
  });

  const message = 'exactly one of the fields in [a b] must be set';
  it.each<[string, readonly JsonObject[], JsonObject?]>([
    ['another message', [{ rule: `${count} == 1`, message: 'only one' }]],
    ['no message', [{ rule: `${count} == 1` }]],
    ['another form', [{ rule: '[has(self.a),has(self.b)].filter(x,x==true).size() == 1', message }]],
    ['a reason', [{ rule: `${count} == 1`, message, reason: 'FieldValueInvalid' }]],
    ['other fields', [{ rule: '(has(self.a)?1:0)+(has(self.e)?1:0) == 1', message }]],
    ['the comparison of another marker', [{ rule: `${count} <= 1`, message }]],
    ['a required field', [{ rule: `${count} == 1`, message }], { required: ['b'] }],
    ['one field', [{ rule: '(has(self.a)?1:0) == 1', message: 'exactly one of the fields in [a] must be set' }]],
    [
      'a field that is not there',
      [{ rule: '(has(self.a)?1:0)+(has(self.z)?1:0) == 1', message: 'exactly one of the fields in [a z] must be set' }],
    ],
  ])('stays a rule with %s', async (_, rules, others) => {
    const code = await expectSame(withRules(rules, others));
    expect(code).toContain('@XValidation({');
    expect(code).not.toContain('OneOf(');
  });
});

describe('a kind', () => {
  it('has its names, columns, subresources and metadata', async () => {
    const text = await expectSame(
      definition({
        names: { singular: 'thingy', shortNames: ['th'], categories: ['all'], listKind: 'ThingCollection' },
        scope: 'Cluster',
        metadata: { labels: { 'app.kubernetes.io/part-of': 'x' }, annotations: { 'example.com/owner': 'y' } },
        spec: objectWith({ replicas: { type: 'integer', format: 'int32' }, host: { type: 'string' } }),
        version: {
          subresources: {
            status: {},
            scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
          },
          additionalPrinterColumns: [
            { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp', priority: 0 },
            { name: 'Host', type: 'string', jsonPath: '.spec.host', priority: 1, description: 'The host' },
          ],
          selectableFields: [{ jsonPath: '.spec.host' }],
        },
        root: objectWith({
          spec: objectWith({ replicas: { type: 'integer', format: 'int32' }, host: { type: 'string' } }),
          status: objectWith({ replicas: { type: 'integer', format: 'int32' } }),
        }),
      }),
    );
    expect(text).toContain("@PrintColumn({ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' })");
  });

  it('has several versions', async () => {
    const versionOf = (name: string, others: JsonObject): JsonObject => ({
      name,
      served: true,
      storage: false,
      schema: { openAPIV3Schema: objectWith({ spec: objectWith({ [name]: { type: 'string' } }) }) },
      ...others,
    });
    await expectSame(
      definition({
        metadata: { labels: { a: 'b' } },
        versions: [
          versionOf('v1', { storage: true }),
          versionOf('v1beta1', { deprecated: true, deprecationWarning: 'use v1' }),
          versionOf('v1alpha1', { served: false, deprecated: true }),
        ],
      }),
    );
  });

  it('can have rules for its name, and require its metadata', async () => {
    const metadata = { type: 'object', properties: { name: { type: 'string', maxLength: 20 } } };
    await expectSame(
      definition({ root: objectWith({ metadata, spec: { type: 'object' } }, { required: ['metadata', 'spec'] }) }),
    );
  });

  it('can have other fields than spec and status', async () => {
    await expectSame(
      definition({ root: objectWith({ data: objectWith({ a: { type: 'string' } }), immutable: { type: 'boolean' } }) }),
    );
    await expectSame(definition({ root: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }));
    await expectSame(definition({ root: { type: 'object' } }));
  });
});
