import type { KubernetesObject } from '../api/object.js';
import { hasFields, parseFieldSelector } from './field-selector.js';
import { labelSelector } from './label-selector.js';

/** Which objects of a resource are mirrored. */
export interface Selection {
  /** `app=web,tier!=cache` */
  readonly labelSelector?: string | undefined;
  /** `status.phase=Running` */
  readonly fieldSelector?: string | undefined;
}

/**
 * A predicate for what the server selects; it answers undefined where only the server can tell.
 * @throws SyntaxError when a selector cannot be read
 */
export function selectorOf(selection: Selection): (object: KubernetesObject) => boolean | undefined {
  const labels = labelSelector(selection.labelSelector ?? '');
  const fields = parseFieldSelector(selection.fieldSelector ?? '');
  return (object) => labels(object.metadata?.labels) && hasFields(object, fields);
}
