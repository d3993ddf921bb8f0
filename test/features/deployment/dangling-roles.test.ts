import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { madeOnce, newProject, problemsOf, type TestProject } from '../../support/projects.js';
import { isFull } from '../../support/seed.js';

const site = { group: 'web', kind: 'Site' };
const rbac = 'config/rbac/kustomization.yaml';
const settings = 'config/default/kustomization.yaml';

/** A project with two kinds of a group, whose objects begin with `shop-`. */
const withSite = madeOnce(async () => {
  const project = await newProject();
  await project.settings({ multigroup: true, projectName: 'shop' });
  await project.createApi(site);
  await project.createApi({ ...site, kind: 'Page' });
  return project;
});

/** A binding with the name of its role on line 7. */
const binding = (kind: string, role: string, name = 'team'): string => `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata: {name: ${name}}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ${role.split(' ', 1)[0]}
  name: ${role.split(' ')[1]}
subjects: [{kind: Group, name: team, apiGroup: rbac.authorization.k8s.io}]
`;

const listed = (project: TestProject, file: string, text: string, list = rbac): void => {
  project.write(file, text);
  const entry = file.slice(file.lastIndexOf('/') + 1);
  if (list !== '') project.edit(list, 'resources:\n', `resources:\n- ${entry}\n`);
};

const found = ({ diagnostics }: Outcome): readonly string[] =>
  diagnostics
    .filter(({ code }) => code === 'dangling-role-reference')
    .map(({ position, help }) => `${position?.file}:${position?.line} ${help}`);

const inRbac = 'config/rbac/team.yaml';
const inDefault = 'config/default/team.yaml';
const inProd = 'config/prod/team.yaml';
const byHand = 'deploy/team.yaml';

const places: readonly (readonly [file: string, write: (project: TestProject, text: string) => void])[] = [
  [inRbac, (project, text) => listed(project, inRbac, text)],
  [inDefault, (project, text) => listed(project, inDefault, text, settings)],
  [
    inProd,
    (project, text) => {
      project.write('config/prod/kustomization.yaml', 'resources:\n- ../default\n- team.yaml\n');
      project.write(inProd, text);
    },
  ],
  [byHand, (project, text) => project.write(byHand, text)],
];

/** The places of bindings that are tried with a command: all with the first one, another one with each of the others. */
const placesFor = (command: number): typeof places =>
  isFull || command === 0 ? places : [places[command % places.length]!];

type Command = (project: TestProject) => Promise<Outcome>;

const commands: readonly (readonly [command: string, run: Command, help: string])[] = [
  ['delete api', (project) => project.deleteApi(site), 'name a role that'],
  ['delete api, which keeps an edited role', edited((project) => project.deleteApi(site)), 'list config/rbac/web_site'],
  ['edit --namespaced', (project) => project.settings({ namespaced: true }), 'change roleRef to kind Role, name '],
  ['edit --disable helper-roles', (project) => project.settings({ disable: ['helper-roles'] }), 'name a role that'],
];

function edited(run: Command): Command {
  return async (project) => {
    const file = 'config/rbac/web_site_viewer_role.yaml';
    project.write(file, project.read(file).replace('  - watch\n', '  - watch\n  # also of the team\n'));
    return run(project);
  };
}

describe('commands name the bindings whose role they take away', () => {
  const cases = commands.flatMap(([command, run, help], index) =>
    placesFor(index).map(([file, write]) => ({ command, file, run, write, help })),
  );

  it.each(cases)('$command: $file', async ({ file, run, write, help }) => {
    const project = await withSite();
    write(project, binding('RoleBinding', `ClusterRole ${file === byHand ? 'shop-' : ''}web-site-viewer-role`));
    expect(problemsOf(await project.check())).toEqual([]);
    expect(found(await run(project))).toEqual([expect.stringMatching(`^${file}:7 ${help}`)]);
    // A binding that no kustomization includes is not deployed.
    expect(found(await project.check())).toHaveLength(file === byHand ? 0 : 1);
  });

  it('of a role for the cluster that becomes one of a namespace', async () => {
    const project = await withSite();
    listed(project, inRbac, binding('ClusterRoleBinding', 'ClusterRole web-site-viewer-role'));
    expect(found(await project.settings({ namespaced: true }))).toEqual([
      `${inRbac}:7 replace it with a RoleBinding of Role web-site-viewer-role in its namespace: a ClusterRoleBinding cannot grant a Role`,
    ]);
  });

  it('and of a role with another prefix', async () => {
    const project = await withSite();
    project.write(byHand, binding('RoleBinding', 'ClusterRole shop-web-site-viewer-role'));
    listed(project, inRbac, binding('RoleBinding', 'ClusterRole web-site-viewer-role'));
    expect(found(await project.settings({ projectName: 'store' }))).toEqual([
      `${byHand}:7 name store-web-site-viewer-role instead`,
    ]);
  });

  it('and not those of other roles', async () => {
    const project = await withSite();
    const others = [
      'ClusterRole web-page-viewer-role',
      'ClusterRole view',
      'ClusterRole other',
      'Role web-site-viewer-role',
    ];
    listed(project, inRbac, others.map((each, index) => binding('RoleBinding', each, `b${index}`)).join('---\n'));
    expect(found(await project.deleteApi(site))).toEqual([]);
  });
});

describe('bindings are for the new names of roles that a command renames', () => {
  const renames: readonly (readonly [string, Command, string])[] = [
    ['rename api --to-kind', (project) => project.rename({ ...site, toKind: 'Shop' }), 'web-shop-viewer-role'],
    ['rename api --to-group', (project) => project.rename({ group: 'web', toGroup: 'net' }), 'net-site-viewer-role'],
    ['edit --no-multigroup', (project) => project.settings({ multigroup: false }), 'site-viewer-role'],
  ];
  const cases = renames.flatMap(([command, run, name], index) =>
    placesFor(index).map(([file, write]) => ({ command, file, run, write, name })),
  );

  it.each(cases)('$command: $file', async ({ file, run, write, name }) => {
    const project = await withSite();
    const prefix = file === byHand ? 'shop-' : '';
    const of = (role: string): string => binding('RoleBinding', `ClusterRole "${prefix}${role}" # ours`);
    write(project, of('web-site-viewer-role'));
    expect(found(await run(project))).toEqual([]);
    expect(project.read(file)).toBe(of(name));
    expect(found(await project.check())).toEqual([]);
  });

  it('unless its user has named the role', async () => {
    const project = await withSite();
    project.edit('config/rbac/web_site_viewer_role.yaml', 'name: web-site-viewer-role', 'name: readers');
    const text = binding('RoleBinding', 'ClusterRole web-site-viewer-role');
    project.write(byHand, text);
    await project.rename({ ...site, toKind: 'Shop' });
    expect(project.read(byHand)).toBe(text);
  });
});

describe('what is left to do in the cluster', () => {
  it('begins with the bindings whose role has a new name, which the API server does not change', async () => {
    const project = await withSite();
    listed(project, inRbac, binding('RoleBinding', 'ClusterRole web-site-viewer-role'));
    listed(project, inDefault, binding('ClusterRoleBinding', 'ClusterRole web-site-viewer-role', 'all'), settings);
    const { summary, next } = await project.rename({ ...site, toKind: 'Shop' });
    expect(summary).toMatch(
      /Before the next deployment, delete the bindings .* After the next deployment, delete the old roles/,
    );
    const deletions = next.filter((each) => each.startsWith('kubectl delete '));
    expect(deletions.slice(0, 2).toSorted()).toEqual([
      'kubectl delete clusterrolebinding shop-all',
      'kubectl delete rolebinding shop-team --namespace shop-system',
    ]);
    expect(deletions.slice(2)).toEqual([
      expect.stringMatching(/^kubectl delete clusterrole .*shop-web-site-viewer-role/),
    ]);
  });

  it('has no bindings whose role stays', async () => {
    const project = await withSite();
    listed(project, inRbac, binding('RoleBinding', 'ClusterRole web-page-viewer-role'));
    const { summary, next } = await project.rename({ ...site, toKind: 'Shop' });
    expect(summary).not.toContain('Before the next deployment');
    expect(next.join(' ')).not.toContain('rolebinding');
  });
});

describe('check reports bindings of roles that the project should deploy', () => {
  const role = (name: string, kind = 'ClusterRole'): string =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: {name: ${name}}\nrules: []\n`;
  type Case = readonly [what: string, role: string, edit: (project: TestProject) => void];
  const nothing = (): void => undefined;
  const remote = (project: TestProject): void =>
    project.edit(settings, 'resources:\n', 'resources:\n- https://example.com/roles.yaml\n');

  const reported: readonly Case[] = [
    [
      'a file that nothing lists',
      'ClusterRole web-site-viewer-role',
      (project) => project.edit(rbac, '- web_site_viewer_role.yaml\n', ''),
    ],
    [
      'a file that is gone',
      'ClusterRole metrics-reader',
      (project) => {
        project.edit(rbac, '- metrics_reader_role.yaml\n', '');
        rmSync(join(project.root, 'config/rbac/metrics_reader_role.yaml'));
      },
    ],
    ['another kind', 'Role web-site-viewer-role', nothing],
    ['the name in the cluster of a role of another kind', 'Role shop-web-site-viewer-role', nothing],
    ['a kind that is gone', 'ClusterRole web-blog-admin-role', nothing],
    ['the prefix of the project', 'ClusterRole shop-auditor', nothing],
  ];
  it.each(reported)('%s', async (_, name, edit) => {
    const project = await withSite();
    listed(project, inRbac, binding('RoleBinding', name));
    edit(project);
    expect(found(await project.check())).toEqual([expect.stringMatching(`^${inRbac}:7 `)]);
  });

  const silent: readonly Case[] = [
    ['a role of the cluster', 'ClusterRole cluster-admin', nothing],
    ['one that Kubernetes creates', 'ClusterRole system:auth-delegator', nothing],
    [
      'a usual role, of which the project has a file, too',
      'ClusterRole view',
      (project) => project.write('config/rbac/mine.yaml', role('view')),
    ],
    ['a role of another program', 'ClusterRole other-operator-site-viewer-role', nothing],
    ['a role of the team', 'ClusterRole namespace-admin-role', nothing],
    [
      'a role that is applied by hand',
      'ClusterRole shop-auditor',
      (project) => project.write('config/extra/role.yaml', role('shop-auditor')),
    ],
    [
      'a role of another kustomization',
      'ClusterRole shop-auditor',
      (project) => {
        project.write('config/extra/role.yaml', role('shop-auditor'));
        project.write('config/extra/kustomization.yaml', 'resources:\n- role.yaml\n');
      },
    ],
    ['a role that can be in a part that is not evaluated', 'ClusterRole shop-auditor', remote],
    ['the name in the cluster', 'ClusterRole shop-web-site-viewer-role', nothing],
  ];
  it.each(silent)('and not %s', async (_, name, edit) => {
    const project = await withSite();
    listed(project, inRbac, binding('RoleBinding', name));
    edit(project);
    expect(found(await project.check())).toEqual([]);
  });
});
