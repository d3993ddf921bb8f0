import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { doubledDomain } from '../../../project/naming.js';
import { pluralNameOf } from '../../../project/plural.js';
import { apiGroupOf, type ProjectResource } from '../../../project/project.js';
import type { Renaming } from '../../../project/renaming.js';

/** Returns the name of a kind in the cluster: its plural and its group. */
export function qualifiedName(resource: ProjectResource): string {
  return `${pluralNameOf(resource)} (${resource.kind}) of ${apiGroupOf(resource)}`;
}

/** Returns warnings about the effects of renamed kinds and groups on a deployed operator. */
export function renamedInCluster(renaming: Renaming): readonly Diagnostic[] {
  const crdOf = (each: ProjectResource): string => `${pluralNameOf(each)}.${apiGroupOf(each)}`;
  const changed = renaming.filter(
    ([old, fresh]) => old.api !== undefined && qualifiedName(old) !== qualifiedName(fresh),
  );
  const crds = new Map(changed.map(([old, fresh]) => [crdOf(old), crdOf(fresh)]));
  const inNewGroup = renaming.filter(([old, fresh]) => apiGroupOf(old) !== apiGroupOf(fresh));
  const groups = new Map(inNewGroup.map(([, fresh]) => [apiGroupOf(fresh), fresh]));
  return [
    ...[...groups.values()].flatMap((each) => doubledDomain(each) ?? []),
    ...[...crds].map(([gone, come]) => diagnostic('renamed-crd', { gone, come })),
  ];
}
