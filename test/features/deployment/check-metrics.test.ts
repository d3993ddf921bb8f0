import { describe, expect, it } from 'vitest';
import { largeProject, type TestProject } from '../../support/projects.js';

const manager = 'config/manager/manager.yaml';
const metricsService = 'config/default/metrics_service.yaml';
const certificate = 'config/certmanager/certificate-webhook.yaml';
const certificates = 'config/certmanager/kustomization.yaml';

type Case = readonly [what: string, edit: (project: TestProject) => void, expected: readonly string[]];

async function found(project: TestProject): Promise<readonly string[]> {
  const { diagnostics } = await project.check();
  return diagnostics
    .filter(({ code }) => code.startsWith('deployed-'))
    .map(({ severity, code, position }) => `${severity} ${code} ${position?.file}`);
}

const withoutIssuer = (project: TestProject): void => project.edit(certificates, '- issuer.yaml\n', '');
const withIssuer =
  (name: string, kind = 'Issuer') =>
  (project: TestProject): void => {
    withoutIssuer(project);
    project.edit(certificate, 'kind: Issuer', `kind: ${kind}`);
    project.edit(certificate, 'name: selfsigned-issuer', `name: ${name}`);
  };

/** Edits of the Issuer of the certificates. */
const issuerCases: readonly Case[] = [
  ['the scaffolded Issuer, which is not deployed', withoutIssuer, [`warning deployed-webhook ${manager}`]],
  [
    'an Issuer with the prefix of the project, which is not deployed',
    withIssuer('test-operator-issuer'),
    [`warning deployed-webhook ${manager}`],
  ],
  ['an Issuer that others can deploy', withIssuer('team-issuer'), []],
  ['an Issuer of the cluster', withIssuer('selfsigned-issuer', 'ClusterIssuer'), []],
  [
    'an Issuer that is not deployed, in a build that lacks a file',
    (project) => {
      withoutIssuer(project);
      project.edit(certificates, 'resources:\n', 'resources:\n- gone.yaml\n');
    },
    [],
  ],
];

/** Has the metrics served with the certificate in a Secret. */
const metricsSecret =
  (secret: string, more = '', flags = '') =>
  (project: TestProject): void => {
    project.edit(
      manager,
      '        - --leader-elect\n',
      `        - --leader-elect\n        - --metrics-cert-path=/metrics-certs\n${flags}`,
    );
    project.edit(
      manager,
      '        volumeMounts: []\n',
      '        volumeMounts: [{name: metrics, mountPath: /metrics-certs}]\n',
    );
    project.edit(
      manager,
      '      volumes: []\n',
      `      volumes: [{name: metrics, secret: {secretName: ${secret}${more}}}]\n`,
    );
  };

/** Edits of the Secret with the certificate of the metrics. */
const secretCases: readonly Case[] = [
  ['a Secret that nothing issues', metricsSecret('metrics-cert'), [`warning deployed-argument ${manager}`]],
  [
    'a Secret whose Certificate does not have the files',
    metricsSecret(
      'webhook-server-cert',
      '',
      '        - --metrics-cert-name=server.crt\n        - --metrics-cert-key=server.key\n',
    ),
    [`warning deployed-argument ${manager}`],
  ],
  ['a Secret that a Certificate issues', metricsSecret('webhook-server-cert'), []],
  ['a Secret that does not have to be there', metricsSecret('metrics-cert', ', optional: true'), []],
  [
    'a Secret that is deployed',
    (project) => {
      metricsSecret('metrics-cert')(project);
      project.write(
        'config/manager/more.yaml',
        'apiVersion: v1\nkind: Secret\nmetadata: {name: metrics-cert, namespace: system}\n',
      );
      project.edit('config/manager/kustomization.yaml', '- manager.yaml\n', '- manager.yaml\n- more.yaml\n');
    },
    [],
  ],
];

const select = (project: TestProject, label: string): void =>
  project.write(
    metricsService,
    project.read(metricsService).replace(/(selector:\n[^]*?)control-plane: controller-manager/, `$1${label}`),
  );

/** Edits of the Service of the metrics. */
const selectorCases: readonly Case[] = [
  [
    'a selector with another value',
    (project) => select(project, 'control-plane: controller'),
    [`warning deployed-service ${metricsService}`],
  ],
  [
    'a selector with another label',
    (project) => select(project, 'plane: controller-manager'),
    [`warning deployed-service ${metricsService}`],
  ],
  [
    'a Deployment with other labels',
    (project) =>
      project.write(manager, project.read(manager).replaceAll('control-plane: controller-manager', 'app: shop')),
    ['warning deployed-webhook config/webhook/service.yaml', `warning deployed-service ${metricsService}`].toSorted(),
  ],
  [
    'a Service of Pods that the operator creates',
    (project) => {
      project.write(
        'config/manager/more.yaml',
        'apiVersion: v1\nkind: Service\nmetadata: {name: web-metrics, namespace: system}\nspec: {selector: {app: web}, ports: [{port: 9000}]}\n',
      );
      project.edit('config/manager/kustomization.yaml', '- manager.yaml\n', '- manager.yaml\n- more.yaml\n');
    },
    [],
  ],
];

describe('check of the certificates and the Service of the metrics', () => {
  it.each([...issuerCases, ...secretCases, ...selectorCases])('%s', async (_what, edit, expected) => {
    const project = await largeProject();
    edit(project);
    expect((await found(project)).toSorted()).toEqual(expected);
  });
});
