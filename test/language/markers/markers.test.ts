import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { emitCrd } from '../../../src/output/emit/crd.js';
import { emitRoles } from '../../../src/output/emit/rbac.js';
import { tagName, type Marker } from '../../../src/language/markers/marker.js';
import { markers } from '../../../src/language/markers/registry.js';
import { analyzeSources, codes, kindSource, specSchema } from '../../support/generate.js';
import { markerCases } from '../../support/marker-cases.js';
import { misfitTypes } from '../../support/misfit-types.js';

const onFields = markerCases.filter(({ schema }) => schema !== undefined);
const onKinds = markerCases.filter(({ crd }) => crd !== undefined);
const markerNamed = (name: string): Marker => markers.find((each) => each.name === name)!;

/** The arguments of a tag: markers among them are called by their tags, unless these are words of the language. */
const asTag = (text: string): string =>
  text.replaceAll(/\b(?!Enum|Default)[A-Z]\w+(?=\()/g, (name) => tagName(markerNamed(name)));

/** The line of a field that stands first in the spec. */
const line = specSchema('  it!: number;').diagnostics[0]!.position!.line;

it('every marker has a fixture', () => {
  // Permissions and webhooks have tests of their own.
  const wanted = markers.filter(({ on }) => on === 'schema' || on === 'kind').map(({ name }) => name);
  const tested = markerCases.map(({ name }) => name);
  expect(
    wanted
      .filter((name) => !tested.includes(name))
      .map((name) => `add test/language/markers/fixtures/${name}/case.yaml`),
  ).toEqual([]);
  expect(tested.filter((name) => !wanted.includes(name))).toEqual([]);
});

/** Expects a schema to say at least this; null expects none. */
function expectSchema(found: unknown, schema: object | null): void {
  if (schema === null) expect(found).toBeUndefined();
  else expect(found).toMatchObject(schema);
}

describe('markers on fields', () => {
  it.each(onFields)('@$name says it as a decorator', ({ name, arguments: text, beside, field, schema }) => {
    const other = beside === undefined ? '' : `@${beside} `;
    const { spec, diagnostics } = specSchema(`  ${other}@${name}(${text}) it?: ${field};`);
    expect(diagnostics).toEqual([]);
    expectSchema(spec['properties']?.it, schema!);
    for (const keyword of markerNamed(name).emits) expect(spec['properties'].it).toHaveProperty([keyword]);
  });

  it.each(onFields)('@$name says the same as a tag, on a field and on a type', (marker) => {
    const { name, beside, field, schema } = marker;
    const tagLine = (tag: string, text: string): string => ` * @${tag} ${asTag(text)}\n`;
    const [, other = '', otherText = ''] = /^(\w+)\((.*)\)$/.exec(beside ?? '') ?? [];
    const lines = [
      ...(beside === undefined ? [] : [tagLine(tagName({ name: other }), otherText)]),
      tagLine(tagName(markerNamed(name)), marker.arguments),
    ];
    const comment = `/** Text.\n${lines.join('')} */`;
    const onType = name !== 'Schemaless';
    const { spec, diagnostics } = specSchema(
      `  ${comment}\n  it?: ${field};\n${onType ? '  alias?: Named;' : ''}`,
      onType ? `${comment}\ntype Named = ${field};` : '',
    );
    expect(diagnostics).toEqual([]);
    const described = schema === null ? null : { ...schema, description: 'Text.' };
    expectSchema(spec['properties']?.it, described);
    if (onType) expectSchema(spec['properties']?.alias, described);
  });

  const misfits = onFields.flatMap(({ name, arguments: text }) => {
    const marker = markerNamed(name);
    const wrong = marker.on === 'schema' ? misfitTypes[marker.target] : [];
    return wrong.map((field) => ({ name, text, field }));
  });
  it.each(misfits)('@$name is refused on $field', ({ name, text, field }) => {
    const { diagnostics } = specSchema(`  @${name}(${text}) it?: ${field};`);
    expect(codes(diagnostics)).toEqual([`marker-type-mismatch ${line}:3`]);
  });

  const refused = onFields.flatMap(({ name, refused: all = [] }) => all.map((each) => ({ name, ...each })));
  it.each(refused)('@$name($arguments) is refused on $field', ({ name, arguments: text, field }) => {
    const { diagnostics } = specSchema(`  @${name}(${text}) it?: ${field};`);
    expect(codes(diagnostics)).toEqual([`invalid-marker ${line}:3`]);
  });

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

  it('hold beside those of the type', () => {
    const { spec } = specSchema(
      "  @Maximum(50) @Format('x') it!: Port;",
      '/** @maximum 9\n * @minimum 2\n * @title "Port" */\ntype Port = Int32;'.replace('Int32', 'Int64'),
    );
    expect(spec['properties'].it).toMatchObject({ minimum: 2, allOf: [{ maximum: 9 }, { maximum: 50 }] });
    expect(spec['properties'].it).not.toHaveProperty('maximum');
  });

  it('and their rules come before those of the type', () => {
    const { spec } = specSchema(
      "  @XValidation({ rule: 'self != 1' }) @XValidation({ rule: 'self != 2' }) it!: Port;",
      "/** @xValidation { rule: 'self != 3' } */\ntype Port = Int32;",
    );
    expect(spec['properties'].it['x-kubernetes-validations'].map((each: any) => each.rule)).toEqual([
      'self != 1',
      'self != 2',
      'self != 3',
    ]);
  });

  it('may be nested as deep as the type', () => {
    const { spec, diagnostics } = specSchema(
      '  @Items(Values(Items(Minimum(1)), MaxItems(3)), MaxProperties(2)) it!: Record<string, Int32[]>[];',
    );
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it).toMatchObject({
      items: { maxProperties: 2, additionalProperties: { maxItems: 3, items: { minimum: 1 } } },
    });
  });

  it('do not reach the type that a field shares with others', () => {
    const { spec } = specSchema('  @Items(MaxLength(3)) it!: Names;\n  other!: Names;', 'type Names = string[];');
    expect(spec['properties'].it.items.maxLength).toBe(3);
    expect(spec['properties'].other.items).toEqual({ type: 'string' });
  });

  it.each([
    ['@Items(1) it!: string[];', `argument-type ${line}:10`],
    ['@Items(Missing(1)) it!: string[];', `argument-type ${line}:10`],
    ['@Items(Minimum(1)) it!: string[];', `marker-type-mismatch ${line}:10`],
    ['@Items(MaxLength()) it!: string[];', `missing-argument ${line}:10`],
    ['@Items(StatusSubresource()) it!: string[];', `misplaced-marker ${line}:10`],
    ['@Items(MaxLength(1), MaxLength(2)) it!: string[];', `duplicate-marker ${line}:24`],
  ])('%s: %s', (text, problem) => {
    expect(codes(specSchema(`  ${text}`).diagnostics)).toEqual([problem]);
  });

  it('of Immutable ask the object that an optional field stays', () => {
    const rules = (spec: string): unknown => specSchema(spec).spec['x-kubernetes-validations'];
    expect(rules('  @Immutable() it!: string;')).toBeUndefined();
    expect(rules('  @Immutable() it?: string;')).toEqual([
      { rule: '!has(oldSelf.it) || has(self.it)', message: 'field it is immutable once set' },
    ]);
  });
});

describe('markers on kinds', () => {
  const path = 'src/api/v1/thing.types.ts';
  const resource = "@Resource({ group: 'example.com', version: 'v1' }, { plural: 'things' })\n";
  const analyzeKind = (kindMarkers: string): ReturnType<typeof analyzeSources> => {
    const source = kindSource({
      kindMarkers,
      spec: 'replicas: Int32 = 1;',
      status: 'replicas?: Int32; selector?: string;',
    });
    const text = source[path]!;
    return analyzeSources({ [path]: kindMarkers.includes('@Resource(') ? text.replace(resource, '') : text });
  };
  const crdOf = (kindMarkers: string): any => {
    const { model } = analyzeKind(kindMarkers);
    return model.kinds.length === 0 ? null : parseAllDocuments(emitCrd(model.kinds[0]!, '1.2.3').text)[0]!.toJS();
  };

  it.each(onKinds)('@$name says it', ({ name, arguments: text, crd, problems = [] }) => {
    expect(analyzeKind(`@${name}(${text})`).diagnostics.map(({ code }) => code)).toEqual(problems);
    const made = crdOf(`@${name}(${text})`);
    if (crd === null) expect(made).toBeNull();
    else expect(made).toMatchObject(crd!);
    for (const place of markerNamed(name).emits) expect(made).toHaveProperty(place.replace('[]', '[0]'));
  });

  const once = onKinds.filter(({ name }) => !markerNamed(name).repeatable);
  it.each(once)('@$name is refused the second time', ({ name, arguments: text, problems = [] }) => {
    const { diagnostics } = analyzeKind(`@${name}(${text}) @${name}(${text})`);
    expect(diagnostics.map(({ code }) => code)).toEqual(['duplicate-marker', ...problems]);
  });

  it.each(onKinds)('@$name is refused on a field', ({ name, arguments: text }) => {
    expect(codes(specSchema(`  @${name}(${text}) it?: string;`).diagnostics)).toEqual([`misplaced-marker ${line}:3`]);
  });

  it('say nothing when they are not there', () => {
    const made = crdOf('');
    expect(made.metadata).toEqual({ name: 'things.example.com', annotations: { 'operator-gen/version': '1.2.3' } });
    expect(made.spec).toMatchObject({ scope: 'Namespaced', names: { singular: 'thing' } });
    const { schema, ...version } = made.spec.versions[0];
    expect(version).toEqual({ name: 'v1', served: true, storage: true });
    expect(schema.openAPIV3Schema.type).toBe('object');
  });

  it.each(['', "singular: ''"])('take the kind in lower case where there is no singular: %j', (names) => {
    const { model, diagnostics } = analyzeSources(kindSource({ names }));
    expect(diagnostics).toEqual([]);
    expect(model.kinds[0]?.singular).toBe('thing');
  });

  it('keep the order of columns', () => {
    const column = (name: string): string => `@PrintColumn({ name: '${name}', type: 'string', jsonPath: '.a' }) `;
    const [version] = crdOf(column('B') + column('A')).spec.versions;
    expect(version.additionalPrinterColumns.map((each: any) => each.name)).toEqual(['B', 'A']);
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
