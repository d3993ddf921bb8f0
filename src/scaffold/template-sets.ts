import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { wordsOf } from '../project/image-rules.js';
import { hasImage, imageVariable, type ResourceWithImage } from '../project/image-variable.js';
import { controllerClass, protectedGroup, variableOf } from '../project/naming.js';
import {
  controllerFile,
  conversionFile,
  conversionPatchFile,
  converterFile,
  crdFile,
  groupFolder,
  kustomizations,
  sampleFile,
  typesFile,
  webhookCodeFile,
} from '../project/paths.js';
import { pluralOf } from '../project/plural.js';
import { isSameKind } from '../project/project-file.js';
import {
  apiGroupOf,
  hasAdmission,
  type ControllerEntry,
  type Project,
  type ProjectResource,
  type WebhookEntry,
} from '../project/project.js';
import { listInCode, textInCode } from './code-text.js';
import type {
  ApiContext,
  CodeContext,
  ControllerContext,
  ConversionContext,
  DeployImageContext,
  InitContext,
  ProjectContext,
  SpokeContext,
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
  resource: (rendered) => perResource(rendered, withPlainTypes, resourceScope),
  'helper-roles': (rendered) => perResource(rendered, withTypes, kindScope),
  controller: ({ project, knownAs }) =>
    project.resources.flatMap((resource) =>
      plainControllers(resource).map((controller) => ({
        scope: `${resourceScope(knownAs(resource))}#${controller.name ?? ''}`,
        context: controllerContext(project, resource, controller),
      })),
    ),
  'deploy-image': ({ project, knownAs }) =>
    project.resources.filter(hasImage).map((resource) => ({
      scope: resourceScope(knownAs(resource)),
      context: deployImageContext(project, resource),
    })),
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

function withTypes({ resources }: Project): readonly ProjectResource[] {
  return resources.filter(({ api }) => api !== undefined);
}

function withPlainTypes(project: Project): readonly ProjectResource[] {
  return withTypes(project).filter((each) => !hasImage(each));
}

/** The first controller of a kind with an image keeps its Pods; what others do is theirs. */
function plainControllers(resource: ProjectResource): readonly ControllerEntry[] {
  return hasImage(resource) ? resource.controllers.slice(1) : resource.controllers;
}

function webhookInstances({ project, knownAs }: Rendered): readonly Instance<WebhookContext>[] {
  return project.resources.filter(hasAdmission).map((resource) => ({
    scope: resourceScope(knownAs(resource)),
    context: webhookContext(project, resource),
  }));
}

/** The versions by way of which the others of their kinds are converted. */
function hubs(project: Project): readonly ProjectResource[] {
  return withTypes(project).filter((each) => spokesOf(each).length > 0);
}

function spokesOf({ webhooks }: ProjectResource): readonly string[] {
  return webhooks?.conversion ? webhooks.spoke : [];
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
    images: project.resources.filter(hasImage).map((each) => ({
      kind: each.kind,
      variable: imageVariable(project, each),
      image: each.deployImage.image,
    })),
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

function namesOf(project: Project, resource: ProjectResource): Pick<ApiContext, NameKey> {
  const folder = groupFolder(resource, project);
  const group = folder.slice(0, -1);
  return {
    groupFolder: folder,
    groupPrefix: group === '' ? '' : `${group}_`,
    groupDash: group === '' ? '' : `${group.replaceAll('.', '-')}-`,
    kindLower: resource.kind.toLowerCase(),
  };
}

type NameKey = 'groupFolder' | 'groupPrefix' | 'groupDash' | 'kindLower';

function apiContext(project: Project, resource: ProjectResource): ApiContext {
  const { kind, version } = resource;
  const apiGroup = apiGroupOf(resource);
  const versions = withTypes(project).filter((each) => isSameKind(each, resource));
  return {
    ...namesOf(project, resource),
    projectName: project.projectName,
    apiGroup,
    version,
    kind,
    kindCamel: variableOf(kind),
    plural: resource.plural ?? pluralOf(kind),
    namespaced: resource.api?.namespaced ?? true,
    namespacedOperator: project.namespaced,
    protectedGroup: protectedGroup(apiGroup) !== undefined,
    storageOfSeveral: versions.length > 1 && storageVersionOf(versions) === resource,
  };
}

/** Objects are stored in the hub of their conversions, or in the version that was there first. */
function storageVersionOf(versions: readonly ProjectResource[]): ProjectResource | undefined {
  return versions.find(({ webhooks }) => webhooks?.conversion) ?? versions[0];
}

/** @param file that is about the kind, which says how far its imports have to go */
function codeContext(project: Project, resource: ProjectResource, file: string): CodeContext {
  const folder = posix.dirname(file);
  const types = posix.relative(folder, typesFile(resource, project)).replace(/\.ts$/, '.js');
  return {
    ...apiContext(project, resource),
    own: resource.origin === undefined,
    typesModule: resource.origin?.path ?? types,
    groupVersionModule: `${posix.dirname(types)}/group-version.js`,
  };
}

function conversionContext(project: Project, hub: ProjectResource): ConversionContext {
  const toSrc = toSrcFrom(converterFile(hub, project));
  return { ...apiContext(project, hub), spokes: spokesOf(hub), toSrc };
}

function spokeContext(project: Project, hub: ProjectResource, spoke: string): SpokeContext {
  const toSrc = toSrcFrom(conversionFile({ ...hub, version: spoke }, project));
  return { ...apiContext(project, hub), spoke, toSrc };
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

function deployImageContext(project: Project, resource: ResourceWithImage): DeployImageContext {
  const { containerCommand, containerPort, runAsUser } = resource.deployImage;
  const controller = controllerContext(project, resource, resource.controllers[0]!);
  const { controllerClass: name, controllerName } = controller;
  const names = ['finalizer', `${name}Reconciler`, `setup${name}Controller`];
  return {
    ...controller,
    imageVariable: imageVariable(project, resource),
    containerPort: containerPort?.toString() ?? '',
    runAsUser: runAsUser?.toString() ?? '',
    root: runAsUser === 0,
    command:
      containerCommand === undefined
        ? ''
        : listInCode('  container.command = [', wordsOf(containerCommand).map(textInCode), '];'),
    controllerImport: listInCode('import { ', names, ` } from './${controllerName}.controller.js';`),
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

function toSrcFrom(file: string): string {
  return posix.relative(posix.dirname(file), 'src');
}
