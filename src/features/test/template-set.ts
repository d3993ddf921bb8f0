import type { Instance, TemplateSet } from '../../project/layout/template-set.js';
import { hasImage } from '../../project/image-variable.js';
import { groupFolder, sampleFile } from '../../project/paths.js';
import { apiGroupOf, isSameKind, type Project, type ProjectResource } from '../../project/project.js';
import { hubs, storageVersionOf, withTypes } from '../../project/resources.js';

/** Template context of the test case of a kind. */
export interface CaseContext {
  /** Prefix of the folder: the group, if the groups of the project have folders of their own. */
  readonly groupDash: string;
  readonly apiGroup: string;
  readonly version: string;
  readonly kind: string;
  readonly kindLower: string;
  /** Path of the sample that the case applies. */
  readonly sample: string;
  /** Whether the controller runs Pods of an image. */
  readonly image: boolean;
  /** ConfigMaps that controllers with server-side apply create for the sample. */
  readonly configMaps: readonly {
    readonly name: string;
    /** Line before all but the first one. */
    readonly separator: string;
  }[];
}

/** Name of the part with the test cases. */
export const casesPart = 'test-cases';

/** The test cases: one for each kind of the project that has a controller. */
export const casesSet: TemplateSet = {
  name: 'test-cases',
  instances: ({ project, knownAs }) =>
    project.parts.includes(casesPart)
      ? kindsWithController(project).map((versions) => caseOf(project, versions, knownAs))
      : [],
};

type Versions = readonly ProjectResource[];

/** Returns the versions of each kind with types and a controller. */
function kindsWithController(project: Project): readonly Versions[] {
  const kinds = withTypes(project).filter(
    (each, index, all) => all.findIndex((other) => isSameKind(other, each)) === index,
  );
  return kinds
    .map((kind) => withTypes(project).filter((each) => isSameKind(each, kind)))
    .filter((versions) => versions.some(({ controllers }) => controllers.length > 0));
}

function caseOf(
  project: Project,
  versions: Versions,
  knownAs: (resource: ProjectResource) => ProjectResource,
): Instance<CaseContext> {
  const resource = storageVersionOf(versions)!;
  const known = knownAs(resource);
  const { kind, version } = resource;
  const kindLower = kind.toLowerCase();
  const reconciled = reconciledVersions(project, versions);
  const context = {
    groupDash: groupFolder(resource, project).replace('/', '-'),
    apiGroup: apiGroupOf(resource),
    ...{ version, kind, kindLower },
    sample: sampleFile(resource),
    image: reconciled.some(hasImage),
    configMaps: reconciled.flatMap(configMapSuffixes).map((suffix, index) => ({
      name: `${kindLower}-sample-${suffix}`,
      separator: index === 0 ? '' : '---',
    })),
  };
  return { scope: `${apiGroupOf(known)}/${known.kind}`, context };
}

/**
 * Returns the versions whose controllers reconcile the objects of a case. Conversions need webhooks, which a control plane
 * for test cases does not have, and an operator that watches only its own namespace ignores the namespaces of cases.
 */
function reconciledVersions(project: Project, versions: Versions): Versions {
  if (project.namespaced) return [];
  const hub = hubs(project).find((each) => versions.includes(each));
  return hub === undefined ? versions : [hub];
}

/** Returns what the controllers with server-side apply append to the name of an object. */
function configMapSuffixes({ api, controllers, kind }: ProjectResource): readonly string[] {
  return api?.ssa === true ? controllers.map(({ name = kind.toLowerCase() }) => name) : [];
}
