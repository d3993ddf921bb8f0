import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { apiGroupOf, isSame, isSameKind, type Project, type ProjectResource } from '../../../project/project.js';
import type { Wanted } from '../../import/from-crd/resources.js';
import { reconciledBy } from './controllers.js';
import type { GoCode } from '../project/go-code.js';
import { left } from '../left.js';

/** Resources without duplicate controllers, and reports of the removed ones. */
export interface SingleControllers {
  readonly resources: readonly ProjectResource[];
  readonly problems: readonly Diagnostic[];
}

/**
 * Returns resources with each controller at only one version, although PROJECT can list it at several: at the version
 * that the Go code reconciles, or else at the storage version.
 */
export async function withSingleControllers(
  code: GoCode,
  project: Project,
  wanted: readonly Wanted[],
): Promise<SingleControllers> {
  const { resources } = project;
  const reconciled = (await reconciledBy(code, project)).flatMap(({ resource }) => resource ?? []);
  const stored = wanted.filter(({ version }) => version.storage).map(({ resource }) => resource);
  const problems: Diagnostic[] = [];
  const single = resources.map((resource) => {
    const controllers = resource.controllers.filter(({ name }) => {
      const rivals = resources.filter(
        (each) => isSameKind(each, resource) && each.controllers.some((other) => other.name === name),
      );
      const chosen = [...reconciled, ...stored].find((each) => rivals.some((rival) => isSame(rival, each)));
      const keeper = chosen ?? rivals[0]!;
      if (isSame(keeper, resource)) return true;
      problems.push(...leftOut(code, resource, keeper));
      return false;
    });
    return { ...resource, controllers };
  });
  return { resources: single, problems };
}

function leftOut({ project }: GoCode, resource: ProjectResource, keeper: ProjectResource): readonly Diagnostic[] {
  const { kind, version } = resource;
  const entry = project?.resources.find((each) => each.kind === kind && each.version === version);
  const what = `the controller of ${kind} of ${apiGroupOf(resource)}/${version} in PROJECT`;
  const instead = `the one of ${keeper.version} reconciles all versions of the kind`;
  return entry === undefined ? [] : [left(what, instead, entry.position)];
}
