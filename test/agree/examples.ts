import type { Example } from './agree.js';
import type { Json } from './random-value.js';

/** A class of what the API server refuses, with the smallest example of it. */
export interface RefusedExample extends Example {
  readonly name: string;
  /** What the API server says. */
  readonly reason: RegExp;
}

function crdOf(field: Json, root: Json = {}): Json {
  const spec = { type: 'object', properties: { it: field } };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec }, ...root } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.refused.example.com' },
    spec: {
      group: 'refused.example.com',
      names: { kind: 'Thing', plural: 'things', singular: 'thing', listKind: 'ThingList' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}

const thing = (it: Json, more: Json = {}): Json => ({
  ...{ apiVersion: 'refused.example.com/v1', kind: 'Thing', metadata: { name: 'it', namespace: 'default' } },
  ...{ spec: { it }, ...more },
});

const crd = (name: string, reason: RegExp, field: Json, root?: Json): RefusedExample => ({
  ...{ name, reason, crd: crdOf(field, root) },
});
const rule = (name: string, reason: RegExp, field: Json, text: string, more: Json = {}): RefusedExample =>
  crd(name, reason, { ...field, 'x-kubernetes-validations': [{ rule: text, ...more }] });
const created = (name: string, reason: RegExp, field: Json, it: Json, more?: Json): RefusedExample => ({
  ...{ name, reason, crd: crdOf(field), object: thing(it, more) },
});
const updated = (
  name: string,
  reason: RegExp,
  field: Json,
  old: Json,
  it: Json,
  unchecked = false,
): RefusedExample => ({
  ...{ name, reason, crd: crdOf(field), object: thing(it), old: thing(old), unchecked },
});

const text = { type: 'string' };
const short = { type: 'string', maxLength: 9 };
const texts = { type: 'array', items: text };
const named = { type: 'object', properties: { name: short } };
const list = { type: 'array', items: named, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };

/** One example of each class, of definitions first. */
export const examples: readonly RefusedExample[] = [
  rule('a rule with a syntax error', /Syntax error/, text, 'self +'),
  rule('a rule of a field that does not exist', /undefined field 'none'/, named, 'self.none == 1'),
  rule('a rule that compares different types', /no matching overload/, text, 'self == 1'),
  rule('a rule that calls an unknown function', /undeclared reference/, text, 'unknown(self)'),
  rule('a rule that is no condition', /must evaluate to a bool/, text, 'self'),
  rule('an empty rule', /rule: Required value/, text, ''),
  rule('a message that is no text', /messageExpression must evaluate to a string/, text, 'true', {
    messageExpression: '1',
  }),
  rule('an unknown reason', /Unsupported value: "Wrong"/, text, 'true', { reason: 'Wrong' }),
  rule('a path to no field', /fieldPath: Invalid value: "\.none": must be a valid path/, named, 'true', {
    fieldPath: '.none',
  }),
  rule('an optional old value that is not read', /may not be set if oldSelf is not used/, text, 'true', {
    optionalOldSelf: true,
  }),
  rule(
    'a rule that exceeds the budget',
    /estimated rule cost exceeds budget/,
    texts,
    'self.all(a, self.exists(b, a == b))',
  ),
  crd('an old value in a list without keys', /oldSelf cannot be used/, {
    ...{ type: 'array', maxItems: 3, items: { ...short, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } },
  }),
  crd('a rule in unbounded lists', /exceeds budget/, {
    ...{
      type: 'array',
      items: { ...texts, items: { ...text, 'x-kubernetes-validations': [{ rule: 'self.contains("a")' }] } },
    },
  }),
  crd('rules that together exceed the budget', /cost total for entire OpenAPIv3 schema exceeds budget/, {
    ...{ type: 'array', maxItems: 500, items: { type: 'string', maxLength: 100 } },
    'x-kubernetes-validations': Array.from({ length: 40 }, (_, index) => ({
      rule: `self.all(a, self.exists(b, a == b)) || ${index} > 40`,
    })),
  }),
  rule('a default that its rule refuses', /default: Invalid value/, { type: 'integer', default: 3 }, 'self > 5'),
  crd('a default of another type', /default: Invalid value/, { ...text, default: 1 }),
  crd('a default that its format refuses', /default: Invalid value/, { ...text, format: 'ipv4', default: 'x' }),
  crd('a schema without a type', /type: Required value/, { minLength: 1 }),
  crd('a junction with a type', /type: Forbidden/, { ...text, anyOf: [{ type: 'string' }] }),
  crd('a keyword that is forbidden', /uniqueItems: Forbidden/, { ...texts, uniqueItems: true }),
  crd('a reference', /\$ref: Forbidden/, { $ref: '#/definitions/a' }),
  crd('fields beside additional fields', /mutual exclusive/, { ...named, additionalProperties: text }),
  crd('a key that is optional', /must be a required property or have a default|Required value/, list),
  crd('a schema of the labels', /must not specify anything other than name and generateName/, text, {
    ...{ properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } },
  }),
  created('an unknown field', /strict decoding error: unknown field "spec.more"|unknown field "more"/, text, 'a', {
    more: 1,
  }),
  created('a value of another type', /must be of type string/, text, 1),
  created('a number that is no integer', /must be of type integer/, { type: 'integer' }, 'raw:1.5'),
  created('a number that no machine has', /into Go value of type float64/, { type: 'integer' }, 'raw:1E400'),
  created('a text that is too long', /Too long/, short, 'a'.repeat(10)),
  created('a repeated item of a set', /Duplicate value/, { ...texts, 'x-kubernetes-list-type': 'set' }, ['a', 'a']),
  created(
    'a value that a rule refuses',
    /failed rule: self != "x"/,
    { ...text, 'x-kubernetes-validations': [{ rule: 'self != "x"' }] },
    'x',
  ),
  created('a wrong name', /a lowercase RFC 1123 subdomain/, text, 'a', {
    metadata: { name: 'A', namespace: 'default' },
  }),
  created('two controllers', /Only one reference can have Controller set to true/, text, 'a', {
    metadata: {
      ...{ name: 'it', namespace: 'default' },
      ownerReferences: ['a', 'b'].map((uid) => ({ apiVersion: 'v1', kind: 'Pod', name: 'a', uid, controller: true })),
    },
  }),
  updated(
    'a change of what is immutable',
    /failed rule: self == oldSelf/,
    { ...text, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] },
    'a',
    'b',
  ),
  updated('a change of an invalid value', /Too long/, short, 'a'.repeat(10), 'a'.repeat(11), true),
];
