import { describe, expect, it } from 'vitest';
import { largeProject, type TestProject } from '../support/projects.js';

const role = 'config/rbac/role.yaml';
const rbac = 'config/rbac/kustomization.yaml';
const kustomization = 'config/default/kustomization.yaml';
const manager = 'config/manager/manager.yaml';
const webhooks = 'config/webhook/manifests.yaml';
const certificateFile = 'config/certmanager/certificate-webhook.yaml';
const serviceFile = 'config/webhook/service.yaml';
const crd = 'config/crd/bases/shop.my.domain_webservers.yaml';

/** The problems of what is deployed. */
async function found(project: TestProject): Promise<readonly string[]> {
  const { diagnostics } = await project.check();
  const codes = /^(?:deployed-|foreign-image|unbound-role)/;
  return diagnostics
    .filter(({ code }) => codes.test(code))
    .map(({ severity, code, position }) => `${severity} ${code} ${position?.file}`);
}

const move = (project: TestProject, path: string, to: string, change: (text: string) => string): void =>
  project.write(to, change(project.read(path)));

/** A configuration of one validating webhook, which is named by the first part of its name. */
const validating = (name: string, service: string, rules = ''): string =>
  `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: ${name.split('.', 1)[0]}
webhooks:
- name: ${name}
  admissionReviewVersions: [v1]
  clientConfig: {service: {${service}}}
  sideEffects: None
${rules}`;

type Case = readonly [what: string, edit: (project: TestProject) => void, expected: readonly string[]];

const addPatch = (project: TestProject, patch: string): void =>
  project.edit(kustomization, 'patches:\n', `patches:\n${patch}`);

const webhookPatch = 'config/default/manager_webhook_patch.yaml';
const certificates = '/tmp/k8s-webhook-server/serving-certs';
const pathArgument = `- op: add
  path: /spec/template/spec/containers/0/args/-
  value: --webhook-cert-path=${certificates}
`;

function namesIn(project: TestProject): { readonly prefix: string; readonly namespace: string } {
  const [prefix = '', namespace = ''] = ['namePrefix', 'namespace'].map(
    (key) => new RegExp(`^${key}: (.*)$`, 'm').exec(project.read(kustomization))?.[1] ?? '',
  );
  return { prefix, namespace };
}

/** Removes what has cert-manager set the certificate that the API server trusts. */
const withoutInjection = (project: TestProject): void => {
  const text = project.read(kustomization);
  project.write(kustomization, text.slice(0, text.indexOf('replacements:')));
  // They also set the names of the certificate.
  const { prefix, namespace } = namesIn(project);
  const names = project
    .read(certificateFile)
    .replaceAll('SERVICE_NAME.SERVICE_NAMESPACE', `${prefix}webhook-service.${namespace}`);
  project.write(certificateFile, names);
};

const injected = (certificate: string): string =>
  ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration', 'CustomResourceDefinition']
    .map(
      (kind) => `- target: {kind: ${kind}}
  patch: |-
    - op: add
      path: /metadata/annotations
      value: {cert-manager.io/inject-ca-from: ${certificate}}
`,
    )
    .join('');

/** Edits of what the API server needs to call the webhooks. */
const callCases: readonly Case[] = [
  [
    'webhooks without an argument for their certificate',
    (project) => project.edit(webhookPatch, pathArgument, ''),
    [`warning deployed-webhook ${manager}`],
  ],
  [
    'a certificate that is mounted in another folder',
    (project) => project.edit(webhookPatch, `mountPath: ${certificates}`, 'mountPath: /certs'),
    [`warning deployed-webhook ${webhookPatch}`],
  ],
  [
    'webhooks that an argument disables',
    (project) => project.edit(webhookPatch, pathArgument, pathArgument.replace(/--.*/, '--enable-webhooks=false')),
    [`warning deployed-webhook ${webhookPatch}`],
  ],
  [
    'webhooks that a variable disables',
    (project) =>
      project.edit(
        manager,
        '        image: controller:latest\n',
        '        env: [{name: ENABLE_WEBHOOKS, value: "false"}]\n        image: controller:latest\n',
      ),
    [`warning deployed-webhook ${webhookPatch}`],
  ],
  [
    'a Service that forwards to another port',
    (project) => project.edit(serviceFile, 'targetPort: 9443', 'targetPort: 7443'),
    [`warning deployed-webhook ${serviceFile}`],
  ],
  [
    'an operator with another port than the one of its Service',
    (project) =>
      project.edit(webhookPatch, pathArgument, `${pathArgument}${pathArgument.replace(/--.*/, '--webhook-port=9444')}`),
    [`warning deployed-webhook ${serviceFile}`],
  ],
  [
    'a Service that forwards to the name of a port that no container has',
    (project) => project.edit(serviceFile, 'targetPort: 9443', 'targetPort: hooks'),
    [`warning deployed-webhook ${serviceFile}`],
  ],
  [
    'a Service without the port that the API server calls',
    (project) => project.edit(serviceFile, 'port: 443', 'port: 8443'),
    [`warning deployed-webhook ${serviceFile}`],
  ],
  [
    'a Service that selects no Pods',
    (project) => project.edit(serviceFile, 'control-plane: controller-manager', 'control-plane: webhook'),
    [`warning deployed-webhook ${serviceFile}`],
  ],
  [
    'webhooks whose certificate nothing has the API server trust',
    withoutInjection,
    [crd, webhooks, webhooks].map((each) => `warning deployed-webhook ${each}`),
  ],
  [
    'webhooks for a Certificate that is not deployed',
    (project) => {
      withoutInjection(project);
      addPatch(project, injected(`${namesIn(project).namespace}/gone`));
    },
    [crd, webhooks, webhooks].map((each) => `warning deployed-webhook ${each}`),
  ],
  [
    'a Certificate in another namespace than the annotations say',
    (project) => {
      withoutInjection(project);
      const certificate = /^ {2}name: (\S+)/m.exec(project.read(certificateFile))![1]!;
      addPatch(project, injected(`elsewhere/${namesIn(project).prefix}${certificate}`));
    },
    [crd, webhooks, webhooks].map((each) => `warning deployed-webhook ${each}`),
  ],
  [
    'a Certificate for another Secret than the mounted one',
    (project) => project.edit(certificateFile, 'secretName: webhook-server-cert', 'secretName: other-cert'),
    [`warning deployed-webhook ${manager}`],
  ],
  [
    'a Certificate for another Service',
    (project) => {
      const replaced = project.read(kustomization);
      project.write(kustomization, replaced.replaceAll('spec.dnsNames', 'spec.uris'));
      project.edit(
        certificateFile,
        '  dnsNames:\n',
        '  uris: [SERVICE_NAME.SERVICE_NAMESPACE.svc, SERVICE_NAME.SERVICE_NAMESPACE.svc.cluster.local]\n  dnsNames:\n',
      );
    },
    [`warning deployed-webhook ${manager}`],
  ],
  [
    'a Certificate of an Issuer that is not deployed',
    (project) =>
      addPatch(
        project,
        '- target: {kind: Certificate}\n  patch: |-\n    - op: replace\n      path: /spec/issuerRef/name\n      value: gone\n',
      ),
    [`warning deployed-webhook ${manager}`],
  ],
  [
    'an argument with a variable that nothing defines',
    (project) => project.edit(manager, '--health-probe-bind-address=:8081', '--health-probe-bind-address=$(ADDRESS)'),
    [`warning deployed-argument ${manager}`],
  ],
  [
    'three replicas that elect no leader',
    (project) => {
      project.edit(manager, 'replicas: 1', 'replicas: 3');
      project.edit(manager, '        - --leader-elect\n', '');
    },
    [`warning deployed-replicas ${manager}`],
  ],
];

/** Edits after which the API server can call the webhooks. */
const calledCases: readonly Case[] = [
  ['three replicas that elect a leader', (project) => project.edit(manager, 'replicas: 1', 'replicas: 3'), []],
  [
    'a certificate that the operator issues',
    (project) => {
      withoutInjection(project);
      project.edit(webhookPatch, pathArgument, pathArgument.replace(/--.*/, '--webhook-self-signed'));
    },
    [],
  ],
  [
    'the folder of the certificate in a variable',
    (project) => {
      project.edit(webhookPatch, pathArgument, pathArgument.replace(certificates, '$(FOLDER)'));
      project.edit(
        manager,
        '        image: controller:latest\n',
        `        env: [{name: FOLDER, value: ${certificates}}]\n        image: controller:latest\n`,
      );
    },
    [],
  ],
  [
    'values of variables that double without an end',
    (project) => {
      const doubled = Array.from(
        { length: 60 },
        (_, index) => `{name: A${index + 1}, value: $(A${index})$(A${index})}`,
      );
      project.edit(
        manager,
        '        image: controller:latest\n',
        `        env: [{name: A0, value: aaaaaaaaaa}, ${doubled.join(', ')}]\n        image: controller:latest\n`,
      );
      project.edit(
        manager,
        '        - --leader-elect\n',
        '        - --leader-elect\n        - --watch-namespace=$(A60)\n',
      );
    },
    [],
  ],
  ['the name of a port', (project) => project.edit(serviceFile, 'targetPort: 9443', 'targetPort: webhook-server'), []],
  [
    'a certificate of another namespace',
    (project) => {
      withoutInjection(project);
      addPatch(project, injected('certificates/shared'));
    },
    [],
  ],
  [
    'options of the manager in the code',
    (project) => {
      project.edit('src/main.ts', '  register,\n', '  register,\n  manager: options,\n');
      project.edit(webhookPatch, pathArgument, '');
    },
    [],
  ],
  [
    'a Service for addresses that something else lists',
    (project) => project.edit(serviceFile, '  selector:\n', '  unused:\n'),
    [],
  ],
];

const readiness = '        readinessProbe:\n          httpGet:\n            path: /readyz\n            port: health\n';
/** Replaces the readiness probe. */
const probe =
  (fields: string, args = '') =>
  (project: TestProject): void => {
    project.edit(manager, readiness, `        readinessProbe:\n          ${fields}\n`);
    project.edit(manager, '        - --leader-elect\n', `        - --leader-elect\n${args}`);
  };
const argument = (text: string): string => `        - ${text}\n`;
const reported = [`warning deployed-probe ${manager}`];
const both = [...reported, ...reported];

/** Edits of probes, and of the arguments that they depend on. */
const probeCases: readonly Case[] = [
  ['a probe at the port of the webhooks', probe('httpGet: {path: /readyz, port: 9443, scheme: HTTPS}'), reported],
  [
    'a probe at another port of the webhooks',
    probe('httpGet: {path: /readyz, port: webhook-server, scheme: HTTPS}'),
    reported,
  ],
  ['a connection to the port of the webhooks', probe('tcpSocket: {port: 9443}'), []],
  ['a probe over HTTPS', probe('httpGet: {path: /readyz, port: health, scheme: HTTPS}'), reported],
  ['a probe for another path', probe('httpGet: {path: /ready, port: health}'), reported],
  ['a probe for one check', probe('httpGet: {path: /readyz/started, port: 8081}'), []],
  ['a probe without a path', probe('httpGet: {port: 8081}'), reported],
  ['a probe at a port that nothing serves', probe('httpGet: {path: /readyz, port: 8082}'), reported],
  ['a probe at a port without a name', probe('httpGet: {path: /readyz, port: probes}'), reported],
  ['a probe of gRPC', probe('grpc: {port: 8081}'), reported],
  [
    'a probe that runs a program that the image does not have',
    probe('exec: {command: [/bin/true]}'),
    [`error deployed-command ${manager}`],
  ],
  ['a probe that runs Node.js', probe('exec: {command: [/nodejs/bin/node, /probe.mjs]}'), []],
  [
    'a probe that runs a program of the Dockerfile',
    (project) => {
      probe('exec: {command: [/bin/probe]}')(project);
      project.edit('Dockerfile', 'USER 65532', 'COPY --from=build /probe /bin/probe\nUSER 65532');
    },
    [],
  ],
  [
    'a probe that runs a program in an image with a shell',
    (project) => {
      probe('exec: {command: [/bin/true]}')(project);
      project.edit('Dockerfile', 'FROM $BASE_IMAGE', 'FROM node:24-slim');
    },
    [],
  ],
  [
    'a hook of a sidecar that runs a program, and one of an init container with the image of the operator',
    (project) =>
      project.edit(
        manager,
        '      containers:\n',
        '      initContainers:\n      - {name: copy, image: "controller:latest", lifecycle: {preStop: {exec: {command: [sleep, "5"]}}}}\n      containers:\n      - {name: proxy, image: proxy, lifecycle: {postStart: {exec: {command: [/bin/true]}}}}\n',
      ),
    // The patch for the webhooks does not fit the first container: then nothing is said about what they lack.
    [`warning deployed-command ${manager}`],
  ],
  ['a probe of another host', probe('httpGet: {host: example.com, port: 80}'), []],
  ['a probe of metrics with authorization', probe('httpGet: {path: /metrics, port: 8443, scheme: HTTPS}'), reported],
  [
    'a probe of metrics for everyone',
    probe('httpGet: {path: /metrics, port: 8443}', argument('--no-metrics-secure')),
    [],
  ],
  [
    'probes at the port of an argument',
    (project) => {
      project.edit(manager, '--health-probe-bind-address=:8081', '--health-probe-bind-address=0.0.0.0:9440');
      project.edit(manager, 'containerPort: 8081', 'containerPort: 9440');
    },
    [],
  ],
  [
    'probes at another port than that of the argument',
    (project) => project.edit(manager, '--health-probe-bind-address=:8081', '--health-probe-bind-address=:9440'),
    both,
  ],
  [
    'probes of a server for the Pod alone',
    (project) =>
      project.edit(manager, '--health-probe-bind-address=:8081', '--health-probe-bind-address=127.0.0.1:8081'),
    both,
  ],
  [
    'probes without a server',
    (project) =>
      project.edit(
        manager,
        '        - --health-probe-bind-address=:8081\n',
        argument('--health-probe-bind-address') + argument('"0"'),
      ),
    both,
  ],
  [
    'an address that is known only in the cluster',
    (project) => {
      project.edit(manager, '--health-probe-bind-address=:8081', '--health-probe-bind-address=$(ADDRESS)');
      project.edit(
        manager,
        '        image: controller:latest\n',
        '        env: [{name: ADDRESS, valueFrom: {configMapKeyRef: {name: probes, key: address}}}]\n        image: controller:latest\n',
      );
    },
    [],
  ],
  [
    'a probe of a patch',
    (project) => {
      project.write(
        'config/default/probe.yaml',
        'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: controller-manager, namespace: system}\nspec:\n  template:\n    spec:\n      containers:\n      - name: manager\n        startupProbe: {httpGet: {path: /started, port: health}}\n',
      );
      addPatch(project, '- path: probe.yaml\n');
    },
    ['warning deployed-probe config/default/probe.yaml'],
  ],
];

function copyLackingAVerb(project: TestProject): void {
  move(project, role, 'config/rbac/copy.yaml', (text) => text.replace('  - delete\n', ''));
  project.edit(rbac, '- role.yaml\n', '- copy.yaml\n');
}

function grantAllInNamespace(project: TestProject): void {
  const all = 'rules:\n- apiGroups: ["*"]\n  resources: ["*"]\n  verbs: ["*"]\n';
  project.edit('config/rbac/leader_election_role.yaml', 'rules:\n', all);
}

/** Edits of a project, each with the problem of what it deploys. */
const cases: readonly Case[] = [
  ['nothing', () => undefined, []],
  [
    'a copy of the role that has everything',
    (project) => {
      move(project, role, 'config/rbac/copy.yaml', (text) => text);
      project.edit(rbac, '- role.yaml\n', '- copy.yaml\n');
    },
    [],
  ],
  ['a copy of the role that lacks a verb', copyLackingAVerb, ['error deployed-permissions config/rbac/copy.yaml']],
  [
    'a role of a namespace with what the role of the cluster lacks',
    (project) => {
      copyLackingAVerb(project);
      grantAllInNamespace(project);
    },
    ['error deployed-permissions config/rbac/copy.yaml'],
  ],
  [
    'the same, of an operator that watches one namespace',
    (project) => {
      copyLackingAVerb(project);
      grantAllInNamespace(project);
      project.edit(
        manager,
        '        - --leader-elect\n',
        '        - --leader-elect\n        - --watch-namespace=shops\n',
      );
    },
    [],
  ],
  [
    'a copy of the role in a folder of another layout, with more than the markers',
    (project) => {
      move(project, role, 'config/components/rbac/role.yaml', (text) =>
        text.replace('  - carts', '  - "*"').replace('  - delete\n', '  - "*"\n'),
      );
      project.write('config/components/rbac/kustomization.yaml', 'resources:\n- role.yaml\n');
      project.edit(rbac, '- role.yaml\n', '');
      project.edit(kustomization, '- ../rbac\n', '- ../rbac\n- ../components/rbac\n');
    },
    ['warning deployed-changed config/components/rbac/role.yaml'],
  ],
  [
    'a hand-written role with another name',
    (project) => {
      project.write(
        'config/rbac/own.yaml',
        'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: own\nrules:\n- apiGroups: [""]\n  resources: [pods]\n  verbs: [get]\n',
      );
      project.edit(rbac, '- role.yaml\n', '- own.yaml\n');
      project.edit('config/rbac/role_binding.yaml', 'name: manager-role\n', 'name: own\n');
    },
    [
      'warning unbound-role src/controller/cart.controller.ts',
      'error deployed-permissions config/rbac/role_binding.yaml',
    ],
  ],
  [
    'a patch that takes the rules of the role away',
    (project) => {
      addPatch(
        project,
        '- target:\n    kind: ClusterRole\n    name: manager-role\n  patch: |-\n    - op: remove\n      path: /rules/0\n',
      );
    },
    [`error deployed-permissions ${kustomization}`],
  ],
  [
    'a patch that adds rules to the role',
    (project) => {
      addPatch(
        project,
        '- target:\n    kind: ClusterRole\n    name: manager-role\n  patch: |-\n    - op: add\n      path: /rules/-\n      value: {apiGroups: [""], resources: [nodes], verbs: [delete]}\n',
      );
    },
    [`warning deployed-changed ${kustomization}`],
  ],
  [
    'a hand-written webhook manifest with another path',
    (project) => {
      move(project, webhooks, 'config/webhook/hand.yaml', (text) => text.replace('path: /mutate-', 'path: /change-'));
      project.edit('config/webhook/kustomization.yaml', '- manifests.yaml\n', '- hand.yaml\n');
    },
    ['error deployed-instead config/webhook/hand.yaml'],
  ],
  [
    'a hand-written webhook manifest with other rules and without one of the webhooks',
    (project) => {
      project.write(
        'config/webhook/hand.yaml',
        validating(
          'hand.my.domain',
          'name: webhook-service, namespace: system, path: /validate-shop-my-domain-v1-webserver',
          '  rules:\n  - {apiGroups: [shop.my.domain], apiVersions: [v1], operations: [CREATE], resources: [webservers]}\n',
        ),
      );
      project.edit('config/webhook/kustomization.yaml', '- manifests.yaml\n', '- hand.yaml\n');
    },
    ['error deployed-instead config/webhook/hand.yaml'],
  ],
  [
    'a webhook manifest of another program beside the generated one',
    (project) => {
      project.write(
        'config/webhook/other.yaml',
        validating('other.example.com', 'name: policy, namespace: policy, path: /check'),
      );
      project.edit('config/webhook/kustomization.yaml', '- manifests.yaml\n', '- manifests.yaml\n- other.yaml\n');
      // It sets the namespaces of all webhooks.
      project.edit('config/webhook/kustomizeconfig.yaml', 'namespace:\n', 'others:\n');
    },
    [],
  ],
  [
    'webhooks without their Service',
    (project) => project.edit('config/webhook/kustomization.yaml', '- service.yaml\n', ''),
    [crd, webhooks, webhooks].map((each) => `warning deployed-without-service ${each}`),
  ],
  [
    'webhooks with a Service of another name',
    (project) => project.edit('config/webhook/service.yaml', 'name: webhook-service', 'name: hooks'),
    [crd, webhooks, webhooks].map((each) => `warning deployed-without-service ${each}`),
  ],
  [
    'a webhook manifest of the user for a Service in the same namespace that nothing deploys',
    (project) => {
      project.write(
        'config/webhook/hand.yaml',
        validating('hand.my.domain', 'name: hooks, namespace: shop-system, path: /check'),
      );
      project.edit('config/webhook/kustomization.yaml', '- manifests.yaml\n', '- manifests.yaml\n- hand.yaml\n');
    },
    ['warning deployed-without-service config/webhook/hand.yaml'],
  ],
  [
    'a definition that is converted by a Service that nothing deploys',
    (project) =>
      addPatch(
        project,
        `- target:
    kind: CustomResourceDefinition
    name: webservers.shop.my.domain
  patch: |-
    - op: add
      path: /spec/conversion
      value: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {service: {name: hooks, namespace: system}}}}
`,
      ),
    [`warning deployed-without-service ${crd}`],
  ],
  [
    'a patch that narrows the objects of a webhook',
    (project) => {
      addPatch(
        project,
        '- target:\n    kind: ValidatingWebhookConfiguration\n  patch: |-\n    - op: add\n      path: /webhooks/0/namespaceSelector\n      value: {matchLabels: {a: b}}\n',
      );
    },
    [],
  ],
  [
    'a definition of another folder without a field',
    (project) => {
      move(project, crd, 'config/components/crd/webservers.yaml', (text) =>
        text.replace(/scope: Namespaced/, 'scope: Cluster'),
      );
      project.write('config/components/crd/kustomization.yaml', 'resources:\n- webservers.yaml\n');
      project.edit(
        'config/crd/kustomization.yaml',
        '- bases/shop.my.domain_webservers.yaml\n',
        '# - bases/shop.my.domain_webservers.yaml\n',
      );
      project.edit(kustomization, '- ../crd\n', '- ../crd\n- ../components/crd\n');
    },
    ['error deployed-instead config/components/crd/webservers.yaml'],
  ],
  [
    'a definition whose descriptions, labels and annotations differ',
    (project) => {
      move(project, crd, 'config/crd/copy.yaml', (text) =>
        text
          .replace(/description: .*\n/, 'description: Other.\n')
          .replace('metadata:\n', 'metadata:\n  labels: {a: b}\n'),
      );
      project.edit(
        'config/crd/kustomization.yaml',
        '- bases/shop.my.domain_webservers.yaml\n',
        '# - bases/shop.my.domain_webservers.yaml\n- copy.yaml\n',
      );
    },
    [],
  ],
  [
    'the command of a Go operator',
    (project) =>
      project.edit(
        manager,
        '        image: controller:latest\n',
        '        command: [/manager]\n        image: controller:latest\n',
      ),
    [`error deployed-command ${manager}`],
  ],
  [
    'the command of another program by a strategic merge patch, beside a sidecar with a command',
    (project) => {
      project.write(
        'config/default/command.yaml',
        `apiVersion: apps/v1
kind: Deployment
metadata:
  name: controller-manager
  namespace: system
spec:
  template:
    spec:
      containers:
      - name: manager
        command: [/usr/local/bin/lantern-operator, run]
      - name: proxy
        image: proxy
        command: [/proxy]
`,
      );
      addPatch(project, '- path: command.yaml\n');
    },
    ['error deployed-command config/default/command.yaml'],
  ],
  [
    'the command of another program by a JSON patch',
    (project) =>
      addPatch(
        project,
        '- target: {kind: Deployment}\n  patch: |-\n    - op: add\n      path: /spec/template/spec/containers/0/command\n      value: [/lantern]\n',
      ),
    [`error deployed-command ${kustomization}`],
  ],
  [
    'a script that the Dockerfile has as command, and Node.js in a second Deployment',
    (project) => {
      project.edit('Dockerfile', 'WORKDIR /\n', 'WORKDIR /\nCOPY start.sh /start.sh\n');
      project.edit(
        manager,
        '        image: controller:latest\n',
        '        command: [/start.sh]\n        image: controller:latest\n',
      );
      move(project, manager, 'config/manager/second.yaml', (text) =>
        text
          .slice(text.indexOf('---\n') + 4)
          .replace('  name: controller-manager\n', '  name: second\n')
          .replace('command: [/start.sh]', 'command: [/nodejs/bin/node, /main.mjs]'),
      );
      project.edit('config/manager/kustomization.yaml', '- manager.yaml\n', '- manager.yaml\n- second.yaml\n');
    },
    [],
  ],
  [
    'an init container and a Job with the image of the operator and another command',
    (project) => {
      project.edit(
        manager,
        '      containers:\n',
        '      initContainers:\n      - {name: copy, image: "controller:latest", command: [/manager, copy]}\n      containers:\n',
      );
      project.write(
        'config/manager/job.yaml',
        'apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: set-up\nspec:\n  template:\n    spec:\n      containers:\n      - {name: set-up, image: "controller:latest", command: [/set-up]}\n',
      );
      project.edit('config/manager/kustomization.yaml', '- manager.yaml\n', '- manager.yaml\n- job.yaml\n');
    },
    [`error deployed-command ${manager}`, 'error deployed-command config/manager/job.yaml'],
  ],
  [
    'flags that the operator does not have, a word, and an invalid value',
    (project) =>
      addPatch(
        project,
        `- target: {kind: Deployment}\n  patch: |-\n${[
          '--config=/a.yaml',
          'manager',
          '--metrics-secure=1',
          '-leader-elect',
        ]
          .map((each) => `    - {op: add, path: /spec/template/spec/containers/0/args/-, value: "${each}"}\n`)
          .join('')}`,
      ),
    Array.from({ length: 4 }, () => `warning deployed-argument ${kustomization}`),
  ],
  [
    'flags of the operator, with all forms of values',
    (project) => {
      project.edit(
        'src/main.ts',
        '  register,\n',
        "  register,\n  flags: { region: { type: 'string', description: 'a' } },\n",
      );
      project.edit(
        manager,
        '        - --leader-elect\n',
        '        - --leader-elect=false\n        - --no-metrics-secure\n        - --region\n        - north\n        - --watch-namespace=$(NAMESPACE)\n',
      );
      project.edit(
        manager,
        '        image: controller:latest\n',
        '        env: [{name: NAMESPACE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}]\n        image: controller:latest\n',
      );
    },
    [],
  ],
  [
    'arguments in variables that the kubelet replaces',
    (project) => {
      project.edit(
        manager,
        '        image: controller:latest\n',
        '        env: [{name: ELECT, value: --leader-elect}, {name: LATE, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]\n        image: controller:latest\n',
      );
      project.edit(
        manager,
        '        - --leader-elect\n',
        '        - $(ELECT)\n        - $(LATE)\n        - late\n        - --watch-namespace\n        - $(LATE)\n        - --metrics-secure=$(LATE)\n',
      );
    },
    [],
  ],
  [
    'variables with arguments that the operator rejects, and one that nothing defines',
    (project) => {
      project.edit(
        manager,
        '        image: controller:latest\n',
        '        env: [{name: ELECT, value: -leader-elect}, {name: SECURE, value: maybe}]\n        image: controller:latest\n',
      );
      project.edit(
        manager,
        '        - --leader-elect\n',
        '        - $(ELECT)\n        - --metrics-secure=$(SECURE)\n        - $(NONE)\n',
      );
    },
    Array.from({ length: 3 }, () => `warning deployed-argument ${manager}`),
  ],
  [
    'a flag beside flags that are known only at run time',
    (project) => {
      project.edit('src/main.ts', '  register,\n', '  register,\n  flags: { ...flags },\n');
      project.edit(manager, '        - --leader-elect\n', '        - --leader-elect\n        - --region=a\n');
    },
    [`warning deployed-argument ${manager}`],
  ],
  ...probeCases,
  ...callCases,
  ...calledCases,
  [
    'an image of Go',
    (project) =>
      project.write(
        'Dockerfile',
        'FROM golang:1.24 AS builder\nRUN go build -o manager cmd/main.go\n\nFROM scratch\nCOPY --from=builder /manager .\nENTRYPOINT ["/manager"]\n',
      ),
    ['warning foreign-image Dockerfile'],
  ],
];

describe('check compares what config/default deploys with what the code needs', () => {
  it.each(cases)('%s', async (_what, edit, expected) => {
    const project = await largeProject();
    edit(project);
    expect(await found(project)).toEqual(expected);
  });

  it.each([
    [
      'a role of a folder that has the other objects of config/rbac, too',
      (project: TestProject) => {
        move(project, role, 'config/components/rbac/role.yaml', (text) => text.replace('  - delete\n', ''));
        for (const name of ['role_binding.yaml', 'service_account.yaml'])
          move(project, `config/rbac/${name}`, `config/components/rbac/${name}`, (text) => text);
        const listed = '- role.yaml\n- role_binding.yaml\n- service_account.yaml\n';
        project.write('config/components/rbac/kustomization.yaml', `resources:\n${listed}`);
        project.edit(kustomization, '- ../rbac\n', '- ../components/rbac\n');
      },
      'list config/rbac instead of config/components/rbac/role.yaml in its kustomization, and remove from config/rbac/kustomization.yaml what is deployed from other files: service_account.yaml, role_binding.yaml',
      (project: TestProject) => {
        project.edit('config/components/rbac/kustomization.yaml', '- role.yaml\n', '- ../../rbac\n');
        project.edit(rbac, '- role_binding.yaml\n', '');
        project.edit(rbac, '- service_account.yaml\n', '');
      },
    ],
    [
      'a role in place of the one that config/rbac does not list',
      (project: TestProject) => {
        move(project, role, 'config/default/role.yaml', (text) => text.replace('  - delete\n', ''));
        project.edit(rbac, '- role.yaml\n', '');
        project.edit(kustomization, '- ../rbac\n', '- ../rbac\n- role.yaml\n');
      },
      'remove config/default/role.yaml from its kustomization, and change config/rbac/kustomization.yaml so that it lists role.yaml',
      (project: TestProject) => {
        project.edit(kustomization, '- role.yaml\n', '');
        project.edit(rbac, 'resources:\n', 'resources:\n- role.yaml\n');
      },
    ],
    [
      'a definition of another folder',
      (project: TestProject) => {
        move(project, crd, 'config/definitions/bases/servers.yaml', (text) =>
          text.replace('scope: Namespaced', 'scope: Cluster'),
        );
        project.write('config/definitions/kustomization.yaml', 'resources:\n- bases/servers.yaml\n');
        project.edit(kustomization, '- ../crd\n', '- ../definitions\n');
      },
      'list config/crd instead of config/definitions/bases/servers.yaml in its kustomization; it differs in',
      (project: TestProject) =>
        project.edit('config/definitions/kustomization.yaml', '- bases/servers.yaml\n', '- ../crd\n'),
    ],
  ])('has a remedy that can be built for %s', async (_what, edit, help, remedy) => {
    const project = await largeProject();
    edit(project);
    const { diagnostics } = await project.check();
    const helps = diagnostics.filter(({ code }) => code.startsWith('deployed-')).map((each) => each.help);
    expect(helps).toEqual([expect.stringContaining(help)]);
    remedy(project);
    expect(await found(project)).toEqual([]);
  });

  it('says what a copied role lacks, and what to list instead', async () => {
    const project = await largeProject();
    const [, edit] = cases.find(([what]) => what === 'a copy of the role that lacks a verb')!;
    edit(project);
    const { diagnostics } = await project.check();
    const [problem] = diagnostics.filter(({ code }) => code === 'deployed-permissions');
    expect(problem).toMatchObject({
      message: expect.stringContaining('delete ') as string,
      help: 'list config/rbac/role.yaml instead of config/rbac/copy.yaml in its kustomization',
    });
  });
});

/** The problems of patches, each with its line. */
async function unmatched(project: TestProject): Promise<readonly string[]> {
  const { diagnostics } = await project.check();
  const ofPatches = diagnostics.filter(({ code }) => code === 'unmatched-patch');
  return ofPatches.map(
    ({ position, message }) => `${position?.file}:${position?.line} ${message.split(' has ').at(-1)}`,
  );
}

const production = 'config/overlays/prod/kustomization.yaml';
const replicas = '    - {op: replace, path: /spec/replicas, value: 3}\n';
const overlay =
  (target: string, more = '', patch = replicas) =>
  (project: TestProject): void =>
    project.write(
      production,
      `namespace: shop-prod\nresources: [../../default]\n${more}patches:\n- target: ${target}\n  patch: |-\n${patch}`,
    );
const metadata = '    - {op: add, path: /metadata/annotations, value: {a: b}}\n';
const component = 'kind: Component\npatches:\n- target: {kind: Secret}\n  patch: |-\n';

/** Patches of an overlay, each with what is reported. */
const patchCases: readonly Case[] = [
  ['a patch of the present name', overlay('{kind: Deployment, name: test-operator-controller-manager}'), []],
  ['a patch of the name in the file', overlay('{kind: Deployment, name: controller-manager}'), []],
  ['a patch of a pattern', overlay('{kind: Deploy.*, name: "(?i)test-.*-MANAGER", group: app[a-s], version: v1}'), []],
  [
    'a patch of a name that was',
    overlay('{kind: Deployment, name: shop-controller-manager}'),
    [`${production}:4 kind Deployment, name shop-controller-manager`],
  ],
  [
    'a pattern that does not match the whole name',
    overlay('{kind: Deployment, name: controller}'),
    [`${production}:4 kind Deployment, name controller`],
  ],
  [
    'a patch of another kind',
    overlay('{kind: Role, name: test-operator-manager-role}', '', metadata),
    [`${production}:4 kind Role, name test-operator-manager-role`],
  ],
  [
    'a patch of another group and version',
    overlay('{group: extensions, version: v1beta1, kind: Deployment}'),
    [`${production}:4 group extensions, version v1beta1, kind Deployment`],
  ],
  ['a patch of the namespace of config/default', overlay('{kind: Deployment, namespace: system}'), []],
  [
    'a patch of the namespace that the overlay sets',
    overlay('{kind: Deployment, namespace: shop-prod}'),
    [`${production}:4 kind Deployment, namespace shop-prod`],
  ],
  ['a patch of labels', overlay('{kind: Deployment, labelSelector: "control-plane in (controller-manager), !a"}'), []],
  [
    'a patch of labels that nothing has',
    overlay('{kind: Deployment, labelSelector: control-plane=manager}'),
    [`${production}:4 kind Deployment, labelSelector control-plane=manager`],
  ],
  [
    'a patch of annotations that nothing has',
    overlay('{annotationSelector: example.com/a}', '', metadata),
    [`${production}:4 annotationSelector example.com/a`],
  ],
  ['a pattern that is not valid', overlay('{name: "("}'), []],
  [
    'a patch without a target',
    (project) =>
      project.write(
        production,
        'resources: [../../default]\npatches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: shop}\n    spec: {replicas: 3}\n',
      ),
    [`${production}:3 kind Deployment, name shop`],
  ],
  [
    'a patch in an old list',
    (project) =>
      project.write(
        production,
        'resources: [../../default]\npatchesJson6902:\n- target: {version: v1, kind: Service, name: metrics}\n  patch: |-\n' +
          metadata,
      ),
    [`${production}:3 version v1, kind Service, name metrics`],
  ],
  [
    'a patch of config/default',
    (project) => addPatch(project, `- target: {kind: Deployment, name: manager}\n  patch: |-\n${replicas}`),
    [`${kustomization}:13 kind Deployment, name manager`],
  ],
  [
    'a patch of what a generator makes',
    overlay('{kind: ConfigMap, name: settings}', 'configMapGenerator:\n- name: settings\n', metadata),
    [],
  ],
  [
    'a patch beside a generator of other objects',
    overlay('{kind: Deployment, name: shop}', 'configMapGenerator:\n- name: settings\n'),
    [`${production}:6 kind Deployment, name shop`],
  ],
  [
    'a patch of what is not in the project',
    (project) =>
      project.write(
        production,
        `resources: [../../default, https://example.com/all.yaml]\npatches:\n- target: {kind: Secret}\n  patch: |-\n${metadata}`,
      ),
    [],
  ],
  [
    'a patch of a component that one of two overlays needs',
    (project) => {
      project.write('config/components/tls/kustomization.yaml', component + metadata);
      project.write(production, 'resources: [../../default]\ncomponents: [../../components/tls]\n');
      project.write(
        'config/overlays/test/kustomization.yaml',
        'resources: [../../default, secret.yaml]\ncomponents: [../../components/tls]\n',
      );
      project.write('config/overlays/test/secret.yaml', 'apiVersion: v1\nkind: Secret\nmetadata: {name: tls}\n');
    },
    [],
  ],
  [
    'a patch of a component that no overlay needs',
    (project) => {
      project.write('config/components/tls/kustomization.yaml', component + metadata);
      project.write(production, 'resources: [../../default]\ncomponents: [../../components/tls]\n');
    },
    ['config/components/tls/kustomization.yaml:3 kind Secret'],
  ],
];

describe('check of the patches in config/', () => {
  it.each(patchCases)('reports what nothing matches: %s', async (_what, edit, expected) => {
    const project = await largeProject();
    edit(project);
    expect(await unmatched(project)).toEqual(expected);
  });

  it('names the object that can be meant', async () => {
    const project = await largeProject();
    overlay('{kind: Deployment, name: shop-controller-manager}')(project);
    const { diagnostics } = await project.check();
    expect(diagnostics.find(({ code }) => code === 'unmatched-patch')).toMatchObject({
      severity: 'warning',
      help: expect.stringContaining('Deployment test-operator-controller-manager') as string,
    });
  });
});
