import { describe, expect, it } from 'vitest';
import type { CreateApiOptions } from '../../../src/cli/commands/create-api/flags.js';
import { projectWithApi, testFolder } from '../../support/projects.js';

type Options = Partial<CreateApiOptions>;

/** What kubebuilder refuses, and what we say: each row is one of its table of errors. */
const rows: readonly (readonly [string, Options, string, RegExp])[] = [
  [
    'a group that is not a name in DNS',
    { group: 'My_Group' },
    '--group: "My_Group" is not a valid API group',
    /--group my-group/,
  ],
  ['a group that is too long', { group: 'a'.repeat(254) }, 'is not a valid API group', /--group a/],
  [
    'a group and a domain that are too long together',
    { group: `${'a'.repeat(62)}.`.repeat(4).slice(0, -1) },
    'API group',
    /--group/,
  ],
  ['a version in capitals', { version: 'V1' }, '--version: "V1" is not a valid API version', /--version v1/],
  ['a version that begins with a digit', { version: '2023-v1' }, 'is not a valid API version', /use, for example: --/],
  ['a kind with a dash', { kind: 'Web-Server' }, '--kind: "Web-Server" is not a valid kind', /--kind WebServer/],
  ['a kind that begins in lower case', { kind: 'webServer' }, 'is not a valid kind', /--kind WebServer/],
  ['an empty kind', { kind: '' }, '--kind: "" is not a valid kind', /use, for example: --/],
  ['a plural in capitals', { kind: 'Other', plural: 'Others' }, 'is not a valid plural', /--plural others/],
  [
    'a second group',
    { group: 'batch', kind: 'Report' },
    'batch.my.domain, requires the multigroup layout',
    /edit --multigroup/,
  ],
  [
    'a package for types that are to be made',
    { externalApiPackage: 'certs' },
    '--external-api-package takes the types from a package',
    /--no-resource/,
  ],
  [
    'a module without a package',
    { resource: false, externalApiModule: 'certs@1.0.0' },
    '--external-api-module requires --external-api-package',
    /pass --external-api-package/,
  ],
  [
    'a version in the package',
    { group: 'certs', resource: false, externalApiPackage: 'certs@1.0.0/v1' },
    'is not a valid package',
    /--external-api-module/,
  ],
  [
    'a module that is not an import',
    { group: 'certs', resource: false, externalApiPackage: 'a b' },
    'is not a valid package',
    /import/,
  ],
  [
    'the scope of types that are not made',
    { resource: false, namespaced: false, kind: 'Other' },
    '--no-namespaced requires --resource',
    /--resource/,
  ],
  ['neither types nor a controller', { resource: false, controller: false }, 'nothing to create', /types/],
];

it('create api takes a version that only Kubernetes itself would not name so, and says it', async () => {
  const project = await projectWithApi();
  const { diagnostics } = await project.createApi({ version: 'v20240101-new', kind: 'Other' });
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['unusual-version', 'warning']]);
  expect(project.read('src/api/v20240101-new/other.types.ts')).toContain('class Other');
});

describe('create api refuses', () => {
  it.each(rows)('%s', async (_, options, message, help) => {
    const project = await projectWithApi();
    const before = project.snapshot();
    const { diagnostics } = await project.createApi(options);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ severity: 'error', message: expect.stringContaining(message) });
    expect(diagnostics[0]!.help).toMatch(help);
    expect(project.snapshot()).toEqual(before);
  });

  it('everything that is wrong at once', async () => {
    const project = await projectWithApi();
    const { diagnostics } = await project.createApi({ group: 'A', version: '1', kind: 'x', controllerName: 'Y' });
    expect(diagnostics.map(({ message }) => message.split(':', 1)[0])).toEqual([
      '--group',
      '--version',
      '--kind',
      '--controller-name',
    ]);
  });

  it.each([
    ['version: "3"', 'version: "4"', 'unsupported-project-version', /later release/],
    ['typescript.operator-gen/v1', 'go.kubebuilder.io/v4', 'unsupported-layout', /typescript\.operator-gen/],
  ])('a PROJECT with %s as %s', async (from, to, code, help) => {
    const project = await projectWithApi();
    project.edit('PROJECT', from, to);
    const { diagnostics } = await project.createApi({ kind: 'Other' });
    expect(diagnostics).toMatchObject([{ code, help: expect.stringMatching(help), position: { file: 'PROJECT' } }]);
  });

  it('a folder that is not a project', async () => {
    const { diagnostics } = await testFolder().createApi();
    expect(diagnostics).toMatchObject([
      { code: 'project-not-found', help: expect.stringContaining('operator-gen init') },
    ]);
  });

  it.each(['src/api/v1/other.types.ts', 'src/controller/other.controller.ts', 'config/rbac/other_admin_role.yaml'])(
    'to overwrite %s, until it is forced to',
    async (path) => {
      const project = await projectWithApi();
      project.write(path, 'mine\n');
      const before = project.snapshot();
      const { plan } = await project.createApi({ kind: 'Other' });
      expect(plan.files.filter(({ action }) => action === 'conflict').map((file) => file.path)).toEqual([path]);
      expect(project.snapshot()).toEqual(before);
      await project.createApi({ kind: 'Other', force: true });
      expect(project.read(path)).not.toBe('mine\n');
    },
  );
});
