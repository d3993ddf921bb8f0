// The tests of other projects are defined here: their names and assertions are known only when they run.
/* oxlint-disable vitest/expect-expect, vitest/valid-title */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFile } from '../../project/paths.js';
import { parseProject } from '../../project/project-file.js';
import type { Project } from '../../project/project.js';
import { documentsOf } from '../manifests.js';
import { cluster, context, create, eventually, image, kubectl, list, read, request, timeout } from './access.js';
import { verifyCallers, type Caller } from './callers.js';
import { deploymentIn, type Deployment } from './deployment.js';
import { explain } from './explain.js';
import { readMetrics, tokenOf, withMetrics } from './metrics.js';
import { refusedInAuditLog, refusedInLogs, refusedInMetrics } from './refusals.js';
import { applySamples, groupsOf, may } from './samples.js';

/** A Pod Security Standard. */
export type PodSecurity = 'privileged' | 'baseline' | 'restricted';

/** Options of `testOperator`. */
export interface OperatorTestOptions {
  /** The condition that the samples of a kind reach, if it is not Ready or Available: `{ Backup: 'Complete' }`. */
  readonly conditions?: Readonly<Record<string, string>>;
  /**
   * Samples that depend on each other, by the names of their files. The samples of one list are created in its order
   * before the test waits for their conditions, and are deleted in the reverse order. Every other sample is tested
   * separately.
   */
  readonly together?: readonly (readonly string[])[];
  /**
   * The Pod Security Standard that the namespace of the operator enforces: `restricted` by default.
   * https://kubernetes.io/docs/concepts/security/pod-security-standards/
   */
  readonly podSecurity?: PodSecurity;
  /** Defines further tests, which run while the operator is deployed. */
  readonly tests?: (operator: DeployedOperator) => void;
}

/** Arguments of `kubectl describe` for objects that can explain a failure. */
export type Described = readonly (readonly string[])[];

/** The operator that the tests have deployed. */
export interface DeployedOperator {
  /** The namespace of the operator. */
  readonly namespace: string;
  /** A namespace for objects of the tests, in which the operator sees them. It is deleted with the operator. */
  readonly samplesNamespace: string;
  /** The user name of the operator's service account. */
  readonly account: string;
  /** Runs kubectl in the context of the tests, and returns what it prints. */
  readonly kubectl: (args: readonly string[], input?: string) => Promise<string>;
  /** Repeats an action until it succeeds, at most for the time limit of a step or the given number of seconds. */
  readonly eventually: <T>(action: () => Promise<T>, seconds?: number) => Promise<T>;
  /** Defines a test that is skipped if the manager does not run. Logs, events and the described objects explain its failure. */
  readonly test: (name: string, objects: Described, action: () => Promise<void>) => void;
}

const folder = 'config/samples';

/** The label of the standard that a namespace enforces. */
const enforced = 'pod-security.kubernetes.io/enforce';

/**
 * Defines tests that deploy the operator of this folder with the image `IMG` to the cluster of the context
 * `E2E_CONTEXT`, test it and remove it. They are skipped without these variables, which `npm run test:e2e` sets. The
 * tests are derived from config/default and config/samples: the start in a restricted namespace, metrics, certificates
 * of webhooks, every sample, and rejected requests.
 *
 * @example await testOperator({ conditions: { Backup: 'Complete' } });
 */
export async function testOperator(options: OperatorTestOptions = {}): Promise<void> {
  const { conditions = {}, together = [], podSecurity = 'restricted', tests } = options;
  const enabled = context !== '' && image !== '';
  const deployment = enabled
    ? deploymentIn(documentsOf(await kubectl(['kustomize', 'config/default'])), projectHere())
    : deploymentIn([]);
  describe.skipIf(!enabled)('the deployed operator', () => {
    const started = new Date();
    const { explained, test, setRunning } = explainedTests(deployment);
    deployAround(deployment, podSecurity, explained);
    it(`runs in a namespace with the ${podSecurity} Pod Security Standard`, async () => {
      const objects = ['deployment', 'replicasets'].map((kind) => [kind, ...deployment.manager]);
      await explained('the start of the manager', objects, () => awaitStart(deployment, podSecurity));
      setRunning();
    });
    test('can acquire its leader lease and authorize access to its metrics', [], async () => {
      const { namespace } = deployment;
      expect(await may(deployment, 'update', 'leases.coordination.k8s.io', '-n', namespace), 'may update leases').toBe(
        true,
      );
      for (const resource of ['tokenreviews.authentication.k8s.io', 'subjectaccessreviews.authorization.k8s.io'])
        expect(await may(deployment, 'create', resource), `may create ${resource}`).toBe(true);
    });
    testMetrics(deployment, test);
    for (const { kind, name } of deployment.callers) {
      test(
        `serves the webhooks of ${kind} ${name} with a certificate that its CA bundle verifies`,
        [[kind, name]],
        () => eventually(async () => verifyCallers(await read<Caller>(kind, name))),
      );
    }
    for (const names of enabled ? sampleGroups(together) : [])
      testSamples(deployment, names, conditions, { explained, test });
    tests?.({ ...deployment, kubectl, eventually, test });
    test('was refused no request and did not restart', [], () => refuseRefusals(deployment, started));
  });
}

/** @throws DiagnosticsError if PROJECT is not valid */
function projectHere(): Project {
  return parseProject(readFileSync(projectFile, 'utf8')).project;
}

type Explained = <T>(subject: string, objects: Described, action: () => Promise<T>) => Promise<T>;

/** Returns functions that print information that explains a failure. */
function explainedTests({ namespace, extra }: Deployment) {
  /** Errors that have already been explained. */
  const known = new Set<unknown>();
  let running = false;
  const explained: Explained = async (subject, objects, action) => {
    try {
      return await action();
    } catch (error) {
      if (!known.has(error)) await explain(`${subject}: ${String(error)}`, [namespace, extra], objects);
      known.add(error);
      throw error;
    }
  };
  /** A test that is skipped if the manager does not run, because then it would fail for the same reason. */
  const test: DeployedOperator['test'] = (name, objects, action) =>
    it(name, async ({ skip }) => {
      skip(!running, 'the manager does not run');
      await explained(name, objects, action);
    });
  return { explained, test, setRunning: () => void (running = true) };
}

/** Deploys the operator before the tests, and removes it after them. */
function deployAround(deployment: Deployment, podSecurity: PodSecurity, explained: Explained): void {
  const { extra, manager } = deployment;
  const added = [`namespace/${extra}`, `clusterrolebinding/${extra}`];
  let deployed = false;
  beforeAll(async () => {
    // An existing deployment would be removed at the end.
    await cluster('unused');
    const existing = await kubectl(['get', ...added, '--ignore-not-found', '--output=name']);
    expect(existing, 'objects with the names that the tests use').toBe('');
    deployed = true;
    await createNamespaces(deployment, podSecurity);
    await explained('the deployment', [['deployment', ...manager]], () => cluster('deploy', image));
  });
  afterAll(async () => {
    if (!deployed) return;
    await explained('the removal', [], () => cluster('undeploy', '--force'));
    await kubectl(['wait', '--for=delete', ...added, `--timeout=${timeout}s`]);
  });
}

/** Creates the namespaces of the operator and of the tests, and the account that reads the metrics. */
async function createNamespaces(deployment: Deployment, podSecurity: PodSecurity): Promise<void> {
  const { namespace, extra, metricsReader } = deployment;
  const labels = { [enforced]: podSecurity };
  await create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } });
  const { uid } = (await read('namespace', namespace)).metadata;
  // Everything that the tests add has an owner, so that it is removed with the operator, even if the tests are killed.
  const metadata = { name: extra, ownerReferences: [{ apiVersion: 'v1', kind: 'Namespace', name: namespace, uid }] };
  await create({ apiVersion: 'v1', kind: 'Namespace', metadata });
  if (metricsReader === undefined) return;
  await create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metricsReader.name },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: extra }],
  });
}

async function awaitStart({ namespace, manager, crds }: Deployment, podSecurity: PodSecurity): Promise<void> {
  await kubectl(['rollout', 'status', 'deployment', ...manager, `--timeout=${timeout}s`]);
  const { metadata } = await read('namespace', namespace);
  expect(metadata.labels?.[enforced]).toBe(podSecurity);
  const definitions = crds.map((name) => `customresourcedefinition/${name}`);
  if (crds.length > 0) await kubectl(['wait', '--for=condition=Established', ...definitions, `--timeout=${timeout}s`]);
}

function testMetrics(deployment: Deployment, test: DeployedOperator['test']): void {
  const { metricsService, metricsReader, namespace } = deployment;
  const name = metricsService?.name ?? '';
  const objects = [['service', name, '-n', namespace]];
  describe.skipIf(metricsService === undefined)('its metrics', () => {
    test('are served through their Service, to accounts with the role of a reader only', objects, async () => {
      expect(metricsReader, 'a ClusterRole that allows to read /metrics').toBeDefined();
      const token = await tokenOf(namespace);
      await eventually(() =>
        withMetrics(deployment, async (port) => {
          expect((await request(port, '/metrics')).status, 'status without a token').toBe(401);
          expect((await request(port, '/metrics', token)).status, 'status without the role').toBe(403);
        }),
      );
      expect(await eventually(() => readMetrics(deployment))).toContain('rest_client_requests_total');
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
}

function sampleGroups(together: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) =>
    /^(?!kustomization\.).*\.ya?ml$/.test(name),
  );
  return groupsOf(names, together);
}

function testSamples(
  deployment: Deployment,
  names: readonly string[],
  conditions: Readonly<Record<string, string>>,
  { explained, test }: { readonly explained: Explained; readonly test: DeployedOperator['test'] },
): void {
  const paths = names.map((name) => `${folder}/${name}`);
  const samples = paths.map((path) => {
    const namespaced = /^ {2}namespace: /m.test(readFileSync(path, 'utf8'));
    return ['-f', path, ...(namespaced ? [] : ['-n', deployment.samplesNamespace])];
  });
  const what = paths.join(', ');
  test(`handles and deletes ${what}`, [], async () => {
    for (const sample of samples) {
      const existing = await kubectl(['get', ...sample, '--ignore-not-found', '--output=name']);
      expect(existing, 'objects that exist before the test').toBe('');
    }
    try {
      await explained(what, samples, () => applySamples(deployment, samples, conditions));
    } finally {
      for (const [at, sample] of [...samples.entries()].toReversed()) {
        const deletion = ['delete', ...sample, '--ignore-not-found', `--timeout=${timeout}s`];
        await explained(`the deletion of ${paths[at]!}`, [sample], () => kubectl(deletion));
      }
    }
  });
}

/** Fails if the API server rejected a request of the operator, or the operator restarted. */
async function refuseRefusals(deployment: Deployment, started: Date): Promise<void> {
  const { account, manager } = deployment;
  const auditLog = process.env['E2E_AUDIT_LOG'];
  const refused = [
    ...(auditLog ? refusedInAuditLog(auditLog, account, started) : []),
    ...refusedInMetrics((await readMetrics(deployment)) ?? ''),
    ...refusedInLogs(await kubectl(['logs', ...manager, '--tail=-1'])),
  ];
  if (refused.length > 0)
    throw new Error(`The API server answered requests with 403:\n${refused.slice(0, 20).join('\n')}`);
  interface Pod {
    readonly status: { readonly containerStatuses?: readonly { readonly restartCount: number }[] };
  }
  const found = await list<Pod>('pods', ...manager);
  const restarts = found.flatMap(({ status }) => status.containerStatuses ?? []).map((each) => each.restartCount);
  expect(Math.max(0, ...restarts), 'restarts').toBe(0);
}
