import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { crdPlace } from '../verdict/crd-position.js';
import type { Position } from '../../base/model/position.js';
import type { JsonObject } from '../../base/model/schema.js';
import { readModel } from '../../output/generate/read-model.js';
import type { Environment } from '../../output/operation/outcome.js';
import type { FoundProject } from '../../project/find-project.js';
import { acceptancesFile, projectFile } from '../../project/paths.js';
import { acceptanceOf } from './acceptances.js';
import type { Change } from './change.js';
import { changeDiagnostic, placeOf } from './explain-change.js';
import { changeOfField } from './field-of-change.js';
import type { Pair } from './pairs.js';
import { severityOf } from './policy.js';
import type { RejectedObject } from './rejected-objects.js';
import { diagnostic } from './reporting.js';
import { unknownCause } from './unknown-cause.js';

/** Differences of CRDs, and example objects for some of them. */
export interface Findings {
  /** Changes that are reported. */
  readonly changes: readonly Change[];
  readonly objects: readonly CausedRejection[];
  readonly pairs: readonly Pair[];
}

/** A rejected object, and the change that causes the rejection. */
export interface CausedRejection {
  readonly object: RejectedObject;
  readonly change: Change;
}

/** Returns objects with the changes because of which they are rejected. Some of these changes can be accepted or exempt. */
export function withCauses(
  rejected: readonly RejectedObject[],
  changes: readonly Change[],
): readonly CausedRejection[] {
  return rejected.map((object) => {
    const { crd, kind, version, index, field, reason } = object;
    const ofVersion = changes.filter((change) => change.crd === crd && change.version === version);
    const path = field.replaceAll(/\[\d+\]/g, '[]');
    const unknown = { rule: unknownCause, crd, kind, version, path, crdPath: `spec.versions[${index}].schema` };
    return { object, change: changeOfField(ofVersion, field, reason) ?? unknown };
  });
}

/** Returns the diagnostics of changes, each with an example object if there is one. */
export async function explained(
  { changes, objects, pairs }: Findings,
  environment: Environment,
  found: FoundProject,
): Promise<readonly Diagnostic[]> {
  if (changes.length === 0) return [];
  const positionOf = await changePositions(environment, found);
  return changes.map((change) => {
    const position = positionOf(change);
    const shown = objects.find((each) => each.change === change)?.object;
    const example = shown && bodyOf(shown.object);
    const severity = severityIn(pairs, change, found)!;
    if (change.rule !== unknownCause) return changeDiagnostic({ change, severity, position, example });
    const parameters = { place: placeOf(change), reason: shown!.reason, example: example!, file: acceptancesFile };
    // The reason contains values of the object, which differs between runs.
    const identity = { message: `${placeOf(change)}: ${unknownCause.what}` };
    return { ...diagnostic('object-rejected', parameters, position), lines: [acceptanceOf(change)], identity };
  });
}

/** Returns the severity of a change; undefined if it is exempt. */
export function severityIn(pairs: readonly Pair[], change: Change, { project }: FoundProject) {
  const { old } = pairs.find((each) => each.old.name === change.crd)!;
  return severityOf(change, old, project.compatibility);
}

/** Returns the content of an object as JSON. */
function bodyOf(object: JsonObject): string {
  const common = new Set(['apiVersion', 'kind', 'metadata']);
  return JSON.stringify(Object.fromEntries(Object.entries(object).filter(([key]) => !common.has(key))));
}

/** Returns a function that finds the position of a change: in the types, or in PROJECT for a kind that was removed. */
async function changePositions(
  { host, memory }: Environment,
  { root, project }: FoundProject,
): Promise<(change: Pick<Change, 'crd' | 'kind' | 'crdPath'>) => Position> {
  const { model } = await readModel(host, root, project, memory);
  return ({ crd, kind: name, crdPath }) => {
    const group = crd.slice(crd.indexOf('.') + 1);
    const kind =
      model.kinds.find((each) => `${each.plural}.${each.group}` === crd) ??
      model.kinds.find((each) => each.group === group && each.kind === name);
    return kind === undefined ? { file: projectFile, line: 1, column: 1 } : crdPlace(kind, crdPath).position;
  };
}
