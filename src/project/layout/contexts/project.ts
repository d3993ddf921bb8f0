import { posix } from 'node:path';
import { hasImage, imageVariable } from '../../image-variable.js';
import { crdChartFolder } from '../../chart.js';
import { clusterKinds } from '../../cluster-scope.js';
import { convertedIn } from '../../converted.js';
import { conversionPatchFile, crdFile, kustomizations, sampleFile } from '../../paths.js';
import { pluralNameOf } from '../../plural.js';
import { apiGroupOf, hasAdmission, type Project, type ProjectResource } from '../../project.js';
import { hasWebhook, hubs, withTypes } from '../../resources.js';
import type { InitContext, ProjectContext } from '../contexts.js';
import { namesOf } from './api.js';
import { sha256 } from '../../../base/io/sha256.js';

/** Returns the template context of the project as a whole. */
export function projectContext(project: Project): ProjectContext {
  const { projectName } = project;
  const webhooks = project.resources.some(hasWebhook);
  const certManager = webhooks && project.certificates === 'cert-manager';
  const has = (part: string): boolean => project.parts.includes(part);
  const metricsCerts = has('metrics-certs');
  const own = withTypes(project);
  const listedIn = (kustomization: string, files: readonly string[]): readonly string[] => [
    ...new Set(files.map((file) => posix.relative(posix.dirname(kustomization), file))),
  ];
  return {
    projectName,
    leaderElectionId: leaderElectionId(project),
    namespacedOperator: project.namespaced,
    clusterPermissions: clusterKinds(project).length > 0,
    declaresPermissions: project.permissions === 'declared',
    crds: listedIn(
      kustomizations.crd,
      own.map((each) => crdFile(apiGroupOf(each), pluralNameOf(each))),
    ),
    samples: listedIn(kustomizations.samples, own.map(sampleFile)),
    helperRoles: has('helper-roles') ? [...new Set(own.flatMap((each) => helperRoles(project, each)))] : [],
    webhooks,
    admission: project.resources.some(hasAdmission),
    certManager,
    selfSigned: webhooks && project.certificates === 'self-signed',
    issuer: certManager || metricsCerts,
    replacements: webhooks || metricsCerts,
    grafana: has('grafana'),
    metricsCerts,
    networkPolicy: has('network-policy'),
    podDisruptionBudget: has('pod-disruption-budget'),
    prometheus: has('prometheus'),
    workflows: has('workflows'),
    injected: injectedInto(project),
    conversions: listedIn(
      kustomizations.crd,
      hubs(project).map((each) => conversionPatchFile(each, project, pluralNameOf(each))),
    ),
    ...chartFolders(project),
    environment: project.namespaced || project.resources.some(hasImage),
    images: project.resources.filter(hasImage).map((each) => ({
      kind: each.kind,
      variable: imageVariable(project, each),
      image: each.deployImage.image,
    })),
  };
}

/** Returns the chart folders for the lists of ignored files. Git and the formatter already ignore `dist`. */
function chartFolders({ helm }: Project): Pick<ProjectContext, 'chartFolders' | 'chartsInDist'> {
  const folders =
    helm === undefined ? [] : [helm.chartFolder, crdChartFolder(helm)].filter((each) => each !== undefined);
  const isInDist = (folder: string): boolean => folder.startsWith('dist/');
  const inDist = folders.filter(isInDist).map((each) => each.split('/', 2).join('/'));
  return { chartFolders: folders.filter((each) => !isInDist(each)), chartsInDist: [...new Set(inDist)] };
}

function helperRoles(project: Project, resource: ProjectResource): readonly string[] {
  const { groupPrefix, kindLower } = namesOf(project, resource);
  return ['admin', 'editor', 'viewer'].map((role) => `${groupPrefix}${kindLower}_${role}_role.yaml`);
}

/** Returns the objects that contain the CA of the webhooks: the webhook configurations, and the CRDs with conversion webhooks. */
function injectedInto(project: Project): ProjectContext['injected'] {
  const { resources } = project;
  return [
    ...(resources.some(({ webhooks }) => webhooks?.defaulting)
      ? [{ kind: 'MutatingWebhookConfiguration', name: '' }]
      : []),
    ...(resources.some(({ webhooks }) => webhooks?.validation)
      ? [{ kind: 'ValidatingWebhookConfiguration', name: '' }]
      : []),
    ...convertedIn(project).map((name) => ({ kind: 'CustomResourceDefinition', name })),
  ];
}

/**
 * Returns a name shared by all replicas of the operator, and by no other operator: eight hexadecimal digits and the
 * domain.
 */
export function leaderElectionId({ projectName, domain }: Pick<Project, 'projectName' | 'domain'>): string {
  return `${sha256(`${projectName}.${domain}`).slice(0, 8)}.${domain}`;
}

/**
 * Returns the dependencies of the operator, including the packages with external types, as lines of package.json in
 * npm's order.
 */
export function dependencyLines({ resources }: Project, runtime: string): InitContext['dependencies'] {
  const modules = new Set(resources.flatMap(({ origin }) => origin?.module ?? []));
  const entries = [`@operator-gen/runtime@${runtime}`, ...modules].map((module) => {
    const at = module.indexOf('@', 1);
    return [module.slice(0, at), module.slice(at + 1)] as const;
  });
  return entries
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, version], index) => {
      const comma = index < entries.length - 1 ? ',' : '';
      return `${JSON.stringify(name)}: ${JSON.stringify(version)}${comma}`;
    });
}
