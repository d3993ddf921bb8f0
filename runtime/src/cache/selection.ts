import type { KubernetesObject } from '../api/object.js';
import { hasFields, parseFieldSelector } from './field-selector.js';
import { labelSelector } from '../client/label-selector.js';

/** Selectors of the objects of a resource to mirror. */
export interface Selection {
  /** Label selector such as `app=web,tier!=cache`. */
  readonly labelSelector?: string | undefined;
  /** Field selector such as `status.phase=Running`. */
  readonly fieldSelector?: string | undefined;
}

/**
 * Returns a predicate for the objects that the server selects; it returns undefined if only the server can tell.
 * @throws SyntaxError if a selector is invalid
 */
export function selectorOf(selection: Selection): (object: KubernetesObject) => boolean | undefined {
  const labels = labelSelector(selection.labelSelector ?? '');
  const fields = parseFieldSelector(selection.fieldSelector ?? '');
  return (object) => labels(object.metadata?.labels) && hasFields(object, fields);
}
