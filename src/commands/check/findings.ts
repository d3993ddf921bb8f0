import type { Change } from '../../compatibility/change.js';
import { changeDiagnostic, placeOf } from '../../compatibility/explain-change.js';
import { changeOfField } from '../../compatibility/field-of-change.js';
import { severityOf } from '../../compatibility/policy.js';
import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { JsonObject } from '../../model/schema.js';
import type { Environment } from '../../plan/outcome.js';
import type { FoundProject } from '../../project/find-project.js';
import { changePositions } from './change-positions.js';
import type { Pair } from './pairs.js';
import type { RejectedObject } from './rejected-objects.js';

/** Differences of definitions, and objects that show some of them. */
export interface Findings {
  /** Changes that are reported. */
  readonly changes: readonly Change[];
  /** All changes, including those that are accepted or exempt. */
  readonly known: readonly Change[];
  readonly rejected: readonly RejectedObject[];
  readonly pairs: readonly Pair[];
}

/** Returns the diagnostics of changes, each with an object that shows it if there is one, and of other objects. */
export async function explained(
  { changes, known, rejected, pairs }: Findings,
  environment: Environment,
  found: FoundProject,
): Promise<readonly Diagnostic[]> {
  if (changes.length === 0 && rejected.length === 0) return [];
  const positionOf = await changePositions(environment, found);
  const caused = rejected.map((each) => ({ each, change: causeOf(each, known) }));
  const ofChanges = changes.map((change) => {
    const shown = caused.find((other) => other.change === change)?.each;
    const example = shown && bodyOf(shown.object);
    return changeDiagnostic({
      change,
      severity: severityIn(pairs, change, found)!,
      position: positionOf(change),
      example,
    });
  });
  const others = caused.flatMap(({ each, change }) => {
    if (change !== undefined) return [];
    const { crd, kind, version, index, field, reason, object } = each;
    const place = placeOf({ kind, version, path: field });
    const position = positionOf({ crd, kind, crdPath: `spec.versions[${index}].schema` });
    return [diagnostic('object-rejected', { place, reason, example: bodyOf(object) }, position)];
  });
  return [...ofChanges, ...others];
}

/** Returns the severity of a change; undefined if it is exempt. */
export function severityIn(pairs: readonly Pair[], change: Change, { project }: FoundProject) {
  const { old } = pairs.find((each) => each.old.name === change.crd)!;
  return severityOf(change, old, project.compatibility);
}

function causeOf({ crd, version, field }: RejectedObject, changes: readonly Change[]): Change | undefined {
  const ofVersion = changes.filter((change) => change.crd === crd && change.version === version);
  return changeOfField(ofVersion, field);
}

/** Returns what is in an object of a kind, as JSON. */
function bodyOf(object: JsonObject): string {
  const common = new Set(['apiVersion', 'kind', 'metadata']);
  return JSON.stringify(Object.fromEntries(Object.entries(object).filter(([key]) => !common.has(key))));
}
