import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { textIn } from '../../src/compatibility/crd.js';
import { objectsOf } from '../../src/merge/yaml-objects.js';
import { readGoCode } from '../support/ask-helper.js';
import { usualProject } from '../support/deployed-project.js';
import { goProject } from '../support/go-project.js';
import { problemsOf, testFolder } from '../support/projects.js';
import type { Tree } from '../support/tree.js';

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

describe('a Role without a namespace', () => {
  const role = goProject[roleFile]!.replace('kind: ClusterRole', 'kind: Role');

  it('stays a Role, which its binding names, and the operator one of a namespace', async () => {
    const project = testFolder({ ...withoutCode, [roleFile]: role, [bindingFile]: binding });
    const outcome = await project.adopt();
    const roles = objectsOf(project.read(roleFile));
    const named = roles.filter((each) => textIn(each, 'kind') === 'Role');
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
