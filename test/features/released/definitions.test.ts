import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { releasedIn } from '../../../src/features/released/definitions.js';

const crd = (plural: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: { group: 'example.com', names: { kind: 'Foo', plural }, scope: 'Namespaced', versions: [] },
});

const released = (files: Readonly<Record<string, string | object>>, isCommit = false) =>
  releasedIn({
    name: 'the folder',
    isCommit,
    paths: Object.keys(files),
    read: async (paths) =>
      new Map(
        paths.map((path) => [path, typeof files[path] === 'string' ? files[path] : stringify(files[path])] as const),
      ),
  });

const names = async (files: Readonly<Record<string, string | object>>) =>
  (await released(files)).crds.map(({ name }) => name);

const bases = 'config/crd/bases/foos.yaml';
const patch = {
  ...crd('foos'),
  spec: { conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } } },
};

describe('a conversion of a patch', () => {
  const isConverted = async (kustomization: object) => {
    const files = {
      [bases]: crd('foos'),
      'config/crd/patches/webhook.yaml': patch,
      'config/crd/kustomization.yaml': kustomization,
    };
    return (await released(files)).crds[0]!.isConverted;
  };

  it('is that of the definition', async () => {
    expect(await isConverted({ patches: [{ path: 'patches/webhook.yaml' }] })).toBe(true);
    expect(await isConverted({ patchesStrategicMerge: ['patches/webhook.yaml'] })).toBe(true);
  });

  it('is not used if the kustomization does not apply it', async () => {
    expect(await isConverted({ patches: [] })).toBe(false);
    expect(await isConverted({ patches: [{ path: 'patches/other.yaml' }] })).toBe(false);
  });
});

describe('merge keys', () => {
  const header = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n';

  it('are resolved as kubectl does', async () => {
    const spec = 'spec:\n  <<: *common\n  names: {kind: Foo, plural: foos}\n';
    const text = `${header}x: &common {group: example.com, scope: Cluster, names: {}}\n${spec}`;
    const [found] = (await released({ [bases]: text })).crds;
    expect(found).toMatchObject({ name: 'foos.example.com', scope: 'Cluster' });
  });

  it.each([
    ['of lists', (name: string) => `{<<: [*${name}, *${name}]}`],
    ['of fields', (name: string) => `{x: {<<: *${name}}, y: {<<: *${name}}}`],
  ])('that expand to too much are refused: %s', async (_, merged) => {
    const levels = Array.from({ length: 45 }, (__, index) => `a${index + 1}: &a${index + 1} ${merged(`a${index}`)}\n`);
    await expect(released({ [bases]: `${header}a0: &a0 {k: 1}\n${levels.join('')}` })).rejects.toThrow(
      'against-unreadable',
    );
  });

  it('that are not mappings are refused', async () => {
    await expect(released({ [bases]: `${header}spec: {<<: 1}\n` })).rejects.toThrow('against-unreadable');
  });
});

describe('definitions are read', () => {
  it('from the layout first', async () => {
    expect(await names({ [bases]: crd('foos'), 'test/crds.yaml': crd('bars') })).toEqual(['foos.example.com']);
  });

  it('from the folder of the project, then from the layout elsewhere, then from anywhere', async () => {
    const [near, layout, far] = [
      { 'crds/a.yaml': crd('foos') },
      { [`../../old/${bases}`]: crd('bars') },
      { '../test/a.json': JSON.stringify(crd('others')) },
    ];
    expect(await names({ ...far, ...layout, ...near })).toEqual(['foos.example.com']);
    expect(await names({ ...far, ...layout })).toEqual(['bars.example.com']);
    expect(await names(far)).toEqual(['others.example.com']);
  });

  it('from lists, and next to templates', async () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [crd('foos'), { kind: 'Pod' }, null, 'x'] };
    const template = '{{- if .Values.crds }}\nkind: CustomResourceDefinition\n  {{ x }}\n{{- end }}\n';
    expect(await names({ 'a.yaml': list, 'b.yaml': template })).toEqual(['foos.example.com']);
  });
});

it.each([
  ['a text', 'kind: CustomResourceDefinition'],
  ['no names', { ...crd('foos'), spec: { group: 'example.com' } }],
  ['names of other types', { ...crd('foos'), spec: { group: 1, names: [], versions: {} } }],
  ['another version', { ...crd('foos'), apiVersion: 'apiextensions.k8s.io/v1beta1' }],
])('a definition with %s is none', async (_, file) => {
  await expect(released({ 'a.yaml': file })).rejects.toThrow('against-without-crds');
});

it.each([
  ['a list with null', [null, { name: 5 }]],
  ['a list with a version without a name', [{ name: 'v1' }, {}]],
  ['a map', { a: 1 }],
])('a definition whose versions are %s is refused', async (_, versions) => {
  const { spec, ...rest } = crd('foos');
  for (const path of ['a.yaml', bases]) {
    await expect(released({ [path]: { ...rest, spec: { ...spec, versions } } })).rejects.toThrow('against-unreadable');
  }
});

it('roles and webhooks are known of projects only', async () => {
  const role = { kind: 'ClusterRole', metadata: { name: 'manager-role' } };
  const project = await released({ [bases]: crd('foos'), 'config/rbac/role.yaml': role });
  expect(project).toMatchObject({ isProject: true, roles: [role], webhooks: [] });
  expect((await released({ 'a.yaml': crd('foos'), 'config/rbac/role.yaml': role })).roles).toBeUndefined();
});

describe('without definitions', () => {
  const resource = (more: object) => ({ domain: 'example.com', resources: [{ version: 'v1', kind: 'Foo', ...more }] });
  const inCommit = (files: Readonly<Record<string, string | object>>) => released(files, true);

  it('a project without kinds of its own is empty', async () => {
    for (const project of ['domain: example.com\n', resource({ external: true })]) {
      expect(await released({ PROJECT: project, 'config/a.yaml': 'kind: Pod' })).toMatchObject({
        crds: [],
        isProject: true,
      });
    }
  });

  it('a project with kinds is refused', async () => {
    const PROJECT = resource({ api: { crdVersion: 'v1' } });
    await expect(inCommit({ PROJECT })).rejects.toThrow('against-without-crds');
    await expect(inCommit({ PROJECT: 'a: [' })).rejects.toThrow('against-unreadable');
  });

  it('a commit before the project is compared with nothing', async () => {
    for (const files of [{}, { 'a.yaml': 'kind: Pod' }, { '../other/PROJECT': 'domain: example.com\n' }]) {
      expect(await inCommit(files)).toMatchObject({
        crds: [],
        isProject: false,
        notes: [{ code: 'nothing-released', severity: 'note' }],
      });
      await expect(released(files)).rejects.toThrow('against-without-crds');
    }
  });

  it.each([
    ['templates', 'kind: CustomResourceDefinition\n{{ x }}\n'],
    ['old definitions', { ...crd('foos'), apiVersion: 'apiextensions.k8s.io/v1beta1' }],
  ])('a commit with %s is refused', async (_, file) => {
    await expect(inCommit({ 'a.yaml': file })).rejects.toThrow('against-without-crds');
  });
});
