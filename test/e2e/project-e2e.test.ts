import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { execa } from 'execa';
import { stringify } from 'yaml';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../support/certificate.js';
import { runCommandLines } from '../support/command-lines.js';
import { makeProject, type ExampleProject } from '../support/example-operator.js';
import { fakeNode, type FakedNode } from '../support/faked-node.js';
import { full } from '../support/few.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/tree.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedControlPlane } from './control-plane/shared.js';

const shared = await sharedControlPlane();

const name = 'checked';
const namespace = `${name}-system`;
const commands = [
  `init --domain ${name}.example --project-name ${name} --skip-install`,
  'create api --version v1 --kind Order',
  'create api --version v2 --kind Order --no-controller',
  'create webhook --version v1 --kind Order --defaulting --programmatic-validation --certificates self-signed',
  'create webhook --version v1 --kind Order --conversion --spoke v2',
  'create api --version v1 --kind Shelf --no-controller',
  'create api --version v1 --kind Cache --image example.com/cache:1.6 --run-as-user 1001',
];
const callers = [
  `CustomResourceDefinition orders.${name}.example`,
  `MutatingWebhookConfiguration ${name}-mutating-webhook-configuration`,
  `ValidatingWebhookConfiguration ${name}-validating-webhook-configuration`,
];

/** Patches that lead the API server to the process of the manager, which has no address in the network of Services. */
const reachable = (port: number): string => `- target:
    kind: Service
    name: webhook-service
  patch: '[{"op": "replace", "path": "/spec", "value": {"type": "ExternalName", "externalName": "localhost"}}]'
- target:
    kind: (Mutating|Validating)WebhookConfiguration
  patch: '[{"op": "add", "path": "/webhooks/0/clientConfig/service/port", "value": ${port}}]'
- target:
    kind: CustomResourceDefinition
    name: orders.*
  patch: '[{"op": "add", "path": "/spec/conversion/webhook/clientConfig/service/port", "value": ${port}}]'
`;

/** Folders that the tests edit. */
const edited = ['config', 'test'];

/** The report of a test run, as vitest writes it. */
interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** A server for a name, whose certificate is not that of the manager. */
async function serverWithOtherCertificate(host: string): Promise<Server> {
  const { cert, key } = makeCertificate({ name: host });
  const server = createServer({ cert, key });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe.skipIf(!shared.available)('the e2e test of a project', { timeout: 400_000 }, () => {
  let cluster: ControlPlaneAccess;
  let project: ExampleProject;
  /** The project as it is before each test. */
  let before: TemporaryFolder;
  let node: FakedNode;
  let context: string;

  const path = (file: string): string => join(project.path, file);
  const edit = (file: string, from: string | RegExp, to: string): void => {
    const text = readFileSync(path(file), 'utf8');
    const changed = text.replace(from, to);
    expect(changed, `${file} has ${String(from)}`).not.toBe(text);
    writeFileSync(path(file), changed);
  };
  const addPatches = (patches: string): void =>
    edit('config/default/kustomization.yaml', 'replacements:\n', `${patches}replacements:\n`);

  /** Runs the project's e2e test, and returns its output and how each test ended. */
  async function runTests(env: Readonly<Record<string, string>> = {}) {
    const running = execa('npm', ['run', '--silent', 'test:e2e'], {
      cwd: project.path,
      env: {
        PATH: [node.path, cluster.assetsDirectory, process.env['PATH']].join(delimiter),
        KUBECONFIG: cluster.kubeconfigPath,
        E2E_CONTEXT: context,
        IMG: 'op:1',
        NO_COLOR: '1',
        ...env,
      },
      all: true,
      reject: false,
    });
    const [{ exitCode, all }] = await Promise.all([running, node.start()]);
    const { testResults } = JSON.parse(readFileSync(path('report.json'), 'utf8')) as Report;
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    const failed = tests.filter(({ status }) => status === 'failed');
    const failureOf = (title: string) =>
      failed.find((each) => each.title.includes(title))?.failureMessages.join('\n') ?? 'no failure';
    return { exitCode, all, tests, failed, failureOf };
  }

  /** Returns the objects that the tests left in the cluster. */
  async function remaining(): Promise<string> {
    const webhooks = 'mutatingwebhookconfigurations,validatingwebhookconfigurations';
    const kinds = `namespaces,customresourcedefinitions,clusterroles,clusterrolebindings,${webhooks}`;
    const all = await cluster.kubectl(['get', kinds, '--output=name']);
    return all
      .split('\n')
      .filter((each) => each.includes(name))
      .join('\n');
  }

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    context = (await cluster.kubectl(['config', 'current-context'])).trim();
    project = await makeProject(cluster, (folder) =>
      runCommandLines(
        folder,
        commands.map((line) => line.split(' ')),
      ),
    );
    before = makeTemporaryFolder();
    for (const each of edited) cpSync(path(each), join(before.path, each), { recursive: true });
    edit('vitest.config.ts', 'test: {', "test: { reporters: ['default', ['json', { outputFile: 'report.json' }]],");
  });
  afterAll(() => {
    project?.remove();
    before?.remove();
  });
  beforeEach(async () => {
    if (!shared.available) return undefined;
    node = await fakeNode(cluster, project, name);
    addPatches(reachable(node.webhookPort));
    return async () => {
      await node.stop();
      for (const each of edited) cpSync(join(before.path, each), path(each), { recursive: true });
    };
  });

  it('passes, also with a kind that is only watched, and leaves nothing in the cluster', async () => {
    const watched = `- apiGroups: [${name}.example]\n  resources: [shelves]\n  verbs: [get, list, watch]\n`;
    edit('config/rbac/role.yaml', 'rules:\n', `rules:\n${watched}`);
    edit('test/e2e/operator.test.ts', 'conditions: {}', "together: [['_v1_order.yaml', '_v1_cache.yaml']]");
    const { exitCode, all, tests } = await runTests({ E2E_AUDIT_LOG: cluster.auditLogPath });
    expect(exitCode, all).toBe(0);
    expect(tests.map(({ title }) => title)).toEqual([
      'runs in a namespace with the restricted Pod Security Standard',
      'can acquire its leader lease and authorize access to its metrics',
      'are served through their Service, to accounts with the role of a reader only',
      'have an endpoint that is ready',
      ...callers.map((each) => `serves the webhooks of ${each} with a certificate that its CA bundle verifies`),
      'handles and deletes config/samples/_v1_order.yaml, config/samples/_v1_cache.yaml',
      'handles and deletes config/samples/_v1_shelf.yaml',
      'handles and deletes config/samples/_v2_order.yaml',
      'was refused no request and did not restart',
    ]);
    expect(tests.map(({ status }) => status)).toEqual(tests.map(() => 'passed'));
    expect(all).not.toContain('Failed:');
    const events = await cluster.auditEvents({ user: 'admin' });
    const ofGroup = events.flatMap(({ verb, requestURI }) => {
      const [, resource] = /\/(orders|caches)\/(?:order|cache)-sample(?:\?|$)/.exec(requestURI) ?? [];
      const isChange = ['patch', 'delete'].includes(verb) && requestURI.includes(`/${name}.example/`);
      return isChange && resource !== undefined ? [`${verb} ${resource}`] : [];
    });
    expect(ofGroup).toEqual(['patch orders', 'patch caches', 'delete caches', 'delete orders']);
    expect(await remaining()).toBe('');
  });

  full('fails for each reason by itself, explains it without secrets, and removes everything', async () => {
    // The API server still reaches the manager.
    const server = await serverWithOtherCertificate(`${name}-webhook-service.${namespace}.svc`);
    node.forward('webhook-service', (server.address() as AddressInfo).port);
    edit('test/e2e/operator.test.ts', 'conditions: {}', "conditions: { Order: 'Complete' }");
    edit('config/rbac/role.yaml', /- apiGroups:\n {2}- events\.k8s\.io\n(?: .*\n)*/, '');
    edit('config/rbac/kustomization.yaml', '- metrics_reader_role.yaml\n', '');
    edit('config/rbac/kustomization.yaml', '- metrics_auth_role_binding.yaml\n', '');
    edit('config/default/metrics_service.yaml', /(selector:\n {4}app\.kubernetes\.io\/name: )\S+/, '$1another');
    const env = '/spec/template/spec/containers/0/env/-';
    const variable = JSON.stringify([{ op: 'add', path: env, value: { name: 'LOGIN', value: 'of-the-variable' } }]);
    addPatches(`- target:\n    kind: Deployment\n  patch: '${variable}'\n`);
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'access', namespace: 'system' } };
    writeFileSync(path('config/manager/secret.yaml'), stringify({ ...secret, stringData: { key: 'of-the-secret' } }));
    edit('config/manager/kustomization.yaml', '- manager.yaml\n', '- manager.yaml\n- secret.yaml\n');
    node.log('{"msg":"connected","with":"of-the-secret","authorization":"Bearer abcdefgh.of-the-header"}');

    const audited = { E2E_AUDIT_LOG: cluster.auditLogPath };
    const { exitCode, all, failed, failureOf } = await runTests({ E2E_TIMEOUT: '8', ...audited });
    server.close();
    expect(exitCode, all).toBe(1);
    const because = (title: string, reason: RegExp) => expect(failureOf(title)).toMatch(reason);
    const doubt = (each: string) => new RegExp(`The CA bundle of ${each} does not verify ${name}-webhook-service`);
    for (const each of callers) because(each, doubt(each));
    because('_v1_order', /Order order-sample: there is no condition Complete/);
    because('_v2_order', /Order order-sample-v2: there is no condition Complete/);
    because('are served through', /a ClusterRole that allows to read \/metrics/);
    because('can acquire', /may create tokenreviews/);
    because('have an endpoint', /a ready endpoint/);
    because('was refused no request', /create \/apis\/events\.k8s\.io\S+: .*cannot create resource "events"/);
    expect(failed.map(({ title }) => title)).toHaveLength(9);

    for (const text of [
      'Failed: config/samples/_v1_order.yaml: Error: Order order-sample: there is no condition Complete',
      `--- kubectl logs -n ${namespace}`,
      '"msg":"connected"',
      'previous terminated container "manager" not found',
      `--- kubectl get events -n ${namespace}`,
      `--- kubectl describe pods -n ${namespace}`,
      '--- kubectl describe -f config/samples/_v1_order.yaml',
    ])
      expect(all).toContain(text);
    expect(all.match(/--- kubectl logs .*--previous/g)).toHaveLength(3);
    expect(all).toMatch(/^ +LOGIN: <hidden>$/m);
    const encoded = Buffer.from('of-the-secret').toString('base64');
    for (const text of ['of-the-secret', encoded, 'of-the-variable', 'of-the-header']) expect(all).not.toContain(text);
    expect(await remaining()).toBe('');
  });

  full('explains why the manager does not start, and skips the tests that need it', async () => {
    edit('config/manager/manager.yaml', 'runAsNonRoot: true', 'runAsNonRoot: false');
    const { exitCode, all, tests, failed } = await runTests({ E2E_TIMEOUT: '5' });
    expect(exitCode, all).toBe(1);
    expect(failed.map(({ title }) => title)).toEqual(['runs in a namespace with the restricted Pod Security Standard']);
    expect(new Set(tests.slice(1).map(({ status }) => status))).toEqual(new Set(['skipped']));
    expect(all).toMatch(/FailedCreate .*violates PodSecurity "restricted:latest"/);
    expect(await remaining()).toBe('');
  });

  full('fails if the manifests let the namespace run other Pods', async () => {
    const privileged = 'kind: Namespace\nmetadata:\n  labels:\n    pod-security.kubernetes.io/enforce: privileged';
    edit('config/manager/manager.yaml', 'kind: Namespace\nmetadata:\n  labels:', privileged);
    const { failed, failureOf } = await runTests({ E2E_TIMEOUT: '20' });
    expect(failed).toHaveLength(1);
    expect(failureOf('restricted')).toMatch(/expected 'privileged' to be 'restricted'/);
    expect(await remaining()).toBe('');
  });
});
