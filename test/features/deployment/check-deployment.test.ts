import { describe, expect, it } from 'vitest';
import { few } from '../../support/few.js';
import { largeProject, type TestProject } from '../../support/projects.js';
import { firstOf } from '../../support/seed.js';

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
  const codes = /^(?:deployed-|foreign-image|unbound-role|patched-sidecar)/;
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
const callCases: readonly Case[] = firstOf<Case>(9, [
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
    'a Certificate of an Issuer that is not deployed',
    (project) =>
      addPatch(
        project,
        '- target: {kind: Certificate}\n  patch: |-\n    - op: replace\n      path: /spec/issuerRef/name\n      value: gone\n',
      ),
    [`warning deployed-webhook ${manager}`],
  ],
  [
    'three replicas that elect no leader',
    (project) => {
      project.edit(manager, 'replicas: 1', 'replicas: 3');
      project.edit(manager, '        - --leader-elect\n', '');
    },
    [`warning deployed-replicas ${manager}`],
  ],
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
    'a Service that forwards to another port',
    (project) => project.edit(serviceFile, 'targetPort: 9443', 'targetPort: 7443'),
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
    'an argument with a variable that nothing defines',
    (project) => project.edit(manager, '--health-probe-bind-address=:8081', '--health-probe-bind-address=$(ADDRESS)'),
    [`warning deployed-argument ${manager}`],
  ],
]);

/** Edits after which the API server can call the webhooks. */
const calledCases: readonly Case[] = firstOf<Case>(4, [
  [
    'a certificate that the operator issues',
    (project) => {
      withoutInjection(project);
      project.edit(webhookPatch, pathArgument, pathArgument.replace(/--.*/, '--webhook-self-signed'));
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
    'a Service for addresses that something else lists',
    (project) => project.edit(serviceFile, '  selector:\n', '  unused:\n'),
    [],
  ],
  ['three replicas that elect a leader', (project) => project.edit(manager, 'replicas: 1', 'replicas: 3'), []],
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
]);

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
const probeCases: readonly Case[] = firstOf<Case>(12, [
  [
    'a probe at another port of the webhooks',
    probe('httpGet: {path: /readyz, port: webhook-server, scheme: HTTPS}'),
    reported,
  ],
  ['a connection to the port of the webhooks', probe('tcpSocket: {port: 9443}'), []],
  ['a probe over HTTPS', probe('httpGet: {path: /readyz, port: health, scheme: HTTPS}'), reported],
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
  ['a probe at the port of the webhooks', probe('httpGet: {path: /readyz, port: 9443, scheme: HTTPS}'), reported],
  ['a probe for another path', probe('httpGet: {path: /ready, port: health}'), reported],
  ['a probe for one check', probe('httpGet: {path: /readyz/started, port: 8081}'), []],
  ['a probe without a path', probe('httpGet: {port: 8081}'), reported],
  ['a probe at a port that nothing serves', probe('httpGet: {path: /readyz, port: 8082}'), reported],
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
]);

const unbound = 'warning unbound-role src/controller/cart.controller.ts';
const account = '      serviceAccountName: controller-manager\n';
const secretVolume = '      secretName: webhook-server-cert\n';
const metricsPatch = 'config/default/manager_metrics_patch.yaml';
const roleBinding = 'config/rbac/role_binding.yaml';
const items = (certificate: string, key: string, file = 'tls.crt'): string =>
  `      items: [{key: ${file}, path: ${certificate}}, {key: tls.key, path: ${key}}]\n`;

/** Adds an object to `config/manager`. */
const addObject = (project: TestProject, text: string): void => {
  project.write('config/manager/more.yaml', text);
  project.edit('config/manager/kustomization.yaml', '- manager.yaml\n', '- manager.yaml\n- more.yaml\n');
};
const serviceAccount = (name: string, namespace = 'system', more = ''): string =>
  `apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: ${name}, namespace: ${namespace}}\n${more}`;
/** Adds a container behind the one of the operator. */
const addSidecar = (project: TestProject, fields: string): void => {
  const end = '      securityContext:\n        runAsNonRoot';
  project.edit(manager, end, `      - {name: proxy, image: proxy, ${fields}}\n${end}`);
};
const token =
  (path: string, folder = '/var/run/secrets/kubernetes.io/serviceaccount') =>
  (project: TestProject) => {
    project.edit(manager, account, `${account}      automountServiceAccountToken: false\n`);
    project.edit(
      manager,
      '        volumeMounts: []\n',
      `        volumeMounts: [{name: token, mountPath: ${folder}}]\n`,
    );
    const sources = `[{serviceAccountToken: {path: ${path}}}, {configMap: {name: kube-root-ca.crt, items: [{key: ca.crt, path: ca.crt}]}}]`;
    project.edit(manager, '      volumes: []\n', `      volumes: [{name: token, projected: {sources: ${sources}}}]\n`);
  };
const inNamespace = (project: TestProject): void => {
  project.edit(roleBinding, 'kind: ClusterRoleBinding', 'kind: RoleBinding');
  project.edit(roleBinding, '  name: manager-rolebinding\n', '  name: manager-rolebinding\n  namespace: system\n');
};
const addArgument = (project: TestProject, text: string): void =>
  project.edit(manager, '        - --leader-elect\n', `        - --leader-elect\n        - ${text}\n`);

/** Edits of the Pods of the operator, and of what they need. */
const podCases: readonly Case[] = firstOf<Case>(20, [
  [
    'a service account that is not deployed',
    (project) => project.edit(manager, account, '      serviceAccountName: test-operator-manager\n'),
    [unbound, `warning deployed-pod ${manager}`],
  ],
  [
    'a service account of another namespace, in a patch',
    (project) => {
      addObject(project, serviceAccount('other', 'elsewhere'));
      project.edit(kustomization, 'namespace: ', '# namespace: ');
      addPatch(
        project,
        '- target: {kind: Deployment}\n  patch: |-\n    - {op: replace, path: /spec/template/spec/serviceAccountName, value: other}\n',
      );
    },
    [unbound, `warning deployed-pod ${kustomization}`],
  ],
  ['the service account that every namespace has', (project) => project.edit(manager, account, ''), []],
  [
    'bindings of a service account that only something else deploys, in the namespaces of their files',
    (project) => project.edit(rbac, '- service_account.yaml\n', ''),
    ['role_binding', 'leader_election_role_binding', 'metrics_auth_role_binding'].map(
      (each) => `error deployed-permissions config/rbac/${each}.yaml`,
    ),
  ],
  [
    'a service account without a token',
    (project) =>
      project.edit(
        'config/rbac/service_account.yaml',
        'metadata:\n',
        'automountServiceAccountToken: false\nmetadata:\n',
      ),
    ['warning deployed-pod config/rbac/service_account.yaml'],
  ],
  ['a projected token', token('token'), []],
  [
    'probes at the port of the webhooks',
    (project) => {
      project.edit(manager, '--health-probe-bind-address=:8081', '--health-probe-bind-address=[::]:9443');
      project.edit(manager, 'containerPort: 8081', 'containerPort: 9443');
    },
    [`warning deployed-pod ${webhookPatch}`],
  ],
  [
    'metrics at the port of webhooks that are not served',
    (project) => {
      project.edit(kustomization, '- path: manager_webhook_patch.yaml\n', '- path: unused.yaml\n');
      project.write('config/default/unused.yaml', '[]\n');
      project.edit(metricsPatch, '--metrics-bind-address=:8443', '--metrics-bind-address=:9443');
    },
    [`warning deployed-webhook ${manager}`],
  ],
  [
    'a sidecar at the port of metrics that only the Pod reaches',
    (project) => {
      project.edit(metricsPatch, '--metrics-bind-address=:8443', '--metrics-bind-address=127.0.0.1:8443');
      addSidecar(project, 'ports: [{containerPort: 8443, name: https}]');
    },
    [],
  ],
  [
    'two sidecars at one port, and an init container at that of the probes',
    (project) => {
      project.edit(
        manager,
        '      containers:\n',
        '      initContainers:\n      - {name: first, image: first, ports: [{containerPort: 8081}]}\n      containers:\n',
      );
      addSidecar(
        project,
        'ports: [{containerPort: 7000}, {containerPort: 7000, protocol: UDP}]}\n      - {name: second, image: second, ports: [{containerPort: 7000}]',
      );
    },
    [`warning deployed-pod ${manager}`],
  ],
  [
    'the same, which arguments name',
    (project) => {
      project.edit(webhookPatch, secretVolume, secretVolume + items('server.crt', 'server.key'));
      addArgument(project, '--webhook-cert-name=server.crt');
      addArgument(project, '--webhook-cert-key=server.key');
    },
    [],
  ],
  [
    'a name of a file that the Secret does not have',
    (project) => addArgument(project, '--webhook-cert-name=server.crt'),
    [`warning deployed-webhook ${manager}`],
  ],
  [
    'files that only root can read',
    (project) => project.edit(webhookPatch, secretVolume, `${secretVolume}      defaultMode: 0400\n`),
    [`warning deployed-webhook ${webhookPatch}`],
  ],
  [
    'a projected Secret',
    (project) =>
      project.edit(
        webhookPatch,
        `    secret:\n${secretVolume}`,
        '    projected: {sources: [{secret: {name: webhook-server-cert}}, {configMap: {name: trusted}}]}\n',
      ),
    [],
  ],
  [
    'one of the files of the Secret',
    (project) =>
      project.edit(
        webhookPatch,
        `mountPath: ${certificates}\n`,
        `mountPath: ${certificates}/tls.crt\n    subPath: tls.crt\n`,
      ),
    [`warning deployed-webhook ${webhookPatch}`],
  ],
  [
    'a Secret in the folder above',
    (project) => project.edit(webhookPatch, `mountPath: ${certificates}\n`, 'mountPath: /tmp/k8s-webhook-server\n'),
    [`warning deployed-webhook ${webhookPatch}`],
  ],
  [
    'a certificate of the metrics without its key',
    (project) => {
      addArgument(project, '--metrics-cert-path=/metrics-certs');
      project.edit(
        manager,
        '        volumeMounts: []\n',
        '        volumeMounts: [{name: metrics, mountPath: /metrics-certs}]\n',
      );
      project.edit(
        manager,
        '      volumes: []\n',
        '      volumes: [{name: metrics, secret: {secretName: metrics, items: [{key: tls.crt, path: tls.crt}]}}]\n',
      );
    },
    [`warning deployed-argument ${manager}`],
  ],
  ['a role of the cluster that is bound in one namespace', inNamespace, [`error deployed-permissions ${roleBinding}`]],
  [
    'the same, with a namespace of its own options',
    (project) => {
      inNamespace(project);
      project.edit('src/main.ts', '  register,\n', "  register,\n  manager: { cache: { namespaces: ['shops'] } },\n");
    },
    [],
  ],
  [
    'a role of the cluster that is also bound to a group',
    (project) => {
      inNamespace(project);
      addObject(
        project,
        'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: group}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: manager-role}\nsubjects: [{kind: Group, apiGroup: rbac.authorization.k8s.io, name: "system:serviceaccounts:shop-system"}]\n',
      );
    },
    [],
  ],
  [
    'a Job with the image of the operator and an account that is not deployed',
    (project) =>
      addObject(
        project,
        'apiVersion: batch/v1\nkind: Job\nmetadata: {name: set-up, namespace: system}\nspec:\n  template:\n    spec:\n      serviceAccountName: set-up\n      containers:\n      - {name: set-up, image: "controller:latest"}\n',
      ),
    ['warning deployed-pod config/manager/more.yaml'],
  ],
  [
    'Pods without a token',
    (project) => project.edit(manager, account, `${account}      automountServiceAccountToken: false\n`),
    [`warning deployed-pod ${manager}`],
  ],
  [
    'a service account without a token, and Pods with one',
    (project) => {
      project.edit(
        'config/rbac/service_account.yaml',
        'metadata:\n',
        'automountServiceAccountToken: false\nmetadata:\n',
      );
      project.edit(manager, account, `${account}      automountServiceAccountToken: true\n`);
    },
    [],
  ],
  ['a projected token under another name', token('api-token'), [`warning deployed-pod ${manager}`]],
  [
    'a projected token in another folder',
    token('token', '/var/run/secrets/tokens'),
    [`warning deployed-pod ${manager}`],
  ],
  [
    'Pods without a token that have a kubeconfig',
    (project) => {
      project.edit(manager, account, `${account}      automountServiceAccountToken: false\n`);
      addArgument(project, '--kubeconfig=/etc/kubeconfig');
    },
    [],
  ],
  [
    'metrics at the port of the probes',
    (project) => project.edit(metricsPatch, '--metrics-bind-address=:8443', '--metrics-bind-address=:8081'),
    [`warning deployed-pod ${metricsPatch}`],
  ],
  [
    'a sidecar at the port of the metrics',
    (project) => addSidecar(project, 'ports: [{containerPort: 8443}]'),
    [`warning deployed-pod ${manager}`],
  ],
  [
    'a Secret with other names of its files',
    (project) => project.edit(webhookPatch, secretVolume, secretVolume + items('server.crt', 'server.key')),
    [`warning deployed-webhook ${webhookPatch}`],
  ],
  [
    'a key that only root can read',
    (project) =>
      project.edit(
        webhookPatch,
        secretVolume,
        `${secretVolume}      items: [{key: tls.crt, path: tls.crt}, {key: tls.key, path: tls.key, mode: 256}]\n`,
      ),
    [`warning deployed-webhook ${webhookPatch}`],
  ],
  [
    'files that only root can read, for a container of root',
    (project) => {
      project.edit(webhookPatch, secretVolume, `${secretVolume}      defaultMode: 0400\n`);
      project.edit(manager, 'runAsNonRoot: true\n', 'runAsUser: 0\n');
    },
    [],
  ],
  [
    'files that only a group can read, which the Pod has',
    (project) => {
      project.edit(webhookPatch, secretVolume, `${secretVolume}      defaultMode: 0400\n`);
      project.edit(manager, 'runAsNonRoot: true\n', 'runAsNonRoot: true\n        fsGroup: 2000\n');
    },
    [],
  ],
  [
    'files that the group of root can read',
    (project) => project.edit(webhookPatch, secretVolume, `${secretVolume}      defaultMode: 0440\n`),
    [],
  ],
  [
    'a projected Secret without the key',
    (project) =>
      project.edit(
        webhookPatch,
        `    secret:\n${secretVolume}`,
        '    projected: {sources: [{secret: {name: webhook-server-cert, items: [{key: tls.crt, path: tls.crt}]}}]}\n',
      ),
    [`warning deployed-webhook ${webhookPatch}`],
  ],
  [
    'a volume of a driver',
    (project) => project.edit(webhookPatch, `    secret:\n${secretVolume}`, '    csi: {driver: csi.cert-manager.io}\n'),
    [],
  ],
  [
    'a file of the Secret in place of the folder',
    (project) =>
      project.edit(webhookPatch, `mountPath: ${certificates}\n`, `mountPath: ${certificates}\n    subPath: tls.crt\n`),
    [`warning deployed-webhook ${webhookPatch}`],
  ],
  [
    'the files of the Secret one by one',
    (project) => {
      project.edit(
        webhookPatch,
        `mountPath: ${certificates}\n`,
        `mountPath: ${certificates}/tls.crt\n    subPath: tls.crt\n`,
      );
      project.edit(
        manager,
        '        volumeMounts: []\n',
        `        volumeMounts: [{name: webhook-certs, mountPath: ${certificates}/tls.key, subPath: tls.key}]\n`,
      );
    },
    [],
  ],
  [
    'a Secret in the folder above, with paths of its files',
    (project) => {
      project.edit(webhookPatch, `mountPath: ${certificates}\n`, 'mountPath: /tmp/k8s-webhook-server/\n');
      project.edit(webhookPatch, secretVolume, secretVolume + items('serving-certs/tls.crt', 'serving-certs/tls.key'));
    },
    [],
  ],
  [
    'a key that no Certificate issues',
    (project) => project.edit(webhookPatch, secretVolume, secretVolume + items('tls.crt', 'tls.key', 'cert.pem')),
    [`warning deployed-webhook ${manager}`],
  ],
  [
    'a folder for the certificate of the metrics at which nothing is mounted',
    (project) => addArgument(project, '--metrics-cert-path=/metrics-certs'),
    [`warning deployed-argument ${manager}`],
  ],
  [
    'a folder for the certificate of metrics that are not secure',
    (project) => {
      addArgument(project, '--metrics-cert-path=/metrics-certs');
      addArgument(project, '--metrics-secure=false');
    },
    [],
  ],
  [
    'the same, of an operator that watches one namespace',
    (project) => {
      inNamespace(project);
      addArgument(project, '--watch-namespace=shops');
    },
    [],
  ],
  [
    'a role of the cluster in a build that lacks a file',
    (project) => {
      inNamespace(project);
      project.edit(kustomization, '- ../manager\n', '- ../manager\n- gone.yaml\n');
    },
    [],
  ],
]);

const autoscaler = (name: string, fields: string): string =>
  `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: scaler, namespace: system}\nspec: {${fields}, maxReplicas: 4, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${name}}}\n`;
const withoutElection = (project: TestProject): void => project.edit(manager, '        - --leader-elect\n', '');
/** Adds a second Deployment of the operator with two replicas, which elect no leader. */
const addSecond = (project: TestProject, change = (text: string): string => text): void => {
  const text = project.read(manager);
  const second = text
    .slice(text.indexOf('---\n') + 4)
    .replaceAll('controller-manager', 'second')
    .replace('serviceAccountName: second', 'serviceAccountName: controller-manager')
    .replace('replicas: 1', 'replicas: 2')
    .replace('        - --leader-elect\n', '');
  addObject(project, change(second));
};
const environment = (text: string): string =>
  text.replace(
    '        image: controller:latest\n',
    '        env: [{name: ROLE, value: second}]\n        image: controller:latest\n',
  );

/** Edits of the replicas, and of what scales them. */
const replicaCases: readonly Case[] = firstOf<Case>(2, [
  [
    'an autoscaler for an operator that elects no leader',
    (project) => {
      withoutElection(project);
      addObject(project, autoscaler('controller-manager', 'minReplicas: 2'));
    },
    ['warning deployed-replicas config/manager/more.yaml'],
  ],
  [
    'three replicas of a program that reads variables',
    (project) => {
      withoutElection(project);
      project.write(manager, environment(project.read(manager)).replace('replicas: 1', 'replicas: 3'));
      project.edit('src/main.ts', '  register,\n', "  register: process.env['ROLE'] === 'second' ? none : register,\n");
    },
    [],
  ],
  [
    'an autoscaler for an operator that elects a leader',
    (project) => addObject(project, autoscaler('controller-manager', 'minReplicas: 2')),
    [],
  ],
  [
    'autoscalers of one replica, and of another Deployment',
    (project) => {
      withoutElection(project);
      const one = autoscaler('controller-manager', 'minReplicas: 1');
      addObject(project, `${one}---\n${autoscaler('other', 'minReplicas: 3').replace('scaler', 'other')}`);
    },
    [],
  ],
  [
    'a second Deployment that elects no leader',
    (project) => addSecond(project),
    ['warning deployed-replicas config/manager/more.yaml'],
  ],
  ['a second Deployment with other variables', (project) => addSecond(project, environment), []],
  [
    'a second Deployment for the webhooks',
    (project) => {
      addSecond(project);
      project.edit(serviceFile, 'control-plane: controller-manager', 'control-plane: second');
      const text = project.read(kustomization);
      const patch = '- path: manager_webhook_patch.yaml\n  target:\n    kind: Deployment\n    name: ';
      project.write(kustomization, text.replace(`${patch}controller-manager`, `${patch}second`));
    },
    [],
  ],
]);

const metricsService = 'config/default/metrics_service.yaml';

/** Edits of the Service of the metrics, and of what it leads to. */
const serviceCases: readonly Case[] = firstOf<Case>(5, [
  [
    'a Service that forwards to a port without a name',
    (project) => project.edit(metricsService, 'targetPort: metrics', 'targetPort: https'),
    [`warning deployed-service ${metricsService}`],
  ],
  [
    'a Service without a port of the containers',
    (project) => {
      project.edit(metricsService, '    targetPort: metrics\n', '');
      project.edit(metricsService, 'port: 8443', 'port: 443');
    },
    [`warning deployed-service ${metricsService}`],
  ],
  [
    'a Service for metrics that only the Pod reaches',
    (project) => project.edit(metricsPatch, '--metrics-bind-address=:8443', '--metrics-bind-address=127.0.0.1:8443'),
    [`warning deployed-service ${metricsService}`],
  ],
  [
    'a Service for metrics that are off',
    (project) => {
      project.edit(metricsService, 'targetPort: metrics', 'targetPort: 8444');
      project.edit(metricsPatch, '--metrics-bind-address=:8443', '--metrics-bind-address=0');
    },
    [`warning deployed-service ${metricsService}`],
  ],
  [
    'a Service of the metrics for Pods that are not deployed',
    (project) => {
      project.edit(metricsService, 'targetPort: metrics', 'targetPort: 8080');
      project.edit(metricsService, '    control-plane: controller-manager\n  name', '  name');
      const text = project.read(metricsService);
      const end = text.lastIndexOf('control-plane: controller-manager');
      project.write(metricsService, `${text.slice(0, end)}control-plane: other\n`);
    },
    [`warning deployed-service ${metricsService}`],
  ],
  [
    'a Service that forwards to a port at which nothing serves',
    (project) => project.edit(metricsService, 'targetPort: metrics', 'targetPort: 8080'),
    [`warning deployed-service ${metricsService}`],
  ],
  [
    'a Service that forwards to a port that no container declares',
    (project) => {
      project.edit(metricsService, 'targetPort: metrics', 'targetPort: 8444');
      project.edit(metricsPatch, '--metrics-bind-address=:8443', '--metrics-bind-address=:8444');
    },
    [],
  ],
  [
    'a Service for metrics of which the arguments say nothing',
    (project) => {
      project.edit(metricsService, 'targetPort: metrics', 'targetPort: 8444');
      project.edit(metricsPatch, '--metrics-bind-address=:8443', '--leader-elect');
    },
    [],
  ],
  [
    'a Service for something else',
    (project) => {
      project.edit(metricsService, 'targetPort: metrics', 'targetPort: 8444');
      project.edit(metricsService, 'name: controller-manager-metrics-service', 'name: controller-manager-api');
    },
    [],
  ],
  [
    'a Service for metrics and something else',
    (project) => project.edit(metricsService, '  ports:\n', '  ports:\n  - {name: api, port: 8444}\n'),
    [],
  ],
  [
    'a Service for a sidecar without ports',
    (project) => {
      project.edit(metricsService, 'targetPort: metrics', 'targetPort: 9090');
      addSidecar(project, 'args: ["--secure-listen-address=0.0.0.0:9090"]');
    },
    [],
  ],
  [
    'a Service for an init container that stays',
    (project) => {
      project.edit(metricsService, 'targetPort: metrics', 'targetPort: proxy');
      project.edit(
        manager,
        '      containers:\n',
        '      initContainers:\n      - {name: first, image: first, restartPolicy: Always, ports: [{containerPort: 9090, name: proxy}]}\n      containers:\n',
      );
    },
    [],
  ],
  [
    'a Service for a server of options in the code',
    (project) => {
      project.edit(metricsService, 'targetPort: metrics', 'targetPort: 8080');
      project.edit('src/main.ts', '  register,\n', '  register,\n  manager: options,\n');
    },
    [],
  ],
]);

const patchWebhook = (path: string, value: string) => (project: TestProject) =>
  addPatch(
    project,
    `- target: {kind: ValidatingWebhookConfiguration}\n  patch: |-\n    - {op: add, path: ${path}, value: ${value}}\n`,
  );
const changed = [`warning deployed-changed ${kustomization}`];

/** Patches of the generated webhooks. */
const fieldCases: readonly Case[] = firstOf<Case>(2, [
  ['a patch of the failure policy', patchWebhook('/webhooks/0/failurePolicy', 'Ignore'), changed],
  ['a patch of the rules', patchWebhook('/webhooks/0/rules/0/operations/0', 'DELETE'), changed],
  ['a patch of the side effects', patchWebhook('/webhooks/0/sideEffects', 'NoneOnDryRun'), changed],
  ['a patch of the time limit', patchWebhook('/webhooks/0/timeoutSeconds', '30'), changed],
  ['a patch of the time limit to its default', patchWebhook('/webhooks/0/timeoutSeconds', '10'), []],
  ['a patch that adds conditions', patchWebhook('/webhooks/0/matchConditions', '[{name: a, expression: "true"}]'), []],
  ['a patch that trusts a certificate', patchWebhook('/webhooks/0/clientConfig/caBundle', 'Zm9vYmFyCg=='), []],
  [
    'a patch of the failure policy in a build that lacks a file',
    (project) => {
      patchWebhook('/webhooks/0/failurePolicy', 'Ignore')(project);
      project.edit(kustomization, '- ../manager\n', '- ../manager\n- gone.yaml\n');
    },
    [],
  ],
]);

/** Probes at the ports of sidecars. */
const sidecarCases: readonly Case[] = [
  ...(
    [
      ['a probe at a port that a sidecar declares', 'ports: [{containerPort: 10254}]', []],
      ['a probe at a port in the arguments of a sidecar', 'args: ["--listen=:10254"]', []],
      ['a probe beside a sidecar at another port', 'ports: [{containerPort: 1025}]', reported],
    ] as const
  ).map(([what, fields, expected]): Case => [
    what,
    (project) => {
      probe('httpGet: {path: /ready, port: 10254}')(project);
      addSidecar(project, fields);
    },
    expected,
  ]),
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
  ...(
    [
      ['a program that is deployed with it', 'policy', []],
      [
        'the operator itself',
        'operator',
        ['error deployed-instead config/policy/policy.yaml', 'warning deployed-webhook config/manager/manager.yaml'],
      ],
    ] as const
  ).map(([what, name, expected]): Case => [
    `a webhook manifest for ${what}, beside the generated one`,
    (project) => {
      const labels = /selector:\n((?: {4}.*\n)+)/.exec(project.read('config/webhook/service.yaml'))?.[1] ?? '';
      const selector = name === 'policy' ? '    app: policy\n' : labels;
      const service = `apiVersion: v1\nkind: Service\nmetadata: {name: policy, namespace: system}\nspec:\n  ports: [{port: 443, targetPort: 9443}]\n  selector:\n${selector}`;
      const deployment =
        'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: policy, namespace: system}\nspec:\n  selector: {matchLabels: {app: policy}}\n  template:\n    metadata: {labels: {app: policy}}\n    spec: {containers: [{name: policy, image: policy}]}\n';
      const webhook = validating('policy.example.com', 'name: policy, namespace: system, path: /check');
      project.write('config/policy/policy.yaml', [webhook, service, deployment].join('---\n'));
      project.write(
        'config/policy/kustomization.yaml',
        'resources: [policy.yaml]\nconfigurations: [../webhook/kustomizeconfig.yaml]\n',
      );
      project.edit(kustomization, '- ../webhook\n', '- ../webhook\n- ../policy\n');
    },
    expected,
  ]),
  ...(
    [
      [
        'in front of the operator',
        'front',
        [
          'warning deployed-webhook config/manager/manager.yaml',
          'warning patched-sidecar config/default/manager_metrics_patch.yaml',
          'warning patched-sidecar config/default/manager_webhook_patch.yaml',
        ],
      ],
      ['behind the operator', 'behind', []],
      [
        'in front of the operator, whose patch has an alias',
        'alias',
        [
          'warning deployed-webhook config/manager/manager.yaml',
          'warning patched-sidecar config/default/manager_metrics_patch.yaml',
          'warning patched-sidecar config/default/manager_webhook_patch.yaml',
        ],
      ],
      ['in front of the operator, whose patches have its index', 'indexed', []],
      [
        'in front of the operator, whose patch of the metrics has its index',
        'metrics',
        [
          'warning deployed-webhook config/manager/manager.yaml',
          'warning patched-sidecar config/default/manager_webhook_patch.yaml',
        ],
      ],
    ] as const
  ).map(([what, place, expected]): Case => [
    `a sidecar ${what}`,
    (project) => {
      const sidecar =
        '      - name: audit\n        image: audit:1.0\n        args: [--quiet]\n        ports: [{containerPort: 9000}]\n        volumeMounts: [{name: scratch, mountPath: /tmp}]\n';
      if (place === 'behind')
        project.edit(
          manager,
          '      securityContext:\n        runAsNonRoot',
          `${sidecar}      securityContext:\n        runAsNonRoot`,
        );
      else project.edit(manager, '      containers:\n', `      containers:\n${sidecar}`);
      const patches = ['manager_metrics_patch.yaml', 'manager_webhook_patch.yaml'];
      const moved = patches.slice(0, place === 'indexed' ? 2 : place === 'metrics' ? 1 : 0);
      for (const each of moved)
        project.write(
          `config/default/${each}`,
          project.read(`config/default/${each}`).replaceAll('/containers/0/', '/containers/1/'),
        );
      const patch = project.read(metricsPatch).replace('path: ', 'path: &args ');
      if (place === 'alias') project.write(metricsPatch, `${patch}- {op: add, path: *args, value: --loud}\n`);
    },
    expected,
  ]),
  [
    'webhooks in a folder that config/default does not list',
    (project) => {
      withoutInjection(project);
      project.edit(kustomization, '- ../webhook\n', '');
    },
    [`warning deployed-without-service ${crd}`, `warning deployed-webhook ${kustomization}`],
  ],
  [
    'webhooks that a comment leaves out',
    (project) => {
      withoutInjection(project);
      project.edit(kustomization, '- ../webhook\n', '# - ../webhook\n');
    },
    [`warning deployed-without-service ${crd}`],
  ],
  [
    'webhooks that an overlay deploys',
    (project) => {
      withoutInjection(project);
      project.edit(kustomization, '- ../webhook\n', '');
      project.write(production, 'resources: [../../default, ../../webhook]\n');
    },
    [`warning deployed-without-service ${crd}`],
  ],
  [
    'webhooks of a configuration that config/default lists without their Service',
    (project) => {
      withoutInjection(project);
      move(project, webhooks, 'config/hooks/hooks.yaml', (text) => text);
      project.write('config/hooks/kustomization.yaml', 'resources: [hooks.yaml]\n');
      project.edit(kustomization, '- ../webhook\n', '- ../hooks\n');
    },
    [`warning deployed-without-service ${crd}`],
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
  ...[
    ['flags that are a constant', 'flags', ''],
    ['options that are a constant', "flags: { region: { type: 'string', description: 'a' } }", 'all'],
  ].map(([what, flags, isWhole]): Case => [
    what!,
    (project) => {
      project.edit('src/main.ts', '  register,\n', `  register,\n  ${flags},\n`);
      project.edit(
        'src/main.ts',
        'await runOperator(',
        "const flags = { region: { type: 'string', description: 'a' } } as const;\nawait runOperator(",
      );
      if (isWhole !== '') {
        const text = project.read('src/main.ts');
        const [whole = '', options = ''] = /await runOperator\((\{[^]*\})\);/.exec(text) ?? [];
        project.edit('src/main.ts', whole, `const options = ${options} as const;\nawait runOperator(options);`);
      }
      project.edit(manager, '        - --leader-elect\n', '        - --leader-elect\n        - --region=a\n');
    },
    [],
  ]),
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
  ...podCases,
  ...replicaCases,
  ...serviceCases,
  ...fieldCases,
  ...sidecarCases,
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

  const first = (fields: string) => (project: TestProject) =>
    project.edit(
      manager,
      '      containers:\n',
      `      initContainers:\n      - {name: first, image: "controller:latest", ${fields}}\n      containers:\n`,
    );
  const second = (fields: string) => (project: TestProject) =>
    project.edit(
      manager,
      '      containers:\n',
      `      containers:\n      - {name: second, image: "controller:latest", ${fields}}\n`,
    );
  const job = (kind: string, fields: string) => (project: TestProject) => {
    const pod = `spec: {template: {spec: {containers: [{name: run, image: "controller:latest", ${fields}}]}}}`;
    const spec = kind === 'Job' ? pod : `spec: {schedule: "@daily", jobTemplate: {${pod}}}`;
    project.write('config/manager/job.yaml', `apiVersion: batch/v1\nkind: ${kind}\nmetadata: {name: run}\n${spec}\n`);
    project.edit('config/manager/kustomization.yaml', '- manager.yaml\n', '- manager.yaml\n- job.yaml\n');
  };
  const ofItsOwn = 'give the container its own program';
  few(2).each([
    ['a subcommand of a Job', job('Job', 'args: [migrate]')],
    ['a flag of a CronJob', job('CronJob', 'args: [--clean-up]')],
    ['a command of an init container', first('command: [/manager, init]')],
    ['a subcommand of an init container', first('args: [migrate]')],
    ['a command of a second container', second('command: [/manager, watch]')],
    ['a subcommand of a second container', second('args: [watch]')],
  ])('does not say to remove %s, which would then run the operator', async (_what, edit) => {
    const project = await largeProject();
    edit(project);
    const { diagnostics } = await project.check();
    const [help, ...others] = diagnostics
      .filter(({ code }) => code === 'deployed-command' || code === 'deployed-argument')
      .map((each) => each.help);
    expect(others).toEqual([]);
    expect(help).toMatch(new RegExp(`^${ofItsOwn}.*remove the container: without the .*, it would run the operator`));
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
/** A strategic merge patch of a Deployment. */
const merged = (name: string, apiVersion = 'apps/v1'): string =>
  `apiVersion: ${apiVersion}\nkind: Deployment\nmetadata: {name: ${name}}\nspec: {replicas: 3}\n`;

/** An overlay with such a patch. */
const named =
  (...of: Parameters<typeof merged>) =>
  (project: TestProject): void =>
    project.write(
      production,
      `resources: [../../default]\npatches:\n- patch: |-\n${merged(...of)
        .replaceAll(/^/gm, '    ')
        .trimEnd()}\n`,
    );
const metadata = '    - {op: add, path: /metadata/annotations, value: {a: b}}\n';
const component = 'kind: Component\npatches:\n- target: {kind: Secret}\n  patch: |-\n';

/** Patches of an overlay, each with what is reported. */
const patchCases: readonly Case[] = firstOf<Case>(13, [
  ['a patch of a pattern', overlay('{kind: Deploy.*, name: "(?i)test-.*-MANAGER", group: app[a-s], version: v1}'), []],
  [
    'a patch of another group and version',
    overlay('{group: extensions, version: v1beta1, kind: Deployment}'),
    [`${production}:4 group extensions, version v1beta1, kind Deployment`],
  ],
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
  ['a pattern that is not valid', overlay('{name: "("}'), []],
  [
    'a patch without a target, of a namespace that the name never had',
    named('test-operator-controller-manager, namespace: system'),
    [`${production}:3 kind Deployment, name test-operator-controller-manager, namespace system`],
  ],
  [
    'a patch without a target, of another version',
    named('controller-manager, namespace: system', 'apps/v1beta1'),
    [`${production}:3 kind Deployment, name controller-manager, apiVersion apps/v1beta1`],
  ],
  [
    'a patch without a target, in the oldest list',
    (project) => {
      named('shop')(project);
      project.edit(production, 'patches:\n- patch: |-', 'patchesStrategicMerge:\n- |-');
    },
    [`${production}:3 kind Deployment, name shop`],
  ],
  [
    'a patch without a target beside variables',
    (project) => {
      named('shop')(project);
      project.edit(
        production,
        'patches:',
        'vars: [{name: A, objref: {kind: Service, name: a, apiVersion: v1}}]\npatches:',
      );
    },
    [`${production}:4 kind Deployment, name shop`],
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
  ['a patch of the present name', overlay('{kind: Deployment, name: test-operator-controller-manager}'), []],
  ['a patch of the name in the file', overlay('{kind: Deployment, name: controller-manager}'), []],
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
  ['a patch of the namespace of config/default', overlay('{kind: Deployment, namespace: system}'), []],
  [
    'a patch of annotations that nothing has',
    overlay('{annotationSelector: example.com/a}', '', metadata),
    [`${production}:4 annotationSelector example.com/a`],
  ],
  [
    'a patch without a target',
    (project) =>
      project.write(
        production,
        'resources: [../../default]\npatches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: shop}\n    spec: {replicas: 3}\n',
      ),
    [`${production}:3 kind Deployment, name shop`],
  ],
  ['the same with the name in the file', named('controller-manager, namespace: system'), []],
  [
    'the same with the present name and namespace',
    named('test-operator-controller-manager, namespace: test-operator-system'),
    [],
  ],
  [
    'a patch without a target and a namespace',
    named('test-operator-controller-manager'),
    [`${production}:3 kind Deployment, name test-operator-controller-manager, no namespace`],
  ],
  [
    'one of two patches in a file',
    (project) => {
      const [one, other] = ['controller-manager, namespace: system', 'shop'].map((each) => merged(each));
      project.write('config/overlays/prod/two.yaml', `${one}---\n${other}`);
      project.write(production, 'resources: [../../default]\npatches:\n- path: two.yaml\n');
    },
    [`${production}:3 kind Deployment, name shop`],
  ],
  [
    'a patch without a target in a component that one of two overlays needs',
    (project) => {
      project.write('config/components/tls/kustomization.yaml', `kind: Component\npatches:\n- path: secret.yaml\n`);
      const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: tls}\n';
      project.write('config/components/tls/secret.yaml', secret);
      project.write(production, 'resources: [../../default]\ncomponents: [../../components/tls]\n');
      project.write(
        'config/overlays/test/kustomization.yaml',
        'resources: [../../default, secret.yaml]\ncomponents: [../../components/tls]\n',
      );
      project.write('config/overlays/test/secret.yaml', secret);
    },
    ['config/components/tls/kustomization.yaml:3 kind Secret, name tls'],
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
]);

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
