import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { controllerClass } from '../project/naming.js';
import {
  controllerFile,
  conversionPatchFile,
  crdFile,
  kustomizations,
  sampleFile,
  webhookCodeFile,
} from '../project/paths.js';
import { pluralOf } from '../project/plural.js';
import {
  apiGroupOf,
  hasAdmission,
  type ControllerEntry,
  type Project,
  type ProjectResource,
  type WebhookEntry,
} from '../project/project.js';
import { apiContext, codeContext, namesOf, withTypes } from './code-context.js';
import { conversionContext, hubs, spokeContext, spokesOf } from './conversion-contexts.js';
import type {
  ApiContext,
  ControllerContext,
  InitContext,
  ProjectContext,
  TemplateContexts,
  WebhookContext,
} from './contexts.js';

/** One rendering of a set of templates. */
export interface Instance<C> {
  /** What the files are about, e.g. a kind in a version: the same before and after a change that keeps them. */
  readonly scope: string;
  readonly context: C;
}

export type Packages = InitContext['packages'];

/** What a project is rendered from, and by which names its files are known. */
export interface Rendered {
  readonly project: Project;
  readonly packages: Packages;
  /** The names that a resource is known by, which are older than its own after a renaming. */
  readonly knownAs: (resource: ProjectResource) => ProjectResource;
}

/**
 * Which sets of templates a project has, and how often: one entry for a set. What is not in PROJECT cannot be in a scaffolded
 * file, which is how a command can take back what another one made.
 */
export const templateSets: {
  readonly [S in keyof TemplateContexts]: (rendered: Rendered) => readonly Instance<TemplateContexts[S]>[];
} = {
  init: ({ project, packages }) => [{ scope: '', context: { ...projectContext(project), packages } }],
  apis: ({ project }) => (withTypes(project).length === 0 ? [] : [{ scope: '', context: projectContext(project) }]),
  'group-version': (rendered) => perResource(rendered, withTypes, versionScope),
  resource: (rendered) => perResource(rendered, withTypes, resourceScope),
  'helper-roles': (rendered) => perResource(rendered, withTypes, kindScope),
  controller: ({ project, knownAs }) =>
    project.resources.flatMap((resource) =>
      resource.controllers.map((controller) => ({
        scope: `${resourceScope(knownAs(resource))}#${controller.name ?? ''}`,
        context: controllerContext(project, resource, controller),
      })),
    ),
  webhook: (rendered) => webhookInstances(rendered),
  webhooks: ({ project }) =>
    project.resources.some(hasWebhook) ? [{ scope: '', context: projectContext(project) }] : [],
  conversions: ({ project }) => (hubs(project).length === 0 ? [] : [{ scope: '', context: projectContext(project) }]),
  conversion: ({ project, knownAs }) =>
    hubs(project).map((hub) => ({ scope: kindScope(knownAs(hub)), context: conversionContext(project, hub) })),
  spoke: ({ project, knownAs }) =>
    hubs(project).flatMap((hub) =>
      spokesOf(hub).map((spoke) => ({
        scope: `${kindScope(knownAs(hub))}#${spoke}`,
        context: spokeContext(project, hub, spoke),
      })),
    ),
};

const hasWebhook = ({ webhooks }: ProjectResource): boolean => webhooks !== undefined;

const kindScope = (resource: ProjectResource): string => `${apiGroupOf(resource)}/${resource.kind}`;
const versionScope = (resource: ProjectResource): string => `${apiGroupOf(resource)}/${resource.version}`;
const resourceScope = (resource: ProjectResource): string => `${versionScope(resource)}/${resource.kind}`;

function webhookInstances({ project, knownAs }: Rendered): readonly Instance<WebhookContext>[] {
  return project.resources.filter(hasAdmission).map((resource) => ({
    scope: resourceScope(knownAs(resource)),
    context: webhookContext(project, resource),
  }));
}

/** One instance for every scope among some resources. */
function perResource(
  { project, knownAs }: Rendered,
  which: (project: Project) => readonly ProjectResource[],
  scopeOf: (resource: ProjectResource) => string,
): readonly Instance<ApiContext>[] {
  const instances = new Map<string, Instance<ApiContext>>();
  for (const resource of which(project)) {
    const scope = scopeOf(knownAs(resource));
    if (!instances.has(scope)) instances.set(scope, { scope, context: apiContext(project, resource) });
  }
  return [...instances.values()];
}

function projectContext(project: Project): ProjectContext {
  const { projectName, domain } = project;
  const own = withTypes(project);
  const listedIn = (kustomization: string, files: readonly string[]): readonly string[] => [
    ...new Set(files.map((file) => posix.relative(posix.dirname(kustomization), file))),
  ];
  return {
    projectName,
    leaderElectionId: leaderElectionId(projectName, domain),
    crds: listedIn(
      kustomizations.crd,
      own.map((each) => crdFile(apiGroupOf(each), each.plural ?? pluralOf(each.kind))),
    ),
    samples: listedIn(kustomizations.samples, own.map(sampleFile)),
    helperRoles: [...new Set(own.flatMap((each) => helperRoles(project, each)))],
    webhooks: project.resources.some(hasWebhook),
    admission: project.resources.some(hasAdmission),
    injected: injectedInto(project),
    conversions: listedIn(
      kustomizations.crd,
      hubs(project).map((each) => conversionPatchFile(each, project, each.plural ?? pluralOf(each.kind))),
    ),
  };
}

function helperRoles(project: Project, resource: ProjectResource): readonly string[] {
  const { groupPrefix, kindLower } = namesOf(project, resource);
  return ['admin', 'editor', 'viewer'].map((role) => `${groupPrefix}${kindLower}_${role}_role.yaml`);
}

/** What names the CA of our webhooks: their configurations, and the CRDs whose versions they convert. */
function injectedInto({ resources }: Project): ProjectContext['injected'] {
  const converted = resources.filter(({ webhooks }) => webhooks?.conversion);
  return [
    ...(resources.some(({ webhooks }) => webhooks?.defaulting)
      ? [{ kind: 'MutatingWebhookConfiguration', name: '' }]
      : []),
    ...(resources.some(({ webhooks }) => webhooks?.validation)
      ? [{ kind: 'ValidatingWebhookConfiguration', name: '' }]
      : []),
    ...converted.map((each) => ({
      kind: 'CustomResourceDefinition',
      name: `${each.plural ?? pluralOf(each.kind)}.${apiGroupOf(each)}`,
    })),
  ];
}

/** The same for every copy of the operator, and for no other: eight hexadecimal digits and the domain. */
function leaderElectionId(projectName: string, domain: string): string {
  return `${createHash('sha256').update(`${projectName}.${domain}`).digest('hex').slice(0, 8)}.${domain}`;
}

function controllerContext(
  project: Project,
  resource: ProjectResource,
  controller: ControllerEntry,
): ControllerContext {
  return {
    ...codeContext(project, resource, controllerFile(resource, project, controller)),
    controllerName: controller.name ?? resource.kind.toLowerCase(),
    controllerClass: controllerClass(resource, controller),
    controllerIsNamed: controller.name !== undefined,
  };
}

function webhookContext(project: Project, resource: ProjectResource): WebhookContext {
  const { defaulting, validation, defaultingPath, validationPath } = resource.webhooks ?? noWebhooks;
  return {
    ...codeContext(project, resource, webhookCodeFile(resource, project)),
    defaulting,
    validation,
    defaultingPath: defaultingPath ?? webhookPath('mutate', resource),
    validationPath: validationPath ?? webhookPath('validate', resource),
    ownDefaultingPath: defaultingPath !== undefined,
    ownValidationPath: validationPath !== undefined,
  };
}

const noWebhooks: WebhookEntry = { defaulting: false, validation: false, conversion: false, spoke: [] };

/** As the API server is told, and as the runtime serves it: `/mutate-my-domain-v1-webserver`, `/mutate--v1-pod`. */
function webhookPath(verb: 'mutate' | 'validate', resource: ProjectResource): string {
  return `/${verb}-${apiGroupOf(resource).replaceAll('.', '-')}-${resource.version}-${resource.kind.toLowerCase()}`;
}
