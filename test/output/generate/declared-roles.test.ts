import { join } from 'node:path';
import { expect, test } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { buildKustomization } from '../../../src/output/kustomize/build.js';
import { textAt } from '../../../src/base/model/json-at.js';
import { kindOf } from '../../../src/base/model/kubernetes-object.js';
import type { JsonObject } from '../../../src/base/model/schema.js';
import type { Part } from '../../../src/features/olm/compose/parts.js';
import { takePermissions } from '../../../src/features/olm/compose/permissions.js';
import { buildWithKustomize } from '../../support/ask-helper.js';
import { projectWithApi, type TestProject } from '../../support/projects.js';

await buildWithKustomize();

const controller = 'src/controller/webserver.controller.ts';
const kustomization = 'config/default/kustomization.yaml';

async function projectWith(...limits: readonly string[]): Promise<TestProject> {
  const project = await projectWithApi();
  const markers = limits.map((each) => `@Rbac({ groups: [''], resources: ['pods'], verbs: ['get'], ${each} })\n`);
  project.edit(controller, 'export class', `${markers.join('')}export class`);
  return project;
}

/** The roles and bindings for markers that config/default deploys, and the namespaces of their subjects. */
function deployed(project: TestProject): readonly string[] {
  const read = (path: string): string | undefined =>
    disk.kind(join(project.root, path)) === 'file' ? project.read(path) : undefined;
  const { objects, isWhole } = buildKustomization('config/default', read);
  expect(isWhole).toBe(true);
  return objects
    .filter(({ object, file }) => kindOf(object).startsWith('Role') && !file.includes('leader'))
    .map(({ object }) =>
      [kindOf(object), textAt(object, 'metadata', 'namespace'), textAt(object, 'metadata', 'name')]
        .concat(textAt(object, 'roleRef', 'name'), textAt(object, 'subjects', 0, 'namespace'))
        .concat(textAt(object, 'subjects', 0, 'name'))
        .filter((each) => each !== '')
        .join(' '),
    );
}

const system = 'test-operator-system';
const account = `${system} test-operator-controller-manager`;
const vault = [
  'Role vault test-operator-manager-role-vault',
  `RoleBinding vault test-operator-manager-rolebinding-vault test-operator-manager-role-vault ${account}`,
];
const lastTransformer = `apiVersion: builtin\nkind: PatchTransformer\nmetadata: {name: last}\ntarget: {kind: Role}\npatch: '[{"op": "replace", "path": "/metadata/namespace", "value": "${system}"}]'\n`;
const binding = (name: string, namespace: string, role: string): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: ${name}, namespace: ${namespace}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: ${role}}\nsubjects: [{kind: ServiceAccount, name: controller-manager, namespace: system}]\n`;

test.each([
  ['of another namespace', ["namespace: 'vault'"], vault],
  [
    'of several namespaces',
    ["namespace: 'vault'", "namespace: 'jobs'"],
    [
      'Role jobs test-operator-manager-role-jobs',
      vault[0],
      `RoleBinding jobs test-operator-manager-rolebinding-jobs test-operator-manager-role-jobs ${account}`,
      vault[1],
    ],
  ],
  [
    'of the namespace of the operator, by its name or as the manifests name it',
    ["namespace: 'system'"],
    [
      `Role ${system} test-operator-manager-role`,
      `RoleBinding ${system} test-operator-manager-rolebinding test-operator-manager-role ${account}`,
    ],
  ],
  ['with a name, which the user binds', ["namespace: 'vault', roleName: 'pods'"], ['Role vault test-operator-pods']],
])('a role %s is deployed there', async (_, limits, expected) => {
  const project = await projectWith(...limits);
  expect((await project.manifests()).diagnostics.map(({ code }) => code)).not.toContain('moved-role');
  expect(deployed(project)).toEqual(expected);
  const before = project.snapshot();
  await project.manifests();
  expect(project.snapshot()).toEqual(before);
});

test('the bindings of a user are kept, and are deployed to their namespaces', async () => {
  const project = await projectWith("namespace: 'vault'", "namespace: 'jobs', roleName: 'pods'");
  project.write(
    'config/rbac/mine.yaml',
    `${binding('a', 'vault', 'manager-role')}---\n${binding('b', 'jobs', 'pods')}`,
  );
  project.edit('config/rbac/kustomization.yaml', 'resources:\n', 'resources:\n- mine.yaml\n');
  await project.manifests();
  expect(deployed(project)).toEqual([
    `RoleBinding vault test-operator-a test-operator-manager-role ${account}`,
    `RoleBinding jobs test-operator-b test-operator-pods ${account}`,
    'Role jobs test-operator-pods',
    'Role vault test-operator-manager-role',
  ]);
});

test('a kustomization that the user has edited gets the transformers, and loses them with the last marker', async () => {
  const project = await projectWith("namespace: 'vault'");
  const edited = `# Mine.\n${project.read(kustomization).replace(`namespace: ${system}`, 'namespace: prod # mine')}`;
  project.write(kustomization, `${edited}nameSuffix: -x\n`);
  await project.manifests();
  expect(project.read(kustomization)).toBe(`${edited}nameSuffix: -x\ntransformers:\n- ../rbac/namespaces\n`);
  expect(deployed(project)[0]).toBe('Role vault test-operator-manager-role-vault-x');
  expect(deployed(project)[1]).toContain(' prod test-operator-controller-manager-x');
  project.edit(controller, "namespace: 'vault'", "resourceNames: ['a']");
  await project.manifests();
  expect(project.read(kustomization)).toBe(`${edited}nameSuffix: -x\n`);
  expect(Object.keys(project.snapshot()).filter((path) => path.includes('rbac/namespaces'))).toEqual([]);
});

test('other transformers of the user stay', async () => {
  const project = await projectWith("namespace: 'vault'");
  project.write(kustomization, `${project.read(kustomization)}transformers:\n- mine.yaml # first\n`);
  await project.manifests();
  expect(project.read(kustomization)).toContain('transformers:\n- mine.yaml # first\n- ../rbac/namespaces\n');
  project.edit(controller, "namespace: 'vault'", "resourceNames: ['a']");
  await project.manifests();
  expect(project.read(kustomization)).toMatch(/transformers:\n- mine.yaml # first\n$/);
});

test.each([
  ['leaves the transformers out', (text: string) => `${text}# transformers:\n# - ../rbac/namespaces\n`],
  ['moves it again', (text: string) => `${text}transformers:\n- ../rbac/namespaces\n- last.yaml\n`],
])('a role is reported whose kustomization %s', async (_, change) => {
  const project = await projectWith("namespace: 'vault'");
  project.write(kustomization, change(project.read(kustomization)));
  project.write('config/default/last.yaml', lastTransformer);
  const { diagnostics } = await project.check();
  expect(diagnostics.filter(({ code }) => code === 'moved-role')).toMatchObject([
    {
      position: { file: controller },
      message: expect.stringContaining(`manager-role-vault to the namespace ${system}`),
    },
  ]);
});

test.each([
  [["namespace: 'one', roleName: 'a'", "namespace: 'two', roleName: 'a'"], ['one']],
  [["namespace: 'one', roleName: 'a'", "namespace: 'test-operator-system', roleName: 'a'"], ['one']],
  [
    ["namespace: 'one', roleName: 'a'", "namespace: 'two', roleName: 'a'", "namespace: 'three', roleName: 'a'"],
    ['one', 'one'],
  ],
  [["namespace: 'one', roleName: 'a'", "namespace: 'one', roleName: 'a'"], []],
  [["namespace: 'one', roleName: 'a'", "roleName: 'a'"], []],
  [["namespace: 'one', roleName: 'manager-role'", "namespace: 'two'"], []],
])('roles of one name that kustomize refuses are reported with both markers: %s', async (limits, others) => {
  const project = await projectWith(...limits);
  const found = (await project.manifests()).diagnostics.filter(({ code }) => code === 'roles-of-one-name');
  expect(
    found.map(({ message }) => /the one in (\S+), which src\/controller\/\S+:\d+:\d+ declares/.exec(message)?.[1]),
  ).toEqual(others);
});

test('roles of one name are not reported if nothing moves them', async () => {
  const project = await projectWith("namespace: 'one', roleName: 'a'", "namespace: 'two', roleName: 'a'");
  project.edit(kustomization, `namespace: ${system}\n`, '');
  expect((await project.manifests()).diagnostics.map(({ code }) => code)).not.toContain('roles-of-one-name');
});

test('a chart has the roles for other namespaces in these, whatever namespace the release has', async () => {
  const project = await projectWith("namespace: 'vault'");
  await project.manifests();
  await project.settings({ helm: true });
  const template = project.read('dist/chart/templates/rbac/manager-role-vault.yaml');
  // Those of the Role, of the RoleBinding, and of its subject.
  expect(template.match(/^ {2}namespace: .*$/gm)).toEqual([
    '  namespace: vault',
    '  namespace: vault',
    '  namespace: {{ $.Release.Namespace | quote }}',
  ]);
  expect(template).not.toContain('watchedNamespaces');
});

test('a bundle has no roles for other namespaces, and says so', () => {
  const object = (kind: string, namespace: string, more: JsonObject = {}): Part => ({
    object: { kind, metadata: { name: `${kind}-${namespace}`, namespace }, ...more },
  });
  const subjects = [{ kind: 'ServiceAccount', name: 'robot' }];
  const bound = (namespace: string): readonly Part[] => [
    object('Role', namespace, { rules: [{ resources: [namespace] }] }),
    object('RoleBinding', namespace, { roleRef: { kind: 'Role', name: `Role-${namespace}` }, subjects }),
  ];
  const taken = takePermissions([...bound('home'), ...bound('vault'), ...bound('')], new Set(['robot']), 'home');
  expect(taken.namespaced).toEqual([
    { serviceAccountName: 'robot', rules: [{ resources: ['home'] }, { resources: [''] }] },
  ]);
  expect(taken.rest).toEqual([]);
  expect(taken.diagnostics.map(({ code, message }) => [code, /the (\S+ \S+) in/.exec(message)?.[1]])).toEqual([
    ['bundle-incomplete', 'Role Role-vault'],
    ['bundle-incomplete', 'RoleBinding RoleBinding-vault'],
  ]);
});
