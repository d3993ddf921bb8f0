import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { recordedHash } from '../../../src/output/plan/state.js';
import { compareVersions } from '../../../src/project/version-order.js';
import { changesOf, newProject, problemsOf, projectWithApi, type TestProject } from '../../support/projects.js';

const v1 = 'src/api/v1/webserver.types.ts';
const v2 = 'src/api/v2/webserver.types.ts';
const crd = 'config/crd/bases/my.domain_webservers.yaml';

const ofV2 = { version: 'v2', controller: false };

/** Returns the schemas of the versions in the generated definition. */
function schemasOf(project: TestProject): Readonly<Record<string, unknown>> {
  const { spec } = parse(project.read(crd)) as { readonly spec: { readonly versions: readonly Version[] } };
  return Object.fromEntries(spec.versions.map(({ name, schema }) => [name, schema]));
}

interface Version {
  readonly name: string;
  readonly schema: unknown;
}

/** A project whose types have fields of their own. */
async function edited(): Promise<TestProject> {
  const project = await projectWithApi();
  project.edit(v1, '  size: Int32 = 1;', '  size: Int32 = 1;\n\n  /** The image. */\n  image!: string;');
  return project;
}

/** Changes of a project after which another version has the same fields. */
const cases: readonly {
  readonly name: string;
  readonly edit: (project: TestProject) => void;
  readonly has?: readonly string[];
  readonly hasNot?: readonly string[];
  readonly shared?: string;
}[] = [
  { name: 'fields of a user', edit: () => undefined, has: ["from './group-version.js'"], hasNot: ['StorageVersion'] },
  {
    name: 'markers about the version',
    edit: (project) => {
      project.edit(v1, 'StatusSubresource,', 'StatusSubresource,\n  DeprecatedVersion,');
      project.edit(v1, '@StatusSubresource()', '@StatusSubresource()\n@DeprecatedVersion("use v2")');
    },
    has: ['@StatusSubresource()\nexport'],
    hasNot: ['DeprecatedVersion'],
  },
  {
    name: 'tags about the version',
    edit: (project) => {
      project.edit(v1, 'Schema for the webservers API.', 'Schema for the webservers API.\n * @deprecatedVersion');
    },
    has: ['Schema for the webservers API. */\n'],
    hasNot: ['@deprecatedVersion'],
  },
  {
    name: 'types in another file, which both versions use',
    edit: (project) => {
      project.write('src/api/v1/limits.ts', 'export class Limits {\n  cpu!: string;\n}\n');
      project.edit(
        v1,
        "from './group-version.js';",
        "from './group-version.js';\nimport { Limits } from './limits.js';",
      );
      project.edit(v1, '  image!: string;', '  image!: string;\n  limits?: Limits;');
    },
    has: ["from '../v1/limits.js'"],
    shared: 'src/api/v1/limits.ts',
  },
  {
    name: 'types of another folder, and an alias',
    edit: (project) => {
      project.write('src/api/common.ts', 'export class Limits {\n  cpu!: string;\n}\n');
      project.edit(
        v1,
        "from './group-version.js';",
        "from './group-version.js';\nimport { Limits as Bounds } from '../common.js';",
      );
      project.edit(v1, '  image!: string;', '  image!: string;\n  limits?: Bounds;');
    },
    has: ["from '../common.js'"],
  },
  {
    name: 'another kind in the same file, which stays',
    edit: (project) => {
      const cart = [
        'export class CartSpec {\n  @Pattern("^a$")\n  name?: string;\n  shared?: Shared;\n}\n',
        '/** A cart. */\n@Resource(groupVersion, { plural: "carts" })\nexport class Cart extends CustomResource {\n  spec!: CartSpec;\n}\n',
        'export class Shared {\n  text?: string;\n}\n',
      ];
      project.write(v1, `${project.read(v1).replace('  Minimum,', '  Minimum,\n  Pattern,')}\n${cart.join('\n')}`);
      project.edit(v1, '  image!: string;', '  image!: string;\n  shared?: Shared;');
    },
    has: ['class Shared'],
    hasNot: ['Cart', 'Pattern'],
  },
  {
    name: 'a file with another name',
    edit: (project) => {
      project.write('src/api/v1/server.ts', project.read(v1));
      project.write(v1, "export * from './server.js';\n");
    },
  },
];

describe('another version of a kind', () => {
  it.each(cases)('has the fields of the version before: $name', async ({ edit, has = [], hasNot = [], shared }) => {
    const project = await edited();
    edit(project);
    const before = await project.manifests();
    expect(problemsOf(before)).toEqual([]);
    const outcome = await project.createApi(ofV2);
    expect(problemsOf(outcome)).toEqual([]);
    expect(outcome.summary).toBe(
      `Created the kind WebServer of my.domain/v2 with the fields of v1${shared ? `; a change of ${shared} changes both versions` : ''}.`,
    );
    const text = project.read(v2);
    for (const each of ['image!: string', ...has]) expect(text).toContain(each);
    for (const each of hasNot) expect(text).not.toContain(each);
    const schemas = schemasOf(project);
    expect(schemas['v2']).toEqual(schemas['v1']);
    expect(changesOf(await project.manifests())).toEqual([]);
  });

  it('has an example field with --empty, and for a class that is not found', async () => {
    const project = await edited();
    const empty = await project.createApi({ ...ofV2, empty: true });
    expect(empty.summary).toBe('Created the kind WebServer of my.domain/v2.');
    expect(project.read(v2)).not.toContain('image');
    const other = await edited();
    other.edit(v1, '@Resource(groupVersion, { plural:', "@Resource({ group: 'my.domain', version: 'v1' }, { plural:");
    const outcome = await other.createApi(ofV2);
    expect(outcome.summary).toBe('Created the kind WebServer of my.domain/v2.');
    expect(other.read(v2)).toContain('size');
  });

  it('has the fields of the newest version, and goes again with delete api', async () => {
    const project = await edited();
    await project.manifests();
    await project.createApi({ ...ofV2, version: 'v1beta1' });
    project.edit('src/api/v1beta1/webserver.types.ts', 'image', 'oldImage');
    await project.manifests();
    const before = project.snapshot();
    await project.createApi(ofV2);
    expect(project.read(v2)).toContain('  image!: string;');
    expect(problemsOf(await project.deleteApi({ version: 'v2' }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('takes the files into which imported types are divided, which go with it', async () => {
    const project = await newProject();
    await project.createApi({ kind: 'Boat' });
    const types = 'src/api/v1/boat.types.ts';
    project.edit(
      types,
      "from './group-version.js';",
      "from './group-version.js';\nimport { Hull } from './boat.hull.types.js';",
    );
    project.edit(types, '  size: Int32 = 1;', '  size: Int32 = 1;\n  hull?: Hull;');
    const part = 'boat.hull.types.ts';
    const text = 'export class Hull {\n  length?: string;\n}\n';
    project.write(`src/api/v1/${part}`, text);
    const record = JSON.parse(project.read('.operator-gen/scaffold.json')) as {
      readonly files: Record<string, { readonly ownership: string; readonly hash: string }>;
    };
    const [like] = Object.values(record.files).filter(({ ownership }) => ownership === 'scaffolded');
    record.files[`src/api/v1/${part}`] = { ...like!, hash: recordedHash(text) };
    project.write('.operator-gen/scaffold.json', JSON.stringify(record));
    await project.manifests();
    const before = Object.keys(project.snapshot());
    expect(problemsOf(await project.createApi({ ...ofV2, kind: 'Boat' }))).toEqual([]);
    expect(project.read('src/api/v2/boat.types.ts')).toContain("from './boat.hull.types.js'");
    expect(project.read(`src/api/v2/${part}`)).toBe(text);
    await project.deleteApi({ version: 'v2', kind: 'Boat' });
    expect(Object.keys(project.snapshot())).toEqual(before);
  });
});

it('versions are in the order of Kubernetes', () => {
  const newest = ['v10', 'v2', 'v1', 'v11beta2', 'v10beta3', 'v3beta1', 'v12alpha1', 'v11alpha2', 'foo1', 'foo10'];
  expect(newest.toReversed().toSorted((one, other) => compareVersions(other, one))).toEqual(newest);
});
