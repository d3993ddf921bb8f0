import type { DeployedNames } from '../../../scaffold/change/names/deployed-names.js';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { leaderElectionId } from '../../../project/layout/contexts/project.js';
import type { Project } from '../../../project/project.js';

/** Returns warnings on what new project names mean for a deployed operator. */
export function deployedProject(
  [before, after]: readonly [Project, Project],
  [old, fresh]: readonly [DeployedNames, DeployedNames],
): readonly Diagnostic[] {
  const [oldLease, freshLease] = [before, after].map(leaderElectionId);
  const isMoved = JSON.stringify(old) !== JSON.stringify(fresh);
  const renamed = {
    old: before.projectName,
    fresh: after.projectName,
    namespace: fresh.namespace,
    deployment: `${fresh.prefix}controller-manager${fresh.suffix}`,
  };
  return [
    ...(before.projectName === after.projectName
      ? []
      : [diagnostic('project-renamed', isMoved ? { ...renamed, left: old.namespace } : renamed)]),
    ...(oldLease === undefined || freshLease === undefined || oldLease === freshLease
      ? []
      : [diagnostic('lease-renamed', { old: oldLease, fresh: freshLease })]),
  ];
}
