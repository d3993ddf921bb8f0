import type { Breaks, Change } from './change.js';

/** Classes of changes that can reject an object, the most likely cause first. */
const rejecting: readonly Breaks[] = ['ratcheted', 'stored-objects', 'writers'];

/** Messages of the API server about objects that changes reject, by the names of the changes. */
const saidOf: readonly (readonly [change: RegExp, reason: RegExp])[] = [
  [/^(?:max-|maximum|exclusive-maximum)/, /at most|less than|more than|too (?:many|long)/i],
  [/^(?:min-|minimum|exclusive-minimum)/, /at least|greater than|too few/i],
  [/^pattern/, /should match/],
  [/^enum/, /unsupported value/i],
  [/^multiple-of/, /multiple/],
  [/^field-required/, /required/i],
  [/^number-format/, /int32|type/],
];

/**
 * Returns the change because of which a field is rejected: a change of the field itself, or else of the nearest field
 * around it or in it. If there are several, a change that matches the reason is preferred.
 * @param field a path in an object, such as `spec.ports[0].name`
 * @param reason the message of the API server
 */
export function changeOfField(changes: readonly Change[], field: string, reason: string): Change | undefined {
  const steps = stepsOf(field);
  const candidates = changes.flatMap((change) => {
    const distance = stepsBetween(stepsOf(change.path), steps);
    return distance === undefined || !rejecting.includes(change.rule.breaks) ? [] : [{ change, distance }];
  });
  const order = ({ change, distance }: (typeof candidates)[number]): number =>
    (distance * 2 + (isSaidOf(change, reason) ? 0 : 1)) * rejecting.length + rejecting.indexOf(change.rule.breaks);
  return candidates.toSorted((one, other) => order(one) - order(other))[0]?.change;
}

/** Reports whether the API server can give a reason for a change. For most changes, it can give any reason. */
function isSaidOf({ rule }: Change, reason: string): boolean {
  const known = saidOf.find(([change]) => change.test(rule.id));
  return known === undefined || known[1].test(reason);
}

/** Returns the number of steps between two fields; undefined if neither contains the other. */
function stepsBetween(pattern: readonly string[], steps: readonly string[]): number | undefined {
  const length = Math.min(pattern.length, steps.length);
  const isSame = pattern.slice(0, length).every((step, index) => isStep(step, steps[index]!));
  return isSame ? Math.abs(pattern.length - steps.length) : undefined;
}

/** Reports whether a step of a path in a schema matches a step in an object. */
function isStep(step: string, actual: string): boolean {
  return step === '*' || step === actual || (step === '' && /^\d+$/.test(actual));
}

/** Returns the steps of `spec.list[].map[*]`: spec, list, an empty one, map, and `*`. */
function stepsOf(path: string): readonly string[] {
  return Array.from(path.matchAll(/\[([^[\]]*)\]|[^.[\]]+/g), ([text, inBrackets]) => inBrackets ?? text);
}
