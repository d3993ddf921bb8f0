import { defined } from '../json/defined.js';
import type { Condition } from '../k8s/meta/v1.js';

/** `Unknown` is what a condition is whose state cannot be told. */
export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** A condition as it is to be. */
export interface NewCondition {
  /** What it says something about, in CamelCase: `Available`. */
  readonly type: string;
  readonly status: ConditionStatus;
  /** Why, in one word in CamelCase. */
  readonly reason: string;
  /** Why, for people; empty where absent. */
  readonly message?: string;
  /** The `metadata.generation` of the object that this was seen of. */
  readonly observedGeneration?: number | undefined;
  /** When the status changed, as RFC 3339; now, unless said otherwise. */
  readonly lastTransitionTime?: string;
}

/** What can be asked for its state: a Condition, or one of a built-in kind. */
export interface AnyCondition {
  readonly type: string;
  readonly status: string;
}

/**
 * Sets a condition among others, in place: `setStatusCondition((status.conditions ??= []), { ... })`. Its transition time
 * changes only when its status does.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#SetStatusCondition
 * @returns whether anything changed, the transition time alone aside
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
  // What another version of the type knows of a condition stays; a generation that is not said anew is out of date.
  const { observedGeneration: _, ...rest } = old;
  conditions[index] = { ...rest, ...wanted, lastTransitionTime: since };
  return true;
}

/**
 * Removes the condition of a type, in place.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#RemoveStatusCondition
 * @returns whether there was one
 */
export function removeStatusCondition(conditions: AnyCondition[], type: string): boolean {
  const index = conditions.findIndex((each) => each.type === type);
  if (index === -1) return false;
  conditions.splice(index, 1);
  return true;
}

/**
 * The condition of a type; undefined where there is none.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#FindStatusCondition
 */
export function findStatusCondition<C extends AnyCondition>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((each) => each.type === type);
}

/** https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#IsStatusConditionTrue */
export function isStatusConditionTrue(conditions: readonly AnyCondition[] | undefined, type: string): boolean {
  return isStatusConditionPresentAndEqual(conditions, type, 'True');
}

/**
 * Whether the condition is there and false: one that is absent is neither true nor false.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#IsStatusConditionFalse
 */
export function isStatusConditionFalse(conditions: readonly AnyCondition[] | undefined, type: string): boolean {
  return isStatusConditionPresentAndEqual(conditions, type, 'False');
}

/** https://pkg.go.dev/k8s.io/apimachinery/pkg/api/meta#IsStatusConditionPresentAndEqual */
export function isStatusConditionPresentAndEqual(
  conditions: readonly AnyCondition[] | undefined,
  type: string,
  status: ConditionStatus,
): boolean {
  return findStatusCondition(conditions, type)?.status === status;
}

/** To the second, as the API server writes it. */
function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}
