import { beforeAll, describe, expect, it } from 'vitest';
import { disk } from '../../../src/base/io/disk.js';
import { confinedHost } from '../../../src/project/project-host.js';
import { accepted } from '../../support/accepted.js';
import type { Files } from '../../support/memory-disk.js';
import { problemsOf, projectWithApi, testFolder, type TestProject } from '../../support/projects.js';
import { temporaryFolder } from '../../support/tree.js';

const list = 'config/rbac/kustomization.yaml';
const rename = 'rename api --group web --kind Site --to-kind Page';
const multigroup = 'edit --multigroup';

describe('entries of files that a user has removed', () => {
  let base: Files;

  beforeAll(async () => {
    base = await accepted(
      new Map(),
      'init --domain my.domain --project-name test-operator --skip-install',
      'create api --group web --version v1 --kind Site',
      'create api --group web --version v1 --kind Blog',
    );
  }, 60_000);

  it.each([
    ['all roles', rename, ['admin', 'editor', 'viewer']],
    ['all roles', multigroup, ['admin', 'editor', 'viewer']],
    ['one role', rename, ['editor']],
    ['one role', multigroup, ['viewer']],
  ])('%s: do not come back with %j, and the others keep their places', async (_what, command, roles) => {
    const gone = roles.map((role) => `site_${role}_role.yaml`);
    const left = new Map([...base].filter(([path]) => !gone.includes(path.replace('config/rbac/', ''))));
    const files = new Map(left).set(list, without(base.get(list)!, gone));
    expect(files.get(list)).not.toBe(base.get(list));
    const after = await accepted(files, command);
    const named = (entry: string): string =>
      command === rename ? entry.replace('site_', 'page_') : entry.replace(/^(?=site_|blog_)/, 'web_');
    expect(entriesOf(after)).toEqual(entriesOf(files).map(named));
    for (const entry of entriesOf(after)) expect(after.has(`config/rbac/${entry}`), entry).toBe(true);
  });

  it('and entries that are comments stay so', async () => {
    const entry = '- site_admin_role.yaml';
    const files = new Map(base).set(list, base.get(list)!.replace(entry, `#${entry}`));
    const after = await accepted(files, rename);
    expect(entriesOf(after)).toEqual(entriesOf(files).map((each) => each.replace('site_', 'page_')));
  });
});

function entriesOf(files: Files): readonly string[] {
  return Array.from(files.get(list)!.matchAll(/^- (\S+)$/gm), ([, entry]) => entry!);
}

function without(text: string, entries: readonly string[]): string {
  return text
    .split('\n')
    .filter((line) => !entries.includes(line.slice(2)))
    .join('\n');
}

describe('a command whose patches need an empty list that its user has removed', () => {
  it.each([
    { field: 'volumeMounts', indent: 8, change: (made: TestProject) => made.createWebhook({ defaulting: true }) },
    { field: 'volumes', indent: 6, change: (made: TestProject) => made.createWebhook({ defaulting: true }) },
    { field: 'volumes', indent: 6, change: (made: TestProject) => made.settings({ enable: ['metrics-certs'] }) },
  ])('warns that config/default cannot be built: $field', async ({ field, indent, change }) => {
    const project = await projectWithApi();
    const manager = 'config/manager/manager.yaml';
    project.edit(manager, `${' '.repeat(indent)}${field}: []\n`, '');
    const { diagnostics } = await change(project);
    expect(diagnostics.filter(({ code }) => code === 'patch-without-place')).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(new RegExp(`nothing at /spec/.*/${field}/- of Deployment .* in ${manager}$`)),
      }),
    ]);
    project.edit(
      manager,
      '      securityContext:\n        runAsNonRoot',
      `${field === 'volumes' ? '      volumes: []\n' : '        volumeMounts: []\n'}      securityContext:\n        runAsNonRoot`,
    );
    const { diagnostics: later } = await project.settings({ enable: ['pod-disruption-budget'] });
    expect(later.map(({ code }) => code)).not.toContain('patch-without-place');
  });
});

it('a variable of the user keeps its value when the operator gets one of the same name', async () => {
  const project = await projectWithApi();
  const manager = 'config/manager/manager.yaml';
  project.edit(
    manager,
    '        image: controller:latest\n',
    "        env:\n        - name: WATCH_NAMESPACE\n          value: 'a,b'\n        image: controller:latest\n",
  );
  const before = project.read(manager);
  const { diagnostics } = await project.settings({ namespaced: true });
  expect(diagnostics.map(({ code }) => code)).toContain('merge-conflict');
  expect(project.read(manager)).toContain("        - name: WATCH_NAMESPACE\n          value: 'a,b'\n");
  expect(project.read(manager)).not.toContain('valueFrom');
  await project.settings({ namespaced: false });
  const withoutComments = (text: string): string => text.replaceAll(/^ *#.*\n/gm, '');
  expect(withoutComments(project.read(manager))).toBe(withoutComments(before));
});

it.each(['config/large.yaml', 'config/default/large.yaml'])(
  'a file that is refused, and that no command needs, ends none: %s',
  async (path) => {
    const root = temporaryFolder();
    const project = testFolder({}, confinedHost(disk, root), root);
    await project.init();
    await project.createApi();
    project.write(path, `a: ${'b'.repeat(5_000_000)}\n`);
    expect(problemsOf(await project.createApi({ version: 'v2' }))).toEqual([]);
    expect(problemsOf(await project.createWebhook({ defaulting: true }))).toEqual([]);
    expect(problemsOf(await project.deleteApi({ version: 'v2' }))).toEqual([]);
    expect(problemsOf(await project.manifests())).toEqual([]);
    // Its permissions go.
    expect(problemsOf(await project.createApi({ kind: 'Depot' }))).toEqual([]);
    expect(problemsOf(await project.deleteApi({ kind: 'Depot' }))).toEqual([]);
  },
);
