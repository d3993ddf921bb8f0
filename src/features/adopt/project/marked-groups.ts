import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { GoFile } from '../../../base/helper/go/answer.js';
import { markerArguments, markersIn } from '../code/go-markers.js';
import { pluralOf } from '../../../project/plural.js';
import { apiGroupOf } from '../../../project/project.js';
import type { Definition } from '../definitions.js';
import type { GoCode } from './go-code.js';
import type { GoResource } from './go-project.js';

const prefixes = ['kubebuilder:rbac:', 'kubebuilder:webhook:'] as const;

/**
 * Returns the code with corrected groups in PROJECT: for kinds of other modules, PROJECT can list a group that does not
 * exist, so the group that all markers in Go code use replaces it. A kind with a CRD has the group of the CRD.
 */
export function withMarkedGroups(code: GoCode, definitions: readonly Definition[]): GoCode {
  const { project, files } = code;
  const problems: Diagnostic[] = [];
  const groups = groupsByPlural(files);
  const isDefined = ({ kind }: GoResource): boolean => definitions.some(({ crd }) => crd.names.kind === kind);
  const resources = project?.resources.map((entry): GoResource => {
    const listed = apiGroupOf({ ...entry });
    const [group, other] = groups.get(entry.plural || pluralOf(entry.kind)) ?? [];
    const isKept = entry.hasTypes || entry.from === 'core' || isDefined(entry);
    if (isKept || group === undefined || other !== undefined || group === listed || group === '') return entry;
    problems.push(diagnostic('go-marker-group', { kind: entry.kind, listed, group }, entry.position));
    const dot = group.indexOf('.');
    const names = dot < 0 ? { group, domain: '' } : { group: group.slice(0, dot), domain: group.slice(dot + 1) };
    return { ...entry, ...names };
  });
  return {
    ...code,
    project: project && { ...project, resources: resources! },
    problems: [...code.problems, ...problems],
  };
}

/** Returns the groups in markers, by the resources that they name. */
function groupsByPlural(files: readonly GoFile[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>();
  for (const prefix of prefixes) {
    for (const { text } of files.flatMap((file) => markersIn(file, prefix))) {
      const given = markerArguments(text.slice(prefix.length));
      for (const plural of given?.get('resources') ?? [])
        groups.set(plural, [...new Set([...(groups.get(plural) ?? []), ...(given?.get('groups') ?? [])])]);
    }
  }
  return groups;
}
