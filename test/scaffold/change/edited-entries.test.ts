import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { few } from '../../support/few.js';
import { madeOnce, newProject, problemsOf, projectWithApi, type TestProject } from '../../support/projects.js';
import { firstOf } from '../../support/seed.js';

const list = 'config/crd/kustomization.yaml';
const settings = 'config/default/kustomization.yaml';
const patch = 'patches/webhook_in_webservers.yaml';
const target = '\n  target:\n    kind: CustomResourceDefinition\n    name: webservers.my.domain';

/** A project with a conversion, and another kind. */
const withConversion = madeOnce(async () => {
  const project = await projectWithApi();
  await project.createApi({ version: 'v2' });
  await project.createApi({ kind: 'Alpha' });
  await project.createWebhook({ conversion: true, spoke: ['v2'] });
  return project;
});

type Edit = (project: TestProject) => void;
const written =
  (entry: string): Edit =>
  (project) =>
    project.edit(list, `- path: ${patch}`, entry);

const forms: readonly (readonly [string, Edit])[] = firstOf<readonly [string, Edit]>(3, [
  ['a target', written(`- path: ${patch}${target}`)],
  [
    'an entry of another list',
    (project) => project.edit(list, `patches:\n- path: ${patch}`, `patchesStrategicMerge:\n- ${patch}`),
  ],
  [
    'a list of configurations, too',
    (project) => {
      written(`- path: ${patch}${target}`)(project);
      project.edit(list, '- kustomizeconfig.yaml', '- ./kustomizeconfig.yaml');
    },
  ],
  ['a target before the path', written(`- ${target.trim()}\n  path: "${patch}"`)],
  ['another form of the path', written(`- path: ./${patch}`)],
  ['two entries', written(`- path: ${patch}\n- path: ${patch}${target}`)],
]);

describe('entries that a user has written in another way go with their files', () => {
  it.each(forms)('delete webhook: %s', async (_, edit) => {
    const project = await withConversion();
    edit(project);
    expect(problemsOf(await project.deleteWebhook({ conversion: true }))).toEqual([]);
    expect(project.read(list)).not.toMatch(/patches|kustomizeconfig/);
    expect(problemsOf(await project.check())).toEqual([]);
  });

  it.each(forms)('delete api: %s', async (_, edit) => {
    const project = await withConversion();
    edit(project);
    await project.deleteApi({ version: 'v2', force: true });
    expect(problemsOf(await project.deleteApi({ force: true }))).toEqual([]);
    expect(project.read(list)).not.toMatch(/patches|kustomizeconfig/);
    expect(project.read(list)).toContain('- bases/my.domain_alphas.yaml\n');
    expect(problemsOf(await project.check())).toEqual([]);
  });

  it('and a patch of a feature', async () => {
    const project = await projectWithApi();
    await project.settings({ enable: ['metrics-certs'] });
    const entry = '- path: cert_metrics_manager_patch.yaml\n  target:\n';
    project.edit(settings, entry, `${entry}    group: apps\n`);
    expect(problemsOf(await project.settings({ disable: ['metrics-certs'] }))).toEqual([]);
    expect(project.read(settings)).not.toContain('cert_metrics');
    expect(problemsOf(await project.check())).toEqual([]);
  });

  it('but not the patches of the user', async () => {
    const project = await withConversion();
    const own = '- path: own.yaml\n  target:\n    kind: CustomResourceDefinition\n    name: alphas.my.domain\n';
    project.write('config/crd/own.yaml', '- op: add\n  path: /metadata/labels\n  value: {}\n');
    project.edit(list, 'patches:\n', `patches:\n${own}`);
    written(`- path: ${patch}${target}`)(project);
    expect(problemsOf(await project.deleteWebhook({ conversion: true }))).toEqual([]);
    expect(project.read(list)).toMatch(new RegExp(`patches:\n${own}$`));
    expect(problemsOf(await project.check())).toEqual([]);
  });
});

describe('entries that a user has written in another way follow their files', () => {
  const commands: readonly (readonly [string, (project: TestProject) => Promise<Outcome>, string])[] = [
    ['rename api', (project) => project.rename({ group: 'web', kind: 'Site', toKind: 'Page' }), 'pages'],
    ['edit --multigroup', (project) => project.settings({ multigroup: true }), 'web_sites'],
  ];
  const withGroup = madeOnce(async () => {
    const project = await newProject();
    const site = { group: 'web', kind: 'Site' };
    await project.createApi(site);
    await project.createApi({ ...site, version: 'v2' });
    await project.createWebhook({ ...site, conversion: true, spoke: ['v2'] });
    return project;
  });
  const old = '- path: patches/webhook_in_sites.yaml';
  const any = '\n  target:\n    kind: CustomResourceDefinition';

  it.each(
    commands.flatMap(([command, run, name]) => [
      { command, run, entry: `${old}${any}`, fresh: `- path: patches/webhook_in_${name}.yaml${any}` },
      { command, run, entry: `- path: './${old.slice(8)}'`, fresh: `- path: './patches/webhook_in_${name}.yaml'` },
      { command, run, entry: `${old}\n${old}${any}`, fresh: `- path: patches/webhook_in_${name}.yaml${any}` },
    ]),
  )('$command: $entry', async ({ run, entry, fresh }) => {
    const project = await withGroup();
    project.edit(list, old, entry);
    const count = project.read(list).match(/webhook_in/g)!.length;
    await run(project);
    expect(project.read(list)).toContain(`${fresh}\n`);
    expect(project.read(list).match(/webhook_in/g)).toHaveLength(count);
    expect(problemsOf(await project.check())).toEqual([]);
  });

  it('a CRD', async () => {
    const project = await withGroup();
    project.edit(list, '- bases/', '- ./bases/');
    await project.rename({ group: 'web', kind: 'Site', toKind: 'Page' });
    expect(project.read(list)).toContain('resources:\n- ./bases/web.my.domain_pages.yaml\npatches:');
  });
});

describe('entries without a file', () => {
  const placesOf = ({ diagnostics }: Outcome): readonly string[] =>
    diagnostics
      .filter(({ code }) => code === 'dangling-kustomization-entry')
      .map(({ severity, position }) => `${severity} ${position?.file}:${position?.line}`);
  const component = 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n';

  few(2).each([
    ['config/default itself', '', '', settings, 'error'],
    ['a base', 'bases:\n- ../own\n', '', 'config/own/kustomization.yaml', 'error'],
    ['a component of it', 'components:\n- own\n', component, 'config/default/own/kustomization.yaml', 'error'],
    ['a resource of a resource', 'resources:\n- own\n', '', 'config/manager/own/kustomization.yaml', 'error'],
    ['a kustomization that it does not include', '', '', 'config/own/kustomization.yaml', 'warning'],
  ])('are problems of check: %s', async (_, entry, head, file, severity) => {
    const project = await projectWithApi();
    const user = file.startsWith('config/manager/') ? 'config/manager/kustomization.yaml' : settings;
    if (entry.startsWith('resources:')) project.edit(user, 'resources:\n', entry);
    else if (entry !== '') project.write(user, project.read(user) + entry);
    if (file === settings) project.edit(file, 'resources:\n', 'resources:\n- gone.yaml\n');
    else project.write(file, `${head}resources:\n- gone.yaml\n`);
    expect(placesOf(await project.check())).toEqual([expect.stringMatching(new RegExp(`^${severity} ${file}:\\d`))]);
  });

  it('are named by the command that deletes the files', async () => {
    const project = await projectWithApi();
    await project.createWebhook({ defaulting: true });
    const file = 'config/prod/kustomization.yaml';
    project.write(file, 'resources:\n- ../crd\n- ../webhook\n');
    expect(placesOf(await project.deleteWebhook())).toEqual([`warning ${file}:3`]);
    expect(placesOf(await project.check())).toEqual([`warning ${file}:3`]);
  });
});

it('a conflict has the position that its entry has after the command', async () => {
  const project = await projectWithApi();
  await project.createWebhook({ defaulting: true });
  const names = '    fieldPaths:\n    - .spec.dnsNames.0\n';
  project.edit(settings, names, `${names}    - .spec.dnsNames.2\n`);
  const { diagnostics } = await project.deleteWebhook();
  const [{ code, position } = {}] = diagnostics;
  expect(diagnostics).toHaveLength(1);
  expect(code).toBe('merge-conflict');
  expect(position).toMatchObject({ file: settings });
  expect(project.read(settings).split('\n')[position!.line - 1]).toBe('- source:');
});
