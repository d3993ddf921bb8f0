import { emitSchema } from '../../src/output/emit/schema.js';
import type { Validation } from '../../src/base/model/schema.js';
import { several, type Draw } from './draw.js';
import { mutationOf, type Mutation } from './mutation.js';
import { validRules, type MutableKind, type MutableSchema } from './random-kind.js';
import { valueOf, type Json } from './random-value.js';

// What a user can write in TypeScript: these mutations are judged by our own rules too.

type Version = MutableKind['versions'][number];

/** Returns all schemas of a kind below the fields of its objects. */
function schemasOf({ versions }: MutableKind): readonly MutableSchema[] {
  return versions.flatMap(({ schema }) => schema.properties!.flatMap((each) => within(each.schema)));
}

function within(schema: MutableSchema): readonly MutableSchema[] {
  const { properties = [], items, additionalProperties } = schema;
  return [
    schema,
    ...properties.flatMap((each) => within(each.schema)),
    ...(items === undefined ? [] : within(items)),
    ...(additionalProperties === undefined ? [] : within(additionalProperties)),
  ];
}

const where = (matches: (schema: MutableSchema) => boolean) => (kind: MutableKind) => schemasOf(kind).filter(matches);
const ofType = (...types: readonly string[]) => where(({ type }) => type !== undefined && types.includes(type));

const onKind = mutationOf<MutableKind, MutableKind>((kind) => [kind]);
const onVersion = mutationOf<MutableKind, Version>(({ versions }) => versions);
const onAny = mutationOf(schemasOf);
const onString = mutationOf(ofType('string'));
const onNumber = mutationOf(ofType('integer', 'number'));
const onList = mutationOf(ofType('array'));
const onObject = mutationOf(where(({ properties }) => properties !== undefined && properties.length > 0));
const onField = mutationOf((kind: MutableKind) => schemasOf(kind).flatMap(({ properties = [] }) => properties));

const labels = ['', 'A', 'a_b', 'a.b', '-a', 'a-', 'a'.repeat(63), 'a'.repeat(64), 'ü', 'a b', '1a', 'all', 'a/b'];

const ofNames: readonly Mutation<MutableKind>[] = [
  onKind('names', 'plural', (kind, draw) => (kind.plural = draw.one(labels))),
  onKind('names', 'singular', (kind, draw) => (kind.singular = draw.one(labels))),
  onKind('names', 'short names', (kind, draw) => (kind.shortNames = several(draw, labels, 1, 3))),
  onKind('names', 'a repeated short name', (kind) => (kind.shortNames = ['th', 'th'])),
  onKind('names', 'categories', (kind, draw) => (kind.categories = several(draw, labels, 1, 3))),
  onKind(
    'names',
    'kind',
    (kind, draw) => (kind.kind = draw.one(['A_b', 'Ü', 'A-b', 'a', 'X'.repeat(63), '1A', 'List'])),
  ),
  onKind('names', 'group', (kind, draw) => {
    const added = draw.one(['-', '_', '.', 'A.', '..', 'x-', `${'a'.repeat(63)}.`, `${'a'.repeat(64)}.`, 'ü.']);
    kind.group = `${added}${kind.group}`;
  }),
  onKind('names', 'a protected group', (kind, draw) => {
    const end = draw.one(['k8s.io', 'kubernetes.io', 'x.k8s.io']);
    kind.group = kind.group.replace('example.com', end);
    const approvals = ['https://github.com/kubernetes/kubernetes/pull/1', 'unapproved, for a test', 'x', ''];
    if (draw.chance(60)) kind.annotations = { 'api-approved.kubernetes.io': draw.one(approvals) };
  }),
  onKind('metadata', 'labels of the CRD', (kind, draw) => {
    kind.labels = { [draw.one(['a', 'a/b/c', '', 'a b', 'A/b'])]: draw.one(['', 'x', 'a b', 'ü', 'x'.repeat(64)]) };
  }),
  onKind('metadata', 'annotations of the CRD', (kind, draw) => {
    kind.annotations = { [draw.one(['a', 'a/b/c', '', 'a b'])]: draw.one(['', 'ü', 'x'.repeat(263_000)]) };
  }),
];

const paths = [
  '.spec',
  '.spec.none',
  '.status.replicas',
  '.spec.replicas',
  '',
  '.',
  'spec.name',
  '.metadata.name',
  '.spec[0]',
  '.spec.name',
  '.spec.x.y',
  '{.spec}',
  '.spec.size',
  ".spec['name']",
  '.spec.mode',
  '.apiVersion',
  '.spec.items',
  '.spec.items[0]',
  '.spec..name',
];

const ofVersions: readonly Mutation<MutableKind>[] = [
  onVersion(
    'versions',
    'name',
    (version, draw) => (version.name = draw.one(['V1', 'v1.0', '', 'v_1', '1', 'v1-beta', 'x'.repeat(64)])),
  ),
  onVersion('versions', 'the same name', (version, _, { versions }) =>
    versions.length > 1 ? (version.name = versions[0]!.name) : false,
  ),
  onVersion('versions', 'deprecation warning', (version, draw) => {
    version.deprecated = {
      warning: draw.one(['', 'x'.repeat(257), 'a\nb', 'ü 😀', 'x'.repeat(256), '\u200b', 'a\tb']),
    };
  }),
  onVersion('subresources', 'no status', (version) => {
    version.status = true;
    version.schema.properties = version.schema.properties!.filter(({ name }) => name !== 'status');
    delete version.scale;
  }),
  onVersion('subresources', 'paths of the scale', (version, draw) => {
    version.scale = { specReplicasPath: draw.one(paths), statusReplicasPath: draw.one(paths) };
    if (draw.chance(50)) version.scale.labelSelectorPath = draw.one([...paths, '.status.selector']);
  }),
  onVersion('columns', 'path', (version, draw) => {
    version.printColumns = [{ name: 'A', type: 'string', jsonPath: draw.one(paths) }];
  }),
  onVersion('columns', 'type and format', (version, draw) => {
    const type = draw.one(['string', 'date', 'object', '', 'float', 'Integer']);
    const format = draw.one(['', 'int32', 'date-time', 'uri', 'x']);
    version.printColumns = [{ name: draw.one(['A', '']), type, format, jsonPath: '.spec.name' }];
  }),
  onVersion('selectable fields', 'paths', (version, draw) => (version.selectableFields = several(draw, paths, 1, 3))),
  onVersion('selectable fields', 'too many or repeated', (version, draw) => {
    const path = version.selectableFields[0] ?? '.spec.name';
    version.selectableFields = Array.from({ length: draw.one([2, 8, 9]) }, () => path);
  }),
];

const wrongValues: readonly Json[] = [
  null,
  1,
  -1,
  1.5,
  '',
  'x',
  'never',
  true,
  [],
  {},
  [null],
  { a: 1 },
  ['a', 'a'],
  2 ** 31,
  2 ** 53,
  1e19,
];

const ofValues: readonly Mutation<MutableKind>[] = [
  onField('defaults', 'any value', ({ schema }, draw) => (schema.default = structuredClone(draw.one(wrongValues)))),
  onField('defaults', 'a value changed a little', ({ schema }, draw) => {
    const value = valueOf(draw, emitSchema(schema));
    schema.default = typeof value === 'object' && value !== null ? { ...value, more: 1 } : [value];
  }),
  onField('defaults', 'of a required field', (field, draw) => {
    field.required = true;
    field.schema.default = valueOf(draw, emitSchema(field.schema));
  }),
  onField('defaults', 'a rule that refuses it', ({ schema }, draw) => {
    const value = draw.one<Json>(schema.type === 'string' ? ['never', 'x'] : [-1]);
    if (schema.type !== 'string' && schema.type !== 'integer') return false;
    return Object.assign(schema, {
      default: value,
      validations: [{ rule: typeof value === 'string' ? 'self != "never"' : 'self > 0' }],
    });
  }),
  onAny('defaults', 'at any level', (schema, draw) => (schema.default = valueOf(draw, emitSchema(schema)))),
  onAny('enums', 'any values', (schema, draw) => (schema.enum = several(draw, wrongValues, 0, 3))),
  onAny('enums', 'repeated', (schema) =>
    schema.enum === undefined ? false : (schema.enum = [...schema.enum, schema.enum[0]!]),
  ),
  onString('formats', 'format', (schema, draw) => {
    schema.format = draw.one(['', 'x', 'ipv4', 'date', 'int32', 'uuid4', 'quantity', 'duration']);
    if (draw.chance(50)) schema.default = draw.one(['x', '10.0.0.1', '1h', '2026-01-01', '']);
  }),
  onString('patterns', 'pattern', (schema, draw) => {
    schema.pattern = draw.one([
      '(',
      '[a',
      '(?!x)',
      '\\',
      'a{1001}',
      '\\p{Greek}',
      '(?<n>x)',
      '^$',
      '*',
      'a**',
      '(?P<n>x)',
      '\\d+',
    ]);
    if (draw.chance(40)) schema.default = draw.one(['x', '', 'λ', '1']);
  }),
  onString('bounds', 'length', (schema, draw) => {
    schema.minLength = draw.one([-1, 0, 1, 30, 2 ** 53]);
    schema.maxLength = draw.one([-1, 0, 1, 30, 2 ** 53]);
    if (draw.chance(40)) schema.default = draw.one(['x', '', '😀😀']);
  }),
  onNumber('bounds', 'minimum and maximum', (schema, draw) => {
    const numbers = [-1, 0, 1, 1.5, 2 ** 31, -(2 ** 31), 2 ** 53, 1e19, 0.1];
    schema.minimum = draw.one(numbers);
    if (draw.chance(60)) schema.maximum = draw.one(numbers);
    schema.exclusiveMinimum = draw.chance(30);
    if (draw.chance(50)) schema.default = draw.one(numbers);
  }),
  onNumber('bounds', 'multiples', (schema, draw) => {
    schema.multipleOf = draw.one([0, -1, 0.5, 0.1, 3, 2 ** 31]);
    if (draw.chance(50)) schema.default = draw.one([1, 1.5, 0.3, 6]);
  }),
  onList('bounds', 'items', (schema, draw) => {
    schema.minItems = draw.one([-1, 0, 3]);
    schema.maxItems = draw.one([-1, 0, 2, 2 ** 53]);
    if (draw.chance(40)) schema.default = [];
  }),
  onAny('bounds', 'of another type', (schema, draw) =>
    Object.assign(
      schema,
      draw.one<MutableSchema>([
        { maxLength: 3 },
        { minimum: 1 },
        { maxItems: 1 },
        { maxProperties: 2 },
        { pattern: '^a' },
        { multipleOf: 2 },
      ]),
    ),
  ),
];

const ofStructure: readonly Mutation<MutableKind>[] = [
  onList('lists', 'list type', (schema, draw) => {
    schema.listType = draw.one(['set', 'map', 'atomic']);
    if (draw.chance(50)) schema.listMapKeys = several(draw, ['name', 'size', 'none', 'mode'], 0, 3);
  }),
  mutationOf<MutableKind, MutableSchema>((kind) => schemasOf(kind).filter(({ listType }) => listType === 'map'))(
    'lists',
    'map keys',
    (schema, draw) => {
      const key = schema.items!.properties?.find(({ name }) => name === 'name');
      draw.one<() => unknown>([
        () => (schema.listMapKeys = ['name', 'name']),
        () => (schema.listMapKeys = []),
        () => delete schema.listMapKeys,
        () => key && (key.required = false),
        () => key && (key.schema = { type: 'object', properties: [] }),
        () => key && (key.schema.nullable = true),
        () => (schema.items!.nullable = true),
        () => key && Object.assign(key, { required: true, schema: { ...key.schema, default: 'a' } }),
      ])();
    },
  ),
  onAny('lists', 'keywords of lists elsewhere', (schema, draw) =>
    Object.assign(
      schema,
      draw.one<MutableSchema>([
        { listType: 'set' },
        { listMapKeys: ['a'] },
        { mapType: 'atomic' },
        { mapType: 'granular' },
      ]),
    ),
  ),
  onAny('extensions', 'int-or-string', (schema, draw) => {
    schema.intOrString = true;
    if (draw.chance(50)) delete schema.type;
  }),
  onAny('extensions', 'preserved fields', (schema) => (schema.preserveUnknownFields = true)),
  onAny('extensions', 'embedded resource', (schema, draw) => {
    schema.embeddedResource = true;
    if (draw.chance(50)) schema.preserveUnknownFields = true;
  }),
  onAny('extensions', 'embedded resource with a default', (schema, draw) => {
    const names = ['a', 'A_', '', 1];
    Object.assign(schema, { type: 'object', embeddedResource: true, preserveUnknownFields: true });
    schema.default = {
      apiVersion: draw.one(['v1', 'a/b/c', 1]),
      kind: draw.one(['Pod', '', 'a b']),
      metadata: { name: draw.one<Json>(names) },
    };
  }),
  onAny('structure', 'nullable', (schema) => (schema.nullable = true)),
  onAny('structure', 'no items', (schema) => (schema.items === undefined ? false : delete schema.items)),
  onObject(
    'structure',
    'properties and additional properties',
    (schema) => (schema.additionalProperties = { type: 'string' }),
  ),
  onObject('structure', 'a field twice', (schema, draw) => {
    schema.properties!.push({ ...draw.one(schema.properties!), name: 'name' });
  }),
  onField(
    'structure',
    'name of a field',
    (field, draw) =>
      (field.name = draw.one([
        '',
        'a b',
        '__proto__',
        '$ref',
        'ü',
        'a"b',
        'self',
        'x'.repeat(300),
        'apiVersion',
        'kind',
      ])),
  ),
  onAny('size', 'a long description', (schema) => (schema.description = 'x'.repeat(20_000))),
];

const refusedRules: readonly (readonly [about: string, rules: readonly Validation[]])[] = [
  [
    'do not compile',
    [
      { rule: 'self +' },
      { rule: 'self.' },
      { rule: '' },
      { rule: ' ' },
      { rule: 'self ==  = 1' },
      { rule: '"' },
      { rule: 'unknown(self)' },
      { rule: 'self.all(x, y)' },
      { rule: 'self.matches("(")' },
      { rule: 'other == 1' },
      { rule: 'quantity("x").isGreaterThan(1)' },
      { rule: 'self.missing == 1' },
      { rule: 'self.size() > "x"' },
      { rule: 'self == 1' },
      { rule: 'self == "a"' },
      { rule: 'self > 1' },
      { rule: 'has(self)' },
      { rule: 'has(self.none)' },
    ],
  ],
  [
    'have another type',
    [
      { rule: '1' },
      { rule: 'self' },
      { rule: '"a"' },
      { rule: '[true]' },
      { rule: 'null' },
      { rule: 'dyn(true)' },
      { rule: 'type(self)' },
    ],
  ],
  [
    'have a bad message',
    [
      { rule: 'true', messageExpression: '1' },
      { rule: 'true', messageExpression: 'self +' },
      { rule: 'true', messageExpression: 'string(self)' },
      { rule: 'true', messageExpression: ' ' },
      { rule: 'true', message: '' },
      { rule: 'true', message: 'a\nb' },
      { rule: 'true', message: ' ' },
      { rule: 'true', message: 'x'.repeat(2049) },
      { rule: 'true', messageExpression: '"x" * 2' },
      { rule: 'a\nb', message: '' },
    ],
  ],
  [
    'have a bad reason or path',
    [
      { rule: 'true', reason: 'Wrong' },
      { rule: 'true', reason: '' },
      { rule: 'true', reason: 'FieldValueDuplicate' },
      { rule: 'true', fieldPath: '.none' },
      { rule: 'true', fieldPath: '.name' },
      { rule: 'true', fieldPath: 'name' },
      { rule: 'true', fieldPath: '' },
      { rule: 'true', fieldPath: ".['a-b']" },
      { rule: 'true', fieldPath: '.items[0]' },
      { rule: 'true', fieldPath: "['name']" },
    ],
  ],
  [
    'read the old value',
    [
      { rule: 'self == oldSelf' },
      { rule: 'oldSelf == self', optionalOldSelf: true },
      { rule: 'oldSelf.hasValue()', optionalOldSelf: true },
      { rule: 'true', optionalOldSelf: true },
      { rule: 'true', optionalOldSelf: false },
      { rule: 'oldSelf.hasValue()' },
    ],
  ],
  [
    'are expensive',
    [
      { rule: 'self.all(a, self.all(b, self.all(c, a == b || b == c)))' },
      { rule: 'self.all(a, self.exists(b, a == b))' },
      { rule: 'self.matches("(a+)+$")' },
      { rule: 'self.contains(self)' },
      { rule: 'self.map(a, self.map(b, b)).size() > 0' },
      { rule: 'self.split("").all(a, self.contains(a))' },
      { rule: '[1,2,3,4,5,6,7,8,9].all(a, [1,2,3,4,5].all(b, self.size() > a - b - 99))' },
    ],
  ],
  [
    'use the libraries',
    [
      { rule: 'isURL(self)' },
      { rule: 'url(self).getHost() != ""' },
      { rule: 'quantity(self).isGreaterThan(quantity("1Gi"))' },
      { rule: 'isIP(self) && ip(self).family() == 4' },
      { rule: 'cidr(self).containsIP("10.0.0.1")' },
      { rule: 'self.sum() > 0' },
      { rule: 'self.isSorted()' },
      { rule: 'self.lowerAscii() == self' },
      { rule: 'semver(self).major() > 0' },
      { rule: 'format.dns1123Label().validate(self).hasValue()' },
      { rule: 'timestamp(self) > timestamp("2020-01-01T00:00:00Z")' },
      { rule: 'duration("1h") > duration(self)' },
      { rule: 'self.find("[0-9]+") != ""' },
      { rule: 'sets.contains(self, [1])' },
      { rule: 'authorizer.path("/").check("get").allowed()' },
      { rule: 'self.upperAscii().reverse() != ""' },
    ],
  ],
];

const celNodes = where(({ type, intOrString }) => type !== undefined || intOrString === true);
const onCel = mutationOf(celNodes);

const ofRules: readonly Mutation<MutableKind>[] = [
  ...refusedRules.map(([name, rules]) =>
    onCel('rules', name, (schema, draw) => (schema.validations = [draw.one(rules)])),
  ),
  onCel('rules', 'of another type', (schema, draw) => {
    schema.validations = [draw.one(validRules[draw.one(Object.keys(validRules))]!)];
  }),
  onAny('rules', 'on anything', (schema) => (schema.validations = [{ rule: 'self == self' }])),
  onObject('rules', 'of fields', (schema, draw) => {
    const { name } = draw.one(schema.properties!);
    schema.validations = [
      {
        rule: draw.one([
          `self.${name} == 1`,
          `has(self.${name})`,
          `self['${name}'] == 'a'`,
          `self.${name} != self.${name}`,
          `self.${name}.size() > 0`,
        ]),
      },
    ];
  }),
  onCel('rules', 'in unbounded lists', (schema, draw) => nest(schema, draw)),
  onCel('rules', 'together too expensive', (schema, draw) => {
    if (schema.type !== 'string') return false;
    schema.maxLength = draw.one([100, 10_000, 200_000]);
    return (schema.validations = Array.from({ length: draw.one([1, 5, 20, 60]) }, (_, index) => ({
      rule: `self.matches("^a${index}(b|c)+$") || true`,
    })));
  }),
  onKind('rules', 'of the whole object', ({ versions }, draw) => {
    const rule = draw.one([
      'self.metadata.name.size() < 5',
      'self.metadata.labels.size() > 0',
      'self.kind == "Thing"',
      'self.apiVersion != ""',
      'self.metadata.generateName == ""',
      'self.metadata.namespace == "a"',
      'has(self.status)',
      'self.spec == oldSelf.spec',
    ]);
    versions[0]!.schema.validations = [{ rule }];
  }),
];

/** Puts a schema with a rule into a list or a map of lists, without bounds or with large ones. */
function nest(schema: MutableSchema, draw: Draw): boolean {
  const inner: MutableSchema = {
    type: 'string',
    validations: [
      {
        rule: draw.one(['self.contains("a") || true', 'self == oldSelf', 'self.matches("a+") || true', 'self != "x"']),
      },
    ],
  };
  if (draw.chance(40)) inner.maxLength = draw.one([5, 63, 5000]);
  for (const key of Object.keys(schema)) delete (schema as Json)[key];
  const list: MutableSchema = {
    type: 'array',
    items: inner,
    ...(draw.chance(40) ? { maxItems: draw.one([3, 100, 100_000]) } : {}),
  };
  if (draw.chance(30)) list.listType = 'set';
  Object.assign(
    schema,
    draw.chance(50)
      ? list
      : { type: 'object', additionalProperties: list, ...(draw.chance(40) ? { maxProperties: 9 } : {}) },
  );
  return true;
}

/** Changes of a kind that TypeScript can express. */
export const modelMutations: readonly Mutation<MutableKind>[] = [
  ...ofNames,
  ...ofVersions,
  ...ofValues,
  ...ofStructure,
  ...ofRules,
  // More often, because there is most to get wrong.
  ...ofRules,
];
