import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partNames, usualParts } from '../../src/project/parts.js';
import { jobsOf } from '../support/chart-references.js';
import { problemsOf, testFolder, type TestProject } from '../support/projects.js';
import { isFull } from '../support/seed.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels: Record<string, string> };
  readonly spec: any;
}

/** The features that change what is deployed. */
const deployed = partNames().filter((each) => !usualParts().includes(each));

/** Every combination of these features, the empty one included. Dashboards are not objects of the cluster. */
const combinations = deployed
  .filter((each) => each !== 'grafana')
  .reduce<readonly (readonly string[])[]>((all, each) => [...all, ...all.map((some) => [...some, each])], [[]]);

const isOfOthers = ({ apiVersion }: Manifest): boolean => /^(?:cert-manager|monitoring)\./.test(apiVersion);

const projects = [
  { name: 'without kinds', webhooks: undefined, settings: {} },
  { name: 'with webhooks of cert-manager', webhooks: 'cert-manager', settings: { multigroup: true } },
  { name: 'with self-signed webhooks', webhooks: 'self-signed', settings: { namespaced: true } },
] as const;

/** `npm test` tries none and all of the features. */
const tried = combinations.filter((each) => isFull || [0, deployed.length - 1].includes(each.length));

describe.skipIf(!shared.available).each(projects)('features of a project $name', { timeout: 120_000 }, (made) => {
  const { webhooks, settings } = made;
  const projectName = `features-${webhooks ?? 'plain'}`;
  let cluster: ControlPlaneAccess;
  let folder: TemporaryFolder;
  let project: TestProject;

  const kubectl = (args: readonly string[], items?: readonly object[]): Promise<string> =>
    cluster.kubectl(args, items && { input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) });
  const built = async (): Promise<readonly Manifest[]> => {
    const text = await kubectl(['kustomize', join(project.root, 'config/default')]);
    return parseAllDocuments(text).map((each) => each.toJS() as Manifest);
  };

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    folder = makeTemporaryFolder();
    project = testFolder({}, undefined, folder.path);
    await project.init({ projectName, ...settings });
    if (webhooks !== undefined) {
      await project.createApi({ group: 'fleet', kind: 'Convoy' });
      await project.createWebhook({ group: 'fleet', kind: 'Convoy', defaulting: true, certificates: webhooks });
    }
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `${projectName}-system` } };
    await kubectl(['apply', '-f', '-'], [namespace]);
  });

  afterAll(() => folder?.remove());

  it.each(tried.map((some) => [some.join(', ') || 'none', some] as const))(
    'are accepted by the API server: %s',
    async (_, enabled) => {
      const before = project.snapshot();
      const outcome = enabled.length === 0 ? [] : problemsOf(await project.settings({ enable: enabled }));
      const needsCertManager = webhooks === 'self-signed' && enabled.includes('metrics-certs');
      expect(outcome).toEqual(needsCertManager ? ['cert-manager-required'] : []);
      expect(problemsOf(await project.check())).toEqual([]);
      const objects = await built();
      expectParts(objects, enabled, webhooks !== undefined);
      await kubectl(
        ['apply', '--server-side', '--force-conflicts', '--dry-run=server', '-f', '-'],
        objects.filter((each) => !isOfOthers(each)),
      );
      if (enabled.length > 0) await project.settings({ disable: enabled });
      expect(project.snapshot()).toEqual(before);
    },
  );
});

function expectParts(objects: readonly Manifest[], enabled: readonly string[], hasWebhooks: boolean): void {
  const named = (kind: string, name: string): Manifest | undefined =>
    objects.find(({ kind: other, metadata }) => other === kind && metadata.name.endsWith(`-${name}`));
  const has = (feature: string): boolean => enabled.includes(feature);
  const [monitor, certificate, budget, metricsPolicy] = [
    named('ServiceMonitor', 'controller-manager-metrics-monitor'),
    named('Certificate', 'metrics-certs'),
    named('PodDisruptionBudget', 'controller-manager'),
    named('NetworkPolicy', 'allow-metrics-traffic'),
  ];
  const present = { prometheus: monitor, 'metrics-certs': certificate, 'pod-disruption-budget': budget };
  expect(Object.values({ ...present, 'network-policy': metricsPolicy }).map(Boolean)).toEqual(
    [...Object.keys(present), 'network-policy'].map((each) => has(each)),
  );
  const { spec } = named('Deployment', 'controller-manager')!.spec.template;
  const service = named('Service', 'controller-manager-metrics-service')!.metadata;
  const host = `${service.name}.${service.namespace}.svc`;
  if (certificate) {
    expect(certificate.spec.dnsNames).toEqual([host, `${host}.cluster.local`]);
    expect(named('Issuer', certificate.spec.issuerRef.name.replace(/^.*-(?=selfsigned-)/, ''))?.metadata.name).toBe(
      certificate.spec.issuerRef.name,
    );
    const { name } = spec.volumes.find(({ secret }: any) => secret.secretName === certificate.spec.secretName);
    const { mountPath } = spec.containers[0].volumeMounts.find((each: any) => each.name === name);
    expect(spec.containers[0].args).toContain(`--metrics-cert-path=${mountPath}`);
  }
  if (monitor) {
    const ca = { secret: { key: 'ca.crt', name: certificate?.spec.secretName } };
    expect(monitor.spec.endpoints[0].tlsConfig).toEqual(
      certificate ? { ca, serverName: host } : { insecureSkipVerify: true },
    );
    // Whatever prefix the names of a deployment get.
    expect(new Set(jobsOf(objects))).toEqual(new Set([service.labels[monitor.spec.jobLabel]]));
  }
  if (budget) expect(budget.spec).toMatchObject({ maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' });
  if (!metricsPolicy) return;
  const from = [{ namespaceSelector: { matchLabels: { metrics: 'enabled' } } }];
  expect(metricsPolicy.spec.ingress).toEqual([{ from, ports: [{ port: 8443, protocol: 'TCP' }] }]);
  // The API server calls the webhooks from anywhere.
  expect(named('NetworkPolicy', 'allow-webhook-traffic')?.spec.ingress).toEqual(
    hasWebhooks ? [{ ports: [{ port: 9443, protocol: 'TCP' }] }] : undefined,
  );
}
