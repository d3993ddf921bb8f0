import { posix } from 'node:path';
import { objectsIncluded } from '../../../output/kustomize/included-objects.js';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { overlay } from '../../../base/io/overlay.js';
import type { Plan } from '../../../output/plan/plan.js';
import type { Host } from '../../../base/io/host.js';
import { objectAt, textAt } from '../../../base/model/json-at.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { partNames, projectParts } from '../../../project/parts.js';
import { kustomizations } from '../../../project/paths.js';
import type { Project } from '../../../project/project.js';
import { readableIn } from '../../../project/readable.js';

/** Returns the parts that PROJECT enables, and those whose objects a user has added to `config/default`. */
export function presentParts(host: Host, root: string, project: Project): readonly string[] {
  const present = partsOf(host, root, project).map(({ part }) => part);
  return partNames().filter((each) => project.parts.includes(each) || present.includes(each));
}

/** Returns a warning for each of these parts whose objects are still in `config/default` after a plan is applied. */
export function stillIncluded(
  host: Host,
  root: string,
  { files }: Plan,
  [project, disabled]: readonly [Project, readonly string[]],
): readonly Diagnostic[] {
  const then = overlay(host, new Map(files.map(({ path, after }) => [posix.join(root, path), after])));
  return (disabled.length === 0 ? [] : partsOf(then, root, project))
    .filter(({ part }) => disabled.includes(part))
    .map(({ part, kind, name }) => diagnostic('feature-still-included', { part, object: `${kind} ${name}` }));
}

/** Returns the objects in `config/default` that parts consist of. */
function partsOf(
  host: Host,
  root: string,
  project: Project,
): readonly { readonly part: string; readonly kind: string; readonly name: string }[] {
  const labels = { 'app.kubernetes.io/name': project.projectName, 'control-plane': 'controller-manager' };
  const included = objectsIncluded('', [posix.dirname(kustomizations.default)], readableIn(host, root));
  const known = included.map(({ kind, metadata, spec }) => ({
    kind: textAt(kind),
    name: textAt(metadata, 'name'),
    spec: objectAt(spec),
    selects: (selector: JsonValue | undefined) => selector !== undefined && isSelector(objectAt(selector), labels),
  }));
  return known.flatMap((object) =>
    projectParts()
      .filter(({ has }) => has?.(object) === true)
      .map(({ name: part }) => ({ part, kind: object.kind, name: JSON.stringify(object.name) })),
  );
}

/** Reports whether a selector with labels alone selects objects that have these labels. */
function isSelector({ matchLabels, matchExpressions }: JsonObject, labels: Readonly<Record<string, string>>): boolean {
  const wanted = Object.entries(objectAt(matchLabels));
  return matchExpressions === undefined && wanted.every(([key, value]) => labels[key] === value);
}
