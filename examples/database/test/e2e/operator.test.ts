import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsOf } from '../../hack/manifests.js';
import {
  cluster,
  context,
  create,
  eventually,
  forwarded,
  image,
  kubectl,
  list,
  read,
  request,
  timeout,
  verifyCertificate,
  type KubernetesObject,
} from '../support/cluster.js';
import { explain } from '../support/explain.js';
import { refusedInAuditLog, refusedInLogs, refusedInMetrics } from '../support/refusals.js';
import { unfinished, type Definition, type Sample } from '../support/samples.js';

// Deploys the image IMG to the cluster of the context E2E_CONTEXT, tests it, and removes it. `npm run test:e2e` sets both.
// What is tested follows from config/default and config/samples, so that it includes everything that you add there.

/** The condition that the samples of a kind reach, if it is not Ready or Available. For example: `Backup: 'Complete'`. */
const conditions: Readonly<Record<string, string>> = {};

const enabled = context !== '' && image !== '';
const manifests = enabled ? documentsOf(await kubectl(['kustomize', 'config/default'])) : [];
const ofKind = (kind: string) => manifests.filter((each) => each.kind === kind);

const namespace = ofKind('Namespace')[0]?.name ?? '';
/** A namespace of the tests, for samples and for the account that reads the metrics. */
const extra = `${namespace}-e2e`;
const manager = ['-n', namespace, '-l', 'control-plane=controller-manager'];
const deployment =
  ofKind('Deployment').find(({ text }) => text.includes('control-plane: controller-manager'))?.text ?? '';
const account = `system:serviceaccount:${namespace}:${/serviceAccountName: (\S+)/.exec(deployment)?.[1]}`;
/** An operator of one namespace does not see samples in others. */
const samplesNamespace = deployment.includes('name: WATCH_NAMESPACE') ? namespace : extra;

const metricsService = ofKind('Service').find(({ name }) => name.endsWith('metrics-service'));
const metricsReader = ofKind('ClusterRole').find(({ text }) => /nonResourceURLs:\n *- \/metrics$/m.test(text));

const callers = manifests.filter(
  ({ kind, text }) =>
    kind.endsWith('WebhookConfiguration') ||
    (kind === 'CustomResourceDefinition' && /^ {4}strategy: Webhook$/m.test(text)),
);

const folder = 'config/samples';
const samples = (enabled && existsSync(folder) ? readdirSync(folder) : []).filter((name) =>
  /^(?!kustomization\.).*\.ya?ml$/.test(name),
);

/** Arguments of `kubectl describe` for objects that can explain a failure. */
type Objects = readonly (readonly string[])[];

/** Errors that are explained already. */
const known = new Set<unknown>();

/** Does something, and prints what explains it if it fails. */
async function explained<T>(subject: string, objects: Objects, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!known.has(error)) await explain(`${subject}: ${String(error)}`, [namespace, extra], objects);
    known.add(error);
    throw error;
  }
}

const started = new Date();
let deployed = false;
let running = false;

/** A test that is skipped if the manager does not run, because then it would fail for the same reason. */
function test(name: string, objects: Objects, action: () => Promise<void>): void {
  it(name, async ({ skip }) => {
    skip(!running, 'the manager does not run');
    await explained(name, objects, action);
  });
}

async function deploy(): Promise<void> {
  // An existing deployment would be removed at the end.
  await cluster('unused');
  const existing = ['get', `namespace/${extra}`, `clusterrolebinding/${extra}`, '--ignore-not-found', '--output=name'];
  expect(await kubectl(existing), 'objects with the names that the tests use').toBe('');
  deployed = true;
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  await create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } });
  const { uid } = (await read('namespace', namespace)).metadata;
  // What the tests add has an owner, so that it goes with the operator, even if the tests are killed.
  const metadata = { name: extra, ownerReferences: [{ apiVersion: 'v1', kind: 'Namespace', name: namespace, uid }] };
  await create({ apiVersion: 'v1', kind: 'Namespace', metadata });
  await explained('the deployment', [['deployment', ...manager]], () => cluster('deploy', image));
  if (metricsReader === undefined) return;
  await create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metricsReader.name },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: extra }],
  });
}

async function undeploy(): Promise<void> {
  await explained('the removal', [], () => cluster('undeploy', '--force', '--ignore-not-found=true'));
  const added = [`namespace/${extra}`, `clusterrolebinding/${extra}`];
  await kubectl(['wait', '--for=delete', ...added, `--timeout=${timeout}s`]);
}

/** Returns a token of the service account `default` of a namespace. */
async function tokenOf(each: string): Promise<string> {
  return (await kubectl(['create', 'token', 'default', '-n', each])).trim();
}

/** Connects to the Service of the metrics. */
function withMetrics<T>(action: (port: number) => Promise<T>): Promise<T> {
  const port = Number(/^ +(?:- )?port: (\d+)$/m.exec(metricsService?.text ?? '')?.[1]);
  return forwarded({ name: metricsService?.name ?? '', namespace, port }, action);
}

/** Reads the metrics with the role of a reader; undefined if there is no such role, or no Service of metrics. */
async function readMetrics(): Promise<string | undefined> {
  if (metricsService === undefined || metricsReader === undefined) return undefined;
  const token = await tokenOf(extra);
  const { status, body } = await withMetrics((port) => request(port, '/metrics', token));
  expect(status, 'status of the metrics with the role of a reader').toBe(200);
  return body;
}

/** Returns how often the controllers finished a reconcile without an error. */
async function reconciles(): Promise<number> {
  const metrics = (await readMetrics()) ?? '';
  const counts = [...metrics.matchAll(/^controller_runtime_reconcile_total\{.*result="(?!error).*\} (\S+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

async function objectsOf<T>(...what: string[]): Promise<readonly T[]> {
  const found = await read<T | { readonly items: readonly T[] }>(...what);
  return typeof found === 'object' && found !== null && 'items' in found ? found.items : [found];
}

/** The fields of webhook configurations and CRDs that name the server, and the CA that the API server trusts. */
interface ClientConfig {
  readonly caBundle?: string;
  readonly service?: { readonly name: string; readonly namespace: string; readonly port?: number };
}
interface Caller extends KubernetesObject {
  readonly webhooks?: readonly { readonly clientConfig: ClientConfig }[];
  readonly spec?: { readonly conversion?: { readonly webhook?: { readonly clientConfig?: ClientConfig } } };
}

/** Connects to the servers of webhooks, and verifies their certificates with the CA bundle that the API server uses. */
async function verifyCallers({ kind, metadata, webhooks = [], spec }: Caller): Promise<void> {
  const conversion = spec?.conversion?.webhook?.clientConfig;
  const configs = [
    ...webhooks.map(({ clientConfig }) => clientConfig),
    ...(conversion === undefined ? [] : [conversion]),
  ];
  const services = new Map(
    configs.map(({ caBundle = '', service }) => [JSON.stringify([caBundle, service]), { caBundle, service }]),
  );
  for (const { caBundle, service } of services.values()) {
    if (service === undefined) continue;
    const name = `${service.name}.${service.namespace}.svc`;
    if (caBundle === '') throw new Error(`${kind} ${metadata.name} has no CA bundle for ${name}`);
    const ca = Buffer.from(caBundle, 'base64').toString();
    await forwarded({ port: 443, ...service }, (port) => verifyCertificate(port, ca, name)).catch((cause: unknown) => {
      throw new Error(`The CA bundle of ${kind} ${metadata.name} does not verify ${name}: ${String(cause)}`, { cause });
    });
  }
}

/** Applies a sample, and waits until the operator has seen it and its condition is true. */
async function applySample(sample: readonly string[]): Promise<void> {
  const crds = ofKind('CustomResourceDefinition').map(({ name }) => name);
  const definitions = await objectsOf<Definition>('customresourcedefinitions', ...crds);
  const before = await reconciles();
  await eventually(() => kubectl(['apply', '--server-side', ...sample]), 30);
  for (const { kind, metadata, apiVersion } of await objectsOf<Sample>(...sample)) {
    const definition = definitions.find(
      ({ spec }) => spec.names.kind === kind && apiVersion.startsWith(`${spec.group}/`),
    );
    if (definition === undefined) continue;
    const { group, names, versions } = definition.spec;
    const where = metadata.namespace === undefined ? [] : ['-n', metadata.namespace];
    // A kind without a controller has nobody who sees its objects. Roles contain what the code uses.
    if (await may('watch', `${names.plural}.${group}`, ...where)) {
      await eventually(async () => {
        if ((await readMetrics()) === undefined) return;
        expect(await reconciles(), `reconciles after ${kind} ${metadata.name} was created`).toBeGreaterThan(before);
      });
    }
    // Each version in which clients can read it, which includes its conversion.
    for (const { name } of versions.filter(({ served }) => served)) {
      await eventually(async () => {
        const object = await read<Sample>(`${names.plural}.${name}.${group}`, metadata.name, ...where);
        const reason = unfinished(object, definition, conditions[kind]);
        if (reason !== undefined) throw new Error(reason);
      });
    }
  }
}

/** Reports whether the operator has a permission. */
function may(...access: string[]): Promise<boolean> {
  // kubectl also fails if the answer is no.
  return kubectl(['auth', 'can-i', ...access, `--as=${account}`]).then(
    () => true,
    () => false,
  );
}

describe.skipIf(!enabled)('the deployed operator', () => {
  beforeAll(deploy);
  afterAll(async () => {
    if (deployed) await undeploy();
  });

  it('runs in a namespace with the restricted Pod Security Standard', async () => {
    await explained(
      'the start of the manager',
      [
        ['deployment', ...manager],
        ['replicasets', ...manager],
      ],
      async () => {
        await kubectl(['rollout', 'status', 'deployment', ...manager, `--timeout=${timeout}s`]);
        const { metadata } = await read('namespace', namespace);
        expect(metadata.labels?.['pod-security.kubernetes.io/enforce']).toBe('restricted');
        const crds = ofKind('CustomResourceDefinition').map(({ name }) => `customresourcedefinition/${name}`);
        if (crds.length > 0) await kubectl(['wait', '--for=condition=Established', ...crds, `--timeout=${timeout}s`]);
      },
    );
    running = true;
  });

  test('can acquire its leader lease and authorize access to its metrics', [], async () => {
    expect(await may('update', 'leases.coordination.k8s.io', '-n', namespace), 'may update leases').toBe(true);
    for (const resource of ['tokenreviews.authentication.k8s.io', 'subjectaccessreviews.authorization.k8s.io'])
      expect(await may('create', resource), `may create ${resource}`).toBe(true);
  });

  describe.skipIf(metricsService === undefined)('its metrics', () => {
    const name = metricsService?.name ?? '';
    const objects = [['service', name, '-n', namespace]];

    test('are served through their Service, to accounts with the role of a reader only', objects, async () => {
      expect(metricsReader, 'a ClusterRole that allows to read /metrics').toBeDefined();
      const token = await tokenOf(namespace);
      await eventually(() =>
        withMetrics(async (port) => {
          expect((await request(port, '/metrics')).status, 'status without a token').toBe(401);
          expect((await request(port, '/metrics', token)).status, 'status without the role').toBe(403);
        }),
      );
      expect(await eventually(readMetrics)).toContain('rest_client_requests_total');
    });

    test('have an endpoint that is ready', objects, async () => {
      interface Slice {
        readonly endpoints?: readonly { readonly conditions: { readonly ready?: boolean } }[];
      }
      const slices = ['endpointslices', '-n', namespace, '-l', `kubernetes.io/service-name=${name}`];
      await eventually(async () => {
        const endpoints = (await list<Slice>(...slices)).flatMap((each) => each.endpoints ?? []);
        const ready = endpoints.some((each) => each.conditions.ready);
        expect(ready, `a ready endpoint: a Pod that the selector of ${name} selects`).toBe(true);
      });
    });
  });

  for (const { kind, name } of callers) {
    test(`serves the webhooks of ${kind} ${name} with a certificate that its CA bundle verifies`, [[kind, name]], () =>
      eventually(async () => verifyCallers(await read<Caller>(kind, name))),
    );
  }

  for (const file of samples) {
    const path = `${folder}/${file}`;
    const where = /^ {2}namespace: /m.test(readFileSync(path, 'utf8')) ? [] : ['-n', samplesNamespace];
    const sample = ['-f', path, ...where];

    test(`handles and deletes ${path}`, [], async () => {
      const existing = await kubectl(['get', ...sample, '--ignore-not-found', '--output=name']);
      expect(existing, 'objects that exist before the test').toBe('');
      try {
        await explained(path, [sample], () => applySample(sample));
      } finally {
        const deletion = ['delete', ...sample, '--ignore-not-found', `--timeout=${timeout}s`];
        await explained(`the deletion of ${path}`, [sample], () => kubectl(deletion));
      }
    });
  }

  test('was refused no request and did not restart', [], async () => {
    const auditLog = process.env['E2E_AUDIT_LOG'];
    const logs = await kubectl(['logs', ...manager, '--tail=-1']);
    const refused = [
      ...(auditLog ? refusedInAuditLog(auditLog, account, started) : []),
      ...refusedInMetrics((await readMetrics()) ?? ''),
      ...refusedInLogs(logs),
    ];
    if (refused.length > 0)
      throw new Error(`The API server answered requests with 403:\n${refused.slice(0, 20).join('\n')}`);
    interface Pod {
      readonly status: { readonly containerStatuses?: readonly { readonly restartCount: number }[] };
    }
    const pods = await list<Pod>('pods', ...manager);
    const restarts = pods.flatMap(({ status }) => status.containerStatuses ?? []).map((each) => each.restartCount);
    expect(Math.max(0, ...restarts), 'restarts').toBe(0);
  });
});
