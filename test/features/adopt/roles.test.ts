import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { objectsOf } from '../../../src/base/text/yaml-objects.js';
import { disk } from '../../../src/base/io/disk.js';
import { kustomize } from '../../../src/output/kustomize/kustomize.js';
import { textAt } from '../../../src/base/model/json-at.js';
import { kindOf, nameOf } from '../../../src/base/model/kubernetes-object.js';
import { readGoCode } from '../../support/ask-helper.js';
import { binding as clusterBinding, head, usualProject } from '../../support/deployed-project.js';
import { goProject } from '../../support/go-project.js';
import { changesOf, problemsOf, testFolder } from '../../support/projects.js';
import type { Tree } from '../../support/tree.js';
import { goReader } from '../../support/upstream.js';

await readGoCode();

const roleFile = 'config/rbac/role.yaml';
const bindingFile = 'config/rbac/role_binding.yaml';

/** The project of a tool that reads no Go code, so that its role is all that is known of its permissions. */
const withoutCode = Object.fromEntries(Object.entries(goProject).filter(([path]) => !path.endsWith('.go')));
const binding = `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: manager-rolebinding
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: manager-role}
subjects: [{kind: ServiceAccount, name: controller-manager, namespace: system}]
`;

function leases(kind: string, namespace: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata: {name: manager-role, ${namespace}}
rules:
- apiGroups: [coordination.k8s.io]
  resources: [leases]
  verbs: [get, create]
`;
}

it('a role with another name is the only one', async () => {
  const named = (text: string): string => text.replace('name: manager-role', 'name: lantern-role');
  const bound = binding
    .replace('kind: Role,', 'kind: ClusterRole,')
    .replace('kind: RoleBinding', 'kind: ClusterRoleBinding');
  for (const present of [{}, { [bindingFile]: bound.replace('manager-role}', 'lantern-role}') }]) {
    const project = testFolder({ ...goProject, ...present, [roleFile]: named(goProject[roleFile]!) });
    await project.adopt();
    expect(objectsOf(project.read(roleFile)).map(({ metadata }) => metadata)).toEqual([{ name: 'lantern-role' }]);
    expect(problemsOf(await project.check())).not.toContain('unbound-role');
  }
});

it.each([
  ['a Role of the same file', `---\n${leases('Role', 'namespace: system')}`, '- leader.yaml\n'],
  [
    'a Role of another name in the same file',
    `---\n${leases('Role', 'namespace: system').replace('manager-role', 'leases')}`,
    '- leader.yaml\n',
  ],
  [
    'the ClusterRole itself',
    '- apiGroups: [coordination.k8s.io]\n  resources: [leases]\n  verbs: [get, create, update]\n',
    '- leader.yaml\n',
  ],
  ['a Role of its own file', '', ''],
])('permissions for leases in %s leave nothing that is out of date', async (_what, added, listed) => {
  const kustomization = 'config/rbac/kustomization.yaml';
  const project = testFolder({
    ...usualProject,
    [roleFile]: `${usualProject[roleFile]!}${added}`,
    [kustomization]: usualProject[kustomization]!.replace(listed, ''),
  });
  await project.adopt();
  expect(changesOf(await project.check())).toEqual([]);
  expect(changesOf(await project.manifests())).toEqual([]);
});

describe('a role that aggregates the generated one', () => {
  const kustomization = 'config/rbac/kustomization.yaml';
  const aggregating = (kind: string): string => `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata: {name: manager-role}
aggregationRule: {clusterRoleSelectors: [{matchLabels: {shop.example/part: "true"}}]}
rules: []
`;
  const files: Tree = {
    ...usualProject,
    [roleFile]: usualProject[roleFile]!.replace('name: manager-role', 'name: aggregate-manager-role'),
    'config/rbac/agg.yaml': aggregating('ClusterRole'),
    [kustomization]: `${usualProject[kustomization]!}- agg.yaml\n`,
  };
  const listedIn = (folder: string): Tree => ({
    [kustomization]: usualProject[kustomization]!,
    [`config/${folder}/agg.yaml`]: aggregating('ClusterRole'),
    [`config/${folder}/kustomization.yaml`]: `${usualProject[`config/${folder}/kustomization.yaml`] ?? 'resources:\n'}- agg.yaml\n`,
  });

  it.each<readonly [what: string, change: Tree, names: readonly string[]]>([
    ['beside it', {}, ['aggregate-manager-role']],
    ['in another folder', listedIn('manager'), ['aggregate-manager-role']],
    [
      'that is not deployed',
      { [kustomization]: usualProject[kustomization]! },
      ['aggregate-manager-role', 'manager-role'],
    ],
  ])('%s stays the only one of its name', async (_what, change, names) => {
    const project = testFolder({ ...files, ...change });
    const { diagnostics } = await project.adopt();
    expect(objectsOf(project.read(roleFile)).map(nameOf)).toEqual(names);
    expect(diagnostics.filter(({ code }) => code === 'newly-deployed').map(({ message }) => message)).toEqual(
      names.slice(1).map((each) => expect.stringContaining(`ClusterRole lantern-${each}`) as string),
    );
    expect(changesOf(await project.manifests())).toEqual([]);
  });

  it('is not one with no permissions where it is no longer deployed', async () => {
    const { diagnostics } = await testFolder(files).adopt({ dryRun: true, force: true });
    expect(diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('the permissions of the roles that it aggregates'),
    );
  });
});

describe('a Role without a namespace', () => {
  const role = goProject[roleFile]!.replace('kind: ClusterRole', 'kind: Role');

  it('stays a Role, which its binding names, and the operator one of a namespace', async () => {
    const project = testFolder({ ...withoutCode, [roleFile]: role, [bindingFile]: binding });
    const outcome = await project.adopt();
    const roles = objectsOf(project.read(roleFile));
    const named = roles.filter((each) => textAt(each, 'kind') === 'Role');
    expect(named.map(({ metadata }) => metadata)).toEqual([{ name: 'manager-role', namespace: 'lantern-system' }]);
    expect(named[0]!['rules']).toEqual(expect.arrayContaining(objectsOf(role)[0]!['rules'] as unknown[]));
    expect(parse(project.read('PROJECT'))).toMatchObject({ namespaced: true });
    expect(project.read(bindingFile)).toBe(binding);
    const { diagnostics } = await project.check();
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(problemsOf(outcome)).not.toContain('unbound-role');
  });

  it('stays one beside a ClusterRole', async () => {
    const both = `${goProject[roleFile]!}---\n${role.replace('name: manager-role', 'name: local-role')}`;
    const project = testFolder({ ...withoutCode, [roleFile]: both });
    await project.adopt();
    const names = objectsOf(project.read(roleFile)).map(({ kind, metadata }) => [kind, metadata]);
    expect(names).toContainEqual(['Role', { name: 'local-role', namespace: 'lantern-system' }]);
    expect(names).toContainEqual(['ClusterRole', { name: 'manager-role' }]);
    expect(parse(project.read('PROJECT'))).not.toHaveProperty('namespaced');
  });
});

describe('the report on roles', () => {
  const rule = (resource: string, ...verbs: readonly string[]): string =>
    `- apiGroups: [""]\n  resources: [${resource}]\n  verbs: [${verbs.join(', ')}]\n`;
  const role = (kind: string, name: string, ...rules: readonly string[]): string =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata:\n  name: ${name}\nrules:${rules.length === 0 ? ' []' : ''}\n${rules.join('')}`;
  const known = goProject[roleFile]!;
  const added = 'create tokenreviews.authentication.k8s.io; create subjectaccessreviews.authorization.k8s.io';

  /** The differences of roles, the first lines of the section about what is deployed. */
  async function report(files: Tree, options: { readonly force?: boolean } = {}) {
    const { diagnostics, digest = [] } = await testFolder(files).adopt(options);
    const messages = diagnostics.filter(({ code }) => code === 'role-differs').map(({ message }) => message);
    const start = digest.indexOf('What differs in what is deployed:') + 1;
    expect(digest.slice(start).map((line) => line.trim())).toEqual(expect.arrayContaining(messages));
    return messages;
  }

  it.each([
    [
      'loses a verb',
      known.replace('- create\n', '- create\n  - delete\n'),
      ['loses 1 of 13 permissions (delete deployments.apps)'],
    ],
    ['loses a rule', `${known}${rule('pods', 'get', 'list')}`, ['loses 2 of 14 permissions (get, list pods)']],
    [
      'loses a rule and gains verbs',
      `${known.replace('  - get\n  - list\n', '  - get\n')}${rule('pods', '"*"')}`,
      ['loses 1 of 12 permissions (* pods) and gains 1 permission (list secrets)'],
    ],
    ['only gains verbs', known.replace('  - get\n  - list\n', '  - get\n'), ['gains 1 permission (list secrets)']],
    ['has its rules in other groups', known.replace('rules:\n', `rules:\n${rule('secrets', 'list', 'get')}`), []],
  ])('says what a role that %s has now', async (_what, text, changes) => {
    const named = changes.map((each) => `ClusterRole manager-role in ${roleFile} ${each}`);
    expect(await report({ ...goProject, [roleFile]: text })).toEqual(named);
  });

  it('names a role that loses everything', async () => {
    const other = `${known}---\n${role('Role', 'local-role', rule('pods', 'get', 'list'), rule('nodes', 'get'))}`;
    expect(await report({ ...goProject, [roleFile]: other })).toEqual([
      `Role local-role in ${roleFile} loses all of its 3 permissions (get, list pods; get nodes)`,
    ]);
  });

  it('names each role that config/default deploys, with what it gains', async () => {
    expect(await report(usualProject)).toEqual([
      `ClusterRole lantern-manager-role in ${roleFile} gains 2 permissions (${added})`,
      'Role lantern-leader-election-role in config/rbac/leader.yaml gains 3 permissions (update leases.coordination.k8s.io; create, patch events.events.k8s.io)',
    ]);
  });

  it.each([
    [
      'a label by which another role gets its rules',
      'labels: {rbac.authorization.k8s.io/aggregate-to-admin: "true"}',
      ['metadata.labels'],
    ],
    [
      'an annotation and labels',
      'annotations: {shop.example/owner: light}\n  labels: {app: lantern, tier: back}',
      ['metadata.annotations, metadata.labels'],
    ],
    ['an empty time', 'creationTimestamp: null', []],
  ])('says that %s of the generated role is lost', async (_what, metadata, fields) => {
    const text = known.replace('metadata:\n', `metadata:\n  ${metadata}\n`);
    const { diagnostics, digest = [] } = await testFolder({ ...usualProject, [roleFile]: text }).adopt({
      dryRun: true,
    });
    const said = diagnostics.filter(({ code }) => code === 'deployed-differs').map(({ message }) => message);
    const start = 'config/default deploys ClusterRole lantern-manager-role with other values than before adopt: ';
    expect(said).toEqual(fields.map((each) => start + each));
    for (const each of said) expect(digest.join('\n')).toContain(each);
  });

  it('says what a patch takes from a role in a new order', async () => {
    const patch = '    - op: remove\n      path: /rules/4\n';
    const rules = `${known}${rule('pods', 'get', 'list')}`;
    const kustomization = 'config/rbac/kustomization.yaml';
    const [first] = await report({
      ...usualProject,
      [roleFile]: rules,
      [kustomization]: `${usualProject[kustomization]}patches:\n- target: {kind: ClusterRole}\n  patch: |-\n${patch}`,
    });
    expect(first).toContain('loses 3 of 12 permissions (get, list, watch lanterns.light.shop.example)');
  });

  it('does so for the scaffolded roles of --force', async () => {
    const leader = 'config/rbac/leader.yaml';
    const files = {
      ...usualProject,
      [leader]: usualProject[leader]!.replace('[get, create]', '[get, create, delete]'),
    };
    expect(await report(files, { force: true })).toEqual([
      'Role lantern-leader-election-role in config/rbac/leader_election_role.yaml loses 1 of 3 permissions (delete leases.coordination.k8s.io) and gains 3 permissions (update leases.coordination.k8s.io; create, patch events.events.k8s.io)',
    ]);
  });
});

describe('the role of a marker for a namespace', () => {
  const controller = 'internal/controller/lantern_controller.go';
  const kustomization = 'config/default/kustomization.yaml';
  const accountFile = 'config/rbac/service_account.yaml';
  const own = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: manager-role
  namespace: ops
rules:
- apiGroups: [""]
  resources: [configmaps]
  verbs: [get]
`;
  const bound = (text: string): string => `${clusterBinding}---\n${text}`;
  const inOps = binding.replace('name: manager-rolebinding', 'name: ops-rolebinding\n  namespace: ops');
  const withoutNamespace = (text: string): string =>
    text.replaceAll(/(?:, namespace: system|\n  namespace: system)/g, '');
  const files: Tree = {
    ...usualProject,
    [controller]: usualProject[controller]!.replace(
      'resources=secrets,verbs=get;list;watch\n',
      '$&// +kubebuilder:rbac:groups="",namespace=ops,resources=configmaps,verbs=get\n',
    ),
    [roleFile]: `${usualProject[roleFile]!}${own}`,
    [bindingFile]: bound(inOps),
  };
  const unmoved = { [kustomization]: usualProject[kustomization]!.replace(head, 'namePrefix: lantern-\n') };

  /** The roles and bindings for the namespace as kustomize builds them. */
  async function deployed(root: string): Promise<readonly string[]> {
    const built = await kustomize(
      await goReader(),
      { host: disk, root, planned: new Map() },
      { folder: 'config/default' },
    );
    if ('reason' in built) throw new Error(built.reason);
    return built
      .filter(({ object }) => kindOf(object).startsWith('Role') && !/leader/.test(nameOf(object)))
      .map(({ object }) =>
        [
          kindOf(object),
          ...[`${textAt(object, 'metadata', 'namespace')}/${nameOf(object)}`, textAt(object, 'roleRef', 'name')],
          textAt(object, 'subjects', 0, 'namespace'),
        ]
          .filter(Boolean)
          .join(' '),
      )
      .toSorted();
  }

  it.each<readonly [what: string, files: Tree, expected: readonly string[], changes: readonly string[]]>([
    [
      'moves from that of config/default',
      {},
      ['Role ops/lantern-manager-role', 'RoleBinding ops/lantern-ops-rolebinding lantern-manager-role lantern-system'],
      [
        'config/default deploys Role lantern-manager-role and RoleBinding lantern-ops-rolebinding in the namespace ops, before adopt in lantern-system: 1 permission (get configmaps) applies in ops, and no longer in lantern-system',
      ],
    ],
    [
      'moves with another name if no manifest binds it there',
      { [bindingFile]: bound(binding) },
      [
        'Role ops/lantern-manager-role-ops',
        'RoleBinding lantern-system/lantern-manager-rolebinding manager-role lantern-system',
        'RoleBinding ops/lantern-manager-rolebinding-ops lantern-manager-role-ops lantern-system',
      ],
      [
        'config/default deploys RoleBinding lantern-manager-rolebinding with other values in immutable fields, so clusters that have it reject make deploy: roleRef.name',
        'config/default deploys Role lantern-manager-role in the namespace ops, before adopt in lantern-system: 1 permission (get configmaps) applies in ops, and no longer in lantern-system',
        'config/default deploys Role lantern-manager-role with the name lantern-manager-role-ops',
      ],
    ],
    [
      'stays where it is if nothing moves it',
      unmoved,
      ['Role ops/lantern-manager-role', 'RoleBinding ops/lantern-ops-rolebinding lantern-manager-role system'],
      [],
    ],
    [
      'stays there with a service account without a namespace',
      {
        ...unmoved,
        [accountFile]: withoutNamespace(usualProject[accountFile]!),
        [bindingFile]: bound(withoutNamespace(inOps)),
      },
      ['Role ops/lantern-manager-role', 'RoleBinding ops/lantern-ops-rolebinding lantern-manager-role'],
      [],
    ],
    [
      'keeps the name that a binding without a namespace has',
      {
        [kustomization]: usualProject[kustomization]!.replace(head, ''),
        [accountFile]: withoutNamespace(usualProject[accountFile]!),
        [bindingFile]: bound(withoutNamespace(binding)),
      },
      ['Role ops/manager-role', 'RoleBinding /manager-rolebinding manager-role'],
      [],
    ],
    [
      'gets a binding beside a service account that only a part of config/default moves',
      {
        ...unmoved,
        'config/webhook/kustomization.yaml': `namespace: hooks\n${usualProject['config/webhook/kustomization.yaml']!}`,
        [accountFile]: withoutNamespace(usualProject[accountFile]!),
        [bindingFile]: clusterBinding,
      },
      ['Role ops/lantern-manager-role-ops', 'RoleBinding ops/lantern-manager-rolebinding-ops lantern-manager-role-ops'],
      ['config/default deploys Role lantern-manager-role with the name lantern-manager-role-ops'],
    ],
  ])('%s', async (_what, change, expected, changes) => {
    const project = testFolder({ ...files, ...change });
    const { diagnostics } = await project.adopt();
    expect(await deployed(project.root)).toEqual(expected);
    const codes = new Set([
      'deployed-elsewhere',
      'deployed-renamed',
      'deployed-differs',
      'immutable-differs',
      'no-longer-deployed',
    ]);
    expect(diagnostics.filter(({ code }) => codes.has(code)).map(({ message }) => message)).toEqual(changes);
    expect(diagnostics.map(({ message }) => message).join('\n')).not.toContain(
      'without entries that are not generated',
    );
    expect(changesOf(await project.manifests())).toEqual([]);
    expect(problemsOf(await project.check())).not.toContain('unbound-role');
  });

  it('is named among all objects that --force moves to another namespace', async () => {
    const project = testFolder({
      ...files,
      [kustomization]: usualProject[kustomization]!.replace('namespace: lantern-system', 'namespace: lights'),
    });
    const { diagnostics } = await project.adopt({ force: true });
    const moved = diagnostics.filter(({ code }) => code === 'deployed-elsewhere').map(({ message }) => message);
    expect(moved).toEqual([
      expect.stringMatching(
        /^config\/default deploys .* in the namespace lantern-system, before adopt in lights: \d+ permission/,
      ),
      expect.stringMatching(/Role lantern-manager-role.* in the namespace ops, before adopt in lights: \d+ permission/),
    ]);
    const differs = diagnostics.filter(({ code }) => code === 'deployed-differs').map(({ message }) => message);
    expect(differs.join('\n')).not.toContain('metadata.namespace');
  });
});
