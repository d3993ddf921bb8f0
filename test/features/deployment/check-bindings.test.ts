import { describe, expect, it } from 'vitest';
import { largeProject, type TestProject } from '../../support/projects.js';

const kustomization = 'config/default/kustomization.yaml';
const manager = 'config/manager/manager.yaml';
const binding = 'config/rbac/role_binding.yaml';
const leaderRole = 'config/rbac/leader_election_role.yaml';
const leaderBinding = 'config/rbac/leader_election_role_binding.yaml';
const metricsBinding = 'config/rbac/metrics_auth_role_binding.yaml';
const account = 'config/rbac/service_account.yaml';

type Case = readonly [what: string, edit: (project: TestProject) => void, expected: readonly string[]];

/** The problems of what is bound, with their lines. */
async function found(project: TestProject): Promise<readonly string[]> {
  const { diagnostics } = await project.check();
  return diagnostics
    .filter(({ code }) =>
      /^(?:deployed-|unbound-role|dangling-role|kustomization-failed|missing-permission)/.test(code),
    )
    .map(({ severity, code, position }) => `${severity} ${code} ${position?.file}:${position?.line}`);
}

const lacks = (path: string, line: number): string => `error deployed-permissions ${path}:${line}`;
const unbound = 'warning unbound-role src/controller/cart.controller.ts:15';
const subjectOf = (project: TestProject, path: string, namespace: string, name = 'controller-manager'): void =>
  project.edit(
    path,
    '  name: controller-manager\n  namespace: system\n',
    `  name: ${name}\n  namespace: ${namespace}\n`,
  );
const withoutNamespace = (project: TestProject): void =>
  project.write(kustomization, project.read(kustomization).replace(/^namespace: .*\n/m, ''));
const namesIn = (project: TestProject) => {
  const of = (key: string): string => new RegExp(`^${key}: (.*)$`, 'm').exec(project.read(kustomization))?.[1] ?? '';
  return { name: `${of('namePrefix')}controller-manager`, namespace: of('namespace') };
};
const moved =
  (...paths: readonly string[]) =>
  (project: TestProject): void => {
    withoutNamespace(project);
    for (const path of paths) project.edit(path, '  namespace: system\n', '  namespace: kube-system\n');
  };
const addArgument = (project: TestProject, text: string): void =>
  project.edit(manager, '        - --leader-elect\n', `        - --leader-elect\n        - ${text}\n`);
const withoutRoles = (project: TestProject): void => project.edit(kustomization, '- ../rbac\n', '');
const resources = (project: TestProject): number => project.read(kustomization).split('\n').indexOf('resources:') + 1;

/** Edits of subjects, which kustomize follows only if they are those of the account's file. */
const subjectCases: readonly Case[] = [
  [
    'a role for an account of another namespace',
    (project) => subjectOf(project, binding, 'shop'),
    [lacks(binding, 15)],
  ],
  [
    'leader election for an account of another namespace',
    (project) => subjectOf(project, leaderBinding, 'shop'),
    [lacks(leaderBinding, 16)],
  ],
  [
    'the metrics for an account of another namespace',
    (project) => subjectOf(project, metricsBinding, 'shop'),
    [lacks(metricsBinding, 15)],
  ],
  [
    'the file of the account in another namespace than all bindings',
    (project) => project.edit(account, 'namespace: system', 'namespace: shop'),
    [lacks(leaderBinding, 16), lacks(metricsBinding, 15), lacks(binding, 15)],
  ],
  [
    'an account by the name and the namespace that it is deployed with',
    (project) => {
      const { name, namespace } = namesIn(project);
      subjectOf(project, binding, namespace, name);
    },
    [],
  ],
  [
    'a workload that names the account as it is deployed',
    (project) => {
      const { name } = namesIn(project);
      project.edit(manager, 'serviceAccountName: controller-manager', `serviceAccountName: ${name}`);
    },
    [],
  ],
  [
    'an account of the name that the operator has, and that is deployed in the other namespace',
    (project) => {
      withoutNamespace(project);
      project.write(
        binding,
        `${project.read(binding)}- {kind: ServiceAccount, name: controller-manager, namespace: shop}\n`,
      );
    },
    [],
  ],
  [
    'a second role that grants nothing beyond the first',
    (project) => {
      project.write(
        binding,
        `${project.read(binding)}---\n${project.read(binding).replace('manager-rolebinding', 'again')}`,
      );
      subjectOf(project, binding, 'shop');
    },
    [],
  ],
  [
    'a binding whose file is not listed',
    (project) => project.edit('config/rbac/kustomization.yaml', '- role_binding.yaml\n', ''),
    [lacks('config/rbac/kustomization.yaml', 1), unbound],
  ],
  [
    'a binding that a comment leaves out',
    (project) => project.edit('config/rbac/kustomization.yaml', '- role_binding.yaml\n', '# - role_binding.yaml\n'),
    [unbound],
  ],
  [
    'a binding of a role with another name',
    (project) => project.edit(binding, 'name: manager-role\n', 'name: manager-roles\n'),
    [lacks(binding, 11), unbound],
  ],
  [
    'a binding of cluster-admin',
    (project) => project.edit(binding, 'name: manager-role\n', 'name: cluster-admin\n'),
    [],
  ],
  [
    'a binding for a user',
    (project) => project.edit(binding, '- kind: ServiceAccount\n', '- kind: User\n'),
    [lacks(binding, 13), unbound],
  ],
  [
    'a workload with the account default',
    (project) => project.edit(manager, 'serviceAccountName: controller-manager', 'serviceAccountName: default'),
    [lacks(manager, 74), ...Array.from({ length: 4 }, () => 'error missing-permission src/main.ts:6'), unbound],
  ],
  [
    'an account of another namespace in a build that lacks a file',
    (project) => {
      subjectOf(project, binding, 'shop');
      project.edit(kustomization, '- ../manager\n', '- ../manager\n- gone.yaml\n');
    },
    [],
  ],
];

/** Edits of where the operator elects its leader. */
const electionCases: readonly Case[] = [
  ['a Role of Leases in another namespace', moved(leaderRole, leaderBinding), [lacks(leaderRole, 2)]],
  ['a Role of Leases in another namespace than its binding', moved(leaderRole), [lacks(leaderRole, 2)]],
  [
    'an election in another namespace than the Role',
    (project) => addArgument(project, '--leader-election-namespace=kube-system'),
    [lacks(leaderRole, 2)],
  ],
  [
    'a Role of Leases in the namespace of the election',
    (project) => {
      moved(leaderRole, leaderBinding)(project);
      addArgument(project, '--leader-election-namespace=kube-system');
    },
    [],
  ],
  [
    'a Role in another namespace, of an operator that elects no leader',
    (project) => {
      moved(leaderRole, leaderBinding)(project);
      project.edit(manager, '        - --leader-elect\n', '');
    },
    [],
  ],
  [
    'a namespace that only the cluster knows',
    (project) => {
      addArgument(project, '--leader-election-namespace=$(NAMESPACE)');
      project.edit(
        manager,
        '        image: controller:latest\n',
        '        env: [{name: NAMESPACE, valueFrom: {configMapKeyRef: {name: election, key: namespace}}}]\n        image: controller:latest\n',
      );
    },
    [],
  ],
];

/** Edits after which `config/default` deploys no roles. */
const roleCases: readonly Case[] = [
  [
    'an entry that says that they are deployed in another way',
    (project) => project.edit(kustomization, '- ../rbac\n', '# - ../rbac\n'),
    [],
  ],
  [
    'another kustomization with the roles',
    (project) => {
      withoutRoles(project);
      project.write('config/overlays/all/kustomization.yaml', 'resources: [../../default, ../../rbac]\n');
    },
    [],
  ],
  [
    'a Makefile that applies the roles',
    (project) => {
      withoutRoles(project);
      project.write('Makefile', `${project.read('Makefile')}\nroles:\n\tkubectl apply -k config/rbac\n`);
    },
    [],
  ],
  [
    'no operator',
    (project) => {
      withoutRoles(project);
      project.edit(kustomization, '- ../manager\n', '');
      project.write(kustomization, project.read(kustomization).replace(/^patches:(?:\n[- ].*)*/m, ''));
    },
    ['warning deployed-webhook config/webhook/service.yaml:3'],
  ],
];

describe('check compares the bindings that config/default builds with the operator', () => {
  it.each([...subjectCases, ...electionCases])('%s', async (_what, edit, expected) => {
    const project = await largeProject();
    edit(project);
    expect((await found(project)).toSorted()).toEqual(expected.toSorted());
  });

  it('names the permissions, and the subject that kustomize follows', async () => {
    const project = await largeProject();
    subjectOf(project, leaderBinding, 'shop');
    const { diagnostics } = await project.check();
    expect(diagnostics.find(({ code }) => code === 'deployed-permissions')).toMatchObject({
      message: expect.stringContaining('Role leader-election-role of config/rbac/leader_election_role.yaml') as string,
      help: expect.stringContaining(
        'set its name to controller-manager, and its namespace to system, as in config/rbac/service_account.yaml',
      ) as string,
    });
  });
});

describe('check of a project whose config/default has no roles', () => {
  it('reports an operator without any permission', async () => {
    const project = await largeProject();
    withoutRoles(project);
    expect(await found(project)).toEqual([lacks(kustomization, resources(project))]);
  });

  it.each(roleCases)('accepts %s', async (_what, edit, expected) => {
    const project = await largeProject();
    edit(project);
    expect(await found(project)).toEqual(expected);
  });
});
