import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { emitCrd } from '../../src/emit/crd.js';
import { emitRoles } from '../../src/emit/rbac.js';
import { tagName } from '../../src/markers/marker.js';
import { markers } from '../../src/markers/registry.js';
import { analyzeSources, kindSource, specSchema } from '../support/generate.js';

/** Every marker on a field: its arguments, the type of the field, and what the schema then says. */
const onFields: Readonly<Record<string, readonly [string, string, object]>> = {
  Minimum: ['1', 'Int32', { minimum: 1 }],
  Maximum: ['-2.5', 'Double', { maximum: -2.5 }],
  ExclusiveMinimum: ['', 'Int64', { exclusiveMinimum: true }],
  ExclusiveMaximum: ['false', 'Int32', { exclusiveMaximum: false }],
  MultipleOf: ['5', 'Int32', { multipleOf: 5 }],
  MinLength: ['1', 'string', { minLength: 1 }],
  MaxLength: ['63', 'IntOrString', { maxLength: 63 }],
  Pattern: ["'^[a-z]+$'", 'string', { pattern: '^[a-z]+$' }],
  Format: ["'ipv4'", 'string', { format: 'ipv4' }],
  MinItems: ['1', 'string[]', { minItems: 1 }],
  MaxItems: ['9', 'string[]', { maxItems: 9 }],
  ListType: ["'set'", 'string[]', { 'x-kubernetes-list-type': 'set' }],
  ListMapKey: ["'name'", '{ name: string }[]', { 'x-kubernetes-list-map-keys': ['name'] }],
  MinProperties: ['1', 'Record<string, string>', { minProperties: 1 }],
  MaxProperties: ['9', '{ a?: string }', { maxProperties: 9 }],
  MapType: ["'atomic'", 'Record<string, string>', { 'x-kubernetes-map-type': 'atomic' }],
  StructType: ["'granular'", '{ a?: string }', { 'x-kubernetes-map-type': 'granular' }],
  Default: ['{ a: [1] }', '{ a: Int32[] }', { default: { a: [1] } }],
  Enum: ["'b', 'a'", 'string', { enum: ['b', 'a'] }],
};

describe('markers on fields', () => {
  it('are all tried here', () => {
    const schemaMarkers = markers.filter(({ on }) => on === 'schema').map(({ name }) => name);
    expect(Object.keys(onFields).toSorted()).toEqual(schemaMarkers.toSorted());
  });

  it.each(Object.entries(onFields))('@%s says it as a decorator', (name, [text, type, keywords]) => {
    // A key alone is a problem of its own, which another test is about.
    const list = name === 'ListMapKey' ? "@ListType('map') " : '';
    const { spec, diagnostics } = specSchema(`  ${list}@${name}(${text}) it!: ${type};`);
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it).toMatchObject(keywords);
  });

  it.each(Object.entries(onFields))(
    '@%s says the same as a tag, on a field and on a type',
    (name, [text, type, keywords]) => {
      const marker = markers.find((each) => each.name === name)!;
      const list = name === 'ListMapKey' ? " * @listType 'map'\n" : '';
      const comment = `/** Text.\n${list} * @${tagName(marker)} ${text}\n */`;
      const { spec, diagnostics } = specSchema(
        `  ${comment}\n  it!: ${type};\n  alias!: Named;`,
        `${comment}\ntype Named = ${type};`,
      );
      expect(diagnostics).toEqual([]);
      expect(spec['properties'].it).toMatchObject({ ...keywords, description: 'Text.' });
      expect(spec['properties'].alias).toMatchObject({ ...keywords, description: 'Text.' });
    },
  );

  it('take constants of other files', () => {
    const source = kindSource({
      before: "import { limits } from './limits.js';",
      spec: '@Minimum(limits.least) it!: Int32;',
    });
    const limits = 'export const limits = { least: 3 } as const;\n';
    const { model, diagnostics } = analyzeSources({ ...source, 'src/api/v1/limits.ts': limits });
    expect(diagnostics).toEqual([]);
    expect(JSON.stringify(model)).toContain('"minimum":3');
  });

  it('read a regular expression as it is written', () => {
    expect(specSchema('  @Pattern(/^\\d+\\/[a-z]{2,}$/) it!: string;').spec['properties'].it.pattern).toBe(
      '^\\d+\\/[a-z]{2,}$',
    );
  });

  it('win over those of the type', () => {
    const { spec } = specSchema('  @Maximum(5) it!: Port;', '/** @maximum 9\n * @minimum 2 */\ntype Port = Int32;');
    expect(spec['properties'].it).toMatchObject({ minimum: 2, maximum: 5 });
  });
});

describe('markers on kinds', () => {
  const crdOf = (kindMarkers: string, resource = ''): any => {
    const source = kindSource({ kindMarkers, spec: 'replicas: Int32 = 1;', status: 'replicas?: Int32;' });
    const path = 'src/api/v1/thing.types.ts';
    const text = source[path]!.replace("{ plural: 'things' }", `{ plural: 'things'${resource} }`);
    const { model, diagnostics } = analyzeSources({ [path]: text });
    expect(diagnostics).toEqual([]);
    return parseAllDocuments(emitCrd(model.kinds[0]!, '1.2.3'))[0]!.toJS();
  };

  it('@Resource gives the names and the scope', () => {
    const names = ", shortNames: ['th', 't'], categories: ['all'], singular: 'one', scope: 'Cluster'";
    expect(crdOf('', names)).toMatchObject({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.example.com', annotations: { 'operator-gen/version': '1.2.3' } },
      spec: {
        group: 'example.com',
        names: {
          kind: 'Thing',
          listKind: 'ThingList',
          plural: 'things',
          singular: 'one',
          shortNames: ['th', 't'],
          categories: ['all'],
        },
        scope: 'Cluster',
        versions: [{ name: 'v1', served: true, storage: true }],
      },
    });
    expect(crdOf('').spec).toMatchObject({ scope: 'Namespaced', names: { singular: 'thing' } });
  });

  it('@StatusSubresource and @ScaleSubresource give the subresources', () => {
    const paths = "{ specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' }";
    expect(crdOf(`@StatusSubresource() @ScaleSubresource(${paths})`).spec.versions[0].subresources).toEqual({
      status: {},
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    });
    expect(crdOf('').spec.versions[0]).not.toHaveProperty('subresources');
  });

  it('@PrintColumn gives the columns, in their order', () => {
    const columns = `@PrintColumn({ name: 'B', type: 'integer', jsonPath: '.spec.replicas', priority: 1, description: 'Text.' })
@PrintColumn({ name: 'A', type: 'date', jsonPath: '.metadata.creationTimestamp' })`;
    expect(crdOf(columns).spec.versions[0].additionalPrinterColumns).toEqual([
      { name: 'B', type: 'integer', jsonPath: '.spec.replicas', priority: 1, description: 'Text.' },
      { name: 'A', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ]);
  });
});

describe('@Rbac', () => {
  it('is read from classes, methods and, as a tag, from anything', () => {
    const { model, diagnostics } = analyzeSources({
      'src/controller/a.ts': `import { Rbac } from '@operator-gen/runtime/api';
import { groupVersion } from '../api/v1/group-version.js';
@Rbac({ groups: [groupVersion.group], resources: ['things'], verbs: ['get'] })
export class A {
  @Rbac({ groups: ['core'], resources: ['secrets'], resourceNames: ['one'], verbs: ['get'] })
  reconcile() {}
}
/** @rbac { urls: ['/metrics'], verbs: ['get'] } */
export function helper() {}
/** @rbac { groups: ['apps'], resources: ['deployments'], verbs: ['list'], namespace: 'here', roleName: 'other' } */
const constant = 1;
`,
      'src/api/v1/group-version.ts': "export const groupVersion = { group: 'example.com', version: 'v1' } as const;\n",
    });
    expect(diagnostics).toEqual([]);
    expect(model.rbac.map(({ position }) => position.line)).toEqual([3, 5, 8, 10]);
    const roles = parseAllDocuments(emitRoles(model.rbac, 'manager-role')).map((each) => each.toJS());
    expect(roles).toMatchObject([
      { kind: 'ClusterRole', metadata: { name: 'manager-role' } },
      { kind: 'Role', metadata: { name: 'other', namespace: 'here' } },
    ]);
    expect(roles[0].rules).toHaveLength(3);
  });
});
