import type { Breaks, Change } from './change.js';

/** Classes of changes, first those that most probably are why an object is rejected. */
const rejecting: readonly Breaks[] = ['ratcheted', 'stored-objects', 'writers', 'readers', 'clients'];

/**
 * Returns the change because of which a field is rejected: the one of the field itself, or else of the nearest field
 * around it or in it.
 * @param field a path in an object, such as `spec.ports[0].name`
 */
export function changeOfField(changes: readonly Change[], field: string): Change | undefined {
  const steps = stepsOf(field);
  const candidates = changes.flatMap((change) => {
    const distance = stepsBetween(stepsOf(change.path), steps);
    return distance === undefined ? [] : [{ change, distance }];
  });
  const order = ({ change, distance }: (typeof candidates)[number]): number =>
    distance * rejecting.length + rejecting.indexOf(change.rule.breaks);
  return candidates.toSorted((one, other) => order(one) - order(other))[0]?.change;
}

/** Returns the number of steps between two fields; undefined if neither contains the other. */
function stepsBetween(pattern: readonly string[], steps: readonly string[]): number | undefined {
  const length = Math.min(pattern.length, steps.length);
  const isSame = pattern.slice(0, length).every((step, index) => isStep(step, steps[index]!));
  return isSame ? Math.abs(pattern.length - steps.length) : undefined;
}

/** Reports whether a step of a path in a schema stands for a step in an object. */
function isStep(step: string, actual: string): boolean {
  return step === '*' || step === actual || (step === '' && /^\d+$/.test(actual));
}

/** Returns the steps of `spec.list[].map[*]`: spec, list, an empty one, map, and `*`. */
function stepsOf(path: string): readonly string[] {
  return Array.from(path.matchAll(/\[([^[\]]*)\]|[^.[\]]+/g), ([text, inBrackets]) => inBrackets ?? text);
}
