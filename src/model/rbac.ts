import type { Position } from './position.js';

/** One `@Rbac` marker as written: a rule, and the role that it goes to. */
export interface RbacRule {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames: readonly string[];
  readonly urls: readonly string[];
  /** Empty for a ClusterRole. */
  readonly namespace: string;
  /** Empty for the role that the generator names. */
  readonly roleName: string;
  /** Those of the verbs that are the user's own. */
  readonly customVerbs?: readonly string[];
  readonly position: Position;
  /** Where the arguments stand, by their keys. */
  readonly origins?: Readonly<Record<string, Position>>;
}
