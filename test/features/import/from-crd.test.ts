import { Readable } from 'node:stream';
import { stringify } from 'yaml';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { commands } from '../../../src/commands.js';
import { cli } from '../../cli/framework/support.js';
import { definitionObject, objectWith, type DefinitionParts } from '../../support/definitions.js';
import { few } from '../../support/few.js';
import { startLoopbackServer } from '../../support/loopback-server.js';
import { changesOf, newProject, problemsOf, type TestProject } from '../../support/projects.js';

/** A project in which a file has these definitions. */
async function projectWith(...objects: readonly JsonObject[]): Promise<TestProject> {
  const project = await newProject();
  project.write('crds/definitions.yaml', objects.map((each) => `---\n${stringify(each)}`).join(''));
  return project;
}

const spec = objectWith({
  replicas: { type: 'integer', format: 'int32', default: 1 },
  'storage-size': { type: 'string' },
});
/** A schema whose types are in several files. */
const large = objectWith(
  Object.fromEntries(Array.from({ length: 40 }, (_, part) => [`part${part}`, objectWith(fieldsOf(part))])),
);
function fieldsOf(part: number): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(Array.from({ length: 12 }, (_, field) => [`field${part}x${field}`, { type: 'string' }]));
}
const resourcesOf = (project: TestProject): unknown => parse(project.read('PROJECT')).resources;

describe('a kind of this project', () => {
  few(2).each([
    [{ type: 'string', description: 'a\u007fb' }, 'description of Thing.spec.text has the character U+007F'],
    [{ type: 'string', default: 'a\u009f' }, 'default of Thing.spec.text has the character U+009F'],
    [{ type: 'string', default: 'a\u0085' }, 'default of Thing.spec.text has the character U+0085'],
    [{ type: 'string', enum: ['a', '\uffff'] }, 'enum of Thing.spec.text has the character U+FFFF'],
  ])('with a text with which kustomize fails says so, at its field: %j', async (text, message) => {
    const project = await projectWith(definitionObject({ spec: objectWith({ text }) }));
    const { diagnostics } = await project.fromCrd({});
    expect(diagnostics.filter(({ code }) => code === 'unreadable-text')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        message: expect.stringContaining(message),
        position: expect.objectContaining({ file: 'src/api/v1/thing.types.ts', line: expect.any(Number) }),
      }),
    ]);
  });

  it('gets its types, a controller and the same definition, in one plan', async () => {
    const project = await projectWith(
      definitionObject({ spec, names: { plural: 'thingies' }, metadata: { name: 'thingies.example.com' } }),
    );
    const outcome = await project.fromCrd({});
    expect(problemsOf(outcome)).toEqual([]);
    expect(changesOf(outcome)).toEqual(
      expect.arrayContaining([
        'update PROJECT',
        'create config/crd/bases/example.com_thingies.yaml',
        'create config/samples/example_v1_thing.yaml',
        'create src/api/v1/group-version.ts',
        'create src/api/v1/thing.types.ts',
        'create src/controller/thing.controller.test.ts',
        'create src/controller/thing.controller.ts',
        'update src/register.ts',
      ]),
    );
    expect(resourcesOf(project)).toEqual([
      {
        api: { crdVersion: 'v1', namespaced: true },
        controller: true,
        domain: 'com',
        group: 'example',
        kind: 'Thing',
        plural: 'thingies',
        version: 'v1',
      },
    ]);
    expect(project.read('src/api/v1/thing.types.ts')).toContain("replicas: Int32 = 1;\n  'storage-size'?: string;");
    expect(project.read('src/controller/thing.controller.test.ts')).toContain(
      "readObject<Thing>('config/samples/example_v1_thing.yaml')",
    );
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('keeps the domain of the project in PROJECT', async () => {
    const object = definitionObject({ spec });
    const ours = {
      ...object,
      spec: { ...(object['spec'] as JsonObject), group: 'apps.my.domain' },
      metadata: { name: 'things.apps.my.domain' },
    };
    const project = await projectWith(ours);
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
    expect(resourcesOf(project)).toMatchObject([{ group: 'apps', domain: 'my.domain' }]);
  });

  it('can be one of several, and have several versions', async () => {
    const version = (name: string, storage: boolean): JsonObject => ({
      ...{ name, served: true, storage },
      schema: { openAPIV3Schema: objectWith({ spec }) },
    });
    const project = await projectWith(
      definitionObject({ versions: [version('v1', true), version('v1beta1', false)] }),
      definitionObject({ kind: 'Other', spec }),
    );
    expect(problemsOf(await project.fromCrd({}))).toEqual([]);
    expect(resourcesOf(project)).toMatchObject([
      { kind: 'Thing', version: 'v1', controller: true },
      { kind: 'Thing', version: 'v1beta1' },
      { kind: 'Other', version: 'v1', controller: true },
    ]);
    expect(project.read('src/api/v1/thing.types.ts')).toContain('@StorageVersion()');
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('is selected by its kind, group and version', async () => {
    const objects = [definitionObject({ spec }), definitionObject({ kind: 'Other', spec })];
    const project = await projectWith(...objects);
    expect(problemsOf(await project.fromCrd({ kind: 'Other', group: 'example', version: 'v1' }))).toEqual([]);
    expect(resourcesOf(project)).toMatchObject([{ kind: 'Other' }]);
    const { diagnostics } = await project.fromCrd({ kind: 'Another' });
    expect(diagnostics).toMatchObject([
      { code: 'crd-not-found', help: 'use one of Thing of example.com/v1, Other of example.com/v1' },
    ]);
  });

  it('is imported from a folder that has patches as well', async () => {
    const project = await projectWith(definitionObject({ spec }));
    const { apiVersion, kind, metadata } = definitionObject();
    project.write(
      'crds/patch.yaml',
      stringify({ apiVersion, kind, metadata, spec: { conversion: { strategy: 'Webhook' } } }),
    );
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
  });

  it('needs folders for groups if there is one of another group', async () => {
    const project = await projectWith(definitionObject({ spec }));
    await project.createApi();
    const { diagnostics } = await project.fromCrd({});
    expect(diagnostics).toMatchObject([{ code: 'multigroup-required' }]);
  });

  it('has a folder that no other group has, although both groups begin with the same part', async () => {
    const ofGroup = (group: string): JsonObject => {
      const object = definitionObject({ spec, metadata: { name: `things.${group}` } });
      return { ...object, spec: { ...(object['spec'] as JsonObject), group } };
    };
    const project = await projectWith(ofGroup('apps.k8s.example'), ofGroup('apps.example'));
    await project.settings({ multigroup: true });
    expect(problemsOf(await project.fromCrd({}))).toEqual([]);
    expect(resourcesOf(project)).toMatchObject([
      { group: 'apps.k8s', domain: 'example' },
      { group: 'apps', domain: 'example' },
    ]);
    expect(project.read('src/api/apps.k8s/v1/thing.types.ts')).toContain("'storage-size'");
    expect(problemsOf(await project.fromCrd({}))).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);
  });

  it.each([
    ['in one file', spec],
    ['in several files', large],
  ])('is deleted with its types %s', async (_, schema) => {
    const project = await projectWith(definitionObject({ spec: schema }));
    const before = project.snapshot();
    await project.fromCrd({});
    expect(problemsOf(await project.deleteApi({ group: 'example', kind: 'Thing' }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });
});

describe('an external kind', () => {
  it('gets types that a controller can use', async () => {
    const project = await projectWith(definitionObject({ spec }));
    await project.createApi();
    const outcome = await project.fromCrd({ typesOnly: true });
    expect(problemsOf(outcome)).toEqual([]);
    expect(resourcesOf(project)).toMatchObject([
      { kind: 'WebServer' },
      { kind: 'Thing', external: true, path: './src/external/example.com/v1/thing.types.ts', controller: true },
    ]);
    const types = project.read('src/external/example.com/v1/thing.types.ts');
    expect(types).toContain('replicas?: Int32;');
    expect(types).toContain('export const Thing: KindHandle<Thing> = defineResource<Thing>({');
    expect(project.read('src/controller/thing.controller.ts')).toContain(
      "import { Thing } from '../external/example.com/v1/thing.types.js';",
    );
    expect(project.read('config/external/crds/example.com_things.yaml')).toContain('storage-size');
    const check = await project.check();
    expect([...changesOf(check), ...problemsOf(check)]).toEqual([]);
  });

  it('gets no controller unless it is asked for', async () => {
    const project = await projectWith(definitionObject({ spec }));
    expect(changesOf(await project.fromCrd({ typesOnly: true, controller: false }))).toEqual([
      'update .operator-gen/scaffold.json',
      'update PROJECT',
      'create src/external/example.com/v1/thing.types.ts',
    ]);
  });
});

describe('a kind that is imported again, with another definition', () => {
  const newer = objectWith({ ...(spec['properties'] as Record<string, JsonObject>), host: { type: 'string' } });
  const types = 'src/api/v1/thing.types.ts';
  const again = (project: TestProject, schema: JsonObject): void =>
    project.write('crds/definitions.yaml', stringify(definitionObject({ spec: schema })));

  it('gets new types, and keeps its edited controller and its test', async () => {
    const project = await projectWith(definitionObject({ spec }));
    await project.fromCrd({});
    const edits = ['controller.ts', 'controller.test.ts'].map((each) => `src/controller/thing.${each}`);
    for (const path of edits) project.write(path, `${project.read(path)}// edited\n`);
    const before = edits.map((path) => project.read(path));
    again(project, newer);
    const outcome = await project.fromCrd({});
    expect(problemsOf(outcome)).toEqual([]);
    expect(project.read(types)).toContain("'storage-size'?: string;\n  host?: string;");
    expect(project.read('config/crd/bases/example.com_things.yaml')).toContain('host:');
    expect(edits.map((path) => project.read(path))).toEqual(before);
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('gets new types in a checkout with the line ends of Windows', async () => {
    const project = await projectWith(definitionObject({ spec }));
    await project.fromCrd({});
    const paths = Object.keys(project.snapshot()).filter((path) => !path.endsWith('/'));
    for (const path of paths) project.write(path, project.read(path).replaceAll('\n', '\r\n'));
    again(project, newer);
    expect(problemsOf(await project.fromCrd({}))).toEqual([]);
    expect(project.read(types)).toContain("'storage-size'?: string;\r\n  host?: string;");
  });

  it('is refused if its types were edited, and replaced if this is forced', async () => {
    const project = await projectWith(definitionObject({ spec }));
    await project.fromCrd({});
    project.edit(types, 'Int32 = 1', 'Int32 = 2');
    project.edit('src/controller/thing.controller.ts', 'return', '/* edited */ return');
    again(project, newer);
    const before = project.snapshot();
    const { diagnostics } = await project.fromCrd({});
    expect(diagnostics).toMatchObject([
      {
        code: 'edited-types',
        message: `the types of Thing exist and were edited: ${types}`,
        help: expect.stringContaining('--force'),
      },
    ]);
    expect(project.snapshot()).toEqual(before);
    expect(problemsOf(await project.fromCrd({ force: true }))).toEqual([]);
    expect(project.read(types)).toContain('Int32 = 1');
    expect(project.read('src/controller/thing.controller.ts')).toContain('/* edited */');
  });

  it('keeps its webhooks, its edited sample and its settings in PROJECT, even if its types are replaced by force', async () => {
    const project = await projectWith(definitionObject({ spec }));
    await project.fromCrd({});
    await project.createWebhook({ group: 'example', kind: 'Thing', defaulting: true });
    const sample = 'config/samples/example_v1_thing.yaml';
    for (const path of [sample, types])
      project.write(path, `${project.read(path)}${path === sample ? '#' : '//'} mine\n`);
    const before = project.snapshot();
    again(project, newer);
    const outcome = await project.fromCrd({ controller: false, force: true });
    expect(problemsOf(outcome)).toEqual([]);
    const after = project.snapshot();
    const changed = Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path]);
    expect(changed.toSorted()).toEqual([
      '.operator-gen/scaffold.json',
      'config/crd/bases/example.com_things.yaml',
      'crds/definitions.yaml',
      types,
    ]);
    expect(project.read(types)).not.toContain('mine');
  });

  it('was scaffolded before, so that its test creates the sample now', async () => {
    const project = await newProject();
    await project.createApi({ group: 'apps', kind: 'Thing' });
    const { apiVersion, kind, spec: parts } = definitionObject({ spec });
    const group = 'apps.my.domain';
    const object = { apiVersion: apiVersion!, kind: kind!, metadata: { name: `things.${group}` } };
    project.write('crds/a.yaml', stringify({ ...object, spec: { ...(parts as JsonObject), group } }));
    expect(problemsOf(await project.fromCrd({}))).toEqual([]);
    expect(project.read('src/controller/thing.controller.test.ts')).toContain('readObject<Thing>(');
    expect(project.read(types)).toContain("'storage-size'?: string;");
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('loses the files into which its types are no longer divided, and not those of users', async () => {
    const project = await projectWith(definitionObject({ spec: large }));
    await project.fromCrd({});
    const typesOf = (): readonly string[] =>
      Object.keys(project.snapshot())
        .filter((path) => /thing\..*types\.ts$/.test(path))
        .toSorted();
    const parts = typesOf();
    expect(parts.length).toBeGreaterThan(1);
    project.write('src/api/v1/thing.mine.types.ts', 'export const mine = 1;\n');
    again(project, spec);
    expect(problemsOf(await project.fromCrd({}))).toEqual([]);
    expect(typesOf()).toEqual(['src/api/v1/thing.mine.types.ts', types]);
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('is an external kind whose types and definition are replaced', async () => {
    const project = await projectWith(definitionObject({ spec }));
    await project.fromCrd({ typesOnly: true });
    again(project, newer);
    expect(problemsOf(await project.fromCrd({ typesOnly: true, controller: false }))).toEqual([]);
    expect(project.read('src/external/example.com/v1/thing.types.ts')).toContain('host?: string;');
    expect(project.read('config/external/crds/example.com_things.yaml')).toContain('host:');
    project.edit('src/external/example.com/v1/thing.types.ts', 'host?: string;', 'host?: "a";');
    // The types of the same definition again would be the same, so the edit stays.
    expect(problemsOf(await project.fromCrd({ typesOnly: true, controller: false }))).toEqual([]);
    expect(project.read('src/external/example.com/v1/thing.types.ts')).toContain('host?: "a";');
    again(project, spec);
    expect((await project.fromCrd({ typesOnly: true })).diagnostics).toMatchObject([{ code: 'edited-types' }]);
  });
});

describe('a kind that was imported', () => {
  const fields = "replicas: Int32 = 1;\n  'storage-size'?: string;";

  it('keeps its types when it gets another version, and gets the marker of the stored version', async () => {
    const ours = (schema: JsonObject): JsonObject => {
      const object = definitionObject({ spec: schema, metadata: { name: 'things.apps.my.domain' } });
      return { ...object, spec: { ...(object['spec'] as JsonObject), group: 'apps.my.domain' } };
    };
    const project = await projectWith(ours(spec));
    await project.fromCrd({});
    expect(problemsOf(await project.createApi({ group: 'apps', version: 'v2', kind: 'Thing' }))).toEqual([]);
    expect(project.read('src/api/v1/thing.types.ts')).toContain(fields);
    expect(project.read('src/api/v1/thing.types.ts')).toContain('@StorageVersion()');
    // It is still unedited, so that a newer definition replaces it.
    project.write('crds/definitions.yaml', stringify(ours(large)));
    expect(problemsOf(await project.fromCrd({ controller: false }))).not.toContain('edited-types');
  });

  it('keeps its types and its test in other folders, and under another name', async () => {
    const project = await projectWith(definitionObject({ spec }));
    await project.fromCrd({});
    expect(problemsOf(await project.settings({ multigroup: true }))).toEqual([]);
    expect(project.read('src/api/example/v1/thing.types.ts')).toContain(fields);
    expect(problemsOf(await project.rename({ group: 'example', kind: 'Thing', toKind: 'Gadget' }))).toContain(
      'renamed-crd',
    );
    const types = project.read('src/api/example/v1/gadget.types.ts');
    expect(types).toContain(fields);
    expect(types).toContain('export class Gadget extends');
    expect(project.read('src/controller/example/gadget.controller.test.ts')).toContain('readObject<Gadget>(');
    expect(changesOf(await project.check())).toEqual([]);
  });
});

describe('types that are divided into other files when they are imported again', () => {
  const many = (name: string, count: number, others: Readonly<Record<string, JsonObject>> = {}): JsonObject =>
    objectWith({
      ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, { type: 'string' }])),
      ...others,
    });
  /** Envoy has a cluster, and this has TLS settings: which of them have files of their own depends on their sizes. */
  const definitionWith = (cluster: number, tls: number): JsonObject => {
    const parts = many('c', cluster, { tls: many('t', tls) });
    const envoy = many('e', 200, { cluster: parts });
    return definitionObject({
      spec: objectWith({ envoy: { ...envoy, description: 'Has a Cluster.' }, other: many('o', 190) }),
    });
  };
  const files = (project: TestProject): readonly string[] =>
    Object.keys(project.snapshot())
      .filter((path) => path.endsWith('.types.ts'))
      .map((path) => path.split('/').at(-1)!)
      .toSorted();
  const [old, newer] = [
    ['thing.envoy.types.ts', 'thing.tls.types.ts', 'thing.types.ts'],
    ['thing.cluster.types.ts', 'thing.envoy.types.ts', 'thing.types.ts'],
  ];

  it('are in their new files only', async () => {
    const project = await projectWith(definitionWith(100, 320));
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
    expect(files(project)).toEqual(old);
    project.write('crds/definitions.yaml', stringify(definitionWith(330, 20)));
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
    expect(files(project)).toEqual(newer);
    expect(project.read('src/api/v1/thing.envoy.types.ts')).not.toContain('class Cluster');
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('stay if code of a user imports them and they are gone otherwise, with the files that they need', async () => {
    const project = await projectWith(definitionWith(100, 320));
    await project.fromCrd({ controller: false });
    const line = "import type { Cluster } from './api/v1/thing.envoy.types.js';";
    project.write('src/mine.ts', `${line}\nexport const mine: Cluster = {};\n`);
    const changed = objectWith({ envoy: many('e', 200), other: many('o', 200) });
    project.write('crds/definitions.yaml', stringify(definitionObject({ spec: changed })));
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual(['file-in-use']);
    expect(files(project)).toEqual(old);
    expect(project.read('src/api/v1/thing.envoy.types.ts')).toContain('export class Cluster');
    expect(problemsOf(await project.check())).toEqual([]);
  });
});

describe('types that several kinds share', () => {
  const port = objectWith({ host: { type: 'string' }, number: { type: 'integer' } });
  const named = (kind: string, field = 'port'): JsonObject =>
    definitionObject({ kind, spec: objectWith({ [field]: port }) });
  const files = (project: TestProject): readonly string[] =>
    Object.keys(project.snapshot())
      .filter((path) => /^src\/api\/v1\/./.test(path))
      .toSorted();
  const [one, two, shared] = ['one', 'two', 'shared'].map((each) => `src/api/v1/${each}.types.ts`) as [
    string,
    string,
    string,
  ];

  it('are in a file of their own, so that each of the kinds can be deleted, and the file with the last one', async () => {
    const project = await projectWith(named('Two'), named('One'));
    const before = project.snapshot();
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
    expect(files(project)).toEqual(['src/api/v1/group-version.ts', one, shared, two]);
    expect(project.read(shared)).toContain('export class Port {');
    expect(project.read(one)).toContain("import type { SharedSpec } from './shared.types.js';");
    expect(problemsOf(await project.deleteApi({ group: 'example', kind: 'One' }))).toEqual([]);
    expect(files(project)).toEqual(['src/api/v1/group-version.ts', shared, two]);
    expect(problemsOf(await project.deleteApi({ group: 'example', kind: 'Two' }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('are not those of kinds that are imported later, whose file has another name', async () => {
    const project = await projectWith(named('Two'), named('One'));
    await project.fromCrd({ controller: false });
    const before = project.read(shared);
    project.write(
      'crds/definitions.yaml',
      ['Four', 'Three'].map((kind) => `---\n${stringify(named(kind, 'other'))}`).join(''),
    );
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
    expect(project.read(shared)).toBe(before);
    expect(files(project)).toContain('src/api/v1/four-shared.types.ts');
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('go with their file when they are no longer shared', async () => {
    const project = await projectWith(named('Two'), named('One'));
    await project.fromCrd({ controller: false });
    project.write(
      'crds/definitions.yaml',
      [named('One'), definitionObject({ kind: 'Two', spec })].map((each) => `---\n${stringify(each)}`).join(''),
    );
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
    expect(files(project)).toEqual(['src/api/v1/group-version.ts', one, two]);
    expect(changesOf(await project.check())).toEqual([]);
  });
});

describe('a folder of which some kinds are imported already', () => {
  const named = (kind: string, ...fields: readonly string[]): JsonObject =>
    definitionObject({ kind, spec: objectWith(Object.fromEntries(fields.map((each) => [each, { type: 'string' }]))) });
  const write = (project: TestProject, ...objects: readonly JsonObject[]): void =>
    project.write('crds/definitions.yaml', objects.map((each) => `---\n${stringify(each)}`).join(''));
  const [one, two] = ['src/api/v1/one.types.ts', 'src/api/v1/two.types.ts'];

  it('gets the new kinds, and keeps edited types that give the same definition', async () => {
    const project = await projectWith(named('One', 'a'), named('Two', 'a'));
    await project.fromCrd({ controller: false });
    project.write(one, `${project.read(one)}// mine\n`);
    const before = project.read(one);
    write(project, named('One', 'a'), named('Two', 'b'), named('Three', 'c'));
    const outcome = await project.fromCrd({ controller: false });
    expect(problemsOf(outcome)).toEqual([]);
    expect(outcome.summary).toBe(
      'Created the types of Two of example.com/v1, Three of example.com/v1. ' +
        'The edited types of One of example.com/v1 generate the same definition and are kept.',
    );
    expect(project.read(one)).toBe(before);
    expect(project.read(two)).toContain('b?: string');
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('gets a problem for each kind whose definition and types were edited, and the command for the others', async () => {
    const project = await projectWith(named('One', 'a'), named('Two', 'z'));
    await project.fromCrd({ controller: false });
    project.write(one, `${project.read(one)}// mine\n`);
    write(project, named('One', 'b'), named('Two', 'y'), named('Three', 'c'));
    const { diagnostics } = await project.fromCrd({ controller: false });
    expect(diagnostics).toMatchObject([
      {
        code: 'edited-types',
        message: `the types of One exist and were edited: ${one}`,
        help: expect.stringContaining('operator-gen create api --from-crd crds --kind Two,Three'),
      },
    ]);
    expect(problemsOf(await project.fromCrd({ kind: 'Two,Three', controller: false }))).toEqual([]);
    expect(project.read(two)).toContain('y?: string');
  });

  it.each([
    ['', ''],
    [' that a user has edited', '// mine\n'],
  ])('moves @StorageVersion from a version%s to the one that is stored now', async (_, mine) => {
    const version = (name: string, storage: boolean): JsonObject => ({
      ...{ name, served: true, storage },
      schema: { openAPIV3Schema: objectWith({ spec }) },
    });
    const stored = (name: string): JsonObject =>
      definitionObject({ versions: ['v1beta1', 'v1', 'v2'].map((each) => version(each, each === name)) });
    const project = await projectWith(stored('v1'));
    for (const each of ['v1', 'v1beta1'])
      expect(problemsOf(await project.fromCrd({ version: each, controller: false }))).toEqual([]);
    const types = 'src/api/v1/thing.types.ts';
    expect(project.read(types)).toContain('@StorageVersion()');
    project.write(types, project.read(types) + mine);
    write(project, stored('v2'));
    expect(problemsOf(await project.fromCrd({ version: 'v2', controller: false }))).toEqual(['storage-version-moved']);
    expect(project.read(types)).not.toContain('StorageVersion');
    expect(project.read('src/api/v2/thing.types.ts')).toContain('@StorageVersion()');
    expect(changesOf(await project.check())).toEqual([]);
  });
});

describe('a kind of which the project has another version', () => {
  const ours = (schema: JsonObject): JsonObject => {
    const object = definitionObject({ spec: schema, metadata: { name: 'things.apps.my.domain' } });
    return { ...object, spec: { ...(object['spec'] as JsonObject), group: 'apps.my.domain' } };
  };
  const storedIn = (project: TestProject): unknown =>
    parse(project.read('config/crd/bases/apps.my.domain_things.yaml'))
      .spec.versions.filter(({ storage }: { readonly storage: boolean }) => storage)
      .map(({ name }: { readonly name: string }) => name);

  it('is imported again with its version stored', async () => {
    const project = await projectWith(ours(spec));
    await project.fromCrd({});
    await project.createApi({ group: 'apps', version: 'v2', kind: 'Thing', empty: true });
    expect(problemsOf(await project.fromCrd({}))).toEqual(['version-loses-fields']);
    expect(storedIn(project)).toEqual(['v1']);
    project.write('crds/definitions.yaml', stringify(ours(objectWith({ host: { type: 'string' } }))));
    expect(problemsOf(await project.fromCrd({}))).not.toContain('no-storage-version');
    expect(project.read('src/api/v1/thing.types.ts')).toContain('@StorageVersion()');
    expect(storedIn(project)).toEqual(['v1']);
  });

  it('takes the marker from a version that the definition no longer has, with a note', async () => {
    const version = (name: string, storage: boolean): JsonObject => ({
      ...{ name, served: true, storage },
      schema: { openAPIV3Schema: objectWith({ spec }) },
    });
    const both = ours(spec);
    const versions = [version('v1', false), version('v2', true)];
    const project = await projectWith({ ...both, spec: { ...(both['spec'] as JsonObject), versions } });
    await project.fromCrd({ controller: false });
    expect(storedIn(project)).toEqual(['v2']);
    project.write('crds/definitions.yaml', stringify(ours(spec)));
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual(['storage-version-moved']);
    expect(storedIn(project)).toEqual(['v1']);
    expect(changesOf(await project.check())).toEqual([]);
  });
});

describe('the report', () => {
  it('names raw schemas, and the conversion that is to be created', async () => {
    const version = (name: string, storage: boolean): JsonObject => ({
      ...{ name, served: true, storage },
      schema: { openAPIV3Schema: objectWith({ spec: objectWith({ a: { type: 'string', not: { enum: ['b'] } } }) }) },
    });
    const object = definitionObject({ versions: [version('v1', true), version('v2', false)] });
    const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } };
    const project = await projectWith({ ...object, spec: { ...(object['spec'] as JsonObject), conversion } });
    const { diagnostics } = await project.fromCrd({});
    expect(diagnostics).toMatchObject([
      { code: 'raw-schemas', help: expect.stringContaining('src/api/v1/thing.types.ts:') },
      { code: 'import-conversion', help: expect.stringContaining('--version v1 --kind Thing --conversion --spoke v2') },
    ]);
  });
});

it('the report about raw schemas names only the kinds that have some', async () => {
  const raw = { type: 'string', not: { enum: ['b'] } };
  const project = await newProject();
  const shared = objectWith({ a: raw, b: { type: 'string' } });
  const specs = { One: objectWith({ raw }), Two: objectWith({ a: { type: 'string' } }), Three: shared, Four: shared };
  for (const [kind, each] of Object.entries(specs))
    project.write(`crds/${kind}.yaml`, stringify(definitionObject({ kind, spec: each })));
  const { diagnostics } = await project.fromCrd({ controller: false });
  expect(diagnostics).toMatchObject([
    { code: 'raw-schemas', message: 'parts of One, shared types that only @Schema can express: 2' },
  ]);
});

describe('what cannot be converted to types is refused, and nothing is written', () => {
  const deep = (levels: number): JsonObject =>
    levels === 0 ? { type: 'string' } : objectWith({ a: deep(levels - 1) });
  few(8).each<[string, string, DefinitionParts]>([
    ['a field without a type', 'v1: spec.a: it has no type', { spec: objectWith({ a: { description: 'x' } }) }],
    ['an unknown type', '"text" is not a type', { spec: objectWith({ a: { type: 'text' } }) }],
    [
      'a schema that is not an object',
      'it is not a schema',
      { spec: objectWith({ a: 'string' as unknown as JsonObject }) },
    ],
    ['no schema', 'it has no schema', { version: { schema: {} } }],
    ['a list as the root', 'its type is not object', { root: { type: 'array' } }],
    [
      'unique items',
      'uniqueItems',
      { spec: objectWith({ a: { type: 'array', uniqueItems: true, items: { type: 'string' } } }) },
    ],
    ['too many levels', 'levels deep', { spec: deep(250) }],
    ['a version that is none', 'not a valid API version', { version: { name: '__proto__' } }],
    ['a reference', '$ref is not allowed', { spec: objectWith({ a: { $ref: '#/definitions/a' } }) }],
    ['items without a type', 'v1: spec.a[]: it has no type', { spec: objectWith({ a: { type: 'array', items: {} } }) }],
    ['no versions', 'it has no versions', { versions: [] }],
    ['a kind that is not a name', 'not a valid kind', { names: { kind: 'not a kind' } }],
    ['a kind with the name of a prototype', 'not a valid kind', { names: { kind: '__proto__' } }],
  ])('%s', async (_, message, parts) => {
    const project = await projectWith(definitionObject(parts));
    const before = project.snapshot();
    const { diagnostics } = await project.fromCrd({});
    expect(diagnostics[0]!.message).toContain(message);
    expect(project.snapshot()).toEqual(before);
  });

  /** The names of a definition that is refused, so that its positions can be told from those of others. */
  const names = { plural: 'bads', singular: 'bad', kind: 'Bad' };
  few(4).each<[string, string, DefinitionParts]>([
    ['its singular', 'singular: Not A Name', { names: { ...names, singular: 'Not A Name' } }],
    ['a short name', '- Not Short', { names: { ...names, shortNames: ['ok', 'Not Short'] } }],
    ['a category', '- Not A Category', { names: { ...names, categories: ['all', 'Not A Category'] } }],
    ['a pattern', 'pattern: (', { names, spec: objectWith({ a: { type: 'string', pattern: '(' } }) }],
    ['its plural', 'plural: ../../x', { names: { ...names, plural: '../../x' } }],
    ['its kind', 'kind: not_a_kind', { names: { ...names, kind: 'not_a_kind' } }],
    ['its version', 'name: __proto__', { names, version: { name: '__proto__' } }],
    ['a field', 'type: text', { names, spec: objectWith({ a: { type: 'text' } }) }],
    ['a list of versions', '[]', { names, versions: [] }],
  ])('with the position of %s in the file of the definition', async (_, line, parts) => {
    const project = await projectWith(definitionObject({ spec }), definitionObject({ kind: 'Bad', spec, ...parts }));
    project.write('crds/other.yaml', stringify(definitionObject({ kind: 'Other', spec })));
    const before = project.snapshot();
    const outcome = await project.fromCrd({});
    const errors = outcome.diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.length).toBeGreaterThan(0);
    const lines = project.read('crds/definitions.yaml').split('\n');
    for (const { position } of errors) {
      expect(position?.file).toBe('crds/definitions.yaml');
      expect(position?.line).toBeGreaterThan(lines.indexOf('---', 1));
    }
    expect(lines[errors[0]!.position!.line - 1]).toContain(line);
    expect(project.snapshot()).toEqual(before);
  });

  it('with positions in lists, in JSON and in the input', async () => {
    const project = await newProject();
    const bad = definitionObject({ names: { plural: '../../x' } });
    const list = { apiVersion: 'v1', kind: 'List', items: ['nothing', definitionObject({ kind: 'Good', spec }), bad] };
    project.write('list.yaml', `# A list.\n${stringify(list)}`);
    project.write('crd.json', JSON.stringify(bad, undefined, 2));
    const positions = async (fromCrd: string) => {
      const { diagnostics } = await project.fromCrd({ fromCrd }, { input: async () => `\n${stringify(bad)}` });
      return diagnostics.map(({ position }) => position);
    };
    const lineOf = (path: string): number =>
      project
        .read(path)
        .split('\n')
        .findIndex((line) => line.includes('../../x')) + 1;
    expect(await positions('list.yaml')).toMatchObject([{ file: 'list.yaml', line: lineOf('list.yaml') }]);
    expect(await positions('crd.json')).toMatchObject([{ file: 'crd.json', line: lineOf('crd.json') }]);
    expect(await positions('-')).toMatchObject([{ file: '<stdin>', line: 10 }]);
  });

  it('a definition without a spec or a name, and the only file if it is not valid', async () => {
    const project = await newProject();
    const { apiVersion, kind, metadata } = definitionObject();
    const problems = async (text: string) => {
      project.write('crd.yaml', text);
      return (await project.fromCrd({ fromCrd: 'crd.yaml' })).diagnostics;
    };
    expect(await problems(stringify({ apiVersion, kind, metadata, spec: null }))).toMatchObject([
      { code: 'invalid-crd', position: { file: 'crd.yaml', line: 5 } },
    ]);
    expect(await problems('a: [')).toMatchObject([{ code: 'crd-source-unreadable' }]);
    expect(await problems('{"a": ')).toMatchObject([{ code: 'crd-source-unreadable' }]);
    const [old] = await problems(stringify({ apiVersion: 'apiextensions.k8s.io/v1beta1', kind, spec: {} }));
    expect(old).toMatchObject({ code: 'invalid-crd', help: expect.stringContaining('cluster:<plural>.<group>;') });
  });

  it('a definition of an old version of Kubernetes', async () => {
    const project = await projectWith({ ...definitionObject(), apiVersion: 'apiextensions.k8s.io/v1beta1' });
    expect((await project.fromCrd({})).diagnostics).toMatchObject([
      { code: 'invalid-crd', help: expect.stringContaining('--from-crd cluster:things.example.com') },
    ]);
  });

  it.each([
    ['an alias to itself', 'a: &a { b: *a }'],
    [
      'aliases that double at each level',
      ['a0: &a0 [x, x]', ...Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)].join('\n'),
    ],
  ])('a file with %s', async (_, lines) => {
    const project = await newProject();
    project.write('crds/a.yaml', `kind: CustomResourceDefinition\n${lines}\n`);
    const { diagnostics } = await project.fromCrd({});
    expect(diagnostics).toMatchObject([{ code: expect.stringMatching(/^(?:crd-source-unreadable|invalid-crd)$/) }]);
  });

  it('two different definitions of one name, with their files and the command for the others', async () => {
    const project = await newProject();
    project.write('crds/a.yaml', stringify(definitionObject()));
    project.write('crds/b.yaml', stringify(definitionObject({ spec })));
    project.write('crds/c.yaml', stringify(definitionObject({ kind: 'Other', spec })));
    expect((await project.fromCrd({})).diagnostics).toMatchObject([
      {
        code: 'invalid-crd',
        message: expect.stringContaining('a.yaml and b.yaml differ'),
        help: expect.stringContaining('operator-gen create api --from-crd crds --skip-refused'),
      },
    ]);
    expect(problemsOf(await project.fromCrd({ kind: 'Other', controller: false }))).toEqual([]);
  });

  it('a kind with a name that compiled markers use, unless it is an external kind', async () => {
    const project = await projectWith(
      definitionObject({ kind: 'Object', spec }),
      definitionObject({ kind: 'Symbol', spec }),
      definitionObject({ spec }),
    );
    const { diagnostics } = await project.fromCrd({});
    expect(diagnostics).toMatchObject(
      ['Object', 'Symbol'].map((kind) => ({
        code: 'invalid-crd',
        message: expect.stringContaining(`compiled markers use ${kind}, which is also the name of the kind`),
        help: 'import it with --types-only; or import the others only: npx operator-gen create api --from-crd crds --skip-refused',
      })),
    );
    expect(problemsOf(await project.fromCrd({ typesOnly: true }))).toEqual([]);
    const types = project.read('src/external/example.com/v1/object.types.ts');
    expect(types).toContain('export const Object: KindHandle<Object> = defineResource');
    expect(project.read('src/controller/object.controller.ts')).toContain('import { Object as ObjectResource } from');
    expect(problemsOf(await project.check())).toEqual([]);
  });

  it('and others are imported without them, if the user says so', async () => {
    const old = { ...definitionObject({ kind: 'Old' }), apiVersion: 'apiextensions.k8s.io/v1beta1' };
    const broken = { type: 'object', properties: { a: { $ref: '#/b' } } };
    const project = await projectWith(
      definitionObject({ kind: 'Object', spec }),
      definitionObject({ kind: 'Broken', spec: broken }),
      definitionObject({ kind: 'a_b', spec, metadata: { name: 'abs.example.com' }, names: { plural: 'abs' } }),
      definitionObject({ kind: 'Empty', versions: [] }),
      old,
      definitionObject({ kind: 'postgresql', spec }),
      definitionObject({ spec }),
    );
    project.write('crds/b.yaml', stringify(definitionObject({ kind: 'Two', spec })));
    project.write('crds/c.yaml', stringify(definitionObject({ kind: 'Two' })));
    const { diagnostics } = await project.fromCrd({ skipRefused: true, controller: false });
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      ...Array(3).fill('warning invalid-crd'),
      ...['warning invalid-crd', 'warning invalid-crd', 'warning invalid-name'],
      'warning unusual-kind',
    ]);
    expect(diagnostics.every(({ position }) => position !== undefined)).toBe(true);
    const { resources } = parse(project.read('PROJECT'));
    expect(resources.map((each: { kind: string }) => each.kind).toSorted()).toEqual(['Thing', 'postgresql']);
    expect(problemsOf(await project.check())).toEqual([]);
  });

  it('and all of them, even if they are to be left out', async () => {
    const project = await projectWith(definitionObject({ kind: 'Object', spec }));
    const { diagnostics } = await project.fromCrd({ skipRefused: true });
    expect(diagnostics).toMatchObject([
      { code: 'invalid-crd', severity: 'error', help: 'import it with --types-only' },
    ]);
  });

  it('and fragments for kustomize are skipped', async () => {
    const project = await projectWith(definitionObject({ spec }));
    const { apiVersion, kind, metadata } = definitionObject();
    const versions = [{ name: 'v1', schema: { openAPIV3Schema: { properties: {} } } }];
    project.write('crds/patch.yaml', stringify({ apiVersion, kind, metadata, spec: { versions } }));
    project.write('crds/kustomization.yaml', 'resources: [definitions.yaml]\n');
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
  });

  it('an address with a password, which is not printed', async () => {
    const project = await newProject();
    const { diagnostics } = await project.fromCrd({ fromCrd: 'https://user:PW@127.0.0.1:59/a.yaml' });
    expect(diagnostics).toMatchObject([
      { code: 'crd-source-unreadable', message: expect.stringContaining('https://127.0.0.1:59/a.yaml') },
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain('PW');
  });

  few(3).each([
    ['https://user:PW@[::1/a.yaml?token=PW', 'https://[::1/a.yaml cannot be read: Invalid URL'],
    [
      'ftp://user:PW@example.com/a.yaml?PW',
      'ftp://example.com/a.yaml cannot be read: ftp:// is unsupported; use https://',
    ],
    ['cluster:https://user:PW@example.com/a?PW', 'cluster:https://example.com/a cannot be read'],
    ['http://user:PW@127.0.0.1:59/a.yaml?token=PW&sig=PW#PW', 'http://127.0.0.1:59/a.yaml cannot be read'],
    ['HTTPS://127.0.0.1:59/a.yaml?token=PW', 'HTTPS://127.0.0.1:59/a.yaml cannot be read'],
    ['https://user:P/W?PW@[::1/a.yaml', 'https://[::1/a.yaml cannot be read: Invalid URL'],
    ['git+ssh://user:PW@example.com/a#PW', 'git+ssh://example.com/a cannot be read: git+ssh:// is unsupported'],
  ])('an address with secrets, which are not printed: %s', async (fromCrd, message) => {
    const project = await newProject();
    const { diagnostics } = await project.fromCrd({ fromCrd });
    expect(diagnostics).toMatchObject([{ code: 'crd-source-unreadable', message: expect.stringContaining(message) }]);
    expect(JSON.stringify(diagnostics)).not.toContain('W');
  });

  it('definitions at an address with a token, which is printed neither in messages nor in commands', async () => {
    const project = await newProject();
    const answers = {
      none: 'kind: ConfigMap\n',
      invalid: 'kind: CustomResourceDefinition\na: [',
      some: [definitionObject({ kind: 'Object', spec }), definitionObject({ spec })]
        .map((each) => stringify(each))
        .join('---\n'),
    };
    const { url } = await startLoopbackServer(({ path }, response) =>
      response.end(answers[/\w+/.exec(path)![0] as keyof typeof answers]),
    );
    for (const [path, code, help] of [
      ['none', 'crd-not-found', 'name the file'],
      ['invalid', 'crd-source-unreadable', 'check the address'],
      ['some', 'invalid-crd', "operator-gen create api --from-crd '<address>' --skip-refused"],
    ] as const) {
      const { diagnostics } = await project.fromCrd({ fromCrd: `${url}/${path}?token=SECRET` });
      expect(diagnostics).toMatchObject([{ code, help: expect.stringContaining(help) }]);
      expect(JSON.stringify(diagnostics)).not.toContain('SECRET');
    }
  });

  it('files without definitions, and what is not YAML', async () => {
    const project = await newProject();
    for (const [fromCrd, reason] of [
      ['missing', 'there is no such file or folder'],
      ['https://127.0.0.1:59/crd.yaml', 'ECONNREFUSED'],
      ['http://example.com/crd.yaml', 'use https://'],
    ] as const) {
      const { diagnostics } = await project.fromCrd({ fromCrd });
      expect(diagnostics).toMatchObject([{ code: 'crd-source-unreadable', message: expect.stringContaining(reason) }]);
    }
    project.write('crds/a.yaml', 'kind: CustomResourceDefinition\na: [');
    expect((await project.fromCrd({})).diagnostics).toMatchObject([{ code: 'crd-source-unreadable' }]);
    project.write('crds/a.yaml', 'kind: ConfigMap\n');
    expect((await project.fromCrd({})).diagnostics).toMatchObject([{ code: 'crd-not-found' }]);
  });
});

/** Returns a definition as a file of a Helm chart has it, after some lines. */
function charted(kind: string, before = ''): string {
  return `${before}${stringify(definitionObject({ kind, spec }))}`;
}

describe('templates of Helm charts', () => {
  const withLabels = (kind: string): string =>
    charted(kind).replace(
      'metadata:\n',
      'metadata:\n  labels: {{- include "chart.labels" . | nindent 4 }}\n    a: b\n',
    );
  const namesOf = (project: TestProject): readonly string[] =>
    (resourcesOf(project) as readonly { readonly kind: string }[]).map(({ kind }) => kind);

  it('are skipped with a warning, and other definitions of the file are imported', async () => {
    const project = await newProject();
    const file = [
      charted('Plain'),
      withLabels('Template'),
      'kind: ConfigMap\ndata: {{ .Values.data }}\n',
      charted('Last'),
    ];
    project.write('crds/all.yaml', file.join('---\n'));
    const { diagnostics } = await project.fromCrd({ controller: false });
    const line = charted('Plain').split('\n').length + 4;
    expect(diagnostics).toMatchObject([
      {
        code: 'skipped-templates',
        message: `definitions that only Helm can render were skipped: 1; see all.yaml:${line}`,
        help: expect.stringContaining(
          'helm template <chart> --include-crds | npx operator-gen create api --from-crd -',
        ),
      },
    ]);
    expect(namesOf(project)).toEqual(['Plain', 'Last']);
  });

  it('are imported if only a condition encloses them', async () => {
    const project = await newProject();
    const [begin, end] = ['# Copyright\n{{- if .Values.crds.enabled }}\n', '{{- end }}\n'];
    project.write(
      'crds/all.yaml',
      `${charted('First', begin)}${end}---\n${charted('Second', begin)}---\n${charted('Third')}${end}`,
    );
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
    expect(namesOf(project)).toEqual(['First', 'Second', 'Third']);
  });

  few(2).each([
    ['in a value', '  labels: {{ .Values.labels }}'],
    ['in a text', '  labels: { a: x-{{ .Values.a }} }'],
    ['on a line', '  labels:\n    {{- toYaml .Values.labels | nindent 4 }}'],
    ['around a part', '  {{- if .Values.keep }}\n  labels: { a: b }\n  {{- end }}'],
  ])('with an expression %s are not guessed', async (_, lines) => {
    const project = await newProject();
    project.write('crds/all.yaml', charted('Thing').replace('metadata:\n', `metadata:\n${lines}\n`));
    const before = project.snapshot();
    const { diagnostics } = await project.fromCrd({});
    expect(diagnostics.map(({ code }) => code)).toEqual(['crd-not-found', 'skipped-templates']);
    expect(project.snapshot()).toEqual(before);
  });

  const schemaWith = (line: string): string => {
    const text = charted('Thing');
    return text.replace(/( +)properties:\n +spec:\n/, (found, spaces: string) => `${spaces}${line}\n${found}`);
  };

  it.each([
    'description: for example now() - duration("{{args.x}}")',
    'description: a value such as {{ .name }}, {{workflow.name}} or {{ range }}',
    'title: uses {{ if }}',
  ])('are not confused with unquoted texts in schemas: %s', async (line) => {
    const project = await newProject();
    project.write('crds/all.yaml', schemaWith(line));
    expect(project.read('crds/all.yaml')).toContain(line);
    expect(problemsOf(await project.fromCrd({ controller: false }))).not.toContain('skipped-templates');
    expect(namesOf(project)).toEqual(['Thing']);
  });

  few(2).each(['{{ .Values.text }}', '{{- include "text" . }}', '{{ include "text" . }}', '{{ tpl .Values.a . }}'])(
    'are recognized in texts in schemas: %s',
    async (expression) => {
      const project = await newProject();
      project.write('crds/all.yaml', schemaWith(`description: A text ${expression}`));
      const { diagnostics } = await project.fromCrd({ controller: false });
      expect(diagnostics.map(({ code }) => code)).toEqual(['crd-not-found', 'skipped-templates']);
    },
  );

  it('are not confused with braces in descriptions', async () => {
    const description = 'A template:\n{{ .name }}\nlabels: {{ .labels }}';
    const project = await projectWith(definitionObject({ spec: objectWith({ a: { type: 'string', description } }) }));
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
    expect(project.read('src/api/v1/thing.types.ts')).toContain('   * {{ .name }}\n');
  });
});

describe('the standard input', () => {
  it('is read like a file', async () => {
    const project = await newProject();
    const input = async (): Promise<string> => stringify(definitionObject({ spec }));
    expect(problemsOf(await project.fromCrd({ fromCrd: '-', controller: false }, { input }))).toEqual([]);
    expect(resourcesOf(project)).toMatchObject([{ kind: 'Thing' }]);
  });

  it('is named with a dash on the command line', async () => {
    const project = await newProject();
    const stdin = Readable.from([stringify(definitionObject({ spec }))]);
    const words = 'create api --from-crd - --no-controller'.split(' ');
    const { exitCode, stderr } = await cli(words, { cwd: project.root, commands, stdin });
    expect(exitCode, stderr).toBe(0);
    expect(resourcesOf(project)).toMatchObject([{ kind: 'Thing' }]);
    expect((await cli(['create', 'api', '--kind', '-'], { cwd: project.root, commands })).stderr).toContain(
      'invalid value "-" for --kind',
    );
  });

  it('without definitions is refused', async () => {
    const project = await newProject();
    const { diagnostics } = await project.fromCrd({ fromCrd: '-' }, { input: async () => '' });
    expect(diagnostics).toMatchObject([{ code: 'crd-not-found' }]);
  });
});

describe('whole numbers that JavaScript rounds', () => {
  const fileWith = (lines: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: things.example.com }
spec:
  group: example.com
  names: { kind: Thing, plural: things }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              it: { type: integer, ${lines} }
`;

  it.each([
    ['default: 9007199254740993', 'default', '9007199254740993', '9007199254740992'],
    ['default: -9007199254740993', 'default', '-9007199254740993', '-9007199254740992'],
    ['enum: [1, 9223372036854775807]', 'enum', '9223372036854775807', '9223372036854775808'],
  ])('are reported: %s', async (lines, keyword, number, rounded) => {
    const project = await newProject();
    project.write('crds/crd.yaml', fileWith(lines));
    const { diagnostics } = await project.fromCrd({ controller: false });
    expect(diagnostics.filter(({ code }) => code === 'import-inexact-number')).toMatchObject([
      { message: `crd.yaml:19: JavaScript rounds ${number} in ${keyword}, so the types have ${rounded}` },
    ]);
  });

  it.each(['maximum: 9223372036854775807', 'minimum: -9223372036854775808', 'default: 9007199254740992'])(
    'are exact, or bounds, which the API server rounds, too: %s',
    async (lines) => {
      const project = await newProject();
      project.write('crds/crd.yaml', fileWith(lines));
      const { diagnostics } = await project.fromCrd({ controller: false });
      // With such bounds, the API server accepts no value at all.
      expect(diagnostics.filter(({ code }) => code !== 'invalid-bound')).toEqual([]);
      expect(crdField(project)).toMatchObject(parse(`{ ${lines} }`));
    },
  );
});

/** Returns the schema of the field `it` in the generated definition. */
function crdField(project: TestProject): unknown {
  const crd = parse(project.read('config/crd/bases/example.com_things.yaml'));
  return crd.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.it;
}

describe('texts with characters that nobody sees', () => {
  const hidden = ['\0', '\u001b]0;pwn\u0007', '\u0085', '\u00ad', '\u200b', '\u202e', '\u2066', '\ufeff', '\u{e0041}'];
  const isVisible = (text: string): boolean => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text.replaceAll('\n', ''));

  it.each(hidden)('are escaped in types, definitions and samples, and stay the same: %j', async (characters) => {
    const text = `a${characters}b`;
    const field = { type: 'string', description: text, enum: [text], default: text };
    const values = { type: 'string', description: `${text} of values` };
    const part = { type: 'object', additionalProperties: values, default: { [text]: text } };
    const project = await projectWith(
      definitionObject({ spec: objectWith({ it: field, part }, { required: ['it'] }) }),
    );
    const problems = new Set(problemsOf(await project.fromCrd({ controller: false })));
    // kustomize replaces this one, which is the subject of other tests.
    expect(problems.delete('unreadable-text')).toBe(characters === '\u0085');
    expect([...problems]).toEqual(['raw-schemas']);
    expect(crdField(project)).toEqual(field);
    const written = Object.entries(project.snapshot()).filter(([path]) => /^(?:src|config)\//.test(path));
    expect(written.length).toBeGreaterThan(5);
    expect(written.flatMap(([path, each]) => (isVisible(each) ? [] : [path]))).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('have replacement characters where UTF-8 has none', async () => {
    const project = await newProject();
    const of = (text: string): JsonObject => ({ type: 'string', description: text, enum: [text, '\\ud800'] });
    project.write('crds/crd.json', JSON.stringify(definitionObject({ spec: objectWith({ it: of('x\ud800') }) })));
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
    expect(crdField(project)).toEqual(of('x\ufffd'));
    expect([...changesOf(await project.check()), ...problemsOf(await project.check())]).toEqual([]);
  });
});

describe('a key with the name of the prototype', () => {
  it('is data in defaults and examples', async () => {
    const value = JSON.parse('{"__proto__": {"admin": true}, "b": 1}') as JsonObject;
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const items = { type: 'array', items: { ...open, default: value } };
    const project = await newProject();
    const object = definitionObject({ spec: objectWith({ it: { ...open, default: value, example: value }, items }) });
    project.write('crds/crd.json', JSON.stringify(object));
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
    const types = project.read('src/api/v1/thing.types.ts');
    expect(types).toContain("['__proto__']: { admin: true }");
    expect(types.replaceAll("['__proto__']", '')).not.toContain('__proto__');
    expect(JSON.stringify(crdField(project))).toContain('"__proto__":{"admin":true}');
    expect([...changesOf(await project.check()), ...problemsOf(await project.check())]).toEqual([]);
  });
});

describe('large definitions', () => {
  it('with 10,000 values of an enum, and with a name that is long, are imported', async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => `value-${index}`);
    const name = 'x'.repeat(5000);
    const project = await projectWith(
      definitionObject({
        spec: objectWith({ it: { type: 'string', enum: values }, [name]: objectWith({ a: { type: 'string' } }) }),
      }),
    );
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
    expect(crdField(project)).toEqual({ type: 'string', enum: values });
    expect(project.read('src/api/v1/thing.spec.types.ts')).toContain("    | 'value-9999';");
  });

  it('with 10,000 values of an enum, are imported from JSON, too', async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => `value-${index}`);
    const project = await newProject();
    const object = definitionObject({ spec: objectWith({ it: { type: 'string', enum: values } }) });
    project.write('crds/crd.json', JSON.stringify(object));
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual([]);
    expect(crdField(project)).toEqual({ type: 'string', enum: values });
  });

  it('of 3 MB, with 10,000 values of an enum, are refused with the reason, and in time', async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => `value-${index}`);
    const description = 'x'.repeat(1000);
    const many = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`field${index}`, { type: 'string', description }]),
    );
    const project = await projectWith(
      definitionObject({ spec: objectWith({ it: { type: 'string', enum: values }, many: objectWith(many) }) }),
    );
    const outcome = await project.fromCrd({ controller: false });
    // More than an API server can store.
    expect(outcome.diagnostics.map(({ code }) => code)).toEqual(['crd-too-large']);
  });
});
