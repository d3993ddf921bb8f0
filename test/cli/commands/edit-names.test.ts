import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { changesOf, madeOnce, newProject, problemsOf, type TestProject } from '../../support/projects.js';

const shop = { group: 'shop' };

async function makeShopProject(): Promise<TestProject> {
  const project = await newProject();
  await project.createApi(shop);
  await project.createApi({ ...shop, version: 'v2' });
  await project.createApi({ ...shop, kind: 'Cart', deployImage: { image: 'cart:1' } });
  await project.createWebhook({ ...shop, defaulting: true, validation: true });
  await project.createWebhook({ ...shop, version: 'v2', conversion: true, spoke: ['v1'] });
  await project.createWebhook({ group: 'apps', kind: 'Deployment', validation: true });
  expect(problemsOf(await project.check())).toEqual([]);
  return project;
}

const shopProject = madeOnce(makeShopProject);

const mentions = (project: TestProject, word: string): string[] =>
  Object.entries(project.snapshot())
    .filter(([path, text]) => text.includes(word) && !path.startsWith('.operator-gen'))
    .map(([path]) => path);

describe('edit --domain', () => {
  it('changes every group of the project, says what it means, and back gives the tree byte for byte', async () => {
    const project = await shopProject();
    const before = project.snapshot();
    const there = problemsOf(await project.settings({ domain: 'example.org' }));
    expect(there).toEqual(['renamed-crd', 'renamed-crd', 'lease-renamed']);
    expect(mentions(project, 'my.domain')).toEqual([]);
    expect(project.read('PROJECT')).toContain('  domain: example.org\n  group: shop\n');
    expect(problemsOf(await project.check())).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);
    await project.settings({ domain: 'my.domain' });
    expect(project.snapshot()).toEqual(before);
  });

  it('changes what the user has written of it, and lists what it cannot know', async () => {
    const project = await shopProject();
    const controller = 'src/controller/webserver.controller.ts';
    const sample = 'config/samples/shop_v1_webserver.yaml';
    project.edit(
      controller,
      'export class',
      "// About shop.my.domain.\n@Rbac({ groups: ['shop.my.domain'], resources: ['carts'], verbs: ['get'] })\nexport class",
    );
    project.edit(sample, '  name: webserver-sample', '  name: mine');
    project.edit(
      'src/api/v1/webserver.types.ts',
      'export class WebServerSpec {',
      '// Mine.\nexport class WebServerSpec {',
    );
    await project.manifests();
    const before = project.snapshot();
    const codes = problemsOf(await project.settings({ domain: 'example.org' }));
    expect(codes).toEqual(['renamed-crd', 'renamed-crd', 'lease-renamed', 'stale-name']);
    expect(project.read(controller)).toContain("groups: ['shop.example.org'], resources: ['carts']");
    expect(project.read(sample)).toMatch(/^---\napiVersion: shop\.example\.org\/v1\n[^]*name: mine-v1\n/);
    expect(mentions(project, 'my.domain')).toEqual([controller]);
    expect(problemsOf(await project.check())).toEqual([]);
    await project.settings({ domain: 'my.domain' });
    expect(project.snapshot()).toEqual(before);
  });

  it('changes several groups, each in the code of all', async () => {
    const project = await newProject();
    await project.settings({ multigroup: true });
    await project.createApi(shop);
    await project.createApi({ group: 'fleet', kind: 'Ship' });
    const controller = 'src/controller/fleet/ship.controller.ts';
    const rule = (...groups: string[]): string =>
      `@Rbac({ groups: ['${groups.join("', '")}'], resources: ['webservers'], verbs: ['get'] })\nexport class`;
    project.edit(controller, 'export class', rule('shop.my.domain', 'fleet.my.domain'));
    await project.manifests();
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ domain: 'example.org' }))).toEqual([
      'renamed-crd',
      'renamed-crd',
      'lease-renamed',
    ]);
    expect(project.read(controller)).toContain(rule('shop.example.org', 'fleet.example.org'));
    expect(mentions(project, 'my.domain')).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);
    await project.settings({ domain: 'my.domain' });
    expect(project.snapshot()).toEqual(before);
  });

  it('refuses what is not a domain', async () => {
    const project = await shopProject();
    expect(problemsOf(await project.settings({ domain: 'Example Org' }))).toContain('invalid-name');
  });
});

describe('edit --project-name', () => {
  it('leaves the names of deployed objects that the user has chosen, and says what changes then', async () => {
    const project = await shopProject();
    const path = 'config/default/kustomization.yaml';
    project.edit(path, 'namePrefix: test-operator-', 'namePrefix: acme-');
    project.edit(path, 'namespace: test-operator-system', 'namespace: acme');
    const before = project.read(path);
    const outcome = await project.settings({ projectName: 'shop' });
    expect(problemsOf(outcome)).toEqual(['project-renamed', 'lease-renamed']);
    const { message, help } = outcome.diagnostics.find(({ code }) => code === 'project-renamed')!;
    expect(message).toContain('the Deployment acme-controller-manager gets a different selector');
    expect(help).toContain('kubectl delete deployment acme-controller-manager --namespace acme');
    expect(project.read(path)).toBe(before);
  });

  it('follows in alerts whose limits the user has changed', async () => {
    const project = await shopProject();
    await project.settings({ enable: ['prometheus'] });
    const alerts = 'config/prometheus/alerts.yaml';
    project.edit(alerts, '> 0.1', '> 0.05');
    const before = project.read(alerts);
    expect(problemsOf(await project.settings({ projectName: 'shop' }))).toEqual(['project-renamed', 'lease-renamed']);
    expect(project.read(alerts)).toBe(before.replaceAll('test-operator', 'shop'));
    await project.settings({ projectName: 'test-operator' });
    expect(project.read(alerts)).toBe(before);
  });

  it('changes every name that begins with it, and back gives the tree byte for byte', async () => {
    const project = await shopProject();
    await project.settings({ namespaced: true });
    project.edit('package.json', '"type": "module"', '"type": "module",\n  "mine": true');
    const before = project.snapshot();
    expect(problemsOf(await project.settings({ projectName: 'shop' }))).toEqual(['project-renamed', 'lease-renamed']);
    expect(mentions(project, 'test-operator')).toEqual([]);
    expect(project.read('package.json')).toMatch(/"name": "shop"[^]*"mine": true[^]*"operator-gen": "\d/);
    expect(project.read('src/controller/webserver.controller.ts')).toContain("namespace: 'shop-system'");
    expect(problemsOf(await project.check())).toEqual([]);
    await project.settings({ projectName: 'test-operator' });
    expect(project.snapshot()).toEqual(before);
  });
});

it('edits all at once', async () => {
  const project = await shopProject();
  const before = project.snapshot();
  const all = {
    domain: 'example.org',
    projectName: 'shop',
    multigroup: true,
    namespaced: true,
    owner: 'Me',
    year: 2026,
  };
  expect(problemsOf(await project.settings(all))).not.toContain('merge-conflict');
  expect(mentions(project, 'my.domain')).toEqual([]);
  expect(problemsOf(await project.check())).toEqual([]);
  await project.settings({
    domain: 'my.domain',
    projectName: 'test-operator',
    multigroup: false,
    namespaced: false,
    license: 'none',
  });
  expect(project.snapshot()).toEqual(before);
});

const production = 'config/overlays/prod/kustomization.yaml';
const annotation = '    - {op: add, path: /metadata/annotations, value: {a: b}}\n';
/** A kustomization with a patch of each target; the last one never has an object. */
const overlay = (targets: readonly string[]): string =>
  `namespace: shop-prod\nresources: [../../default]\npatches:\n${[...targets, '{kind: Secret, name: none}']
    .map((target) => `- target: ${target}\n  patch: |-\n${annotation}`)
    .join('')}`;

/** Changes of names, each with the targets of patches, and those that have no object after it. */
const changes: readonly (readonly [
  what: string,
  change: (project: TestProject) => Promise<Outcome>,
  targets: readonly string[],
  left: readonly string[],
])[] = [
  [
    'edit --project-name',
    (project) => project.settings({ projectName: 'bazaar' }),
    ['{kind: Deployment, name: test-operator-controller-manager}', '{kind: Deployment, name: controller-manager}'],
    ['kind Deployment, name test-operator-controller-manager'],
  ],
  [
    'edit --multigroup',
    (project) => project.settings({ multigroup: true }),
    ['{kind: ClusterRole, name: cart-editor-role}', '{kind: ClusterRole, name: manager-role}'],
    ['kind ClusterRole, name cart-editor-role'],
  ],
  [
    'edit --namespaced',
    (project) => project.settings({ namespaced: true }),
    ['{kind: ClusterRole, name: .*manager-role}', '{kind: (Cluster)?Role, name: .*manager-role}'],
    ['kind ClusterRole, name .*manager-role'],
  ],
  [
    'edit --domain',
    (project) => project.settings({ domain: 'example.org' }),
    ['{kind: CustomResourceDefinition, name: carts.shop.+domain}', '{kind: CustomResourceDefinition, name: carts.+}'],
    ['kind CustomResourceDefinition, name carts.shop.+domain'],
  ],
  [
    'rename api',
    (project) => project.rename({ ...shop, kind: 'Cart', toKind: 'Basket' }),
    ['{kind: ClusterRole, name: test-operator-cart-.*}', '{kind: ClusterRole, name: .*-role}'],
    ['kind ClusterRole, name test-operator-cart-.*'],
  ],
  [
    'delete api',
    (project) => project.deleteApi({ ...shop, kind: 'Cart' }),
    ['{kind: ClusterRole, name: cart-editor-role}', '{kind: ClusterRole, name: webserver-editor-role}'],
    ['kind ClusterRole, name cart-editor-role'],
  ],
  [
    'create webhook',
    (project) => project.createWebhook({ ...shop, defaulting: true, certificates: 'self-signed' }),
    ['{kind: Issuer}', '{kind: Deployment}'],
    ['kind Issuer'],
  ],
  [
    'delete webhook',
    (project) => project.deleteWebhook({ ...shop, defaulting: true }),
    ['{kind: MutatingWebhookConfiguration}', '{kind: Deployment}'],
    ['kind MutatingWebhookConfiguration'],
  ],
];

describe('a patch whose object has another name', () => {
  it.each(changes)('is reported by %s', async (_what, change, targets, left) => {
    const project = await shopProject();
    project.write(production, overlay(targets));
    const { diagnostics } = await change(project);
    const found = diagnostics.filter(({ code }) => code === 'unmatched-patch');
    expect(found.map(({ message, position }) => [position?.file, message.split(' has ').at(-1)])).toEqual(
      left.map((each) => [production, each]),
    );
  });
});
