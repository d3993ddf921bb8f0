import type { Kind } from './kind.js';
import type { RbacRule } from './rbac.js';

/** Everything that the sources say: plain data that prints as JSON. */
export interface Model {
  readonly kinds: readonly Kind[];
  readonly rbac: readonly RbacRule[];
}
