import type { BuiltObject } from '../../kustomize/build.js';
import { callsService, webhooksOf } from '../../kustomize/webhook-calls.js';
import { mappingAt, textAt, valueAt } from '../../model/json-at.js';
import { kindOf, nameOf } from '../../model/kubernetes-object.js';
import type { JsonObject } from '../../model/schema.js';

const pod = ['spec', 'template'] as const;
const workloadKinds = /^(?:Deployment|StatefulSet|DaemonSet)$/;
const namespaceOf = (object: JsonObject): string => textAt(object, 'metadata', 'namespace');

/** A Service that the API server calls, with the objects that have it do so. */
export interface Target {
  readonly service: BuiltObject;
  /** The port that is called. */
  readonly port: number;
  readonly callers: readonly BuiltObject[];
}

/** Returns the deployed Services that deployed objects have the API server call. */
export function targetsIn(objects: readonly BuiltObject[]): readonly Target[] {
  const services = objects.filter(({ object }) => kindOf(object) === 'Service');
  const targets = new Map<string, { readonly service: BuiltObject; readonly port: number; callers: BuiltObject[] }>();
  for (const caller of objects)
    for (const webhook of webhooksOf(caller.object).filter(callsService)) {
      const called = mappingAt(webhook, 'clientConfig', 'service');
      const service = services.find(({ object }) => isCalled(object, called));
      if (service === undefined) continue;
      const given = valueAt(called, 'port');
      const port = typeof given === 'number' ? given : 443;
      const key = JSON.stringify([namespaceOf(service.object), nameOf(service.object), port]);
      const target = targets.get(key) ?? { service, port, callers: [] };
      targets.set(key, target);
      if (!target.callers.includes(caller)) target.callers.push(caller);
    }
  return [...targets.values()];
}

function isCalled(service: JsonObject, called: JsonObject): boolean {
  return nameOf(service) === textAt(called, 'name') && ['', textAt(called, 'namespace')].includes(namespaceOf(service));
}

/** Reports whether a Service selects the Pods of a workload. */
export function isSelected({ object }: BuiltObject, service: JsonObject, selector: JsonObject): boolean {
  if (!workloadKinds.test(kindOf(object)) || namespaceOf(object) !== namespaceOf(service)) return false;
  const labels = mappingAt(object, ...pod, 'metadata', 'labels');
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}
