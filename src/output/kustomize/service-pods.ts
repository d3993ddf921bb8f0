import { objectAt, textAt, valueAt } from '../../base/model/json-at.js';
import { kindOf, nameOf, namespaceOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { BuiltObject } from './build.js';
import { programContainers } from './operator-workloads.js';
import { callsService, webhooksOf } from './webhook-calls.js';

const workloadKinds = /^(?:Deployment|StatefulSet|DaemonSet)$/;

/** A Service that the API server calls, with the objects that configure these calls. */
export interface CalledService {
  readonly service: BuiltObject;
  /** The called port. */
  readonly port: number;
  readonly callers: readonly BuiltObject[];
}

/** Returns the deployed Services that the API server calls because of deployed objects. */
export function calledServices(objects: readonly BuiltObject[]): readonly CalledService[] {
  const services = objects.filter(({ object }) => kindOf(object) === 'Service');
  const found = new Map<string, CalledService & { readonly callers: BuiltObject[] }>();
  for (const caller of objects)
    for (const webhook of webhooksOf(caller.object).filter(callsService)) {
      const called = objectAt(webhook, 'clientConfig', 'service');
      const service = services.find(({ object }) => isCalled(object, called));
      if (service === undefined) continue;
      const given = valueAt(called, 'port');
      const port = typeof given === 'number' ? given : 443;
      const key = JSON.stringify([namespaceOf(service.object), nameOf(service.object), port]);
      const entry = found.get(key) ?? { service, port, callers: [] };
      found.set(key, entry);
      if (!entry.callers.includes(caller)) entry.callers.push(caller);
    }
  return [...found.values()];
}

/** Returns a function that reports whether a Service forwards only to workloads that do not run the operator. */
export function forwardsElsewhere(objects: readonly BuiltObject[]): (service: JsonObject) => boolean {
  const operators = new Set(programContainers(objects).map(({ built }) => built));
  return (service) => {
    const selected = selectedBy(service, objects) ?? [];
    return selected.length > 0 && !selected.some((each) => operators.has(each));
  };
}

/** Returns the names of the deployed Services, except for those that forward only to other programs. */
export function operatorServices(objects: readonly BuiltObject[]): ReadonlySet<string> {
  const isElsewhere = forwardsElsewhere(objects);
  const services = objects.filter(({ object }) => kindOf(object) === 'Service' && !isElsewhere(object));
  return new Set(services.map(({ object }) => nameOf(object)));
}

/** Reports whether a webhook calls one of these Services. */
export function callsAny(webhook: JsonObject, services: ReadonlySet<string>): boolean {
  return services.has(textAt(webhook, 'clientConfig', 'service', 'name'));
}

function isCalled(service: JsonObject, called: JsonObject): boolean {
  return nameOf(service) === textAt(called, 'name') && ['', textAt(called, 'namespace')].includes(namespaceOf(service));
}

/**
 * Returns the workloads whose Pods a Service selects.
 * @returns undefined for a Service without a selector, whose addresses come from elsewhere
 */
export function selectedBy(service: JsonObject, objects: readonly BuiltObject[]): readonly BuiltObject[] | undefined {
  const selector = objectAt(service, 'spec', 'selector');
  if (Object.keys(selector).length === 0) return undefined;
  return objects.filter(({ object }) => {
    if (!workloadKinds.test(kindOf(object)) || namespaceOf(object) !== namespaceOf(service)) return false;
    const labels = objectAt(object, 'spec', 'template', 'metadata', 'labels');
    return Object.entries(selector).every(([key, value]) => labels[key] === value);
  });
}
