import type { ApiContext, ControllerContext, InitContext, TemplateContexts } from '../../src/scaffold/contexts.js';
import { renderTemplates } from '../../src/scaffold/render.js';

export const initContext: InitContext = {
  projectName: 'webserver-operator',
  leaderElectionId: '5785eedf.my.domain',
  crds: [],
  samples: [],
  helperRoles: [],
  conversions: [],
  packages: { operatorGen: '1.2.3', runtime: '4.5.6', vendored: false },
};

export const apiContext: ApiContext = {
  projectName: 'webserver-operator',
  apiGroup: 'my.domain',
  groupFolder: '',
  groupPrefix: '',
  groupDash: '',
  version: 'v1',
  kind: 'WebServer',
  kindLower: 'webserver',
  kindCamel: 'webServer',
  plural: 'webservers',
  namespaced: true,
  namespacedOperator: false,
  protectedGroup: false,
  storageOfSeveral: false,
};

export const controllerContext: ControllerContext = {
  ...apiContext,
  controllerName: 'webserver',
  controllerClass: 'WebServer',
  toSrc: '..',
};

export const contexts: TemplateContexts = {
  init: initContext,
  apis: { ...initContext, crds: ['bases/my.domain_webservers.yaml'], samples: ['_v1_webserver.yaml'] },
  'group-version': apiContext,
  resource: apiContext,
  'helper-roles': apiContext,
  controller: controllerContext,
  conversions: initContext,
  conversion: { ...apiContext, spokes: ['v1alpha1', 'v2'], toSrc: '..' },
  spoke: { ...apiContext, spoke: 'v2', toSrc: '../..' },
};

/** The files of a set, by path. */
export async function rendered<S extends keyof TemplateContexts>(
  set: S,
  context: TemplateContexts[S],
): Promise<Record<string, string>> {
  const files = renderTemplates(set, context);
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}
