import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { askHelper } from '../support/ask-helper.js';
import { brokenReferences, jobsOf } from '../support/chart-references.js';
import { largeProject, newProject, problemsOf, projectWithApi, type TestProject } from '../support/projects.js';
import {
  byIdentity,
  comparable,
  objectsIn,
  renderChart,
  renderChartOften,
  runHelm,
  type Rendered,
  type Values,
} from '../support/rendered-chart.js';
import { firstOf, isFull } from '../support/seed.js';
import { helm, programPath } from './control-plane/programs.js';

await askHelper();

/** For all combinations. */
const timeout = 3_600_000;

const chartOf = ({ root }: TestProject): string => join(root, 'dist/chart');

async function withChart(make: () => Promise<TestProject>): Promise<TestProject> {
  const project = await make();
  await project.settings({ helm: true });
  return project;
}

async function selfSigned(): Promise<TestProject> {
  const project = await projectWithApi();
  await project.createWebhook({ defaulting: true, validation: true, certificates: 'self-signed' });
  return project;
}

async function namespaced(): Promise<TestProject> {
  const project = await newProject();
  await project.settings({ namespaced: true });
  await project.createApi();
  await project.createApi({ kind: 'Cluster', namespaced: false });
  return project;
}

async function withAllParts(): Promise<TestProject> {
  const project = await largeProject();
  await project.settings({ enable: ['metrics-certs', 'network-policy', 'pod-disruption-budget', 'prometheus'] });
  return project;
}

const projects = [
  ['one namespace', namespaced],
  ['all parts of the deployment', withAllParts],
  ['an API', projectWithApi],
  ['webhooks, conversions and cluster-scoped kinds', largeProject],
  ['webhooks with a certificate of the operator', selfSigned],
] as const;

/** The names of the Secrets of cert-manager are not ones that kustomize changes. */
function withoutPrefix(objects: readonly Rendered[]): readonly Rendered[] {
  return JSON.parse(
    JSON.stringify(objects).replaceAll(/"test-operator-((?:webhook|metrics)-server-cert)"/g, '"$1"'),
  ) as Rendered[];
}

describe.skipIf(!isExecutable(programPath(helm.name)))('the chart of a project with', { timeout: 300_000 }, () => {
  describe.each(firstOf(2, projects))('%s', (_, make) => {
    it('passes the linter, and renders what kustomize builds', async () => {
      const project = await withChart(make);
      const linted = await runHelm(['lint', '--strict', chartOf(project)]);
      expect(linted).toContain('1 chart(s) linted, 0 chart(s) failed');
      expect(linted).not.toContain('WARNING');
      const { stdout } = await execa(programPath('kustomize'), ['build', 'config/default'], { cwd: project.root });
      const built = objectsIn(stdout).filter(({ kind }) => kind !== 'Namespace');
      const rendered = withoutPrefix(await renderChart(chartOf(project)));
      expect(byIdentity(rendered.map(comparable))).toEqual(byIdentity(built.map(comparable)));
    });

    it('has the same objects with its CRDs in a chart of their own', async () => {
      const project = await withChart(make);
      const render = async (
        chart: string,
        name: string,
        values: readonly Values[],
      ): ReturnType<typeof renderChartOften> => {
        const folder = join(project.root, name);
        mkdirSync(folder);
        return renderChartOften(chart, folder, values);
      };
      const chosen = [{}, ...combinations().filter((_each, index) => index % 8 === 0)].map((values): Values => ({
        ...values,
        crd: { enabled: true },
        nameOverride: 'test-operator',
      }));
      const whole = await render(chartOf(project), 'whole', chosen);
      await project.settings({ separateCRDs: true });
      const linted = await runHelm(['lint', '--strict', chartOf(project), `${chartOf(project)}-crds`]);
      expect(linted).toContain('2 chart(s) linted, 0 chart(s) failed');
      expect(linted).not.toContain('WARNING');
      const shared = chosen.map(({ crd: _crd, ...values }): Values => values);
      const operator = await render(chartOf(project), 'operator', shared);
      const crds = await render(`${chartOf(project)}-crds`, 'crds', shared);
      for (const [index, objects] of whole.entries()) {
        const divided = [...operator[index]!, ...crds[index]!];
        expect(crds[index]!.map(({ kind }) => kind)).toEqual(crds[index]!.map(() => 'CustomResourceDefinition'));
        expect(byIdentity(divided.map(comparable))).toEqual(byIdentity(objects.map(comparable)));
      }
    });

    it('is consistent with every combination of its switches', { timeout }, async () => {
      const project = await withChart(make);
      const folder = join(project.root, 'all');
      mkdirSync(folder);
      const chosen = combinations();
      const rendered = await renderChartOften(chartOf(project), folder, chosen);
      for (const [index, objects] of rendered.entries())
        expect([JSON.stringify(chosen[index]), brokenReferences(withExternal(objects))]).toEqual([
          JSON.stringify(chosen[index]),
          [],
        ]);
    });
  });
});

describe.skipIf(!isExecutable(programPath(helm.name)))('a chart', { timeout: 300_000 }, () => {
  it('can have a ServiceMonitor that verifies the certificate, also if config/default has none', async () => {
    const project = await largeProject();
    await project.settings({ enable: ['metrics-certs'], helm: true });
    const monitor = async (values: Values): Promise<Rendered> =>
      (await renderChart(chartOf(project), { prometheus: { enabled: true }, ...values })).find(
        ({ kind }) => kind === 'ServiceMonitor',
      ).spec.endpoints[0];
    expect((await monitor({})).tlsConfig).toEqual({
      ca: { secret: { key: 'ca.crt', name: 'test-operator-metrics-server-cert' } },
      serverName: 'test-operator-controller-manager-metrics-service.test-operator-system.svc',
    });
    expect((await monitor({ certManager: { enabled: false } })).tlsConfig).toEqual({ insecureSkipVerify: true });
    expect(await monitor({ metrics: { secure: false } })).toEqual({ path: '/metrics', port: 'http', scheme: 'http' });
  });

  it.each([
    ['encrypted', '', true],
    ['not encrypted', '        - --metrics-secure=false\n', false],
  ])(
    'has a Service and a ServiceMonitor of metrics that are %s in config/default, and either',
    async (_, arg, isSecure) => {
      const project = await projectWithApi();
      await project.settings({ helm: true, enable: ['prometheus'] });
      const file = 'config/manager/manager.yaml';
      project.edit(file, '        - --leader-elect\n', `        - --leader-elect\n${arg}`);
      const names = ['config/default/metrics_service.yaml', 'config/prometheus/monitor.yaml'];
      if (!isSecure) for (const path of names) project.write(path, project.read(path).replaceAll(': https', ': http'));
      await project.manifests();
      for (const secure of [true, false, undefined]) {
        const objects = await renderChart(chartOf(project), { metrics: secure === undefined ? {} : { secure } });
        const scheme = (secure ?? isSecure) ? 'https' : 'http';
        const [{ name }] = objects.find(({ kind }) => kind === 'Service').spec.ports;
        const [endpoint] = objects.find(({ kind }) => kind === 'ServiceMonitor').spec.endpoints;
        expect([name, endpoint.port, endpoint.scheme]).toEqual([scheme, scheme, scheme]);
        expect('bearerTokenFile' in endpoint || !(secure ?? isSecure)).toBe(true);
        expect(brokenReferences(objects)).toEqual([]);
      }
    },
  );

  it('has alerts where it has a ServiceMonitor, which select its metrics', async () => {
    const project = await withChart(projectWithApi);
    const rendered = async (enabled: boolean): Promise<readonly Rendered[]> =>
      renderChart(chartOf(project), { prometheus: { enabled } }, { release: 'mine' });
    const isAlerts = ({ kind }: Rendered): boolean => kind === 'PrometheusRule';
    expect((await rendered(false)).filter(isAlerts)).toEqual([]);
    const objects = await rendered(true);
    expect(brokenReferences(objects)).toEqual([]);
    expect(jobsOf(objects)).toHaveLength(5);
    const [{ rules }] = objects.find(isAlerts).spec.groups;
    expect(rules[0].annotations.summary).toContain('{{ $labels.controller }}');
  });

  it('has the dashboards of the project as they are', async () => {
    const project = await projectWithApi();
    await project.settings({ enable: ['grafana'], helm: true });
    const dashboards = async (values: Values): Promise<readonly Rendered[]> =>
      (await renderChart(chartOf(project), values)).filter(({ kind }) => kind === 'ConfigMap');
    expect(await dashboards({})).toEqual([]);
    const [{ metadata, data }] = await dashboards({ grafana: { dashboards: { enabled: true } } });
    expect(metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    expect(data).toEqual({
      'controllers.json': project.read('grafana/controllers.json'),
      'process.json': project.read('grafana/process.json'),
    });
  });

  it('has what the user adds to config/, and the values that the user sets', async () => {
    const project = await projectWithApi();
    project.write(
      'config/manager/extra.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: extra, namespace: system}\ndata: {a: "{{ b }}"}\n',
    );
    project.edit('config/manager/kustomization.yaml', '- manager.yaml', '- manager.yaml\n- extra.yaml');
    project.edit(
      'config/manager/manager.yaml',
      '        volumeMounts: []',
      '        env:\n        - {name: EXTRA, valueFrom: {configMapKeyRef: {name: extra, key: a}}}\n        - {name: LEVEL, value: info}\n        volumeMounts: []',
    );
    await project.settings({ helm: true });
    const objects = await renderChart(
      chartOf(project),
      {
        manager: {
          envOverrides: { LEVEL: 'debug' },
          args: ['--name={{ .Release.Name }}'],
          pod: { labels: { a: 'b', 'control-plane': 'x' } },
        },
      },
      { release: 'mine' },
    );
    const name = 'mine-test-operator-extra';
    expect(objects.find(({ kind }) => kind === 'ConfigMap')).toMatchObject({
      metadata: { name },
      data: { a: '{{ b }}' },
    });
    const { metadata, spec } = objects.find(({ kind }) => kind === 'Deployment').spec.template;
    expect(metadata.labels).toMatchObject({ a: 'b', 'control-plane': 'controller-manager' });
    expect(spec.containers[0].args[0]).toBe('--name=mine');
    expect(spec.containers[0].env).toEqual([
      { name: 'LEVEL', value: 'debug' },
      { name: 'EXTRA', valueFrom: { configMapKeyRef: { name, key: 'a' } } },
    ]);
  });

  it.each([
    [
      'watches the namespace of the release',
      { rbac: { namespaced: true } },
      ['test-operator-system'],
      { fieldRef: { fieldPath: 'metadata.namespace' } },
    ],
    ['watches namespaces', { watchNamespaces: ['red', 'blue'] }, ['red', 'blue'], 'red,blue'],
  ])('%s, with a role in each', async (_, values, namespaces, watched) => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    const objects = await renderChart(chartOf(project), values);
    const named = (kind: string, name: string): readonly Rendered[] =>
      objects.filter((each) => each.kind === kind && each.metadata.name === `test-operator-${name}`);
    expect(named('Role', 'manager-role').map(({ metadata }) => metadata.namespace)).toEqual(namespaces);
    expect(named('RoleBinding', 'manager-rolebinding').map(({ metadata }) => metadata.namespace)).toEqual(namespaces);
    expect(named('ClusterRole', 'manager-role')).toEqual([]);
    const [{ value, valueFrom }] = objects.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers[0]
      .env;
    expect(value ?? valueFrom).toEqual(watched);
  });

  it('has numbers as the user writes them, and replaces variables where they are', async () => {
    const project = await withChart(projectWithApi);
    const env = [
      { name: 'HOST', value: 'db' },
      { name: 'URL', value: 'http://$(HOST)/' },
    ];
    const envOverrides = { HOST: 'db2', LIMIT: 1_000_000, LARGE: 12_345_678, HALF: 1_234_567.5, ENABLED: true };
    const objects = await renderChart(chartOf(project), { manager: { env, envOverrides } });
    const [container] = objects.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
    expect(container.env.slice(0, 2)).toEqual([
      { name: 'HOST', value: 'db2' },
      { name: 'URL', value: 'http://$(HOST)/' },
    ]);
    expect(Object.fromEntries(container.env.map(({ name, value }: Rendered) => [name, value]))).toMatchObject({
      ...{ LIMIT: '1000000', LARGE: '12345678', HALF: '1234567.5', ENABLED: 'true' },
    });
  });

  it('never takes a value that the user removes for off or 0', async () => {
    const project = await withChart(projectWithApi);
    const schema = JSON.parse(project.read('dist/chart/values.schema.json')) as Schema;
    const scalars = scalarsOf(schema, []);
    expect(scalars).toContain('metrics.secure');
    const taken: string[] = [];
    for (const path of scalars) {
      const off = ['podDisruptionBudget.enabled=true', `${path}=null`].flatMap((each) => ['--set', each]);
      const rendered = await runHelm(['template', 'r', chartOf(project), ...off]).catch(() => undefined);
      if (rendered !== undefined) taken.push(path);
    }
    // One of the two limits of a PodDisruptionBudget is null anyway.
    expect(taken).toEqual(['podDisruptionBudget.minAvailable']);
  });
});

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Returns the paths of the values that are switches, choices and numbers. */
function scalarsOf({ properties = {} }: Schema, path: readonly string[]): readonly string[] {
  return Object.entries(properties).flatMap(([key, each]) => {
    if (each.properties !== undefined) return scalarsOf(each, [...path, key]);
    const types = [each.type ?? []].flat();
    return each.enum !== undefined || types.includes('boolean') || types.includes('integer')
      ? [[...path, key].join('.')]
      : [];
  });
}

/** Edits of values.yaml: what is replaced, and by what. */
const editedValues = [
  ['  replicas: 1', '  replicas: 3'],
  ['  replicas: 1', '  replica: 3'],
  ['  replicas: 1', '  replicas: "3"'],
  ['  replicas: 1', '  replicas: -1'],
  ['  replicas: 1', '  replicas:'],
  ['  replicas: 1', '  replicas: [1'],
  ['extra: {}', 'extra: text'],
  ['extra: {}', 'mine: {}'],
  ['  certificate: cert-manager', '  certificate: nobody'],
  ['nameOverride: ""', 'nameOverride: yes'],
  ['watchNamespaces: []', 'watchNamespaces: [A b]'],
  ['fullnameOverride: ""', 'fullnameOverride: Foo_Bar'],
  ['  existingSecret: ""', '  existingSecret: Bad_Name'],
  ['    repository: controller', '    repository: ""'],
  ['  env: []', '  env: [{foo: x}]'],
  ['  maxUnavailable: 1', '  maxUnavailable: 50%'],
  ['  labels: {}', '  labels: {a: 1}'],
  ['  labels: {}', '  labels: &a {a: "1"}'],
  ['  replicas: 1', '  replicas: 1.5'],
  ['  replicas: 1', '  replicas: 0o3'],
  ['  replicas: 1', '  replicas: !!str 3'],
  ['extra: {}', 'extra: {a: [1], b: {c: text}}'],
  ['  certificate: cert-manager', '  certificate: existing'],
  ['nameOverride: ""', 'nameOverride: 5'],
  ['nameOverride: ""', 'nameOverride:'],
  ['extra: {}', 'extra:'],
  ['watchNamespaces: []', 'watchNamespaces: ~'],
  ['watchNamespaces: []', 'watchNamespaces: [a, b]'],
  ['watchNamespaces: []', 'watchNamespaces: [a, 5]'],
  ['watchNamespaces: []', 'watchNamespaces: {}'],
  ['watchNamespaces: []', 'watchNamespaces: [""]'],
  ['fullnameOverride: ""', 'fullnameOverride: shop'],
  ['fullnameOverride: ""', 'fullnameOverride: x.y'],
  ['nameOverride: ""', 'nameOverride: x.y'],
  ['  name: ""', '  name: Bad_Name'],
  ['  name: ""', '  name: a..b'],
  ['  name: ""', '  name: a.b'],
  ['    repository: controller', '    repository:'],
  ['    repository: controller', '    repository: "a b"'],
  ['    repository: controller', '    repository: localhost:5000/a/b@sha256:0123'],
  ['  env: []', '  env: [{name: X, value: x}]'],
  ['  extraVolumes: []', '  extraVolumes: [{emptyDir: {}}]'],
  ['  replicas: 1', '  replicas: 100000000000'],
  ['  maxUnavailable: 1', '  maxUnavailable: "1\\n---"'],
  ['  keep: true', '  keep:'],
  ['  keep: true', '  kept: true'],
  ['  labels: {}', '  labels: {a: "1"}'],
] as const;

describe.skipIf(!isExecutable(programPath(helm.name)))('edited values of a chart', { timeout: 300_000 }, () => {
  it('are reported if Helm refuses them, and only then', async () => {
    const project = await withChart(projectWithApi);
    const path = 'dist/chart/values.yaml';
    const original = project.read(path);
    const verdicts: (readonly [value: string, reported: boolean, refused: boolean])[] = [];
    for (const [text, by] of firstOf(18, editedValues)) {
      expect(original).toContain(`${text}\n`);
      project.write(path, original.replace(`${text}\n`, `${by}\n`));
      const isReported = problemsOf(await project.check()).includes('chart-values-refused');
      const isRefused = await runHelm(['lint', chartOf(project)]).then(
        () => false,
        () => true,
      );
      verdicts.push([by, isReported, isRefused]);
    }
    expect(verdicts).toEqual(verdicts.map(([by, , isRefused]) => [by, isRefused, isRefused]));
    expect(verdicts.filter(([, , isRefused]) => isRefused)).not.toHaveLength(0);
  });
});

describe.skipIf(!isExecutable(programPath(helm.name)))('the roles of a chart', { timeout: 300_000 }, () => {
  const rolesIn = (objects: readonly Rendered[]): Readonly<Record<string, readonly string[]>> =>
    Object.fromEntries(
      objects
        .filter(({ kind, metadata }) => kind.endsWith('Role') && metadata.name.startsWith('test-operator-manager-role'))
        .map(({ kind, metadata, rules }) => [
          `${kind} ${metadata.name.slice('test-operator-'.length)}`,
          [...new Set<string>(rules.flatMap(({ resources }: Rendered) => resources))].map(
            (each) => each.split('/')[0]!,
          ),
        ]),
    );

  it('stay in the cluster for cluster-scoped kinds', async () => {
    const project = await withChart(largeProject);
    const roles = rolesIn(await renderChart(chartOf(project), { rbac: { namespaced: true } }));
    expect(new Set(roles['ClusterRole manager-role'])).toEqual(new Set(['trolleys']));
    expect(roles['Role manager-role']).toContain('webservers');
    expect(roles['Role manager-role']).not.toContain('trolleys');
  });

  it('stay in the cluster in a project of one namespace whose config/ has them there', async () => {
    const project = await withChart(async () => {
      const made = await namespaced();
      const role = {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'extra-role' },
      };
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'extra-role' };
      const subjects = [{ kind: 'ServiceAccount', name: 'controller-manager', namespace: 'system' }];
      const objects = [
        { ...role, rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }] },
        { ...role, kind: 'ClusterRoleBinding', metadata: { name: 'extra-rolebinding' }, roleRef, subjects },
      ];
      made.write('config/rbac/extra.yaml', objects.map((each) => stringify(each)).join('---\n'));
      const list = 'config/rbac/kustomization.yaml';
      made.write(list, made.read(list).replace('resources:\n', 'resources:\n- extra.yaml\n'));
      return made;
    });
    const kinds = async (values: Readonly<Record<string, unknown>>): Promise<readonly string[]> =>
      (await renderChart(chartOf(project), values))
        .filter(({ metadata }) => /extra-role/.test(metadata.name))
        .map(({ kind }) => kind)
        .toSorted((one, other) => one.localeCompare(other));
    expect(await kinds({})).toEqual(['ClusterRole', 'ClusterRoleBinding']);
    expect(await kinds({ rbac: { namespaced: false } })).toEqual(['ClusterRole', 'ClusterRoleBinding']);
  });

  it('are those of the cluster with rbac.namespaced=false in a project of one namespace', async () => {
    const project = await withChart(namespaced);
    const objects = await renderChart(chartOf(project), { rbac: { namespaced: false } });
    expect(rolesIn(objects)).toEqual({
      'ClusterRole manager-role': ['clusters', 'clusters', 'clusters'],
      'ClusterRole manager-role-of-namespace': ['webservers', 'webservers', 'webservers'],
    });
    const [{ env }] = objects.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
    expect(env).toEqual([]);
    expect(brokenReferences(objects)).toEqual([]);
  });
});

const switches = [
  ...[
    'manager',
    'rbac.namespaced',
    'rbac.helpers',
    'serviceAccount',
    'crd',
    'metrics',
    'metrics.secure',
    'certManager',
  ],
  ...['webhook', 'prometheus', 'networkPolicy', 'podDisruptionBudget'],
];

/** Returns values for a share of the combinations of the switches, with each of the certificates in turn. */
function combinations(): readonly Values[] {
  const all = allCombinations();
  // Every switch is on in one half of each share, because the step has no factor in common with the number of all.
  return isFull ? all : all.filter((_, index) => index % 37 === 5 || index % 4095 === 0);
}

function allCombinations(): readonly Values[] {
  const certificates = ['cert-manager', 'self-signed', 'existing'];
  return Array.from({ length: 2 ** switches.length }, (_, bits) => {
    const values: Record<string, Record<string, unknown>> = {
      webhook: { certificate: certificates[bits % 3], existingSecret: 'existing-secret' },
      rbac: {},
    };
    for (const [index, name] of switches.entries()) {
      const [section = '', key = 'enabled'] = name.split('.');
      const isOn = Math.floor(bits / 2 ** index) % 2 === 1;
      if (key === 'helpers') values[section]![key] = { enabled: isOn };
      else values[section] = { ...values[section], [key]: isOn };
    }
    if (values['serviceAccount']!['enabled'] === false) values['serviceAccount']!['name'] = 'existing-account';
    return values;
  });
}

/** Adds the objects that the values say are there. */
function withExternal(objects: readonly Rendered[]): readonly Rendered[] {
  const external = (kind: string, name: string): Rendered => ({ kind, metadata: { name, namespace: 'default' } });
  const added = [external('Secret', 'existing-secret'), external('ServiceAccount', 'existing-account')];
  return [...objects, ...added];
}
