import { mappingAt, textAt } from '../model/json-at.js';
import { kindOf } from '../model/kubernetes-object.js';
import type { JsonObject } from '../model/schema.js';
import type { BuiltObject } from './build.js';

const workloadKinds = /^(?:Deployment|StatefulSet|DaemonSet)$/;
const namespaceOf = (object: JsonObject): string => textAt(object, 'metadata', 'namespace');

/**
 * Returns the workloads whose Pods a Service selects.
 * @returns undefined for a Service without a selector, of which something else lists the addresses
 */
export function selectedBy(service: JsonObject, objects: readonly BuiltObject[]): readonly BuiltObject[] | undefined {
  const selector = mappingAt(service, 'spec', 'selector');
  if (Object.keys(selector).length === 0) return undefined;
  return objects.filter(({ object }) => {
    if (!workloadKinds.test(kindOf(object)) || namespaceOf(object) !== namespaceOf(service)) return false;
    const labels = mappingAt(object, 'spec', 'template', 'metadata', 'labels');
    return Object.entries(selector).every(([key, value]) => labels[key] === value);
  });
}

/** Reports whether a reference to a Service, with a name and a namespace, is to this one. */
export function isCalled(service: JsonObject, called: JsonObject): boolean {
  return (
    textAt(service, 'metadata', 'name') === textAt(called, 'name') &&
    ['', textAt(called, 'namespace')].includes(namespaceOf(service))
  );
}
