import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Host } from '../../../src/base/io/host.js';
import { disk } from '../../../src/base/io/disk.js';
import { changesOf, madeOnce, newProject, problemsOf, testFolder } from '../../support/projects.js';

const projectOfGroups = madeOnce(async () => {
  const project = await newProject();
  await project.settings({ multigroup: true });
  return project;
});

describe('create api in a project of several groups', () => {
  it('gives each group its folders, and kinds of one name their own files, roles, samples and names', async () => {
    const project = await projectOfGroups();
    const states = [project.snapshot()];
    const apis = [
      { group: 'shop', kind: 'Order' },
      { group: 'batch.jobs', kind: 'Order' },
      { kind: 'Order' },
      { group: 'batch', kind: 'Job', resource: false },
    ];
    for (const api of apis) {
      expect(problemsOf(await project.createApi(api))).toEqual([]);
      expect(changesOf(await project.check())).toEqual([]);
      states.push(project.snapshot());
    }
    for (const folder of ['shop/', 'batch.jobs/', ''])
      for (const path of [`src/api/${folder}v1/order.types.ts`, `src/controller/${folder}order.controller.ts`])
        expect(existsSync(join(project.root, path)), path).toBe(true);
    expect(parse(project.read('config/rbac/kustomization.yaml')).resources).toEqual(
      expect.arrayContaining([
        'shop_order_admin_role.yaml',
        'batch.jobs_order_admin_role.yaml',
        'order_admin_role.yaml',
      ]),
    );
    expect(parse(project.read('config/samples/kustomization.yaml')).resources).toEqual(
      expect.arrayContaining(['shop_v1_order.yaml', 'batch.jobs_v1_order.yaml', '_v1_order.yaml']),
    );
    const names = ['shop/', 'batch.jobs/', ''].map(
      (folder) => /\.named\('(.*)'\)/.exec(project.read(`src/controller/${folder}order.controller.ts`))?.[1],
    );
    expect(names).toEqual(['shop-order', 'batch.jobs-order', undefined]);
    const calls = [...project.read('src/register.ts').matchAll(/^ {2}(setup\w+),$/gm)].map(([, name]) => name);
    expect(new Set(calls).size).toBe(4);
    for (const { group, kind } of apis.toReversed()) {
      states.pop();
      expect(problemsOf(await project.deleteApi({ kind, ...(group === undefined ? {} : { group }) }))).toEqual([]);
      expect(project.snapshot()).toEqual(states.at(-1));
    }
  });

  it('names the webhooks of each group, too', async () => {
    const project = await projectOfGroups();
    for (const group of ['shop', 'batch.jobs']) {
      await project.createApi({ group, kind: 'Order' });
      expect(problemsOf(await project.createWebhook({ group, kind: 'Order', defaulting: true }))).toEqual([]);
    }
    expect(changesOf(await project.check())).toEqual([]);
    const { webhooks } = parse(project.read('config/webhook/manifests.yaml'));
    expect(webhooks.map(({ name }: { name: string }) => name)).toEqual([
      'mshop-order-v1.my.domain',
      'mbatch.jobs-order-v1.my.domain',
    ]);
  });

  it('refuses a kind of ours where one of Kubernetes has the files: the folder of a group is called as the group', async () => {
    const project = await projectOfGroups();
    await project.createApi({ group: 'apps', kind: 'Deployment', resource: false });
    const before = project.snapshot();
    const outcome = await project.createApi({ group: 'apps', kind: 'Deployment' });
    expect(new Set(problemsOf(outcome))).toEqual(new Set(['kinds-share-files']));
    expect(project.snapshot()).toEqual(before);
  });

  it('refuses a kind that differs from another by case alone, with another plural as well', async () => {
    const project = await projectOfGroups();
    await project.createApi({ group: 'shop', kind: 'Foo' });
    for (const plural of ['foos', 'others'])
      expect(problemsOf(await project.createApi({ group: 'shop', kind: 'FOO', plural }))).toEqual([
        'kind-case-conflict',
      ]);
    expect(problemsOf(await project.createApi({ group: 'other', kind: 'FOO' }))).toEqual([]);
  });
});

it('finds a file of the user in the way on a disk that takes Foo.ts for foo.ts', async () => {
  const project = testFolder({}, foldingCase(disk));
  await project.init();
  project.write('src/controller/WebServer.controller.ts', '// mine\n');
  const before = project.snapshot();
  expect(problemsOf(await project.createApi())).toEqual(['conflict src/controller/webserver.controller.ts']);
  expect(project.snapshot()).toEqual(before);
});

/** A disk as macOS and Windows have it: the name of a file is found in any case. */
function foldingCase(host: Host): Host {
  const stored = (path: string): string => {
    if (host.kind(path) !== 'missing' || posix.dirname(path) === path) return path;
    const folder = stored(posix.dirname(path));
    const name = posix.basename(path).toLowerCase();
    const found = host.kind(folder) === 'directory' ? host.list(folder) : [];
    return posix.join(folder, found.find((each) => each.toLowerCase() === name) ?? posix.basename(path));
  };
  return { ...host, kind: (path) => host.kind(stored(path)), read: (path) => host.read(stored(path)) };
}

describe('a group that is named with the domain', () => {
  const doubled = (group: string, short: string) => ({
    code: 'doubled-domain',
    severity: 'warning',
    message: `the API group ${group}.my.domain contains the domain my.domain twice`,
    help: expect.stringContaining(`rename api --group ${group} --to-group ${short}`) as string,
  });

  it.each([
    ['apps.my.domain', 'apps'],
    ['batch.jobs.my.domain', 'batch.jobs'],
    ['my.domain', "''"],
  ])('%s is reported by create api', async (group, short) => {
    const project = await newProject();
    expect((await project.createApi({ group })).diagnostics).toMatchObject([doubled(group, short)]);
  });

  it.each(['domain', 'not-my.domain', 'my.domain.apps'])('%s is another group', async (group) => {
    const project = await newProject();
    expect(problemsOf(await project.createApi({ group }))).toEqual([]);
  });

  it('is reported where a group or the domain is changed, and names its remedy', async () => {
    const project = await newProject();
    await project.createApi({ group: 'apps' });
    const renamed = await project.rename({ group: 'apps', toGroup: 'apps.my.domain' });
    expect(renamed.diagnostics[0]).toMatchObject(doubled('apps.my.domain', 'apps'));
    const kind = { group: 'apps.my.domain', kind: 'WebServer', toKind: 'Site' };
    expect(problemsOf(await project.rename(kind))).toEqual(['renamed-crd']);
    expect(problemsOf(await project.rename({ group: 'apps.my.domain', toGroup: 'apps' }))).toEqual(['renamed-crd']);
    await project.rename({ group: 'apps', toGroup: 'apps.example.com' });
    expect(problemsOf(await project.settings({ domain: 'example.com' }))).toContain('doubled-domain');
  });
});
