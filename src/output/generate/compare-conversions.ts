import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Kind } from '../../base/model/kind.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../project/project.js';
import { placeOf } from '../../project/resource-place.js';
import { creatingConversion, hubs, movingHub, spokesOf } from '../../project/resources.js';

/** Returns the conversions in PROJECT whose versions do not match those in the sources. */
export function compareConversions(project: Project, kinds: readonly Kind[]): readonly Diagnostic[] {
  return hubs(project).flatMap((hub) => {
    const kind = kinds.find((each) => isOf(each, hub));
    // A kind that does not exist is reported elsewhere.
    return kind === undefined ? [] : [...problemsOf(project, hub, kind)];
  });
}

/** Reports whether the versions of a kind are converted, so that none of their fields is silently lost. */
export function isConverted(project: Project, kind: Kind): boolean {
  return hubs(project).some((hub) => isOf(kind, hub));
}

function* problemsOf(project: Project, hub: ProjectResource, { kind, versions }: Kind): Generator<Diagnostic> {
  const spokes = spokesOf(hub);
  const names = versions.map(({ name }) => name);
  for (const version of spokes) {
    if (names.includes(version)) continue;
    yield diagnostic('spoke-missing', { kind, version, hub: hub.version }, placeOf(project, hub));
  }
  const stored = versions.find(({ storage }) => storage);
  if (stored !== undefined && stored.name !== hub.version) {
    const parameters = { kind, hub: hub.version, stored: stored.name };
    yield diagnostic(
      'hub-not-storage-version',
      { ...parameters, commands: movingHub(hub, stored.name) },
      stored.position,
    );
  }
  for (const { name, served, position } of versions) {
    if (!served || name === hub.version || spokes.includes(name)) continue;
    yield diagnostic(
      'version-not-converted',
      { kind, version: name, command: creatingConversion(hub, [name]) },
      position,
    );
  }
}

function isOf({ kind, group }: Kind, resource: ProjectResource): boolean {
  return kind === resource.kind && group === apiGroupOf(resource);
}
