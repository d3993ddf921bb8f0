import { defined } from '../json/defined.js';
import type { Condition } from '../k8s/meta/v1.js';

/** Status of a condition; `Unknown` if it cannot be determined. */
export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** Desired condition. */
export interface NewCondition {
  /** Type in CamelCase: `Available`. */
  readonly type: string;
  readonly status: ConditionStatus;
  /** Reason as one word in CamelCase. */
  readonly reason: string;
  /** Explanation for people; empty if unset. */
  readonly message?: string;
  /** `metadata.generation` of the object that was observed. */
  readonly observedGeneration?: number | undefined;
  /** Time of the last change of the status, as RFC 3339; defaults to now. */
  readonly lastTransitionTime?: string;
}

/** Condition that can be queried: a Condition, or one of a built-in kind. */
export interface AnyCondition {
  readonly type: string;
  readonly status: string;
}

/**
 * Sets a condition in a list, in place: `setStatusCondition((status.conditions ??= []), { ... })`. Its transition time
 * changes only with its status. See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#SetStatusCondition
 * @returns whether anything other than the transition time has changed
 */
export function setStatusCondition(conditions: Condition[], condition: NewCondition): boolean {
  const { lastTransitionTime = now(), message = '', observedGeneration, ...given } = condition;
  const wanted = { ...given, message, ...defined({ observedGeneration }) };
  const index = conditions.findIndex(({ type }) => type === condition.type);
  const old = conditions[index];
  if (old === undefined) {
    conditions.push({ ...wanted, lastTransitionTime });
    return true;
  }
  const isSame =
    old.status === wanted.status &&
    old.reason === wanted.reason &&
    old.message === message &&
    old.observedGeneration === observedGeneration;
  if (isSame) return false;
  const since = old.status === wanted.status ? old.lastTransitionTime : lastTransitionTime;
  // Keeps unknown fields of a newer version of the type, but not an outdated generation.
  const { observedGeneration: _, ...rest } = old;
  conditions[index] = { ...rest, ...wanted, lastTransitionTime: since };
  return true;
}

/**
 * Removes the condition of a type, in place.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#RemoveStatusCondition
 * @returns whether there was one
 */
export function removeStatusCondition(conditions: AnyCondition[], type: string): boolean {
  const index = conditions.findIndex((each) => each.type === type);
  if (index === -1) return false;
  conditions.splice(index, 1);
  return true;
}

/**
 * Returns the condition of a type; undefined if there is none.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#FindStatusCondition
 */
export function findStatusCondition<C extends AnyCondition>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((each) => each.type === type);
}

/**
 * Reports whether the condition exists and is true.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#IsStatusConditionTrue
 */
export function isStatusConditionTrue(conditions: readonly AnyCondition[] | undefined, type: string): boolean {
  return isStatusConditionPresentAndEqual(conditions, type, 'True');
}

/**
 * Reports whether the condition exists and is false: a missing condition is neither true nor false.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#IsStatusConditionFalse
 */
export function isStatusConditionFalse(conditions: readonly AnyCondition[] | undefined, type: string): boolean {
  return isStatusConditionPresentAndEqual(conditions, type, 'False');
}

/**
 * Reports whether the condition exists and has the status.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#IsStatusConditionPresentAndEqual
 */
export function isStatusConditionPresentAndEqual(
  conditions: readonly AnyCondition[] | undefined,
  type: string,
  status: ConditionStatus,
): boolean {
  return findStatusCondition(conditions, type)?.status === status;
}

/** Returns the current time in seconds, in the format of the API server. */
function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}
