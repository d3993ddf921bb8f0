import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { askHelper } from '../support/ask-helper.js';
import { brokenReferences } from '../support/chart-references.js';
import { few } from '../support/few.js';
import { largeProject, problemsOf, projectWithApi, type TestProject } from '../support/projects.js';
import {
  byIdentity,
  comparable,
  objectsIn,
  renderChart,
  type Rendered,
  type Values,
} from '../support/rendered-chart.js';
import { helm, programPath } from './control-plane/programs.js';

await askHelper();

const metricsPatch = 'config/default/manager_metrics_patch.yaml';
const metricsService = 'config/default/metrics_service.yaml';

function renameMetricsPort(project: TestProject): void {
  project.edit(metricsPatch, 'name: metrics', 'name: https');
  project.edit(metricsService, 'targetPort: metrics', 'targetPort: https');
}

/** Adds a container to the Pods of the manager that authorizes the requests for metrics. */
function proxyMetrics(project: TestProject): void {
  const container =
    '{name: proxy, image: proxy, args: [--secure-listen-address=:8443], ports: [{containerPort: 8443, name: https}]}';
  const addresses = '--health-probe-bind-address=:8081, --metrics-bind-address=127.0.0.1:8080';
  const args = `[--leader-elect, ${addresses}, --metrics-secure=false]`;
  const spec = `{template: {spec: {containers: [${container}, {name: manager, args: ${args}}]}}}`;
  const metadata = '{name: controller-manager, namespace: system}';
  project.write(metricsPatch, `apiVersion: apps/v1\nkind: Deployment\nmetadata: ${metadata}\nspec: ${spec}\n`);
  project.edit(metricsService, 'targetPort: metrics', 'targetPort: https');
}

/** Makes an object of another kind of the Deployment of the manager. */
function changeKind(project: TestProject, kind: string): void {
  project.edit('config/manager/manager.yaml', 'kind: Deployment', `kind: ${kind}`);
  const path = 'config/default/kustomization.yaml';
  project.write(path, project.read(path).replaceAll('kind: Deployment', `kind: ${kind}`));
}

/** Adds objects to config/default. */
function add(project: TestProject, objects: string): void {
  project.write('config/default/own.yaml', objects);
  project.edit('config/default/kustomization.yaml', '- metrics_service.yaml', '- metrics_service.yaml\n- own.yaml');
}

/** A Deployment of the user with webhooks. */
const agent = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: agent, namespace: system}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      containers:
      - {name: agent, image: agent, ports: [{containerPort: 9443, name: webhook-server}]}
---
apiVersion: v1
kind: Service
metadata: {name: agent, namespace: system}
spec: {selector: {app: agent}, ports: [{port: 443, targetPort: 9443}]}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: agent, annotations: {mine: x}}
webhooks:
- name: pods.agent.example
  admissionReviewVersions: [v1]
  sideEffects: None
  clientConfig: {caBundle: Zm9v, service: {name: agent, namespace: system, path: /pods}}
  rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
`;

/** A CRD whose objects it converts. */
const converted = `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: extras.agent.example}
spec:
  group: agent.example
  names: {kind: Extra, plural: extras}
  scope: Namespaced
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: {caBundle: Zm9v, service: {name: agent, namespace: system, path: /convert}}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
  - {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
`;

/** A user of the Secret that cert-manager issues for the webhooks. */
const worker = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: worker, namespace: system}
spec:
  selector: {matchLabels: {app: worker}}
  template:
    metadata: {labels: {app: worker}}
    spec:
      imagePullSecrets: [{name: webhook-server-cert}, {name: other}]
      initContainers: [{name: i, image: x, envFrom: [{secretRef: {name: webhook-server-cert}}]}]
      containers:
      - name: w
        image: x
        env:
        - {name: CERT, valueFrom: {secretKeyRef: {name: webhook-server-cert, key: tls.crt}}}
        - {name: webhook-server-cert, value: webhook-server-cert}
      volumes:
      - {name: c, secret: {secretName: webhook-server-cert}}
      - {name: p, projected: {sources: [{secret: {name: webhook-server-cert}}, {configMap: {name: webhook-server-cert}}]}}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: worker, namespace: system}
secrets: [{name: webhook-server-cert}]
imagePullSecrets: [{name: webhook-server-cert}]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: worker, namespace: system}
spec:
  tls: [{secretName: webhook-server-cert}]
  defaultBackend: {service: {name: webhook-service, port: {number: 443}}}
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: {name: worker, namespace: system}
spec:
  gatewayClassName: x
  listeners:
  - {name: a, port: 443, protocol: HTTPS, tls: {certificateRefs: [{kind: Secret, name: webhook-server-cert}]}}
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: worker, namespace: system}
spec:
  selector: {matchLabels: {app: worker}}
  endpoints:
  - port: x
    tlsConfig:
      keySecret: {name: webhook-server-cert, key: tls.key}
      cert: {secret: {name: webhook-server-cert, key: tls.crt}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: worker, namespace: system}
rules:
- {apiGroups: [""], resources: [secrets], resourceNames: [webhook-server-cert, other], verbs: [get]}
- {apiGroups: [""], resources: [configmaps], resourceNames: [webhook-server-cert], verbs: [get]}
`;

const ownMonitor = `
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: {name: agent, namespace: system}
spec: {selector: {matchLabels: {app: agent}}, endpoints: [{port: web}]}
`;

const ownRule = `
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: agent, namespace: system}
spec: {groups: []}
`;

const ownPolicy = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: agent, namespace: system}
spec: {podSelector: {matchLabels: {app: agent}}, policyTypes: [Ingress]}
`;

/** A policy for the Pods of the manager. */
const egress = `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: egress, namespace: system}
spec: {podSelector: {matchLabels: {control-plane: controller-manager}}, policyTypes: [Egress], egress: [{}]}
`;

const ownBudget = `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: agent, namespace: system}
spec: {minAvailable: 2, selector: {matchLabels: {app: agent}}}
`;

/** Certificates that the scaffolded Issuer and another one issue. */
const ownCertificates = `
apiVersion: cert-manager.io/v1
kind: Certificate
metadata: {name: client, namespace: system}
spec: {secretName: client-cert, issuerRef: {name: selfsigned-issuer, kind: Issuer}, commonName: client}
---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata: {name: metrics-agent, namespace: system}
spec: {secretName: agent-cert, issuerRef: {name: others, kind: ClusterIssuer}, commonName: agent}
`;

const optional = ['ServiceMonitor', 'PrometheusRule', 'NetworkPolicy', 'PodDisruptionBudget'];

async function withAllParts(): Promise<TestProject> {
  const project = await largeProject();
  await project.settings({ enable: ['metrics-certs', 'network-policy', 'pod-disruption-budget', 'prometheus'] });
  return project;
}

async function selfSigned(): Promise<TestProject> {
  const project = await projectWithApi();
  await project.createWebhook({ defaulting: true, validation: true, certificates: 'self-signed' });
  return project;
}

/** Changes of `config/`. */
const changes: readonly (readonly [string, () => Promise<TestProject>, (project: TestProject) => void])[] = [
  ['another name of the port of the metrics', projectWithApi, renameMetricsPort],
  [
    'other names of all ports',
    largeProject,
    (project) => {
      renameMetricsPort(project);
      project.edit('config/default/manager_webhook_patch.yaml', 'name: webhook-server', 'name: hooks');
      project.edit('config/webhook/service.yaml', 'targetPort: 9443', 'targetPort: hooks');
      project.write(
        'config/manager/manager.yaml',
        project.read('config/manager/manager.yaml').replaceAll(/(name|port): health$/gm, '$1: probes'),
      );
    },
  ],
  ['a Certificate of its own', projectWithApi, (project) => add(project, ownCertificates)],
  ['more Certificates', withAllParts, (project) => add(project, ownCertificates)],
  ['webhooks of another Deployment', projectWithApi, (project) => add(project, agent)],
  ['webhooks of its own and of another Deployment', largeProject, (project) => add(project, agent + converted)],
  ['self-signed webhooks and those of another Deployment', selfSigned, (project) => add(project, agent)],
  ...(
    [
      ['a ServiceMonitor', ownMonitor],
      ['a PrometheusRule', ownRule],
      ['a NetworkPolicy', ownPolicy],
      ['a NetworkPolicy of the manager', egress],
      ['a PodDisruptionBudget', ownBudget],
      ['all of these', [ownMonitor, ownRule, ownPolicy, egress, ownBudget].join('---')],
    ] as const
  ).flatMap(([name, objects]) =>
    (
      [
        ['an API', projectWithApi],
        ['all parts', withAllParts],
      ] as const
    ).map(
      ([what, make]) =>
        [`${what}, and ${name} of its own`, make, (project: TestProject) => add(project, objects)] as const,
    ),
  ),
  [
    'alerts without a ServiceMonitor',
    withAllParts,
    (project) => project.edit('config/prometheus/kustomization.yaml', '- monitor.yaml\n', ''),
  ],
  ['a proxy for the metrics', projectWithApi, proxyMetrics],
  ['a StatefulSet of the manager', projectWithApi, (project) => changeKind(project, 'StatefulSet')],
  ['a StatefulSet of the manager and all parts', withAllParts, (project) => changeKind(project, 'StatefulSet')],
  ['a DaemonSet of the manager', projectWithApi, (project) => changeKind(project, 'DaemonSet')],
  [
    'no metrics',
    projectWithApi,
    (project) => {
      project.edit('config/default/kustomization.yaml', '- metrics_service.yaml\n', '');
      project.write(metricsPatch, '- {op: test, path: /kind, value: Deployment}\n');
    },
  ],
];

/** The names of the Secrets of cert-manager are not ones that kustomize changes. */
function withoutPrefix(objects: readonly Rendered[]): readonly Rendered[] {
  return JSON.parse(
    JSON.stringify(objects).replaceAll(
      /"test-operator-((?:webhook-server|metrics-server|client|agent)-cert)"/g,
      '"$1"',
    ),
  ) as Rendered[];
}

async function render({ root }: TestProject, values: Values = {}): Promise<readonly Rendered[]> {
  return renderChart(join(root, 'dist/chart'), values);
}

describe.skipIf(!isExecutable(programPath(helm.name)))('the chart of a project with', { timeout: 300_000 }, () => {
  few(10).each(changes)('%s renders what kustomize builds', async (_name, make, change) => {
    const project = await make();
    await project.settings({ helm: true });
    change(project);
    expect(problemsOf(await project.manifests())).toEqual([]);
    const { stdout } = await execa(programPath('kustomize'), ['build', 'config/default'], { cwd: project.root });
    const built = objectsIn(stdout).filter(({ kind }) => kind !== 'Namespace');
    const rendered = withoutPrefix(await render(project));
    expect(byIdentity(rendered.map(comparable))).toEqual(byIdentity(built.map(comparable)));
  });
});

describe.skipIf(!isExecutable(programPath(helm.name)))('values of a chart', { timeout: 300_000 }, () => {
  it('with a port that the operator uses twice are refused', async () => {
    const project = await selfSigned();
    await project.settings({ helm: true });
    const [metrics, webhook, healthProbe] = [{ port: 9000 }, { port: 9000 }, { port: 9000 }];
    for (const [values, names] of [
      [{ metrics, manager: { healthProbe } }, 'manager.healthProbe.port and metrics.port'],
      [{ webhook, manager: { healthProbe } }, 'manager.healthProbe.port and webhook.port'],
      [{ metrics, webhook }, 'metrics.port and webhook.port'],
    ] as const)
      await expect(render(project, values)).rejects.toThrow(`${names} are the same port`);
    const unused = { metrics: { ...metrics, enabled: false }, manager: { healthProbe } };
    expect(await render(project, unused)).not.toEqual([]);
  });

  it('for webhooks do not change those of another Deployment', async () => {
    const project = await largeProject();
    await project.settings({ helm: true });
    add(project, agent + converted);
    expect(problemsOf(await project.manifests())).toEqual([]);
    const ofAgent = (objects: readonly Rendered[]): readonly Rendered[] =>
      objects
        .filter(({ metadata }) => ['test-operator-agent', 'extras.agent.example'].includes(metadata.name))
        .map(comparable);
    const usual = ofAgent(await render(project));
    expect(usual.map(({ kind }): string => kind).toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
      'CustomResourceDefinition',
      'Deployment',
      'Service',
      'ValidatingWebhookConfiguration',
    ]);
    for (const webhook of [
      { enabled: false },
      { certificate: 'self-signed' },
      { certificate: 'existing', existingSecret: 'existing', caBundle: 'YmFy' },
    ]) {
      const objects = await render(project, { webhook });
      expect(ofAgent(objects)).toEqual(usual);
      const roles = objects.filter(({ metadata }) => metadata.name === 'test-operator-webhook-configurations-role');
      expect(JSON.stringify(roles)).not.toContain('agent');
    }
  });
});

describe.skipIf(!isExecutable(programPath(helm.name)))('a chart', { timeout: 300_000 }, () => {
  it('sets the values of a StatefulSet of the manager', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    changeKind(project, 'StatefulSet');
    expect(problemsOf(await project.manifests())).toEqual([]);
    const manager = { replicas: 3, strategy: { type: 'OnDelete' }, envOverrides: { LEVEL: 'debug' } };
    const { spec } = (await render(project, { manager })).find(({ kind }) => kind === 'StatefulSet');
    expect(spec).toMatchObject({ replicas: 3, updateStrategy: { type: 'OnDelete' } });
    expect(spec).not.toHaveProperty('strategy');
    expect(spec.template.spec.containers[0].env).toEqual([{ name: 'LEVEL', value: 'debug' }]);
  });

  it('has the name of a Certificate in annotations for its CA', async () => {
    const project = await largeProject();
    await project.settings({ helm: true });
    const from = (value: string): string => `{cert-manager.io/inject-ca-from: ${value}}`;
    add(
      project,
      ['test-operator-system/test-operator-serving-cert', 'others/others-serving-cert']
        .map(
          (value, index) => `apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v${index}.agent.example, annotations: ${from(value)}}
spec: {service: {name: webhook-service, namespace: system}}
`,
        )
        .join('---\n'),
    );
    expect(problemsOf(await project.manifests())).toEqual([]);
    const release = { release: 'mine', namespace: 'apart' };
    const objects = await renderChart(join(project.root, 'dist/chart'), {}, release);
    const annotations = objects
      .filter(({ kind }) => kind === 'APIService')
      .map(({ metadata }): unknown => metadata.annotations['cert-manager.io/inject-ca-from']);
    const names = objects.filter(({ kind }) => kind === 'Certificate').map(({ metadata }): string => metadata.name);
    expect(annotations).toEqual([`apart/${names[0]}`, 'others/others-serving-cert']);
  });

  it('has the names of the Secrets of cert-manager wherever objects refer to them', async () => {
    const project = await largeProject();
    await project.settings({ helm: true });
    add(project, worker);
    expect(problemsOf(await project.manifests())).toEqual([]);
    const before = objectsIn(worker);
    const after = (await render(project)).filter(({ metadata }) => metadata.name === 'test-operator-worker');
    const countOf = (objects: readonly Rendered[], text: string): number =>
      JSON.stringify(objects).split(`"${text}"`).length - 1;
    // A variable and its value, and a ConfigMap of the same name with its rule.
    const others = 4;
    expect(countOf(after, 'webhook-server-cert')).toBe(others);
    expect(countOf(after, 'test-operator-webhook-server-cert')).toBe(countOf(before, 'webhook-server-cert') - others);
  });
});

describe.skipIf(!isExecutable(programPath(helm.name)))('switches of a chart', { timeout: 300_000 }, () => {
  const off = {
    ...{ prometheus: { enabled: false }, networkPolicy: { enabled: false }, podDisruptionBudget: { enabled: false } },
    certManager: { enabled: false },
  };

  it.each([
    ['an API', projectWithApi],
    ['all parts', withAllParts],
  ] as const)('do not take objects of the user away in a project with %s', async (_name, make) => {
    const project = await make();
    await project.settings({ helm: true });
    add(project, [ownMonitor, ownRule, ownPolicy, egress, ownBudget].join('---'));
    expect(problemsOf(await project.manifests())).toEqual([]);
    const left = (await render(project, off)).filter(({ kind }) => optional.includes(kind));
    expect(left.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
      'NetworkPolicy test-operator-agent',
      'NetworkPolicy test-operator-egress',
      'PodDisruptionBudget test-operator-agent',
      'PrometheusRule test-operator-agent',
      'ServiceMonitor test-operator-agent',
    ]);
  });

  it('leave the Issuer of a Certificate of the user', async () => {
    const project = await withAllParts();
    await project.settings({ helm: true });
    const left = async (): Promise<readonly string[]> =>
      (await render(project, off))
        .filter(({ apiVersion }) => apiVersion === 'cert-manager.io/v1')
        .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
        .toSorted();
    expect(await left()).toEqual([]);
    add(project, ownCertificates);
    expect(problemsOf(await project.manifests())).toEqual([]);
    expect(await left()).toEqual([
      'Certificate test-operator-client',
      'Certificate test-operator-metrics-agent',
      'Issuer test-operator-selfsigned-issuer',
    ]);
  });
});

/** Objects whose names differ at their ends. */
function longNames(kind: string, length: number): readonly string[] {
  const name = 'dashboards-for-the-controllers-of-this-operator-in-all-regions-'.repeat(4).slice(0, length - 4);
  return ['-one', '-two'].map((end) => `kind: ${kind}\nmetadata: {name: ${name}${end}, namespace: system}\n`);
}

describe.skipIf(!isExecutable(programPath(helm.name)))('the names in a chart', { timeout: 300_000 }, () => {
  const limits = [
    ['ConfigMap', 'v1', '', 253],
    ['Service', 'v1', 'spec: {ports: [{port: 80}]}', 63],
    ['StatefulSet', 'apps/v1', 'spec: {}', 52],
    ['CronJob', 'batch/v1', 'spec: {}', 52],
    ['Job', 'batch/v1', 'spec: {}', 63],
  ] as const;

  it('are whole if they fit, and differ in any case', async () => {
    const project = await projectWithApi();
    await project.settings({ helm: true });
    const objects = limits.flatMap(([kind, version, rest, limit]) =>
      [limit - 'test-operator-'.length, limit]
        .flatMap((length) => longNames(kind, length))
        .map((each) => `apiVersion: ${version}\n${each}${rest}\n`),
    );
    const [service] = longNames('Service', 63);
    const ingress = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: ingress, namespace: system}
spec: {defaultBackend: {service: {name: ${/name: ([^,]*)/.exec(service!)![1]!}, port: {number: 80}}}}
`;
    add(project, [...objects, ingress].join('---\n'));
    expect(problemsOf(await project.manifests())).toEqual([]);
    const rendered = await render(project);
    for (const [kind, , , limit] of limits) {
      const names = rendered
        .filter((each) => each.kind === kind && each.metadata.name.startsWith('test-operator-dashboards'))
        .map(({ metadata }): string => metadata.name);
      expect(names).toHaveLength(4);
      expect(new Set(names)).toHaveLength(4);
      expect(names.map((each) => each.length).filter((length) => length > limit)).toEqual([]);
      expect(names.filter((each) => /-(?:one|two)$/.test(each))).toHaveLength(2);
      expect(names.filter((each) => /[a-z]-[0-9a-f]{8}$/.test(each))).toHaveLength(2);
    }
    const { defaultBackend } = rendered.find(({ kind }) => kind === 'Ingress').spec;
    const services = rendered.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
    expect(services).toContain(defaultBackend.service.name);
  });

  it('differ, and are those that objects refer to, in a release with a long name', async () => {
    const project = await selfSigned();
    await project.settings({ helm: true });
    const chart = join(project.root, 'dist/chart');
    const rendered = async (release: string): Promise<readonly Rendered[]> => renderChart(chart, {}, { release });
    const beginning = 'a'.repeat(52);
    const [one, two] = await Promise.all([rendered(`${beginning}1`), rendered(`${beginning}2`)]);
    expect(brokenReferences(one)).toEqual([]);
    const own = (objects: readonly Rendered[]): readonly string[] =>
      Object.keys(byIdentity(objects.filter(({ kind }) => kind !== 'CustomResourceDefinition')));
    expect(own(one).filter((each) => own(two).includes(each))).toEqual([]);
  });
});
