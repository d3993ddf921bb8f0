import { hasImage } from '../image-variable.js';
import { copyrightOf, yamlHeader } from '../license.js';
import { apiGroupOf, hasAdmission, type ControllerEntry, type Project, type ProjectResource } from '../project.js';
import { hubs, spokesOf, withTypes } from '../resources.js';
import type { ApiContext, LicenseContext, ProjectContext, TemplateContexts, WebhookContext } from './contexts.js';
import { moreTemplateSets, type Instance, type Rendered, type TemplateSet } from './template-set.js';
import { apiContext } from './contexts/api.js';
import { controllerContext } from './contexts/controller.js';
import { conversionContext, spokeContext } from './contexts/conversion.js';
import { deployImageContext } from './contexts/deploy-image.js';
import { dependencyLines, projectContext } from './contexts/project.js';
import { webhookContext } from './contexts/webhook.js';

/**
 * Returns all sets of templates. Scaffolded files depend only on PROJECT, which is how a command can undo what another one
 * created.
 */
export function templateSets(): readonly TemplateSet[] {
  const own = Object.entries(coreSets) as readonly (readonly [string, TemplateSet['instances']])[];
  return [...own.map(([name, instances]) => ({ name, instances })), ...moreTemplateSets.all()];
}

const coreSets: {
  readonly [S in keyof TemplateContexts]: (rendered: Rendered) => readonly Instance<TemplateContexts[S]>[];
} = {
  init: ({ project, packages: { runtime, ...packages } }) => {
    const dependencies = dependencyLines(project, runtime);
    return [{ scope: '', context: { ...projectContext(project), packages, dependencies } }];
  },
  license: ({ project }) => licenseInstances(project),
  'license-apache2': ({ project }) => (project.license?.license === 'apache2' ? licenseInstances(project) : []),
  apis: ({ project }) => (withTypes(project).length === 0 ? [] : [{ scope: '', context: projectContext(project) }]),
  'group-version': (rendered) => perResource(rendered, withTypes, versionScope),
  resource: (rendered) => perResource(rendered, withPlainTypes, resourceScope),
  'helper-roles': (rendered) =>
    rendered.project.parts.includes('helper-roles') ? perResource(rendered, withTypes, kindScope) : [],
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
  webhooks: ({ project }) => once(project, ({ webhooks }) => webhooks),
  certmanager: ({ project }) => once(project, ({ issuer }) => issuer),
  'webhook-certificate': ({ project }) => once(project, ({ certManager }) => certManager),
  'metrics-certs': ({ project }) => once(project, ({ metricsCerts }) => metricsCerts),
  'pod-disruption-budget': ({ project }) => once(project, ({ podDisruptionBudget }) => podDisruptionBudget),
  'self-signed': ({ project }) => once(project, ({ selfSigned }) => selfSigned),
  prometheus: ({ project }) => once(project, () => canDeploy(project, 'prometheus')),
  'network-policy': ({ project }) => once(project, () => canDeploy(project, 'network-policy')),
  'webhook-network-policy': ({ project }) =>
    once(project, ({ webhooks }) => webhooks && canDeploy(project, 'network-policy')),
  workflows: ({ project }) => once(project, ({ workflows }) => workflows),
  agents: ({ project }) => once(project, () => project.parts.includes('agents')),
  devcontainer: ({ project }) => once(project, () => project.parts.includes('devcontainer')),
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

/** Returns one instance for the whole project if a condition holds, or none. */
function once(project: Project, has: (context: ProjectContext) => boolean): readonly Instance<ProjectContext>[] {
  const context = projectContext(project);
  return has(context) ? [{ scope: '', context }] : [];
}

/** Reports whether `config/default` includes a part, or the values of a chart can enable it. */
function canDeploy({ parts, helm }: Project, part: string): boolean {
  return parts.includes(part) || helm !== undefined;
}

const kindScope = (resource: ProjectResource): string => `${apiGroupOf(resource)}/${resource.kind}`;
const versionScope = (resource: ProjectResource): string => `${apiGroupOf(resource)}/${resource.version}`;
const resourceScope = (resource: ProjectResource): string => `${versionScope(resource)}/${resource.kind}`;

function withPlainTypes(project: Project): readonly ProjectResource[] {
  return withTypes(project).filter((each) => !hasImage(each));
}

/**
 * Returns the controllers without an image. The first controller of a kind with an image runs its Pods; the others are
 * plain.
 */
function plainControllers(resource: ProjectResource): readonly ControllerEntry[] {
  return hasImage(resource) ? resource.controllers.slice(1) : resource.controllers;
}

function webhookInstances({ project, knownAs, keepsName }: Rendered): readonly Instance<WebhookContext>[] {
  return project.resources.filter(hasAdmission).map((resource) => ({
    scope: resourceScope(knownAs(resource)),
    context: webhookContext(project, resource, (verb) => keepsName(knownAs(resource), verb)),
  }));
}

/** Returns one instance for each scope among some resources. */
function perResource(
  { project, knownAs }: Rendered,
  which: (project: Project) => readonly ProjectResource[],
  scopeOf: (resource: ProjectResource) => string,
): readonly Instance<ApiContext>[] {
  const scopes = new Map<string, ProjectResource[]>();
  for (const resource of which(project)) {
    const scope = scopeOf(resource);
    scopes.set(scope, [...(scopes.get(scope) ?? []), resource]);
  }
  return [...scopes].map(([scope, resources]) => {
    const known = resources.map((each) => scopeOf(knownAs(each)));
    // Shared files are kept: a kind that leaves its group does not take the files of the group along.
    const old = known.includes(scope) ? scope : known.find((each) => !scopes.has(each));
    return { scope: old ?? scope, context: apiContext(project, resources[0]!) };
  });
}

function licenseInstances({ license }: Project): readonly Instance<LicenseContext>[] {
  return license === undefined
    ? []
    : [{ scope: '', context: { copyright: copyrightOf(license), yamlHeader: yamlHeader(license) } }];
}
