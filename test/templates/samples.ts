import type {
  ApiContext,
  CodeContext,
  ControllerContext,
  DeployImageContext,
  InitContext,
  TemplateContexts,
  WebhookContext,
} from '../../src/project/layout/contexts.js';
import type { ChartContext } from '../../src/features/helm/template-sets.js';
import type { CaseContext } from '../../src/features/test/template-set.js';
import type { OlmContext } from '../../src/features/olm/template-set.js';
import { renderTemplates } from '../../src/project/layout/render.js';

export const initContext: InitContext = {
  projectName: 'webserver-operator',
  leaderElectionId: '5785eedf.my.domain',
  namespacedOperator: false,
  clusterPermissions: false,
  declaresPermissions: true,
  crds: [],
  samples: [],
  helperRoles: [],
  webhooks: false,
  admission: false,
  certManager: false,
  selfSigned: false,
  issuer: false,
  replacements: false,
  grafana: false,
  metricsCerts: false,
  networkPolicy: false,
  podDisruptionBudget: false,
  prometheus: false,
  workflows: true,
  injected: [],
  conversions: [],
  chartFolders: [],
  chartsInDist: [],
  environment: false,
  images: [],
  packages: { operatorGen: '1.2.3', vendored: false },
  dependencies: ['"@operator-gen/runtime": "4.5.6"'],
};

export const apiContext: ApiContext = {
  projectName: 'webserver-operator',
  apiGroup: 'my.domain',
  groupFolder: '',
  groupPrefix: '',
  groupDash: '',
  version: 'v1',
  kind: 'WebServer',
  typeName: 'WebServer',
  kindLower: 'webserver',
  kindCamel: 'webServer',
  plural: 'webservers',
  namespaced: true,
  permissionsNamespace: '',
  protectedGroup: false,
  storageOfSeveral: false,
};

const codeContext: CodeContext = {
  ...apiContext,
  own: true,
  className: 'WebServer',
  classImport: 'WebServer',
  typesModule: '../api/v1/webserver.types.js',
  groupVersionModule: '../api/v1/group-version.js',
};

export const controllerContext: ControllerContext = {
  ...codeContext,
  controllerName: 'webserver',
  controllerClass: 'WebServer',
  ssa: true,
  declaresPermissions: true,
  ownName: '',
  sample: 'config/samples/_v1_webserver.yaml',
  converts: true,
  registerModule: '../register.js',
};

export const deployImageContext: DeployImageContext = {
  ...controllerContext,
  imageVariable: 'WEBSERVER_IMAGE',
  containerPort: '8080',
  runAsUser: '1001',
  root: false,
  command: "  container.command = ['serve', '--verbose'];",
  controllerImport:
    "import { finalizer, WebServerReconciler, setupWebServerController } from './webserver.controller.js';",
};

export const webhookContext: WebhookContext = {
  ...codeContext,
  typesModule: '../../api/v1/webserver.types.js',
  groupVersionModule: '../../api/v1/group-version.js',
  defaulting: true,
  validation: true,
  sample: 'config/samples/_v1_webserver.yaml',
  defaultingName: 'mwebserver-v1.my.domain',
  validationName: 'vwebserver-v1.my.domain',
  defaultingPath: '/mutate-my-domain-v1-webserver',
  validationPath: '/validate-my-domain-v1-webserver',
  ownDefaultingPath: true,
  ownValidationPath: true,
};

/** The sets of templates of features, and the context of each. */
interface FeatureContexts {
  readonly helm: ChartContext;
  readonly 'helm-crds': ChartContext;
  readonly 'helm-workflow': ChartContext;
  readonly olm: OlmContext;
  readonly 'test-cases': CaseContext;
}

const chartContext = {
  projectName: 'webserver-operator',
  description: 'Installs it',
  chartFolder: 'dist/chart',
  crdChartFolder: 'dist/chart-crds',
};

export const contexts: TemplateContexts & FeatureContexts = {
  init: initContext,
  helm: chartContext,
  'helm-crds': chartContext,
  'helm-workflow': chartContext,
  olm: { projectName: 'webserver-operator', displayName: 'Webserver Operator', provider: 'my.domain', samples: true },
  'test-cases': {
    ...{ groupDash: '', apiGroup: 'my.domain', version: 'v1', kind: 'WebServer', kindLower: 'webserver' },
    sample: 'config/samples/_v1_webserver.yaml',
    image: false,
    configMaps: [{ name: 'webserver-sample-webserver', separator: '' }],
  },
  license: { copyright: 'Copyright 2026 The Authors', yamlHeader: '# Copyright 2026 The Authors' },
  'license-apache2': { copyright: 'Copyright 2026 The Authors', yamlHeader: '# Copyright 2026 The Authors' },
  apis: { ...initContext, crds: ['bases/my.domain_webservers.yaml'], samples: ['_v1_webserver.yaml'] },
  'group-version': apiContext,
  resource: apiContext,
  'helper-roles': apiContext,
  controller: controllerContext,
  'deploy-image': deployImageContext,
  webhook: webhookContext,
  webhooks: {
    ...initContext,
    webhooks: true,
    admission: true,
    certManager: true,
    injected: [{ kind: 'CustomResourceDefinition', name: 'webservers.my.domain' }],
  },
  certmanager: { ...initContext, webhooks: true, certManager: true, issuer: true },
  'webhook-certificate': { ...initContext, webhooks: true, certManager: true, issuer: true },
  'metrics-certs': { ...initContext, metricsCerts: true, issuer: true },
  'pod-disruption-budget': { ...initContext, podDisruptionBudget: true },
  'self-signed': { ...initContext, webhooks: true, selfSigned: true },
  prometheus: initContext,
  'network-policy': initContext,
  'webhook-network-policy': initContext,
  workflows: initContext,
  agents: initContext,
  devcontainer: initContext,
  conversions: initContext,
  conversion: { ...codeContext, spokes: ['v1alpha1', 'v2'].map((version) => ({ version, name: version })) },
  spoke: { ...codeContext, spoke: 'v2', spokeName: 'v2', spokeTypesModule: '../../api/v2/webserver.types.js' },
};

/** The files of a set, by path. */
export async function rendered<S extends keyof typeof contexts>(
  set: S,
  context: (typeof contexts)[S],
): Promise<Record<string, string>> {
  const files = renderTemplates({ name: set }, context);
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}
