import { builtInResource } from '../../scaffold/change/kinds/built-in.js';
import { refuse } from './reporting.js';
import { apiGroupOf } from '../../project/project.js';
import { remedyWithoutCrds, type Definition } from './definitions.js';
import type { AdoptOptions } from './flags.js';
import type { GoProject, GoResource } from './project/go-project.js';
import { definitionFor } from './listed-kind.js';
import { goTextsOf, type Source } from './source.js';

/**
 * Rejects a project whose own kinds have no CRDs: any CRDs in the folder are those of external kinds.
 * @throws DiagnosticsError
 */
export async function refuseUndefined(
  source: Source,
  project: GoProject | undefined,
  definitions: readonly Definition[],
  { from: folder = '.' }: AdoptOptions,
): Promise<void> {
  const entries = await ownEntries(project);
  const crds = definitions.map(({ crd }) => crd);
  if (entries.some((each) => definitionFor(each, project!.resources, crds) !== undefined)) return;
  // Without a list of kinds, those in config/crd are own kinds of the project, whose Go types can be in another module.
  if (entries.length === 0 && definitions.some(({ isOwn }) => isOwn)) return;
  const declared = declaredKinds(source);
  if (crds.some(({ names }) => declared.has(names.kind))) return;
  const all = [...(entries.length > 0 ? new Set(entries.map(({ kind }) => kind)) : declared)];
  if (all.length === 0) return;
  const kinds = [...all.slice(0, 5), ...(all.length > 5 ? [`and ${all.length - 5} more`] : [])].join(', ');
  refuse('adopt-without-crds', { folder, kinds, remedy: remedyWithoutCrds(source) }, entries[0]?.position);
}

/** Returns the entries of kinds whose types are in the project. */
async function ownEntries(project: GoProject | undefined): Promise<readonly GoResource[]> {
  const listed = (project?.resources ?? []).filter(({ from, hasTypes }) => from === 'own' && hasTypes);
  const builtIn = await Promise.all(
    listed.map(({ version, kind, ...names }) => builtInResource(apiGroupOf(names) || 'core', version, kind)),
  );
  return listed.filter((_, index) => builtIn[index] === undefined);
}

const rootMarker = /^\/\/[ \t]*\+kubebuilder:object:root(?:=true)?[ \t]*$/m;
const structType = /^type[ \t]+(\w+)[ \t]+struct\b/m;

/** Returns the kinds that Go code declares: the types marked as root objects, without their lists. */
function declaredKinds(source: Source): ReadonlySet<string> {
  // Each type is searched only up to the next marker, so that many markers take no more than linear time.
  const found = Object.values(goTextsOf(source).texts).flatMap((text) =>
    text
      .split(rootMarker)
      .slice(1)
      .flatMap((part) => structType.exec(part)?.[1] ?? []),
  );
  return new Set(found.filter((name) => !name.endsWith('List')));
}
