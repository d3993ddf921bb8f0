import type { JsonObject, JsonValue } from '../../src/base/model/schema.js';

/** A change of a CRD: its name, whom it breaks, and the source that says so. */
export interface CompatibilityCase {
  readonly name: string;
  /** A rule of crdify or crd-schema-checker, or a page about Kubernetes. */
  readonly source: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The names of the changes that are found; none for a harmless change. */
  readonly changes: readonly string[];
  /** The verdicts on an object that was stored under the old CRD; absent if they cannot be tested. */
  readonly tried?: Trial;
  /** A request that is sent under both CRDs; absent if no request shows the change. */
  readonly asked?: Request;
  /** Set if the API server even rejects the update of the CRD. */
  readonly definition?: 'rejected';
}

/** The verdicts of an API server. */
export interface Trial {
  /** The object, without `apiVersion`, `kind` and `metadata`. */
  readonly object: JsonObject;
  /** Whether the same object can be created under the new CRD. */
  readonly create: Verdict;
  /** Whether another field of the stored object can be updated under the new CRD. */
  readonly update: Verdict;
  /** An object that only the new CRD accepts, and that a client with the old one reads. */
  readonly read?: JsonObject;
}

/** A request about a kind, and the verdict on its response under the new CRD. */
export interface Request {
  /** Below the group, such as `v1/namespaces/default/foos/one`. */
  readonly path: string;
  /**
   * An object to create, without `apiVersion`, `kind` and `metadata`, with which the response is compared; absent if
   * the request reads.
   */
  readonly object?: JsonObject;
  /** The object `one`, stored under the old CRD, without `apiVersion`, `kind` and `metadata`. */
  readonly stored?: JsonObject;
  /** The part of the response that is compared, such as `spec`. */
  readonly part: string;
  readonly verdict: Verdict;
}

/** `changed` if fields are lost or get other values. */
export type Verdict = 'accepted' | 'rejected' | 'changed';

const crdify = (rule: string): string => `crdify: ${rule}`;
const checker = (rule: string): string => `crd-schema-checker: ${rule}`;
const changing = 'https://github.com/kubernetes/community/blob/main/contributors/devel/sig-architecture/api_changes.md';
const deprecation = 'https://kubernetes.io/docs/reference/using-api/deprecation-policy/';
const apply = 'https://kubernetes.io/docs/reference/using-api/server-side-apply/';
const definitions = 'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/';
const versioning =
  'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/';

/** Returns the CRD of a kind with this schema of `spec`. */
function crd(spec: JsonObject, version: JsonObject = {}, more: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'foos.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Foo', plural: 'foos', singular: 'foo', listKind: 'FooList' },
      scope: 'Namespaced',
      versions: [versionOf('v1', spec, version)],
      ...more,
    },
  };
}

function versionOf(name: string, spec: JsonObject, more: JsonObject = {}): JsonObject {
  const schema = { type: 'object', properties: { spec, status: { type: 'object', ...open } } };
  return { name, served: true, storage: true, schema: { openAPIV3Schema: schema }, ...more };
}

const open = { 'x-kubernetes-preserve-unknown-fields': true };
const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const listOf = (items: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'array', items, ...more });
const mapOf = (additionalProperties: JsonObject): JsonObject => ({ type: 'object', additionalProperties });

type Expected = readonly [create: Verdict, update: Verdict];

const harmless: Expected = ['accepted', 'accepted'];
/** Stored objects are exempt as long as the field does not change. */
const ratcheted: Expected = ['rejected', 'accepted'];
const refused: Expected = ['rejected', 'rejected'];
const changed: Expected = ['changed', 'changed'];

/** Returns the case of a field `spec.f`, with the results for one of its values. */
function field(
  [name, source]: readonly [name: string, source: string],
  before: JsonObject,
  after: JsonObject,
  changes: readonly string[],
  [value, [create, update], read]: readonly [value: JsonValue, expected: Expected, read?: JsonValue],
): CompatibilityCase {
  const tried = {
    ...{ object: { spec: { f: value } }, create, update },
    ...(read !== undefined && { read: { spec: { f: read } } }),
  };
  return { name, source, before: crd(object({ f: before })), after: crd(object({ f: after })), changes, tried };
}

/** Returns the case of the schema of `spec`. */
function fields(
  [name, source]: readonly [name: string, source: string],
  before: JsonObject,
  after: JsonObject,
  changes: readonly string[],
  [value, [create, update]]: readonly [value: JsonObject, expected: Expected],
): CompatibilityCase {
  return {
    name,
    source,
    before: crd(before),
    after: crd(after),
    changes,
    tried: { object: { spec: value }, create, update },
  };
}

/** Returns a case about the CRD instead of its objects. */
function kind(
  [name, source]: readonly [name: string, source: string],
  before: JsonObject,
  after: JsonObject,
  changes: readonly string[],
  asked?: Request,
): CompatibilityCase {
  return { name, source, before, after, changes, ...(asked && { asked }) };
}

const foos = 'v1/namespaces/default/foos';

/** Returns a request that reads a part of the stored object. */
function reading(path: string, part: string, verdict: Verdict, stored: JsonObject = {}): Request {
  return { path, part, verdict, stored };
}

/** Returns a request that creates an object. */
function creating(path: string, created: JsonObject, part: string, verdict: Verdict): Request {
  return { path, object: created, part, verdict };
}

/** Returns a request for the information that an API server gives about a kind, as kubectl reads it. */
function discovering(verdict: Verdict): Request {
  return { path: 'v1', part: 'resources', verdict };
}

/** Returns the cases of an upper or a lower bound: narrowed, added, widened, removed. */
function bounds(
  keyword: string,
  id: string,
  schema: JsonObject,
  [narrow, wide]: readonly [number, number],
  value: JsonValue,
): readonly CompatibilityCase[] {
  const source = crdify(keyword);
  const [one, other] = [
    { ...schema, [keyword]: narrow },
    { ...schema, [keyword]: wide },
  ];
  return [
    field([`${keyword} is narrower`, source], other, one, [id], [value, ratcheted]),
    field([`${keyword} is added`, source], schema, one, [id], [value, ratcheted]),
    field([`${keyword} is wider`, source], one, other, [], [valueWithin[keyword]!, harmless]),
    field([`${keyword} is removed`, source], one, schema, [], [valueWithin[keyword]!, harmless]),
  ];
}

const valueWithin: Readonly<Record<string, JsonValue>> = {
  maximum: 1,
  minimum: 9,
  maxLength: 'a',
  minLength: 'abcdefgh',
  maxItems: ['a'],
  minItems: ['a', 'b', 'c'],
  maxProperties: { a: 'x' },
  minProperties: { a: 'x', b: 'x', c: 'x' },
};

/** Returns a CRD whose root schema restricts `metadata.name` or `metadata.generateName`. */
function crdWithMetadata(properties: JsonObject): JsonObject {
  const { schema } = v1 as { readonly schema: { readonly openAPIV3Schema: JsonObject } };
  const root = schema.openAPIV3Schema as { readonly properties: JsonObject };
  const metadata = { type: 'object', properties };
  const openAPIV3Schema = { ...root, properties: { ...root.properties, metadata } };
  return crd(object({ a: text }), { schema: { openAPIV3Schema } });
}

const two = (first: JsonObject, second: JsonObject): JsonObject => ({ versions: [first, second] });
const v1 = versionOf('v1', object({ a: text }));
const v1Served = { ...v1, storage: false };
const v2 = versionOf('v2', object({ b: text }), { storage: false });
const v2Stored = { ...v2, storage: true };
const v2More = versionOf('v2', object({ a: text, b: text }));
const v2Same = versionOf('v2', object({ a: text }));
const webhook = {
  conversion: {
    strategy: 'Webhook',
    webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://example.com/convert' } },
  },
};
const column = { name: 'A', type: 'string', jsonPath: '.spec.a' };
const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' };
const a = object({ a: text });
const n = object({ n: integer });
const conditions = listOf(object({ type: text }, { required: ['type'] }));

export const compatibilityCases: readonly CompatibilityCase[] = [
  // Fields.
  fields(
    ['a field is removed', checker('NoFieldRemoval')],
    object({ a: text, b: text }),
    a,
    ['field-removed'],
    [{ a: 'x', b: 'x' }, changed],
  ),
  fields(
    ['a field of an object in a list is removed', crdify('existingFieldRemoval')],
    object({ l: listOf(object({ a: text, b: text })) }),
    object({ l: listOf(a) }),
    ['field-removed'],
    [{ l: [{ a: 'x', b: 'x' }] }, changed],
  ),
  fields(
    ['a field of a map is removed', crdify('existingFieldRemoval')],
    object({ m: mapOf(object({ a: text, b: text })) }),
    object({ m: mapOf(a) }),
    ['field-removed'],
    [{ m: { x: { a: 'x', b: 'x' } } }, changed],
  ),
  fields(
    ['a field is removed where unknown fields are kept', definitions],
    object({ a: text, b: text }, open),
    object({ a: text }, open),
    [],
    [{ a: 'x', b: 'x' }, harmless],
  ),
  fields(['an optional field is added', changing], a, object({ a: text, b: text }), [], [{ a: 'x' }, harmless]),
  fields(['a field is renamed', changing], a, object({ b: text }), ['field-removed'], [{ a: 'x' }, changed]),
  fields(
    ['a required field is added', checker('NoNewRequiredFields')],
    a,
    object({ a: text, b: text }, { required: ['b'] }),
    ['field-required'],
    [{ a: 'x' }, refused],
  ),
  fields(
    ['a field becomes required', crdify('required')],
    object({ a: text, b: text }),
    object({ a: text, b: text }, { required: ['b'] }),
    ['field-required'],
    [{ a: 'x' }, refused],
  ),
  fields(
    ['a required field with a default is added', changing],
    a,
    object({ a: text, b: { type: 'string', default: 'y' } }, { required: ['b'] }),
    [],
    [{ a: 'x' }, changed],
  ),
  fields(
    ['a required field becomes optional', changing],
    object({ a: text }, { required: ['a'] }),
    a,
    [],
    [{ a: 'x' }, harmless],
  ),
  fields(
    ['a field gets a schema where unknown fields are kept', definitions],
    object({}, open),
    object({ b: integer }, open),
    ['unknown-field-typed'],
    [{ b: 'x' }, ratcheted],
  ),

  // Defaults.
  fields(
    ['a default is changed', crdify('default')],
    object({ a: { type: 'string', default: 'x' } }),
    object({ a: { type: 'string', default: 'y' } }),
    ['default-changed'],
    [{}, ['changed', 'accepted']],
  ),
  fields(
    ['a default is removed', crdify('default')],
    object({ a: { type: 'string', default: 'x' } }),
    a,
    ['default-removed'],
    [{}, ['changed', 'accepted']],
  ),
  fields(
    ['a default is added', crdify('default')],
    a,
    object({ a: { type: 'string', default: 'x' } }),
    ['default-added'],
    [{}, changed],
  ),
  fields(
    ['a required field gets a default', changing],
    object({ a: text }, { required: ['a'] }),
    object({ a: { type: 'string', default: 'x' } }, { required: ['a'] }),
    [],
    [{ a: 'y' }, harmless],
  ),
  fields(
    ['a required field loses its default', crdify('default')],
    object({ a: { type: 'string', default: 'x' } }, { required: ['a'] }),
    object({ a: text }, { required: ['a'] }),
    ['field-required'],
    [{}, ['rejected', 'accepted']],
  ),

  // Types and formats.
  field(['a type is changed', crdify('type')], text, integer, ['type-changed'], ['x', ratcheted]),
  field(
    ['a type is changed to a list', checker('NoDataTypeChange')],
    text,
    listOf(text),
    ['type-changed'],
    ['x', ratcheted],
  ),
  field(
    ['a number becomes an integer', checker('NoDataTypeChange')],
    { type: 'number' },
    integer,
    ['type-changed'],
    [1.5, ratcheted],
  ),
  field(['an integer becomes a number', changing], integer, { type: 'number' }, ['type-widened'], [1, harmless, 1.5]),
  field(
    ['an integer becomes an integer or a string', changing],
    integer,
    { 'x-kubernetes-int-or-string': true },
    ['type-widened'],
    [1, harmless, 'x'],
  ),
  field(
    ['an integer or a string becomes an integer', changing],
    { 'x-kubernetes-int-or-string': true },
    integer,
    ['type-changed'],
    ['x', ratcheted],
  ),
  field(['a text becomes any value', changing], text, open, ['type-widened'], ['x', harmless, 1]),
  field(['any value becomes a text', changing], open, text, ['type-changed'], [1, ratcheted]),
  field(
    ['an integer or a string is written in another way', definitions],
    { 'x-kubernetes-int-or-string': true },
    { 'x-kubernetes-int-or-string': true, anyOf: [integer, text] },
    [],
    ['x', harmless],
  ),
  field(
    ['a format is added', crdify('format')],
    text,
    { type: 'string', format: 'date-time' },
    ['format-changed'],
    ['x', ratcheted],
  ),
  field(
    ['a format is changed', crdify('format')],
    { type: 'string', format: 'ipv4' },
    { type: 'string', format: 'ipv6' },
    ['format-changed'],
    ['10.0.0.1', ratcheted],
  ),
  field(
    ['a format is removed', crdify('format')],
    { type: 'string', format: 'ipv4' },
    text,
    [],
    ['10.0.0.1', harmless],
  ),
  field(
    ['a format that is not validated is added', definitions],
    text,
    { type: 'string', format: 'color' },
    [],
    ['x', harmless],
  ),
  field(
    ['a number gets fewer bits', checker('NoDataTypeChange')],
    { type: 'integer', format: 'int64' },
    { type: 'integer', format: 'int32' },
    ['number-format-narrowed'],
    [4_294_967_296, ratcheted],
  ),
  field(
    ['a number gets more bits', changing],
    { type: 'integer', format: 'int32' },
    { type: 'integer', format: 'int64' },
    ['number-format-widened'],
    [1, harmless, 2 ** 40],
  ),
  field(
    ['a bounded number gets more bits', changing],
    { type: 'integer', format: 'int32', minimum: 0, maximum: 9 },
    { type: 'integer', format: 'int64', minimum: 0, maximum: 9 },
    [],
    [1, harmless],
  ),
  field(
    ['an unsigned format is added', checker('NoUints')],
    integer,
    { type: 'integer', format: 'uint32' },
    [],
    [-1, harmless],
  ),

  // Enums and null.
  field(
    ['a value of an enum is removed', crdify('enum')],
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string', enum: ['a'] },
    ['enum-narrowed'],
    ['b', ratcheted],
  ),
  field(
    ['a value of an enum in a list is removed', checker('NoEnumRemoval')],
    listOf({ type: 'string', enum: ['a', 'b'] }),
    listOf({ type: 'string', enum: ['a'] }),
    ['enum-narrowed'],
    [['b'], ratcheted],
  ),
  field(
    ['an enum is added', crdify('enum')],
    text,
    { type: 'string', enum: ['a'] },
    ['enum-narrowed'],
    ['b', ratcheted],
  ),
  field(
    ['a value of an enum is added', crdify('enum')],
    { type: 'string', enum: ['a'] },
    { type: 'string', enum: ['b', 'a'] },
    ['enum-widened'],
    ['a', harmless, 'b'],
  ),
  field(
    ['an enum is removed', changing],
    { type: 'string', enum: ['a'] },
    text,
    ['enum-widened'],
    ['a', harmless, 'b'],
  ),
  field(
    ['an enum has another order', crdify('enum')],
    { type: 'string', enum: ['a', 'b'] },
    { type: 'string', enum: ['b', 'a'] },
    [],
    ['a', harmless],
  ),
  field(
    ['null is not allowed any longer', crdify('nullable')],
    { type: 'string', nullable: true },
    text,
    ['nullable-removed'],
    [null, changed],
  ),
  field(
    ['null is allowed', crdify('nullable')],
    text,
    { type: 'string', nullable: true },
    ['nullable-added'],
    ['x', harmless, null],
  ),

  // Bounds.
  ...bounds('maximum', 'maximum-lowered', integer, [5, 10], 9),
  ...bounds('minimum', 'minimum-raised', integer, [5, 0], 1),
  ...bounds('maxLength', 'max-length-lowered', text, [3, 10], 'abcdefgh'),
  ...bounds('minLength', 'min-length-raised', text, [5, 1], 'a'),
  ...bounds('maxItems', 'max-items-lowered', listOf(text), [1, 5], ['a', 'b']),
  ...bounds('minItems', 'min-items-raised', listOf(text), [2, 1], ['a']),
  ...bounds('maxProperties', 'max-properties-lowered', mapOf(text), [1, 5], { a: 'x', b: 'x' }),
  ...bounds('minProperties', 'min-properties-raised', mapOf(text), [2, 1], { a: 'x' }),
  field(
    ['the maximum itself is excluded', crdify('exclusiveMaximum')],
    { type: 'integer', maximum: 5 },
    { type: 'integer', maximum: 5, exclusiveMaximum: true },
    ['exclusive-maximum-added'],
    [5, ratcheted],
  ),
  field(
    ['the minimum itself is excluded', crdify('exclusiveMinimum')],
    { type: 'integer', minimum: 5 },
    { type: 'integer', minimum: 5, exclusiveMinimum: true },
    ['exclusive-minimum-added'],
    [5, ratcheted],
  ),
  field(
    ['the excluded maximum is included', crdify('exclusiveMaximum')],
    { type: 'integer', maximum: 5, exclusiveMaximum: true },
    { type: 'integer', maximum: 5 },
    [],
    [4, harmless],
  ),
  field(
    ['fewer multiples are allowed', changing],
    { type: 'integer', multipleOf: 2 },
    { type: 'integer', multipleOf: 4 },
    ['multiple-of-narrowed'],
    [2, ratcheted],
  ),
  field(
    ['more multiples are allowed', changing],
    { type: 'integer', multipleOf: 4 },
    { type: 'integer', multipleOf: 2 },
    [],
    [4, harmless],
  ),
  field(
    ['a bound that all values satisfy is added', definitions],
    text,
    { type: 'string', minLength: 0 },
    [],
    ['', harmless],
  ),
  field(
    ['items that can repeat are written in another way', crdify('uniqueItems')],
    listOf(text),
    listOf(text, { uniqueItems: false }),
    [],
    [['a', 'a'], harmless],
  ),

  // Patterns, rules and combined schemas.
  field(
    ['a pattern is added', crdify('pattern')],
    text,
    { type: 'string', pattern: '^a' },
    ['pattern-changed'],
    ['b', ratcheted],
  ),
  field(
    ['a pattern is changed', crdify('pattern')],
    { type: 'string', pattern: '^b' },
    { type: 'string', pattern: '^a' },
    ['pattern-changed'],
    ['b', ratcheted],
  ),
  field(['a pattern is removed', crdify('pattern')], { type: 'string', pattern: '^a' }, text, [], ['a', harmless]),
  field(
    ['a rule is added', crdify('xValidations')],
    integer,
    { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 5' }] },
    ['rule-added'],
    [9, ratcheted],
  ),
  field(
    ['a rule is changed', crdify('xValidations')],
    { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 10' }] },
    { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 5' }] },
    ['rule-added'],
    [9, ratcheted],
  ),
  field(
    ['a rule is removed', crdify('xValidations')],
    { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 5' }] },
    integer,
    [],
    [1, harmless],
  ),
  field(
    ['the message of a rule is changed', crdify('xValidations')],
    { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 5' }] },
    { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 5', message: 'too large' }] },
    [],
    [1, harmless],
  ),
  field(
    ['a field becomes immutable', definitions],
    integer,
    { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
    ['transition-rule-added'],
    [1, harmless],
  ),
  field(
    ['a schema of allOf is added', crdify('allOf')],
    text,
    { type: 'string', allOf: [{ maxLength: 1 }] },
    ['all-of-added'],
    ['abc', ratcheted],
  ),
  field(
    ['a schema of allOf is removed', crdify('allOf')],
    { type: 'string', allOf: [{ maxLength: 1 }] },
    text,
    [],
    ['a', harmless],
  ),
  field(
    ['a schema of anyOf is removed', crdify('anyOf')],
    { type: 'string', anyOf: [{ maxLength: 1 }, { minLength: 3 }] },
    { type: 'string', anyOf: [{ maxLength: 1 }] },
    ['any-of-narrowed'],
    ['abc', ratcheted],
  ),
  field(
    ['a schema of anyOf is added', crdify('anyOf')],
    { type: 'string', anyOf: [{ maxLength: 1 }] },
    { type: 'string', anyOf: [{ maxLength: 1 }, { minLength: 3 }] },
    [],
    ['a', harmless],
  ),
  field(
    ['anyOf is added', crdify('anyOf')],
    text,
    { type: 'string', anyOf: [{ maxLength: 1 }] },
    ['any-of-narrowed'],
    ['abc', ratcheted],
  ),
  field(
    ['oneOf is changed', crdify('oneOf')],
    { type: 'string', oneOf: [{ maxLength: 1 }, { minLength: 3 }] },
    { type: 'string', oneOf: [{ maxLength: 1 }, { minLength: 5 }] },
    ['one-of-changed'],
    ['abc', ratcheted],
  ),
  field(
    ['not is added', crdify('not')],
    text,
    { type: 'string', not: { enum: ['a'] } },
    ['not-changed'],
    ['a', ratcheted],
  ),

  // Pruning, embedded resources, lists and maps.
  fields(
    ['unknown fields are pruned', definitions],
    object({ a: text }, open),
    a,
    ['unknown-fields-pruned'],
    [{ a: 'x', b: 'x' }, changed],
  ),
  fields(['unknown fields are kept', definitions], a, object({ a: text }, open), [], [{ a: 'x' }, harmless]),
  field(
    ['a map becomes an object', checker('NoMaps')],
    mapOf(text),
    object({ a: text }),
    ['entries-removed'],
    [{ a: 'x', b: 'x' }, changed],
  ),
  field(
    ['the entries of a map have another type', checker('NoMaps')],
    mapOf(text),
    mapOf(integer),
    ['type-changed'],
    [{ a: 'x' }, ratcheted],
  ),
  field(
    ['an object becomes a map', changing],
    object({ a: text, b: text }),
    mapOf(text),
    [],
    [{ a: 'x', b: 'x' }, harmless],
  ),
  field(
    ['an object becomes a resource', definitions],
    { type: 'object', ...open },
    { type: 'object', 'x-kubernetes-embedded-resource': true, ...open },
    ['embedded-resource-changed'],
    [{ a: 'x' }, refused],
  ),
  field(
    ['a list becomes a set', checker('ListsMustHaveSSATags')],
    listOf(text),
    listOf(text, { 'x-kubernetes-list-type': 'set' }),
    ['list-type-narrowed'],
    [['a', 'a'], ratcheted],
  ),
  field(
    ['a list becomes a map', checker('ConditionsMustHaveProperSSATags')],
    conditions,
    { ...conditions, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] },
    ['list-type-narrowed'],
    [[{ type: 'a' }, { type: 'a' }], ratcheted],
  ),
  field(
    ['a set becomes atomic', apply],
    listOf(text, { 'x-kubernetes-list-type': 'set' }),
    listOf(text, { 'x-kubernetes-list-type': 'atomic' }),
    ['list-type-widened'],
    [['a'], harmless],
  ),
  field(
    ['an atomic list is marked as such', checker('ListsMustHaveSSATags')],
    listOf(text),
    listOf(text, { 'x-kubernetes-list-type': 'atomic' }),
    [],
    [['a', 'a'], harmless],
  ),
  field(
    ['other fields are the keys of a list', apply],
    listOf(object({ a: text, b: text }, { required: ['a', 'b'] }), {
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['a', 'b'],
    }),
    listOf(object({ a: text, b: text }, { required: ['a', 'b'] }), {
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['a'],
    }),
    ['list-map-keys-changed'],
    [
      [
        { a: 'x', b: 'x' },
        { a: 'x', b: 'y' },
      ],
      ratcheted,
    ],
  ),
  field(
    ['an object becomes atomic', apply],
    a,
    { ...a, 'x-kubernetes-map-type': 'atomic' },
    ['map-type-changed'],
    [{ a: 'x' }, harmless],
  ),
  field(
    ['an atomic object becomes granular', apply],
    { ...a, 'x-kubernetes-map-type': 'atomic' },
    { ...a, 'x-kubernetes-map-type': 'granular' },
    [],
    [{ a: 'x' }, harmless],
  ),

  // The same schema, written differently.
  field(
    ['the rules of an object have another order', crdify('xValidations')],
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'has(self.a)' }, { rule: 'size(self.a) < 9' }] }),
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'size(self.a) < 9' }, { rule: 'has(self.a)' }] }),
    [],
    [{ a: 'x' }, harmless],
  ),
  fields(
    ['required fields have another order', crdify('required')],
    object({ a: text, b: text }, { required: ['a', 'b'] }),
    object({ b: text, a: text }, { required: ['b', 'a'] }),
    [],
    [{ a: 'x', b: 'x' }, harmless],
  ),
  field(
    ['the schemas of anyOf have another order', crdify('anyOf')],
    { type: 'string', anyOf: [{ maxLength: 1 }, { minLength: 3, enum: ['abc', 'abcd'] }] },
    { type: 'string', anyOf: [{ minLength: 3, enum: ['abcd', 'abc'] }, { maxLength: 1 }] },
    [],
    ['abc', harmless],
  ),
  field(
    ['the values in not have another order', crdify('not')],
    { type: 'string', not: { enum: ['a', 'b'] } },
    { type: 'string', not: { enum: ['b', 'a'] } },
    [],
    ['c', harmless],
  ),
  field(
    ['the pattern of an integer or a string is in allOf', definitions],
    { 'x-kubernetes-int-or-string': true, anyOf: [integer, text], pattern: '^x' },
    { 'x-kubernetes-int-or-string': true, allOf: [{ anyOf: [integer, text] }], pattern: '^x' },
    [],
    ['x', harmless],
  ),
  field(
    ['an object with any fields becomes a map of texts', definitions],
    { type: 'object', ...open },
    mapOf(text),
    ['unknown-field-typed'],
    [{ a: 1 }, ratcheted],
  ),
  field(
    ['an object with any fields is written as a map of any values', definitions],
    { type: 'object', ...open },
    { type: 'object', additionalProperties: open },
    [],
    [{ a: 'x', b: { c: 1 } }, harmless],
  ),
  field(
    ['null is forbidden explicitly', crdify('nullable')],
    text,
    { type: 'string', nullable: false },
    [],
    ['x', harmless],
  ),

  // Texts, and fields that only a review can judge.
  field(
    ['a description is changed', crdify('description')],
    { type: 'string', description: 'one' },
    { type: 'string', description: 'other', title: 'title' },
    [],
    ['x', harmless],
  ),
  fields(
    ['a boolean is added', checker('NoBools')],
    a,
    object({ a: text, b: { type: 'boolean' } }),
    [],
    [{ a: 'x' }, harmless],
  ),
  fields(
    ['a float is added', checker('NoFloats')],
    a,
    object({ a: text, b: { type: 'number' } }),
    [],
    [{ a: 'x' }, harmless],
  ),
  fields(['a map is added', checker('NoMaps')], a, object({ a: text, b: mapOf(text) }), [], [{ a: 'x' }, harmless]),
  fields(
    ['a rule on a new field', checker('MustNotExceedCostBudget')],
    a,
    object({ a: text, b: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 5' }] } }),
    [],
    [{ a: 'x' }, harmless],
  ),

  // Versions.
  kind(
    ['a version is removed', deprecation],
    crd(a, {}, two(v1, v2)),
    crd(a, {}, { versions: [v1] }),
    ['version-removed'],
    reading('v2/namespaces/default/foos/one', 'metadata.name', 'rejected'),
  ),
  kind(
    ['a version is not served any longer', deprecation],
    crd(a, {}, two(v1, v2)),
    crd(a, {}, two(v1, { ...v2, served: false })),
    ['version-not-served'],
    reading('v2/namespaces/default/foos/one', 'metadata.name', 'rejected'),
  ),
  kind(
    ['a version is added', changing],
    crd(a, {}, { versions: [v1] }),
    crd(a, {}, two(v1, { ...v2Same, storage: false })),
    [],
    reading(`${foos}/one`, 'spec', 'accepted', { spec: { a: 'x' } }),
  ),
  kind(
    ['a version with other fields is added, without a conversion', crdify('served versions')],
    crd(a, {}, { versions: [v1] }),
    crd(a, {}, two(v1, v2)),
    ['served-versions-differ'],
    creating('v2/namespaces/default/foos', { spec: { b: 'x' } }, 'spec', 'changed'),
  ),
  kind(
    ['a version with other fields is served, without a conversion', crdify('served versions')],
    crd(a, {}, two(v1, { ...v2, served: false })),
    crd(a, {}, two(v1, v2)),
    ['served-versions-differ'],
    creating('v2/namespaces/default/foos', { spec: { b: 'x' } }, 'spec', 'changed'),
  ),
  kind(
    ['a field is added to one of two versions, without a conversion', crdify('served versions')],
    crd(a, {}, two(v1, { ...v2Same, storage: false })),
    crd(a, {}, two(v1, versionOf('v2', object({ a: text, b: text }), { storage: false }))),
    ['served-versions-differ'],
    creating('v2/namespaces/default/foos', { spec: { b: 'x' } }, 'spec', 'changed'),
  ),
  kind(
    ['a version with other fields is added, with a conversion', crdify('served versions')],
    crd(a, {}, { versions: [v1] }),
    crd(a, {}, { ...two(v1, v2), ...webhook }),
    [],
  ),
  kind(
    ['an alpha version with other fields is added', crdify('served versions')],
    crd(a, {}, { versions: [v1] }),
    crd(a, {}, two(v1, { ...v2, name: 'v2alpha1' })),
    [],
  ),
  kind(
    ['a version is deprecated', deprecation],
    crd(a),
    crd(a, { deprecated: true, deprecationWarning: 'use v2' }),
    [],
    reading(`${foos}/one`, 'spec', 'accepted', { spec: { a: 'x' } }),
  ),
  rejected(
    kind(['no version is stored', versioning], crd(a), crd(a, {}, { versions: [v1Served] }), [
      'storage-version-missing',
    ]),
  ),
  rejected(
    kind(['two versions are stored', versioning], crd(a), crd(a, {}, two(v1, v2More)), [
      'storage-version-missing',
      'served-versions-differ',
    ]),
  ),
  kind(
    ['longer names are required', definitions],
    crd(a),
    crdWithMetadata({ name: { type: 'string', minLength: 50 } }),
    ['min-length-raised'],
    creating(foos, { spec: { a: 'x' } }, 'spec', 'rejected'),
  ),
  kind(
    ['names are restricted differently', definitions],
    crdWithMetadata({ name: { type: 'string', maxLength: 63, pattern: '^[a-z]' } }),
    crdWithMetadata({ name: { type: 'string', maxLength: 2, pattern: '^[a-z]' } }),
    ['max-length-lowered'],
    creating(foos, { spec: { a: 'x' } }, 'spec', 'rejected'),
  ),
  kind(
    ['names are not restricted any longer', definitions],
    crdWithMetadata({ name: { type: 'string', maxLength: 63 } }),
    crd(a),
    [],
    creating(foos, { spec: { a: 'x' } }, 'spec', 'accepted'),
  ),
  kind(
    ['prefixes of names are restricted', definitions],
    crd(a),
    crdWithMetadata({ generateName: { type: 'string', maxLength: 20, pattern: '^[a-z]', enum: ['a-'] } }),
    ['pattern-changed', 'enum-narrowed', 'max-length-lowered'],
  ),
  rejected(
    kind(
      ['the stored version is removed', crdify('storedVersionRemoval')],
      crd(a, {}, two(v1, v2)),
      crd(a, {}, { versions: [v2Stored] }),
      ['version-removed', 'stored-version-removed'],
    ),
  ),
  kind(
    ['a version that was stored earlier is removed', crdify('storedVersionRemoval')],
    { ...crd(a, {}, two(v1, v2)), status: { storedVersions: ['v2', 'v1'] } },
    crd(a),
    ['version-removed', 'stored-version-removed'],
  ),
  kind(
    ['another version is stored, without a conversion', versioning],
    crd(a, {}, two(v1, v2)),
    crd(a, {}, two(v1Served, v2Stored)),
    ['storage-version-changed'],
    creating(foos, { spec: { a: 'x' } }, 'spec', 'changed'),
  ),
  kind(
    ['another version with more fields is stored, without a conversion', versioning],
    crd(a, {}, two(v1, { ...v2More, storage: false })),
    crd(a, {}, two(v1Served, v2More)),
    [],
    creating(foos, { spec: { a: 'x' } }, 'spec', 'accepted'),
  ),
  kind(
    ['another version is stored, with a conversion', versioning],
    crd(a, {}, { ...two(v1, v2), ...webhook }),
    crd(a, {}, { ...two(v1Served, v2Stored), ...webhook }),
    [],
  ),
  kind(
    ['another version with the same schema is stored', versioning],
    crd(a, {}, two(v1, { ...v2Same, storage: false })),
    crd(a, {}, two(v1Served, v2Same)),
    [],
    reading(`${foos}/one`, 'spec', 'accepted', { spec: { a: 'x' } }),
  ),
  kind(['the conversion is removed', versioning], crd(a, {}, { ...two(v1, v2), ...webhook }), crd(a, {}, two(v1, v2)), [
    'conversion-removed',
  ]),
  kind(
    ['the conversion between equal versions is removed', versioning],
    crd(a, {}, { ...two(v1, { ...v2Same, storage: false }), ...webhook }),
    crd(a, {}, two(v1, { ...v2Same, storage: false })),
    [],
  ),

  // Subresources, columns, names.
  kind(
    ['the status subresource is removed', definitions],
    crd(a, { subresources: { status: {} } }),
    crd(a),
    ['status-subresource-removed'],
    reading(`${foos}/one/status`, 'metadata.name', 'rejected'),
  ),
  kind(
    ['the status subresource is added', checker('MustHaveStatus')],
    crd(a),
    crd(a, { subresources: { status: {} } }),
    ['status-subresource-added'],
    creating(foos, { status: { a: 'x' } }, 'status', 'changed'),
  ),
  kind(
    ['the scale subresource is removed', definitions],
    crd(n, { subresources: { scale } }),
    crd(n),
    ['scale-subresource-removed'],
    reading(`${foos}/one/scale`, 'spec', 'rejected', { spec: { n: 1 } }),
  ),
  kind(
    ['the scale subresource is added', definitions],
    crd(n),
    crd(n, { subresources: { scale } }),
    [],
    reading(`${foos}/one`, 'spec', 'accepted', { spec: { n: 1 } }),
  ),
  kind(
    ['the scale subresource has another path', definitions],
    crd(n, { subresources: { scale } }),
    crd(n, { subresources: { scale: { ...scale, statusReplicasPath: '.status.m' } } }),
    ['scale-subresource-changed'],
    reading(`${foos}/one/scale`, 'status', 'changed', { spec: { n: 1 }, status: { n: 2 } }),
  ),
  kind(
    ['a selectable field is removed', definitions],
    crd(a, { selectableFields: [{ jsonPath: '.spec.a' }] }),
    crd(a),
    ['selectable-field-removed'],
    reading(`${foos}?fieldSelector=spec.a%3Dx`, 'items.0.spec', 'rejected', { spec: { a: 'x' } }),
  ),
  kind(
    ['a selectable field is added', definitions],
    crd(a),
    crd(a, { selectableFields: [{ jsonPath: '.spec.a' }] }),
    [],
    reading(foos, 'items.0.spec', 'accepted', { spec: { a: 'x' } }),
  ),
  kind(['a column is removed', definitions], crd(a, { additionalPrinterColumns: [column] }), crd(a), [
    'print-column-removed',
  ]),
  kind(
    ['a column shows another field', definitions],
    crd(a, { additionalPrinterColumns: [column] }),
    crd(a, { additionalPrinterColumns: [{ ...column, jsonPath: '.spec.b' }] }),
    ['print-column-changed'],
  ),
  kind(['a column is added', definitions], crd(a), crd(a, { additionalPrinterColumns: [column] }), []),
  rejected(
    kind(['the scope is changed', crdify('scope')], crd(a), crd(a, {}, { scope: 'Cluster' }), ['scope-changed']),
  ),
  rejected(kind(['the kind is renamed', definitions], crd(a), named({ kind: 'Bar' }), ['kind-renamed'])),
  kind(['the plural is changed', definitions], crd(a), named({ plural: 'items' }), ['plural-changed']),
  kind(
    ['the kind of lists is changed', definitions],
    crd(a),
    named({ listKind: 'Foos' }),
    ['list-kind-changed'],
    reading(foos, 'kind', 'changed'),
  ),
  kind(
    ['the singular is changed', definitions],
    crd(a),
    named({ singular: 'item' }),
    ['singular-changed'],
    discovering('changed'),
  ),
  kind(
    ['a short name is removed', definitions],
    named({ shortNames: ['fo', 'f'] }),
    named({ shortNames: ['f'] }),
    ['short-name-removed'],
    discovering('changed'),
  ),
  kind(
    ['a category is removed', definitions],
    named({ categories: ['all'] }),
    crd(a),
    ['category-removed'],
    discovering('changed'),
  ),
  kind(
    ['unknown fields of all versions are pruned', definitions],
    crd(a, {}, { preserveUnknownFields: true }),
    crd(a, {}, { preserveUnknownFields: false }),
    ['all-unknown-fields-pruned'],
  ),
];

function rejected(each: CompatibilityCase): CompatibilityCase {
  return { ...each, definition: 'rejected' };
}

function named(names: JsonObject): JsonObject {
  return crd(a, {}, { names: { kind: 'Foo', plural: 'foos', singular: 'foo', listKind: 'FooList', ...names } });
}
