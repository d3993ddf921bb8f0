import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { execa, ExecaError } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { releaseSize } from '../../src/features/helm/chart-size.js';
import { askHelper } from '../support/ask-helper.js';
import { largeProject, testFolder, type TestProject } from '../support/projects.js';
import { renderChart, type Rendered, type Values } from '../support/rendered-chart.js';
import { makeTemporaryFolder } from '../support/tree.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { helm, programPath } from './control-plane/programs.js';
import { sharedApiServer } from './control-plane/shared.js';
import { story } from '../support/story.js';

await askHelper();

const shared = await sharedApiServer();
const types = 'src/api/v1/parcel.types.ts';

async function makeParcelProject(root: string): Promise<TestProject> {
  const project = testFolder({}, undefined, root);
  await project.init({ projectName: 'parcel', domain: 'chart.example' });
  await project.createApi({ kind: 'Parcel' });
  project.edit(types, 'export class ParcelSpec {', "export class ParcelSpec {\n  label = 'a {{ x }} b';\n");
  await project.settings({ helm: true });
  return project;
}

/** CRDs of the kinds that charts can have. */
const foreignKinds = (
  [
    ['cert-manager.io', 'Issuer', 'v1'],
    ['cert-manager.io', 'Certificate', 'v1'],
    ['monitoring.coreos.com', 'PrometheusRule', 'v1'],
    ['monitoring.coreos.com', 'ServiceMonitor', 'v1'],
  ] as const
).map(([group, kind, name]) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.toLowerCase()}s.${group}` },
  spec: {
    ...{ group, scope: 'Namespaced', names: { kind, plural: `${kind.toLowerCase()}s` } },
    versions: [
      {
        ...{ name, served: true, storage: true },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}));

describe.skipIf(!shared.available)('a release of a chart', { ...story, timeout: 120_000 }, () => {
  let cluster: ControlPlaneAccess;
  let project: TestProject;
  const folder = makeTemporaryFolder();
  const namespace = 'parcels';

  /** Runs Helm; what it uninstalls is gone when it returns: the API server deletes the objects of a CRD before the CRD. */
  const run = async (...args: readonly string[]): Promise<string> => {
    const wait = args[0] === 'uninstall' ? ['--wait', '--timeout=60s'] : [];
    const home = { HELM_CACHE_HOME: folder.path, HELM_CONFIG_HOME: folder.path, HELM_DATA_HOME: folder.path };
    const env = { KUBECONFIG: cluster.kubeconfigPath, ...home };
    return (await execa(programPath(helm.name), [...args, ...wait, '--namespace', namespace], { env })).stdout;
  };
  const chart = (): string => join(project.root, 'dist/chart');
  const read = async (kind: string, name: string): Promise<Rendered> =>
    JSON.parse(await cluster.kubectl(['get', kind, name, '--namespace', namespace, '--output', 'json']));

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    project = await makeParcelProject(folder.path);
  });
  afterAll(() => folder.remove());

  it('is installed, with braces in a CRD as they are', async () => {
    await run('install', 'parcel', chart(), '--create-namespace');
    expect((await read('deployment', 'parcel-controller-manager')).spec.replicas).toBe(1);
    const [{ schema }] = (await read('crd', 'parcels.chart.example')).spec.versions;
    expect(schema.openAPIV3Schema.properties.spec.properties.label.default).toBe('a {{ x }} b');
  });

  it('is upgraded with other values, and rolled back', async () => {
    const object = { apiVersion: 'chart.example/v1', kind: 'Parcel', metadata: { name: 'p', namespace }, spec: {} };
    await cluster.kubectl(['apply', '-f', '-'], { input: JSON.stringify(object) });
    await run('upgrade', 'parcel', chart(), '--set', 'manager.replicas=2,manager.envOverrides.LEVEL=debug');
    const { spec } = await read('deployment', 'parcel-controller-manager');
    expect([spec.replicas, spec.template.spec.containers[0].env]).toEqual([2, [{ name: 'LEVEL', value: 'debug' }]]);
    await run('rollback', 'parcel', '1');
    const { spec: back } = await read('deployment', 'parcel-controller-manager');
    expect([back.replicas, back.template.spec.containers[0].env]).toEqual([1, undefined]);
  });

  it('refuses a value that there is not', async () => {
    const refused = await run('upgrade', 'parcel', chart(), '--set', 'manager.replica=2').catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(ExecaError);
    expect((refused as ExecaError).stderr).toContain("additional properties 'replica' not allowed");
  });

  it('leaves CRDs and their objects when it is uninstalled, and takes them over again', async () => {
    await run('uninstall', 'parcel');
    await expect(read('deployment', 'parcel-controller-manager')).rejects.toThrow('not found');
    expect((await read('parcel', 'p')).spec.label).toBe('a {{ x }} b');
    await run('install', 'parcel', chart());
    expect((await read('crd', 'parcels.chart.example')).metadata.labels['app.kubernetes.io/managed-by']).toBe('Helm');
    await run('uninstall', 'parcel');
  });

  it('can give its CRDs to a chart of their own, which leaves them and their objects as they are', async () => {
    await run('install', 'parcel', chart());
    await project.settings({ separateCRDs: true });
    const crds = `${chart()}-crds`;
    await run('install', 'parcel-crds', crds, '--take-ownership');
    await run('upgrade', 'parcel', chart());
    const annotations = async (): Promise<Rendered> =>
      (await read('crd', 'parcels.chart.example')).metadata.annotations;
    expect(await annotations()).toMatchObject({ 'meta.helm.sh/release-name': 'parcel-crds' });
    expect((await read('parcel', 'p')).spec.label).toBe('a {{ x }} b');
    await run('upgrade', 'parcel-crds', crds, '--set', 'crd.keep=false,manager.replicas=2');
    expect(await annotations()).not.toHaveProperty(['helm.sh/resource-policy']);
    await run('uninstall', 'parcel');
    expect((await read('parcel', 'p')).spec.label).toBe('a {{ x }} b');
    await run('uninstall', 'parcel-crds');
    await expect(read('parcel', 'p')).rejects.toThrow('parcels');
  });

  it('takes about as much of its Secret as expected', async () => {
    await run('install', 'parcel', chart());
    const { data } = await read('secret', 'sh.helm.release.v1.parcel.v1');
    const stored = Buffer.from(data.release as string, 'base64').length;
    const paths = Object.keys(project.snapshot()).filter(
      (path) => path.startsWith('dist/chart/') && !path.endsWith('/'),
    );
    const expected = releaseSize(new Map(paths.map((path) => [path.slice('dist/chart/'.length), project.read(path)])));
    expect(expected / stored).toBeGreaterThan(0.9);
    // A small chart is compressed less.
    expect(expected / stored).toBeLessThan(1.25);
    await run('uninstall', 'parcel');
  });

  // With server-side apply, the API server refuses this: the CA belongs to someone else, and stays.
  it(
    'can do without its webhooks after someone has written their CA, with --server-side=false',
    { timeout: 240_000 },
    async () => {
      const converted = testFolder();
      await converted.init({ projectName: 'crate', domain: 'chart.example' });
      await converted.createApi({ kind: 'Crate' });
      await converted.createApi({ kind: 'Crate', version: 'v2' });
      await converted.createWebhook({ kind: 'Crate', version: 'v2', conversion: true, spoke: ['v1'] });
      await converted.settings({ helm: true });
      const path = join(converted.root, 'dist/chart');
      const names = (await renderChart(path, {}, { namespace }))
        .filter(({ kind, spec }) => kind === 'CustomResourceDefinition' && spec.conversion !== undefined)
        .map(({ metadata }) => metadata.name as string);
      expect(names.length).toBeGreaterThan(0);
      const conversions = async (): Promise<readonly Rendered[]> =>
        Promise.all(names.map(async (name) => (await read('crd', name)).spec.conversion));
      const webhooksAre = (on: boolean): Promise<string> =>
        run(
          'upgrade',
          'crate',
          path,
          '--server-side=false',
          '--set',
          `webhook.certificate=self-signed,webhook.enabled=${on}`,
        );
      await run(
        'install',
        'crate',
        path,
        '--create-namespace',
        '--set',
        'webhook.certificate=self-signed,crd.keep=false',
      );
      const caBundle = Buffer.from(rootCertificates[0]!).toString('base64');
      const patch = { spec: { conversion: { webhook: { clientConfig: { caBundle } } } } };
      for (const name of names) {
        const words = [
          'patch',
          'crd',
          name,
          '--field-manager=operator',
          '--type=merge',
          '--patch',
          JSON.stringify(patch),
        ];
        await cluster.kubectl(words);
      }
      await webhooksAre(false);
      expect(await conversions()).toEqual(names.map(() => ({ strategy: 'None' })));
      await webhooksAre(true);
      for (const each of await conversions()) expect(each.strategy).toBe('Webhook');
      await run('rollback', 'crate', '2', '--server-side=false');
      expect(await conversions()).toEqual(names.map(() => ({ strategy: 'None' })));
      await run('uninstall', 'crate');
      await cluster.kubectl(['delete', 'crd', ...names, '--ignore-not-found']);
    },
  );

  const values: readonly (readonly [string, Values])[] = [
    ['its defaults', {}],
    [
      'everything on',
      { prometheus: { enabled: true }, networkPolicy: { enabled: true }, podDisruptionBudget: { enabled: true } },
    ],
    ['a certificate of the operator', { certManager: { enabled: false } }],
    ['roles of two namespaces', { watchNamespaces: ['default', namespace] }],
    ['no webhooks', { webhook: { enabled: false }, metrics: { secure: false } }],
    [
      'variables twice, and other ports',
      {
        manager: {
          env: [
            { name: 'A', value: '1' },
            { name: 'A', value: '2' },
          ],
          envOverrides: { A: 3, LIMIT: 1_000_000 },
        },
        metrics: { port: 9000 },
        webhook: { port: 9001, certificate: 'existing', existingSecret: 'mine', caBundle: 'Cg==' },
      },
    ],
  ];

  it.each(values)('is accepted by the API server with %s', async (_, chosen) => {
    const large = await largeProject();
    await large.settings({ helm: true });
    const crds = foreignKinds.map((each) => JSON.stringify(each)).join('\n---\n');
    await cluster.kubectl(['apply', '--server-side', '-f', '-'], { input: crds });
    const objects = await renderChart(join(large.root, 'dist/chart'), chosen, { namespace });
    const applied = await cluster.kubectl(['apply', '--server-side', '--dry-run=server', '--filename', '-'], {
      input: objects.map((each) => stringify(each)).join('\n---\n'),
    });
    expect(applied.trim().split('\n')).toHaveLength(objects.length);
  });
});
