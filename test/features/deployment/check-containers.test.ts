import { describe, expect, it, onTestFinished } from 'vitest';
import { helperOf } from '../../../src/base/helper/helper.js';
import { answerFor, projectWithApi, type TestProject } from '../../support/projects.js';
import { helperForTests } from '../../support/upstream.js';

const manager = 'config/manager/manager.yaml';
const kustomization = 'config/default/kustomization.yaml';
const patch = 'config/default/proxy.yaml';
const helper = await helperForTests();

const ui = '{name: ui, image: "nginx:1.27", command: [nginx], ports: [{name: http, containerPort: 80}]}';
const probed =
  '{name: ui, image: "nginx:1.27", ports: [{name: http, containerPort: 80}], livenessProbe: {httpGet: {path: /, port: http}}}';
const proxy = '{name: kube-rbac-proxy, image: proxy, args: ["--secure-listen-address=0.0.0.0:8443", "--v=0"]}';
const probe = (port: number): string => `livenessProbe: {httpGet: {path: /healthz, port: ${port}}}`;
const replaced = 'image: "controller:latest"';
const own = 'image: "example.com/operator:1"';

/** Has the operator run in one of these containers, none of which has the usual name or arguments. */
function setContainers(project: TestProject, containers: readonly string[], more = ''): void {
  const labels = '{app: operator}';
  const pod = `{serviceAccountName: controller-manager, containers: [${containers.join(', ')}]}`;
  project.write(
    manager,
    `apiVersion: apps/v1
kind: Deployment
metadata: {name: controller-manager, namespace: system}
spec:
  selector: {matchLabels: ${labels}}
  template: {metadata: {labels: ${labels}}, spec: ${pod}}
`,
  );
  const text = project.read(kustomization);
  const resources = text.slice(0, text.indexOf('patches:')).replace('- metrics_service.yaml\n', '');
  project.write(kustomization, `${resources}${more}`);
}

type Case = readonly [what: string, edit: (project: TestProject) => void, expected: readonly string[]];

/** The containers of a Deployment, and what is wrong with the one of the operator. */
const cases: readonly Case[] = [
  [
    'the placeholder of the image behind a sidecar with a command',
    (project) => setContainers(project, [ui, `{name: operator, ${replaced}, ${probe(8081)}}`]),
    [],
  ],
  [
    'the placeholder that the kustomization of the manager replaces',
    (project) => {
      setContainers(project, [ui, `{name: operator, ${replaced}, ${probe(8082)}}`]);
      project.write(
        'config/manager/kustomization.yaml',
        'resources: [manager.yaml]\nimages: [{name: controller, newName: example.com/operator, newTag: v2}]\n',
      );
    },
    ['operator'],
  ],
  [
    'the placeholder beside a sidecar with more flags of the runtime',
    (project) =>
      setContainers(project, [
        `{name: certificates, image: certificates, args: ["--metrics-bind-address=:9090", --leader-elect, --none]}`,
        `{name: operator, ${replaced}, ${probe(8082)}}`,
      ]),
    ['operator'],
  ],
  [
    'the arguments of the metrics beside a proxy of a patch',
    (project) => {
      const args = 'args: ["--metrics-bind-address=127.0.0.1:8080", --metrics-secure=false]';
      setContainers(project, [`{name: operator, ${own}, ${args}, ${probe(8081)}}`], 'patches: [{path: proxy.yaml}]\n');
      project.write(
        patch,
        `apiVersion: apps/v1
kind: Deployment
metadata: {name: controller-manager, namespace: system}
spec: {template: {spec: {containers: [${proxy}]}}}
`,
      );
    },
    [],
  ],
  [
    'the arguments of the certificate behind a sidecar with a probe',
    (project) =>
      setContainers(project, [
        probed,
        `{name: op, ${own}, args: [--webhook-cert-path=/certs, --webhook-cert-name=server.crt], ${probe(8085)}}`,
      ]),
    ['op'],
  ],
  [
    'an argument that other programs can have, beside a sidecar without arguments',
    (project) =>
      setContainers(project, [probed, `{name: op, ${own}, args: [--watch-namespace=light], ${probe(8085)}}`]),
    ['op'],
  ],
  [
    'an argument that other programs have, of a sidecar beside the placeholder',
    (project) =>
      setContainers(project, [
        '{name: ui, image: ui, args: [--log-level=trace, --port=80]}',
        `{name: op, ${replaced}, ${probe(8085)}}`,
      ]),
    ['op'],
  ],
  [
    'nothing that says which one it is: a command',
    (project) => setContainers(project, [ui, `{name: op, ${own}, ${probe(8085)}}`]),
    [],
  ],
  [
    'nothing that says which one it is: a probe',
    (project) => setContainers(project, [probed, `{name: op, ${own}, ${probe(8085)}}`]),
    [],
  ],
  [
    'nothing that says which one it is: arguments, and a Job with the image of a sidecar',
    (project) => {
      setContainers(project, [proxy, `{name: op, ${own}}`]);
      const text = project.read(manager);
      const pod = '{restartPolicy: Never, containers: [{name: check, image: proxy, args: [--once]}]}';
      project.write(
        manager,
        `${text}---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: check, namespace: system}\nspec: {template: {spec: ${pod}}}\n`,
      );
    },
    [],
  ],
  [
    'nothing that says which one it is: a binding of the only namespace that it watches',
    (project) => {
      setContainers(project, [
        '{name: ui, image: ui}',
        `{name: op, ${own}, env: [{name: WATCH_NAMESPACE, value: light}]}`,
      ]);
      project.edit('config/rbac/role_binding.yaml', 'kind: ClusterRoleBinding', 'kind: RoleBinding');
    },
    [],
  ],
  [
    'nothing that says which one it is: several replicas',
    (project) => {
      setContainers(project, [ui, `{name: op, ${own}}`]);
      project.edit(manager, 'spec:\n', 'spec:\n  replicas: 2\n');
    },
    [],
  ],
];

/** Returns the containers that messages about the deployment name. */
async function blamed(project: TestProject): Promise<readonly string[]> {
  const { diagnostics } = await project.check();
  return diagnostics
    .filter(({ code }) => code.startsWith('deployed-'))
    .map(({ message }) => /the container (\S+) of/.exec(message)?.[1] ?? message);
}

describe.each([
  { builder: 'the code of kustomize', path: helper, isSkipped: helper === undefined },
  { builder: 'its own code', path: undefined, isSkipped: false },
])('check finds the container of the operator in what $builder builds', ({ path, isSkipped }) => {
  it.skipIf(isSkipped).each(cases)('by %s', async (_by, edit, expected) => {
    answerFor(path === undefined ? undefined : helperOf({ path, identity: path }));
    onTestFinished(() => answerFor(undefined));
    const project = await projectWithApi();
    edit(project);
    expect(await blamed(project)).toEqual(expected);
  });
});
