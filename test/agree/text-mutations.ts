import { several, type Draw } from './draw.js';
import { mutationOf, type Mutation } from './mutation.js';
import type { Json } from './random-value.js';

// What no TypeScript type leads to: these mutations change the CustomResourceDefinition itself.

/** Returns all schemas of a CustomResourceDefinition, those of whole objects first. */
function schemasOf(crd: Json): readonly Json[] {
  return versionsOf(crd).flatMap(({ schema }) => within(schema?.openAPIV3Schema));
}

function versionsOf(crd: Json): readonly Json[] {
  return Array.isArray(crd.spec?.versions) ? crd.spec.versions : [];
}

function within(schema: Json): readonly Json[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = [...Object.values(schema.properties ?? {}), schema.items, schema.additionalProperties];
  return [schema, ...inner.flatMap(within)];
}

const onCrd = mutationOf<Json, Json>((crd) => [crd]);
const onVersion = mutationOf<Json, Json>(versionsOf);
const onAny = mutationOf<Json, Json>((crd) => schemasOf(crd).slice(1));
const onRoot = mutationOf<Json, Json>((crd) =>
  versionsOf(crd)
    .map(({ schema }) => schema?.openAPIV3Schema)
    .filter(Boolean),
);
const onObject = mutationOf<Json, Json>((crd) => schemasOf(crd).filter(({ properties }) => properties));
const onList = mutationOf<Json, Json>((crd) => schemasOf(crd).filter(({ items }) => items));
const onTyped = mutationOf<Json, Json>((crd) =>
  schemasOf(crd)
    .slice(1)
    .filter(({ type }) => type),
);

const odd: readonly Json[] = [null, '', 'x', 0, -1, 1.5, true, [], {}, [null], { a: null }];

const ofCrds: readonly Mutation<Json>[] = [
  onCrd(
    'names',
    'name of the CRD',
    ({ metadata }, draw) =>
      (metadata.name = draw.one(['', 'x', 'things.', `${metadata.name}.`, metadata.name.toUpperCase()])),
  ),
  onCrd(
    'names',
    'no name',
    ({ metadata, spec }, draw) =>
      delete draw.one<Json>([() => metadata, () => spec.names, () => spec])()[
        draw.one(['name', 'plural', 'kind', 'singular', 'listKind', 'names', 'group', 'scope', 'versions'])
      ],
  ),
  onCrd(
    'names',
    'list kind',
    ({ spec }, draw) => (spec.names.listKind = draw.one(['', spec.names.kind, 'a b', 'X', 'things'])),
  ),
  onCrd(
    'names',
    'names that are the same',
    ({ spec: { names } }) => (names.shortNames = [names.plural, names.singular]),
  ),
  onCrd('scope', 'scope', ({ spec }, draw) => (spec.scope = draw.one(['', 'cluster', 'Namespace', null, 'Cluster']))),
  onCrd('versions', 'storage flags', (crd, draw) =>
    versionsOf(crd).forEach((each) => (each.storage = draw.chance(50))),
  ),
  onCrd('versions', 'served flags', (crd, draw) => versionsOf(crd).forEach((each) => (each.served = draw.chance(40)))),
  onCrd(
    'versions',
    'a version twice',
    ({ spec }) => void spec.versions.push({ ...structuredClone(spec.versions[0]), storage: false }),
  ),
  onCrd(
    'versions',
    'another version',
    ({ spec }, draw) =>
      void spec.versions.push({
        ...structuredClone(spec.versions[0]),
        storage: false,
        name: draw.one(['v1alpha1', 'V2', 'v2', 'x', '']),
      }),
  ),
  onCrd('versions', 'none', ({ spec }, draw) => (spec.versions = draw.one<Json>([[], null, [{}], [null]]))),
  onVersion('versions', 'no schema', (version, draw) =>
    draw.chance(50)
      ? delete version.schema
      : (version.schema = draw.one<Json>([{}, null, { openAPIV3Schema: {} }, { openAPIV3Schema: null }])),
  ),
  onVersion('versions', 'deprecation', (version, draw) =>
    Object.assign(version, {
      deprecated: draw.chance(50),
      deprecationWarning: draw.one(['', 'x', 'x\n', 'x'.repeat(257)]),
    }),
  ),
  onVersion(
    'versions',
    'flags that are missing',
    (version, draw) => delete version[draw.one(['served', 'storage', 'name'])],
  ),
  onCrd('conversion', 'conversion', ({ spec }, draw) => {
    spec.conversion = draw.one<Json>([
      { strategy: 'None' },
      { strategy: 'Webhook' },
      { strategy: '' },
      {},
      { strategy: 'X' },
      { strategy: 'None', webhook: { conversionReviewVersions: ['v1'] } },
    ]);
  }),
  onCrd('conversion', 'webhook', ({ spec }, draw) => {
    const service = {
      name: draw.one(['a', '']),
      namespace: draw.one(['b', '']),
      path: draw.one(['/convert', 'convert', '/a//b']),
      port: draw.one([443, 0, 65_536]),
    };
    const clientConfig = draw.one<Json>([
      { service },
      {
        url: draw.one([
          'https://example.com/convert',
          'http://example.com',
          'x',
          'https://u:p@example.com',
          'https://example.com?a',
        ]),
      },
      {},
      { service, url: 'https://example.com' },
      null,
    ]);
    if (clientConfig !== null && draw.chance(20)) clientConfig.caBundle = draw.one(['YQ==', '!']);
    spec.conversion = {
      strategy: 'Webhook',
      webhook: {
        clientConfig,
        conversionReviewVersions: draw.one<Json>([['v1'], [], ['v2'], ['v1', 'v1'], ['V1'], ['v1beta1', 'v1']]),
      },
    };
  }),
  onCrd(
    'fields',
    'preserveUnknownFields',
    ({ spec }, draw) => (spec.preserveUnknownFields = draw.one<Json>([true, false, null, 'x'])),
  ),
  onCrd(
    'fields',
    'an unknown field',
    (crd, draw) =>
      (draw.one<Json>([
        () => crd,
        () => crd.metadata,
        () => crd.spec,
        () => crd.spec.names,
        () => crd.spec.versions[0],
      ])()[draw.one(['more', 'validation', 'version', 'subresources'])] = draw.one(odd)),
  ),
  onCrd('fields', 'a value of another type', (crd, draw) => {
    const parent = draw.one<Json>([
      crd.metadata,
      crd.spec,
      crd.spec.names,
      crd.spec.versions[0],
      crd.spec.versions[0].schema,
    ]);
    parent[draw.one(Object.keys(parent))] = structuredClone(draw.one(odd));
  }),
  onCrd('metadata', 'metadata of the CRD', ({ metadata }, draw) =>
    Object.assign(metadata, structuredClone(draw.one(metadataParts))),
  ),
  onVersion(
    'subresources',
    'subresources',
    (version, draw) =>
      (version.subresources = draw.one<Json>([
        {},
        null,
        { status: null },
        { status: { a: 1 } },
        { scale: {} },
        { scale: { specReplicasPath: '.spec.replicas' } },
        { scale: null, status: {} },
      ])),
  ),
  onVersion(
    'columns',
    'columns',
    (version, draw) =>
      (version.additionalPrinterColumns = draw.one<Json>([
        [],
        null,
        [{}],
        [{ name: 'A', type: 'string', jsonPath: '.spec.a', priority: 1.5 }],
        [{ name: 'A', type: 'string', JSONPath: '.a' }],
        [
          { name: 'A', type: 'string', jsonPath: '.a' },
          { name: 'A', type: 'string', jsonPath: '.a' },
        ],
      ])),
  ),
  onVersion(
    'selectable fields',
    'selectable fields',
    (version, draw) =>
      (version.selectableFields = draw.one<Json>([
        [{}],
        [{ jsonPath: '' }],
        null,
        [{ jsonPath: '.metadata.name' }],
        [{ jsonPath: '.spec' }],
      ])),
  ),
  onCrd('size', 'many fields', (crd, draw) => {
    const [root] = schemasOf(crd);
    root.properties ??= {};
    root.properties.many = {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: draw.one([100, 500]) }, (_, index) => [`f${index}`, { type: 'string' }]),
      ),
    };
  }),
  onCrd('size', 'deep nesting', (crd, draw) => {
    let schema: Json = { type: 'string' };
    for (let left = draw.one([20, 200, 1000]); left > 0; left -= 1) schema = { type: 'array', items: schema };
    const [root] = schemasOf(crd);
    (root.properties ??= {}).deep = schema;
  }),
];

/** Parts of the metadata of any object that can be wrong. */
export const metadataParts: readonly Json[] = [
  { labels: { a: 1 } },
  { labels: { 'a/b/c': 'x' } },
  { labels: { a: 'x'.repeat(64) } },
  { labels: null },
  { labels: [] },
  { labels: { a: null } },
  { annotations: { a: null } },
  { annotations: { 'A b': 'x' } },
  { annotations: { a: 'x'.repeat(263_000) } },
  { annotations: { a: true } },
  { finalizers: ['x'] },
  { finalizers: ['a/b', 'a/b'] },
  { finalizers: ['a/b/c'] },
  { finalizers: ['orphan'] },
  { finalizers: ['orphan', 'foregroundDeletion'] },
  { finalizers: 'a/b' },
  { finalizers: [1] },
  { ownerReferences: [{}] },
  { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b' }] },
  { ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'a', uid: 'b' }] },
  { ownerReferences: [1, 2].map(() => ({ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b', controller: true })) },
  { ownerReferences: [{ apiVersion: 'a/b/c', kind: '', name: '', uid: '' }] },
  { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b', more: 1 }] },
  { ownerReferences: {} },
  { creationTimestamp: 'x' },
  { creationTimestamp: null },
  { creationTimestamp: '2026-01-01T00:00:00Z' },
  { creationTimestamp: 1 },
  { deletionTimestamp: '2026-01-01T00:00:00Z' },
  { deletionGracePeriodSeconds: 1 },
  { deletionGracePeriodSeconds: 'x' },
  { generation: 5 },
  { generation: -1 },
  { generation: 1.5 },
  { generation: 'x' },
  { uid: 'x' },
  { uid: 1 },
  { selfLink: 'x' },
  { generateName: 'a-' },
  { generateName: 'A_' },
  { generateName: 1 },
  { managedFields: [{}] },
  { managedFields: [] },
  { managedFields: 'x' },
  { managedFields: [{ manager: 'a', operation: 'X', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }] },
  {
    managedFields: [
      { manager: 'a', operation: 'X', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } },
    ],
  },
  {
    managedFields: [
      {
        manager: 'a'.repeat(129),
        operation: 'Update',
        apiVersion: 'v1',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:spec': {} },
      },
    ],
  },
  {
    managedFields: [
      { manager: 'a', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } },
    ],
  },
  { more: 1 },
  { clusterName: 'x' },
];

const keywords: readonly Json[] = [
  { $ref: '#/definitions/a' },
  { $schema: 'x' },
  { id: 'x' },
  { $id: 'x' },
  { uniqueItems: true },
  { uniqueItems: false },
  { definitions: { a: {} } },
  { dependencies: { a: ['b'] } },
  { patternProperties: { '^a': { type: 'string' } } },
  { additionalItems: true },
  { const: 1 },
  { if: {} },
  { discriminator: 'x' },
  { readOnly: true },
  { externalDocs: { url: 'x' } },
  { example: { a: 1 } },
  { title: 'A' },
  { additionalProperties: true },
  { additionalProperties: false },
  { additionalProperties: {} },
  { additionalProperties: { type: 'string' } },
  { required: ['none'] },
  { required: ['none', 'none'] },
  { required: [] },
  { required: 'x' },
  { required: [''] },
  { properties: {} },
  { properties: null },
  { properties: { a: null } },
  { properties: { a: {} } },
  { 'x-kubernetes-unknown': true },
  { 'x-kubernetes-list-type': 'x' },
  { 'x-kubernetes-list-type': null },
  { 'x-kubernetes-map-type': 'x' },
  { 'x-kubernetes-list-map-keys': ['a', 'a'] },
  { 'x-kubernetes-preserve-unknown-fields': false },
  { 'x-kubernetes-embedded-resource': false },
  { 'x-kubernetes-int-or-string': false },
  { 'x-kubernetes-int-or-string': true, type: 'string' },
  { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] },
  { 'x-kubernetes-validations': [{}] },
  { 'x-kubernetes-validations': [] },
  { 'x-kubernetes-validations': [{ rule: 1 }] },
  { 'x-kubernetes-validations': [{ rule: 'true' }, { rule: 'true' }] },
  { nullable: true, enum: ['a'] },
  { nullable: true, default: null },
  { default: null },
  { minimum: 'x' },
  { minLength: 1.5 },
  { maxItems: 1e19 },
  { exclusiveMinimum: 1 },
  { enum: [] },
  { enum: 'x' },
  { type: 'null' },
  { type: '' },
  { type: ['string', 'null'] },
  { type: 'file' },
  { items: [{ type: 'string' }] },
  { items: {} },
  { items: null },
  { items: { type: 'string' } },
];

const junctions = ['allOf', 'anyOf', 'oneOf', 'not'] as const;

const branches: readonly Json[] = [
  {},
  { minLength: 2 },
  { minimum: 2 },
  { required: ['name'] },
  { required: ['none'] },
  { properties: { name: { minLength: 1 } } },
  { properties: { name: {} } },
  { properties: { none: { minimum: 1 } } },
  { items: { minLength: 1 } },
  { enum: ['a', 'abc', 1] },
  { pattern: '^a' },
  { pattern: '(' },
  { type: 'string' },
  { type: 'object', properties: { name: { type: 'string' } } },
  { description: 'x' },
  { default: 'x' },
  { nullable: true },
  { title: 'x' },
  { additionalProperties: { type: 'string' } },
  { additionalProperties: false },
  { format: 'ipv4' },
  { 'x-kubernetes-preserve-unknown-fields': true },
  { 'x-kubernetes-validations': [{ rule: 'true' }] },
  { 'x-kubernetes-list-type': 'set' },
  { not: { minLength: 9 } },
  { allOf: [{ maxLength: 9 }] },
  { maxProperties: 1 },
  { maxItems: 1 },
];

function junction(draw: Draw): Json {
  const key = draw.one(junctions);
  return { [key]: key === 'not' ? draw.one(branches) : several(draw, branches, 0, 3) };
}

const metadataSchemas: readonly Json[] = [
  { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } },
  { type: 'object', properties: { name: { type: 'string', pattern: '^[a-z]+$' }, generateName: { type: 'string' } } },
  { type: 'object', properties: { labels: { type: 'object' } } },
  { type: 'object', properties: { namespace: { type: 'string' } } },
  { type: 'string' },
  { type: 'object', required: ['name'] },
  { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  { type: 'object', default: {} },
  { properties: { name: { maxLength: 5 } } },
];

const ofSchemas: readonly Mutation<Json>[] = [
  onTyped('structure', 'no type', (schema) => delete schema.type),
  onTyped(
    'structure',
    'another type',
    (schema, draw) => (schema.type = draw.one(['string', 'integer', 'object', 'array', 'boolean', 'number'])),
  ),
  onAny('structure', 'a keyword', (schema, draw) => Object.assign(schema, structuredClone(draw.one(keywords)))),
  onAny('structure', 'two keywords', (schema, draw) =>
    Object.assign(schema, ...structuredClone(several(draw, keywords, 2, 2))),
  ),
  onAny('junctions', 'a junction', (schema, draw) => Object.assign(schema, structuredClone(junction(draw)))),
  onObject('junctions', 'of fields', (schema, draw) => {
    const names = Object.keys(schema.properties);
    const inner = () => ({ properties: { [draw.one(names)]: structuredClone(draw.one(branches)) } });
    const of = draw.one(['allOf', 'anyOf', 'oneOf'] as const);
    schema[of] = [inner(), { required: [draw.one(names)] }];
  }),
  onAny('junctions', 'in a junction', (schema, draw) => (schema.allOf = [structuredClone(junction(draw))])),
  onRoot('structure', 'the top', (schema, draw) =>
    Object.assign(
      schema,
      structuredClone(
        draw.one<Json>([
          { nullable: true },
          { type: 'array' },
          { type: '' },
          { additionalProperties: { type: 'string' } },
          { 'x-kubernetes-preserve-unknown-fields': true },
          { 'x-kubernetes-embedded-resource': true },
          { default: {} },
          { required: ['none'] },
          { required: ['metadata', 'kind'] },
          { minProperties: 9 },
          { properties: {} },
          { 'x-kubernetes-int-or-string': true },
          { 'x-kubernetes-map-type': 'atomic' },
          { enum: [{}] },
        ]),
      ),
    ),
  ),
  onRoot(
    'metadata',
    'schema of the metadata',
    (schema, draw) => schema.properties && (schema.properties.metadata = structuredClone(draw.one(metadataSchemas))),
  ),
  onRoot(
    'metadata',
    'schema of the kind',
    (schema, draw) =>
      schema.properties &&
      (schema.properties[draw.one(['kind', 'apiVersion'])] = draw.one<Json>([
        { type: 'integer' },
        { type: 'string', enum: ['Other'] },
        { type: 'string', maxLength: 1 },
        { type: 'string', default: 'x' },
      ])),
  ),
  onObject('metadata', 'schema of embedded metadata', (schema, draw) => {
    Object.assign(schema, { type: 'object', 'x-kubernetes-embedded-resource': true });
    schema.properties.metadata = structuredClone(draw.one(metadataSchemas));
  }),
  onList('lists', 'in lists', (schema, draw) =>
    Object.assign(
      schema,
      structuredClone(
        draw.one<Json>([
          { 'x-kubernetes-list-type': 'map' },
          { 'x-kubernetes-list-type': 'set' },
          { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
          { 'x-kubernetes-list-map-keys': ['name'] },
          { items: { type: 'array', items: { type: 'string' } }, 'x-kubernetes-list-type': 'set' },
          { items: { type: 'object', 'x-kubernetes-map-type': 'atomic' }, 'x-kubernetes-list-type': 'set' },
        ]),
      ),
    ),
  ),
  onObject('defaults', 'of objects', (schema, draw) => {
    const names = Object.keys(schema.properties);
    schema.default = Object.fromEntries(
      several(draw, [...names, 'none'], 0, 3).map((name) => [name, structuredClone(draw.one(odd))]),
    );
  }),
];

/** Changes of a CustomResourceDefinition as data. */
export const textMutations: readonly Mutation<Json>[] = [...ofCrds, ...ofSchemas, ...ofSchemas];
