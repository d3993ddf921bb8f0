import { describe, expect, it } from 'vitest';
import { few } from '../../support/few.js';
import { madeOnce, newProject, type TestProject } from '../../support/projects.js';

const code = 'src/webhook/v1/pod.webhook.ts';
const file = 'config/webhook/manifests.yaml';

/** A project with a webhook of Pods. */
const withPods = madeOnce(async () => {
  const project = await newProject();
  await project.createWebhook({ group: 'core', kind: 'Pod', validation: true });
  return project;
});

/** A project with a webhook of Secrets, and a certificate of the operator itself. */
const withSecrets = madeOnce(async () => {
  const project = await newProject();
  await project.createWebhook({ group: 'core', kind: 'Secret', validation: true, certificates: 'self-signed' });
  return project;
});

/** Returns the requests that are blocked, as the message names them. */
async function found(project: TestProject): Promise<readonly string[]> {
  await project.manifests();
  const { diagnostics } = await project.check();
  return diagnostics
    .filter(({ code: each }) => each === 'built-in-kind-webhook')
    .flatMap(({ message, position }) => {
      expect(position?.file).toBe(file);
      return (/without which it cannot start: (.+)/.exec(message)?.[1] ?? message).split('; ');
    });
}

const patch = (value: string) => (project: TestProject) => {
  const body = `[{op: add, path: /webhooks/0/${value}}]`;
  project.edit(
    'config/default/kustomization.yaml',
    'patches:\n',
    `patches:\n- target: {kind: ValidatingWebhookConfiguration}\n  patch: '${body}'\n`,
  );
};

/** Limits the webhook of Pods. */
const limit = (field: string) => (project: TestProject) =>
  project.edit(code, "  failurePolicy: 'Fail',", `  failurePolicy: 'Fail',\n  ${field},`);
const namespaces = (expression: string) => limit(`namespaceSelector: { matchExpressions: [${expression}] }`);
const name = "key: 'kubernetes.io/metadata.name'";
const pods = 'to create its Pods (by the ReplicaSet controller)';
const token = 'to create the token of its Pods (by the kubelet)';
const bound = 'to bind its Pods to nodes (by the scheduler)';
const readiness = 'to report that its Pods are ready (by the kubelet)';
const requested = 'to create the Secret webhook-server-cert with its certificate (by cert-manager)';
const stored = 'to update the Secret test-operator-webhook-service-cert with its certificate (by the operator itself)';
const created = 'to create the Secret test-operator-webhook-service-cert with its certificate (by the operator itself)';

describe('check reports webhooks of what the Pods of the operator need', () => {
  few(8).each<[what: string, edit: (project: TestProject) => void, expected: readonly string[]]>([
    ['Pods', () => undefined, [pods]],
    ['all resources', (project) => project.edit(code, "['pods']", "['*']"), [pods, requested]],
    [
      'all subresources',
      (project) => project.edit(code, "['pods']", "['*/*']"),
      [pods, bound, token, requested, readiness],
    ],
    ['the status of Pods', (project) => project.edit(code, "['pods']", "['pods/status']"), [readiness]],
    ['tokens', patch('rules/0/resources, value: ["serviceaccounts/token"]'), [token]],
    ['Pods, in a rule for objects of the cluster', patch('rules/0/scope, value: Cluster'), []],
    ['Pods, which can be left out', (project) => project.edit(code, "'Fail'", "'Ignore'"), []],
    ['Pods of namespaces with a label', limit("namespaceSelector: { matchLabels: { shop: 'yes' } }"), []],
    ['ConfigMaps', patch('rules/0/resources, value: ["configmaps"]'), []],
    ['deletions of Pods', (project) => project.edit(code, "['create', 'update']", "['delete']"), []],
    ['updates of Pods', (project) => project.edit(code, "['create', 'update']", "['update']"), []],
    ['Pods, which a patch limits', patch('objectSelector, value: {matchLabels: {shop: "yes"}}'), []],
  ])('%s', async (_, edit, expected) => {
    const project = await withPods();
    edit(project);
    expect(await found(project)).toEqual(expected);
  });

  it.each<[group: string, kind: string, expected: readonly string[]]>([
    ['apps', 'ReplicaSet', ['to create its ReplicaSet (by the Deployment controller)']],
    ['apps', 'ControllerRevision', []],
    ['apps', 'Deployment', []],
    ['core', 'Secret', [requested]],
    ['discovery', 'EndpointSlice', ['to add its Pods to the EndpointSlice of Service test-operator-webhook-service']],
    ['coordination', 'Lease', ['to renew the Leases in kube-system (by the control plane)']],
  ])('%s %s', async (group, kind, expected) => {
    const project = await newProject();
    await project.createWebhook({ group, kind, validation: true });
    expect(await found(project)).toEqual(expected);
  });

  it.each<[what: string, edit: (project: TestProject) => void, expected: readonly string[]]>([
    ['an operator that issues its certificate', () => undefined, [stored]],
    [
      'only new Secrets, where that of the certificate is deployed',
      (project) => project.edit('src/webhook/v1/secret.webhook.ts', "['create', 'update']", "['create']"),
      [],
    ],
    [
      'one whose Secret is not deployed',
      (project) => {
        project.edit('config/webhook/kustomization.yaml', '- certificate_secret.yaml\n', '');
        const args = 'config/default/manager_webhook_patch.yaml';
        project.write(args, project.read(args).replace('$(WEBHOOK_SERVICE)', 'test-operator-webhook-service'));
        const all = project.read('config/default/kustomization.yaml');
        const start = all.indexOf('- source:\n    kind: Secret');
        project.write('config/default/kustomization.yaml', all.slice(0, start));
      },
      [created],
    ],
    [
      'a webhook that leaves out the namespace of the operator',
      (project) =>
        project.edit(
          'src/webhook/v1/secret.webhook.ts',
          "  failurePolicy: 'Fail',",
          `  failurePolicy: 'Fail',\n  namespaceSelector: { matchExpressions: [{ ${name}, operator: 'NotIn', values: ['test-operator-system'] }] },`,
        ),
      [],
    ],
  ])('the Secret of %s', async (_, edit, expected) => {
    const project = await withSecrets();
    edit(project);
    expect(await found(project)).toEqual(expected);
  });

  it('names the namespace to exclude', async () => {
    const project = await withPods();
    await project.manifests();
    const { diagnostics } = await project.check();
    expect(diagnostics.find(({ code: each }) => each === 'built-in-kind-webhook')?.help).toContain(
      "operator: 'NotIn', values: ['test-operator-system'] }]",
    );
  });
});

describe('check evaluates the selectors of webhooks', () => {
  few(5).each<[what: string, edit: (project: TestProject) => void, isReported: boolean]>([
    ['a misspelled one', namespaces(`{ ${name}, operator: 'NotIn', values: ['test-operator'] }`), true],
    ['a label that others can have', namespaces("{ key: 'shop', operator: 'Exists' }"), false],
    ['Pods of the operator', limit("objectSelector: { matchLabels: { 'control-plane': 'controller-manager' } }"), true],
    [
      'other Pods',
      limit("objectSelector: { matchExpressions: [{ key: 'control-plane', operator: 'DoesNotExist' }] }"),
      false,
    ],
    [
      'Pods with a label that a controller adds',
      limit("objectSelector: { matchExpressions: [{ key: 'pod-template-hash', operator: 'DoesNotExist' }] }"),
      false,
    ],
    ['another namespace', namespaces(`{ ${name}, operator: 'NotIn', values: ['kube-system'] }`), true],
    ['that of the operator', namespaces(`{ ${name}, operator: 'NotIn', values: ['test-operator-system'] }`), false],
    ['only that of the operator', namespaces(`{ ${name}, operator: 'In', values: ['test-operator-system'] }`), true],
    ['only others', namespaces(`{ ${name}, operator: 'In', values: ['shop'] }`), false],
    [
      'a label that the namespace has',
      limit("namespaceSelector: { matchLabels: { 'control-plane': 'controller-manager' } }"),
      true,
    ],
    ['a label that it lacks', namespaces("{ key: 'shop', operator: 'DoesNotExist' }"), true],
    [
      'labels of a namespace that is not deployed',
      (project) => {
        namespaces("{ key: 'shop', operator: 'DoesNotExist' }")(project);
        project.edit('config/manager/manager.yaml', 'kind: Namespace', 'kind: ConfigMap');
      },
      false,
    ],
    [
      'Pods without a label',
      limit("objectSelector: { matchExpressions: [{ key: 'shop', operator: 'DoesNotExist' }] }"),
      true,
    ],
  ])('%s', async (_, edit, isReported) => {
    const project = await withPods();
    edit(project);
    expect(await found(project)).toEqual(isReported ? [pods] : []);
  });
});
