import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { textIn } from '../../src/compatibility/crd.js';
import { objectsOf } from '../../src/merge/yaml-objects.js';
import { readGoCode } from '../support/ask-helper.js';
import { goProject } from '../support/go-project.js';
import { problemsOf, testFolder } from '../support/projects.js';

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
