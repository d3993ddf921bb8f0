import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../../src/commands.js';
import { cli } from '../../cli/framework/support.js';
import { few } from '../../support/few.js';
import { testFolder, type TestProject } from '../../support/projects.js';
import { TestMemory } from '../../support/test-memory.js';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const controller = 'src/controller/webserver.controller.ts';

async function project(): Promise<TestProject> {
  const made = testFolder();
  await made.init();
  await made.createApi();
  return made;
}

const run = (root: string, ...argv: string[]) => cli(argv, { cwd: root, commands });

/** Adds a statement to the reconciler, and the kinds that it uses. */
function reconciles({ edit }: TestProject, statement: string): void {
  edit(
    controller,
    'import { Rbac }',
    "import { Pod, Secret } from '@operator-gen/runtime/k8s/core/v1';\nimport { Rbac }",
  );
  edit(controller, 'if (webServer === null) return;', `if (webServer === null) return;\n    ${statement}`);
}

describe('rbac', () => {
  test('lists what the code uses, with the lines, and what it declares too much', async () => {
    const { root } = await project();
    const { stdout, stderr, exitCode } = await run(root, 'rbac');
    expect(stdout).toMatch(
      /^webservers \(my\.domain\): get, list, watch\n {2}not used: create, update, patch, delete\n/m,
    );
    expect(stdout).toMatch(/get, list, watch {2}\.for\(WebServer\) +src\/controller\/webserver\.controller\.ts:\d+\n/);
    expect(stderr).toContain('warning unused-permission: ');
    expect(exitCode).toBe(0);
  });

  test('prints all of it as JSON', async () => {
    const { root } = await project();
    const { stdout } = await run(root, 'rbac', '--output', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      used: expect.arrayContaining([
        expect.objectContaining({ group: 'my.domain', resource: 'webservers', verbs: ['get', 'list', 'watch'] }),
      ]) as unknown,
      dynamic: [],
      missing: [],
      unused: [{ resource: 'webservers', verbs: ['create', 'update', 'patch', 'delete'] }, {}, {}],
    });
  });

  test('compares what the manager itself uses with the scaffolded roles', async () => {
    const { root, edit } = await project();
    const binding = 'config/rbac/leader_election_role_binding.yaml';
    const lease =
      'leases (coordination.k8s.io): create, get, update\n    get, create, update  runOperator(): leader election';
    const { stdout } = await run(root, 'rbac');
    expect(stdout).toContain(lease);
    rmSync(join(root, binding));
    const without = await run(root, 'rbac');
    expect(without.stderr).toContain('error missing-permission: runOperator(): leader election requires a permission');
    expect(without.exitCode).toBe(1);
    edit('config/manager/manager.yaml', '- --leader-elect\n', '');
    expect(await run(root, 'rbac')).toMatchObject({
      stdout: expect.not.stringContaining('leases') as unknown,
      exitCode: 0,
    });
  });

  test('keeps a permission that something else needs, with a comment', async () => {
    const { root, edit, read } = await project();
    const marker = "@Rbac({ groups: ['core'], resources: ['nodes'], verbs: ['get'] })";
    edit(controller, 'export class', `// rbac-unused: the sidecar reads them\n${marker}\nexport class`);
    expect((await run(root, 'check')).stderr).not.toContain('nodes');
    expect((await run(root, 'rbac', '--fix')).exitCode).toBe(0);
    expect(read(controller)).toContain(`// rbac-unused: the sidecar reads them\n${marker}\nexport class`);
    edit(controller, 'rbac-unused: the sidecar', 'the sidecar');
    expect((await run(root, 'check')).stderr).toContain('get on nodes');
  });

  test('reports a permission of a role that nothing binds to the operator', async () => {
    const made = await project();
    reconciles(made, 'await this.#client.delete(Pod, request);');
    const marker =
      "@Rbac({ groups: ['core'], resources: ['pods'], verbs: ['delete'], namespace: 'jobs', roleName: 'pods' })";
    made.edit(controller, 'export class', `${marker}\nexport class`);
    const unbound = await run(made.root, 'rbac');
    expect(unbound.stderr).toContain(
      'warning unbound-role: no binding in config gives the operator the role pods in the namespace jobs, of which the code needs delete on pods',
    );
    const binding =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: jobs, namespace: jobs}\nroleRef: {kind: Role, name: pods}\nsubjects: [{kind: ServiceAccount, name: controller-manager}]\n';
    made.write('config/jobs/binding.yaml', binding);
    expect((await run(made.root, 'rbac')).stderr).not.toContain('unbound-role');
    made.write('config/jobs/binding.yaml', binding.replace('namespace: jobs', 'namespace: other'));
    expect((await run(made.root, 'check')).stderr).toContain('unbound-role');
    made.edit('PROJECT', 'layout:', 'permissions: inferred\nlayout:');
    await made.manifests();
    expect(made.read('config/rbac/role.yaml')).toMatch(/- pods\n {2}verbs:\n {2}- delete/);
  });

  few(2).each([
    ['of its file', 'jobs', 'secrets', 'controller-manager', true],
    ['of the cluster', 'jobs', 'PREFIX-secrets', 'PREFIX-controller-manager', true],
    ['of the cluster, in config/rbac', 'rbac', 'PREFIX-secrets', 'controller-manager', true],
    ['of the cluster, of a user', 'jobs', 'PREFIX-secrets', 'system:serviceaccount:a:PREFIX-controller-manager', true],
    ['of another operator', 'jobs', 'other-secrets', 'PREFIX-controller-manager', false],
    ['of another account', 'jobs', 'PREFIX-secrets', 'other-controller-manager', false],
  ])('finds a binding with names %s in config/%s', async (_what, folder, role, account, isBound) => {
    const made = await project();
    reconciles(made, 'await this.#client.delete(Secret, request);');
    const marker = "@Rbac({ groups: ['core'], resources: ['secrets'], verbs: ['delete'], roleName: 'secrets' })";
    made.edit(controller, 'export class', `${marker}\nexport class`);
    await made.manifests();
    const [, prefix = ''] = /^namePrefix: (\S+)-$/m.exec(made.read('config/default/kustomization.yaml')) ?? [];
    const kind = account.includes(':') ? 'User' : 'ServiceAccount';
    const binding = `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: secrets}\nroleRef: {kind: ClusterRole, name: ${role}}\nsubjects: [{kind: ${kind}, name: '${account}'}]\n`;
    made.write(`config/${folder}/binding.yaml`, binding.replaceAll('PREFIX', prefix));
    if (folder === 'rbac') made.edit('config/rbac/kustomization.yaml', 'resources:\n', 'resources:\n- binding.yaml\n');
    const { stderr } = await run(made.root, 'rbac');
    expect(prefix).not.toBe('');
    expect(stderr.includes('unbound-role')).toBe(!isBound);
  });

  test('says how to grant a permission in a project of one namespace', async () => {
    const made = await project();
    expect((await run(made.root, 'edit', '--namespaced')).exitCode).toBe(0);
    reconciles(
      made,
      "await this.#client.delete(Pod, { name: 'a', namespace: 'jobs' }); await this.#client.delete(Secret, request);",
    );
    const { stderr } = await run(made.root, 'rbac');
    expect(stderr).toContain(
      'help: write a Role and a RoleBinding for the namespace jobs in a separate folder below config',
    );
    expect(stderr).toContain("resources: ['secrets'], verbs: ['delete'], namespace: 'test-operator-system' })");
    made.edit(
      controller,
      'export class',
      "@Rbac({ groups: ['core'], resources: ['nodes'], verbs: ['get'] })\nexport class",
    );
    expect((await run(made.root, 'manifests')).stderr).toContain('help: the resource is cluster-scoped');
  });

  test('reports a syntax error of any source', async () => {
    const { root, edit } = await project();
    edit('src/main.ts', 'import', 'class {\nimport');
    expect((await run(root, 'check')).stderr).toMatch(/^src\/main\.ts:\d+:\d+ - error syntax-error: /m);
  });

  test('adds what a function needs to the class that uses it', async () => {
    const made = await project();
    await made.createApi({ kind: 'Backend' });
    made.write(
      'src/lib/secrets.ts',
      "import type { Client } from '@operator-gen/runtime';\nimport { Secret } from '@operator-gen/runtime/k8s/core/v1';\n" +
        'export const remove = (client: Client, key: { name: string; namespace: string }) => client.delete(Secret, key);\n',
    );
    made.edit(controller, 'import { Rbac }', "import { remove } from '../lib/secrets.js';\nimport { Rbac }");
    made.edit(
      controller,
      'if (webServer === null) return;',
      'if (webServer === null) return;\n    await remove(this.#client, request);',
    );
    expect((await run(made.root, 'rbac', '--fix')).exitCode).toBe(0);
    expect(made.read(controller)).toContain("resources: ['secrets'], verbs: ['delete']");
    expect(made.read('src/controller/backend.controller.ts')).not.toContain('secrets');
  });

  test('reports the role of the manager if nothing binds it', async () => {
    const { root, edit } = await project();
    edit('config/rbac/kustomization.yaml', '- role_binding.yaml\n', '');
    const { stderr } = await run(root, 'check');
    expect(stderr).toMatch(
      /warning unbound-role: .* the role manager-role, of which the code needs get, list, watch on webservers of my\.domain\n/,
    );
    expect(stderr.match(/unbound-role/g)).toHaveLength(1);
  });

  describe('counts roles of the user', () => {
    const api = 'apiVersion: rbac.authorization.k8s.io/v1\n';
    const subject = '{kind: ServiceAccount, name: controller-manager}';
    const rule = 'rules: [{apiGroups: [""], resources: [pods], verbs: [delete]}]\n';
    const role = `${api}kind: ClusterRole\nmetadata: {name: pods}\n${rule}`;
    const binding = (kind: string, name = 'pods', to = subject, metadata = '{name: pods}') =>
      `${api}kind: ${kind}Binding\nmetadata: ${metadata}\nroleRef: {kind: ClusterRole, name: ${name}}\nsubjects: [${to}]\n`;
    const inNamespace = (name: string) => [role, binding('Role', 'pods', subject, `{name: pods, namespace: ${name}}`)];
    const aggregated = `${api}kind: ClusterRole\nmetadata: {name: all}\naggregationRule: {clusterRoleSelectors: [{matchLabels: {in: all}}]}\nrules: []\n`;
    const everywhere = 'await this.#client.delete(Pod, request);';
    const inJobs = "await this.#client.delete(Pod, { name: 'a', namespace: 'jobs' });";

    few(6).each([
      [
        'of a group',
        'rbac',
        [role, binding('ClusterRole', 'pods', '{kind: Group, name: "system:serviceaccounts"}')],
        everywhere,
        0,
      ],
      [
        'of a user',
        'rbac',
        [role, binding('ClusterRole', 'pods', '{kind: User, name: "system:serviceaccount:system:controller-manager"}')],
        everywhere,
        0,
      ],
      [
        'that is aggregated',
        'rbac',
        [role.replace('{name: pods}', '{name: pods, labels: {in: all}}'), aggregated, binding('ClusterRole', 'all')],
        everywhere,
        0,
      ],
      ['for everything', 'rbac', [binding('ClusterRole', 'cluster-admin')], everywhere, 0],
      ['in another namespace', 'jobs', inNamespace('jobs'), inJobs, 0],
      ['in a third namespace', 'jobs', inNamespace('other'), inJobs, 1],
      ['for all namespaces', 'rbac', [role, binding('ClusterRole')], everywhere, 0],
      [
        'of another group',
        'rbac',
        [role, binding('ClusterRole', 'pods', '{kind: Group, name: admins}')],
        everywhere,
        1,
      ],
      ['only in the namespace of the operator', 'rbac', [role, binding('Role')], everywhere, 1],
      ['that kustomize moves', 'rbac', inNamespace('jobs'), inJobs, 1],
      ['in that namespace only', 'jobs', inNamespace('jobs'), everywhere, 1],
    ])('%s', async (_, folder, objects, statement, exitCode) => {
      const made = await project();
      reconciles(made, statement);
      made.write(`config/${folder}/pods.yaml`, objects.join('---\n'));
      if (folder === 'rbac') made.edit('config/rbac/kustomization.yaml', 'resources:\n', 'resources:\n- pods.yaml\n');
      expect((await run(made.root, 'rbac')).exitCode).toBe(exitCode);
    });
  });

  test.each([
    ['a file that the kustomization does not list', '- pods.yaml\n', ''],
    ['another service account', 'name: controller-manager', 'name: other'],
  ])('does not count the role of %s', async (_, before, after) => {
    const made = await project();
    reconciles(made, 'await this.#client.delete(Pod, request);');
    const role =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: pods}\nrules: [{apiGroups: [""], resources: [pods], verbs: [delete]}]';
    const binding =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: pods}\nroleRef: {kind: ClusterRole, name: pods}\nsubjects: [{kind: ServiceAccount, name: controller-manager}]';
    made.write('config/rbac/pods.yaml', `${role}\n---\n${binding}\n`);
    made.edit('config/rbac/kustomization.yaml', 'resources:\n', 'resources:\n- pods.yaml\n');
    expect((await run(made.root, 'rbac')).exitCode).toBe(0);
    made.edit(after === '' ? 'config/rbac/kustomization.yaml' : 'config/rbac/pods.yaml', before, after);
    expect((await run(made.root, 'rbac')).exitCode).toBe(1);
  });

  test('counts the lines of a missing permission', async () => {
    const made = await project();
    const call = 'await this.#client.delete(Secret, request);';
    reconciles(made, `${call}\n    ${call}`);
    const { stderr } = await run(made.root, 'rbac');
    expect(stderr).toContain('this.#client.delete(Secret) and 1 other line require a permission');
  });

  test('fails if a permission is missing', async () => {
    const made = await project();
    reconciles(made, 'await this.#client.delete(Secret, request);');
    const { stdout, stderr, exitCode } = await run(made.root, 'rbac');
    expect(stderr).toContain('error missing-permission: this.#client.delete(Secret) requires a permission');
    expect(stdout).toContain('secrets: delete\n  not declared: delete\n');
    expect(exitCode).toBe(1);
    const json = await run(made.root, 'rbac', '--output', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ ok: false, exitCode: 1, dynamic: [] },
      used: expect.arrayContaining([expect.objectContaining({ resource: 'secrets', verbs: ['delete'] })]),
      missing: [{ resource: 'secrets', verbs: ['delete'] }],
    });
  });

  test('says where the code cannot be read', async () => {
    const made = await project();
    made.edit(controller, 'export class', 'export class {');
    expect(await run(made.root, 'rbac')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('syntax-error'),
    });
  });
});

describe('rbac --fix', () => {
  test('writes markers for what the code uses, and the role; again, it changes nothing', async () => {
    const made = await project();
    reconciles(made, 'await this.#client.delete(Secret, request);\n    await this.#client.list(Pod);');
    expect(await run(made.root, 'check')).toMatchObject({ exitCode: 1 });
    const fixed = await run(made.root, 'rbac', '--fix');
    expect(fixed).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Updated the markers in 1 file.') });
    const text = made.read(controller);
    expect(text).toContain("@Rbac({ groups: ['core'], resources: ['secrets'], verbs: ['delete'] })");
    expect(text).toContain("@Rbac({ groups: ['core'], resources: ['pods'], verbs: ['get', 'list', 'watch'] })");
    expect(text).toContain("verbs: ['get', 'list', 'watch'],\n})");
    expect(text).not.toContain('webservers/status');
    expect(made.read('config/rbac/role.yaml')).toContain('  - secrets\n  verbs:\n  - delete\n');
    expect(await run(made.root, 'check', '--strict')).toMatchObject({ exitCode: 0 });
    const before = made.snapshot();
    expect(await run(made.root, 'rbac', '--fix')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('The markers grant what the code uses.'),
    });
    expect(made.snapshot()).toEqual(before);
    expect((await run(made.root, 'rbac')).stderr).toBe('');
  });

  test('adds what only a file without a class needs to the class of the same kind', async () => {
    const made = await project();
    made.write(
      'src/controller/forget.ts',
      "import type { Client } from '@operator-gen/runtime';\nimport { Secret } from '@operator-gen/runtime/k8s/core/v1';\n" +
        'export const forget = (client: Client, name: string) => client.delete(Secret, { name });\n',
    );
    expect(await run(made.root, 'check')).toMatchObject({ exitCode: 1 });
    await run(made.root, 'rbac', '--fix');
    expect(made.read(controller)).toContain("resources: ['secrets'], verbs: ['delete']");
    expect(await run(made.root, 'check')).toMatchObject({ exitCode: 0 });
  });

  const forget = '(client: Client, name: string) => client.delete(Secret, { name });\n';
  const imports =
    "import type { Client } from '@operator-gen/runtime';\nimport { Secret } from '@operator-gen/runtime/k8s/core/v1';\n";
  const helper = 'src/controller/forget.ts';
  test.each([
    ['that a function sends beside a class', `${imports}export class Forgotten {}\nexport const forget = ${forget}`],
    ['that another class sends', `${imports}export class Forgotten { forget = ${forget.trim().replace(';', '')} }\n`],
    [
      'that a class of a file in between passes on',
      `import { forget } from './other.js';\nexport class Forgotten { forget = forget; }\n`,
    ],
  ])('adds a permission for a request %s to the controller', async (_, text) => {
    const made = await project();
    await made.createApi({ kind: 'Another', controller: true });
    made.write(helper, text);
    made.write('src/controller/other.ts', `${imports}export const forget = ${forget}`);
    const used = text.includes('other.js') || !text.includes('const forget') ? 'Forgotten' : 'forget';
    made.edit(controller, 'import { Rbac }', `import { ${used} } from './forget.js';\nimport { Rbac }`);
    made.edit(controller, 'if (webServer === null) return;', `if (webServer === null) return;\n    void ${used};`);
    await run(made.root, 'rbac', '--fix');
    expect(made.read(helper)).toBe(text);
    expect(made.read(controller)).toContain("resources: ['secrets'], verbs: ['delete']");
  });

  test('adds a permission to the class with markers whose code needs it', async () => {
    const made = await project();
    const marker = "@Rbac({ groups: ['core'], resources: ['secrets'], verbs: ['get'] })\n";
    const more = `import { Rbac } from '@operator-gen/runtime/api';\n${imports}`;
    made.write(helper, `${more}${marker}export class Forgotten { forget = ${forget.trim().replace(';', '')} }\n`);
    made.edit(controller, 'import { Rbac }', "import { Forgotten } from './forget.js';\nimport { Rbac }");
    await run(made.root, 'rbac', '--fix');
    expect(made.read(helper)).toContain("resources: ['secrets'], verbs: ['delete']");
  });

  test('adds the namespace of an operator that watches only its own', async () => {
    const made = testFolder();
    await made.init({ namespaced: true });
    await made.createApi();
    reconciles(made, 'await this.#client.delete(Secret, request);');
    await run(made.root, 'rbac', '--fix');
    expect(made.read(controller)).toMatch(/resources: \['secrets'\],? .*namespace: 'test-operator-system'/);
    expect(await run(made.root, 'check', '--strict')).toMatchObject({ exitCode: 0 });
  });

  test.each(['sampledb', 'vmgroup', 'cronjob', 'memcached'])(
    'leaves %s with exactly what its code uses',
    async (name) => {
      const { root } = testFolder();
      cpSync(join(checkout, 'examples', name), root, { recursive: true });
      expect(await run(root, 'rbac', '--fix')).toMatchObject({ exitCode: 0 });
      const { stdout } = await run(root, 'rbac', '--output', 'json');
      expect(JSON.parse(stdout)).toMatchObject({ missing: [], unused: [], dynamic: [] });
    },
  );
});

/** Declares permissions of the reconciler: those of its kind instead of the scaffolded ones, and others. */
function declares({ edit, read }: TestProject, own: readonly string[] | undefined, others: Readonly<Rules>): void {
  const list = (values: readonly string[]) => `[${values.map((each) => `'${each}'`).join(', ')}]`;
  const marker = (group: string, resource: string, verbs: readonly string[]) =>
    `@Rbac({ groups: ['${group}'], resources: ['${resource}'], verbs: ${list(verbs)} })\n`;
  if (own !== undefined)
    edit(
      controller,
      /@Rbac\(\{[^]*?(?=export class)/.exec(read(controller))![0],
      marker('my.domain', 'webservers', own),
    );
  const text = Object.entries(others).map(([resource, verbs]) => {
    const [plural = '', ...group] = resource.split('.');
    return marker(group.length === 0 ? 'core' : group.join('.'), plural, verbs);
  });
  edit(controller, 'export class', `${text.join('')}export class`);
}

/** Verbs by resource: `secrets`, `jobs.batch`. */
type Rules = Record<string, readonly string[]>;

/** Returns the verbs that a role grants. */
function rulesOf({ read }: TestProject): Rules {
  const role = parse(read('config/rbac/role.yaml')) as {
    rules?: { apiGroups: [string]; resources: string[]; verbs: string[] }[];
  };
  const names = (role.rules ?? []).flatMap(({ apiGroups: [group], resources, verbs }) =>
    resources.map((each) => [group === '' ? each : `${each}.${group}`, verbs] as const),
  );
  return Object.fromEntries(names);
}

describe('what is declared for a request whose kind is known only at run time', () => {
  const mirrored = ['get', 'list', 'watch'];
  const object = "JSON.parse('') as { apiVersion: string; kind: string; metadata: { name: string } }";
  const remove = `await this.#client.delete(${object});`;
  const apply = `await this.#client.apply(${object});`;
  const update = 'await this.#client.update(WebServer, webServer);';
  const list = 'await this.#client.list(Secret);';
  const own = { 'webservers.my.domain': mirrored };
  few(6).each<readonly [name: string, own: string[] | undefined, others: Rules, code: string, warns: boolean, Rules]>([
    ['is not what was scaffolded', undefined, {}, remove, true, own],
    [
      'is not what was scaffolded, if requests need all of it',
      undefined,
      {},
      `${apply}${remove}${update}`,
      true,
      { 'webservers.my.domain': ['get', 'list', 'update', 'watch'] },
    ],
    [
      'can be for the own kind',
      [...mirrored, 'delete'],
      {},
      remove,
      false,
      { 'webservers.my.domain': ['delete', 'get', 'list', 'watch'] },
    ],
    [
      'is what no other line needs',
      mirrored,
      { secrets: mirrored },
      "await this.#client.list(JSON.parse('')); " + list,
      true,
      { ...own, secrets: mirrored },
    ],
    [
      'is for the group of the request',
      mirrored,
      { secrets: ['delete'] },
      "await this.#client.delete({ apiVersion: 'apps/v1', kind: JSON.parse(''), metadata: request });",
      true,
      own,
    ],
    ['can be all verbs', mirrored, { secrets: ['*'] }, remove, false, { ...own, secrets: ['*'] }],
    [
      'is not what was scaffolded for the status',
      undefined,
      {},
      `await this.#client.status.patch(${object}, {});`,
      true,
      own,
    ],
    ['is not what is left of it', [...mirrored, 'create', 'update', 'patch'], {}, apply, true, own],
    ['can be for another kind', undefined, { secrets: ['delete'] }, remove, false, { ...own, secrets: ['delete'] }],
    [
      'can be for a kind that other lines use',
      mirrored,
      { secrets: ['delete', ...mirrored] },
      `${remove}${list}`,
      false,
      { ...own, secrets: ['delete', ...mirrored] },
    ],
    [
      'has all verbs for one kind',
      mirrored,
      { secrets: ['patch'], pods: ['create'] },
      apply,
      true,
      { ...own, secrets: ['patch'], pods: ['create'] },
    ],
    [
      'is elsewhere, as a comment says',
      undefined,
      {},
      `// rbac-dynamic: the chart grants it\n    ${remove}`,
      false,
      own,
    ],
  ])('%s', async (_, declared, others, code, warns, expected) => {
    const made = await project();
    reconciles(made, code);
    declares(made, declared, others);
    const warning = warns
      ? expect.stringContaining('dynamic-permission')
      : expect.not.stringContaining('dynamic-permission');
    expect(await run(made.root, 'check', '--only', 'dynamic-permission')).toMatchObject({ stderr: warning });
    expect(await run(made.root, 'rbac', '--fix')).toMatchObject({ exitCode: 0, stderr: warning });
    expect(rulesOf(made)).toEqual(expected);
  });
});

describe('a kind of which nothing tells the resource', () => {
  const monitor = "{ apiVersion: 'a.io/v1', kind: 'Monitor', metadata: { name: request.name } }";
  const apply = `await this.#client.apply(${monitor});`;
  const own = { 'webservers.my.domain': ['get', 'list', 'watch'] };
  const both = ['create', 'patch'];
  few(3).each<readonly [name: string, others: Rules, code: string, missing: string | undefined, Rules]>([
    [
      'misses a verb of its likely resource, which is added',
      { 'monitors.a.io': ['patch'] },
      apply,
      'create on monitors of a.io',
      { ...own, 'monitors.a.io': both },
    ],
    [
      'is granted by a resource that nothing else needs',
      { 'mons.a.io': both },
      apply,
      undefined,
      { ...own, 'mons.a.io': both },
    ],
    [
      'is not granted by the resource of a kind that is listed',
      {},
      apply.replace('a.io', 'my.domain'),
      'patch, create on Monitor of my.domain',
      own,
    ],
    ['is missing', {}, apply, 'patch, create on Monitor of a.io', own],
    [
      'is granted by its likely resource',
      { 'monitors.a.io': both },
      apply,
      undefined,
      { ...own, 'monitors.a.io': both },
    ],
    [
      'is not granted by the resource of another',
      { 'pots.a.io': both },
      `${apply}${apply.replace('Monitor', 'Pot')}`,
      'patch, create on Monitor of a.io',
      { ...own, 'pots.a.io': both },
    ],
    ['is not granted by another group', { 'monitors.b.io': both }, apply, 'patch, create on Monitor of a.io', own],
  ])('%s', async (_, others, code, missing, expected) => {
    const made = await project();
    reconciles(made, code);
    declares(made, undefined, others);
    const { stderr, exitCode } = await run(made.root, 'check', '--only', 'missing-permission');
    if (missing === undefined) expect(stderr).not.toContain('missing-permission');
    else expect(stderr).toContain(`requires a permission that the operator does not have: ${missing}\n`);
    expect(exitCode).toBe(missing === undefined ? 0 : 1);
    await run(made.root, 'rbac', '--fix');
    expect(rulesOf(made)).toEqual(expected);
  });

  test('is listed with its kind', async () => {
    const made = await project();
    reconciles(made, apply);
    const { stdout } = await run(made.root, 'rbac');
    expect(stdout).toContain(
      'monitors (a.io): create, patch\n  likely plural of Monitor\n  not declared: patch, create\n',
    );
  });

  test('is not guessed for a role that follows from the code', async () => {
    const made = testFolder();
    await made.init({ permissions: 'inferred' });
    await made.createApi();
    made.edit(controller, 'if (webServer === null) return;', `if (webServer === null) return;\n    ${apply}`);
    await made.manifests();
    expect(made.read('config/rbac/role.yaml')).not.toContain('a.io');
    const { stderr } = await run(made.root, 'check');
    expect(stderr).toContain(
      "if its plural is monitors, add a marker to the class: @Rbac({ groups: ['a.io'], resources: ['monitors'], verbs: ['patch', 'create'] })",
    );
  });
});

describe('rbac --fix of code without a class', () => {
  const inFunction = (made: TestProject): void => {
    made.write(
      controller,
      `import { controllerManagedBy, type Manager, type Request } from '@operator-gen/runtime';
import { Secret } from '@operator-gen/runtime/k8s/core/v1';
import { WebServer } from '../api/v1/webserver.types.js';
export async function setupWebServerController(manager: Manager): Promise<void> {
  const reconcile = async (request: Request): Promise<void> => manager.client.delete(Secret, request);
  await controllerManagedBy(manager).for(WebServer).complete({ reconcile });
}
`,
    );
  };

  test('says what is left, and changes nothing', async () => {
    const made = await project();
    inFunction(made);
    const before = made.read(controller);
    const { stdout, stderr, exitCode } = await run(made.root, 'rbac', '--fix');
    expect(stderr).toContain('warning missing-permission: manager.client.delete(Secret) requires a permission');
    expect(stdout).not.toContain('grant what the code uses');
    expect(exitCode).toBe(0);
    expect(made.read(controller)).toBe(before);
  });

  test('marks a class of another file in one run', async () => {
    const made = await project();
    inFunction(made);
    made.write('src/controller/marked.ts', 'export class Marked {}\n');
    made.edit(controller, 'import { Secret }', "import { Marked } from './marked.js';\nimport { Secret }");
    made.edit(controller, 'complete({ reconcile })', 'complete({ reconcile, ...new Marked() })');
    await run(made.root, 'rbac', '--fix');
    const fixed = made.read('src/controller/marked.ts');
    await run(made.root, 'rbac', '--fix');
    expect(made.read('src/controller/marked.ts')).toBe(fixed);
  });
});

describe('rbac --fix in a namespaced project', () => {
  test('grants cluster-scoped kinds in the cluster, and leaves other namespaces to the user', async () => {
    const made = testFolder();
    await made.init({ namespaced: true });
    await made.createApi();
    made.edit(
      controller,
      'import { Rbac }',
      "import { ConfigMap, Node } from '@operator-gen/runtime/k8s/core/v1';\nimport { Rbac }",
    );
    made.edit(
      controller,
      'if (webServer === null) return;',
      "if (webServer === null) return;\n    await this.#client.delete(Node, request);\n    await this.#client.delete(ConfigMap, { name: 'a', namespace: 'vault' });",
    );
    const { stderr } = await run(made.root, 'rbac', '--fix');
    expect(made.read(controller)).toContain("@Rbac({ groups: ['core'], resources: ['nodes'], verbs: ['delete'] })\n");
    expect(made.read(controller)).not.toContain("resources: ['configmaps']");
    expect(stderr).toContain('in the namespace vault');
  });
});

describe('manifests notes missing permissions', () => {
  /** A project whose reconciler sends requests that no marker grants, and its command line with a memory. */
  async function lacking(statement = 'await this.#client.delete(Secret, request);') {
    const made = await project();
    reconciles(made, statement);
    const memory = new TestMemory();
    const at = (...argv: string[]) => cli(argv, { cwd: made.root, commands, memory: async () => memory });
    return { ...made, at };
  }

  const note = 'note missing-permissions: the operator does not have';

  test.each(['check', 'rbac'])('after %s has found them', async (command) => {
    const { at } = await lacking();
    expect((await at('manifests')).stderr).not.toContain('missing');
    expect((await at(command)).exitCode).toBe(1);
    const { stderr, exitCode } = await at('manifests');
    expect(stderr).toContain(`${note} all permissions that its code uses, 1 missing, the first: delete on secrets\n`);
    expect(exitCode).toBe(0);
    expect((await at('manifests', '--strict')).exitCode).toBe(0);
    expect((await at('manifests', '--quiet')).stderr).toBe('');
    // `check` reports them one by one.
    expect((await at('check')).stderr).not.toContain(note);
  });

  test('with their number', async () => {
    const { at } = await lacking('await this.#client.get(Pod, request); await this.#client.delete(Secret, request);');
    await at('check');
    expect((await at('manifests')).stderr).toMatch(/, 2 missing, the first: (?:get|list|watch|delete)/);
  });

  test.each([
    ['the code changes', controller, 'if (webServer === null) return;', 'if (webServer === null) { return; }'],
    [
      'a marker grants them',
      controller,
      'export class',
      "@Rbac({ groups: ['core'], resources: ['secrets'], verbs: ['delete'] })\nexport class",
    ],
    ['PROJECT changes', 'PROJECT', 'domain: my.domain', 'domain: my.domain\n'],
  ])('no longer when %s', async (_, file, from, to) => {
    const { at, edit } = await lacking();
    await at('check');
    edit(file, from, to);
    expect((await at('manifests')).stderr).not.toContain(note);
  });
});
