import { listAt, objectAt, valueAt } from '../../../base/model/json-at.js';
import { isWebhookConfiguration, kindOf } from '../../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { nameIn, nameMark } from './names.js';

/** Reports whether an object is the Certificate of the metrics. */
export function isMetricsCertificate(object: JsonObject): boolean {
  return isDeclared(object, 'Certificate', 'metrics-certs');
}

/**
 * Returns the name that the file of an object declares. It shows the purpose of the object, because prefixes and
 * suffixes of kustomizations change only the deployed name.
 */
export function declaredNameOf(object: JsonObject): string {
  return nameIn(valueAt(object, 'metadata', 'name'))?.declared ?? suffixOf(object);
}

/** Reports whether the file of an object declares it with this kind and name. */
export function isDeclared(object: JsonObject, kind: string, name: string): boolean {
  return kindOf(object) === kind && declaredNameOf(object) === name;
}

/** Returns the mark for the name of an object, or for its default name if there is no object. */
export function markOf(object: JsonObject | undefined, kind: string, name: string): string {
  const found = valueAt(object, 'metadata', 'name');
  return typeof found === 'string' ? found : nameMark(kind, name);
}

/** Returns the suffix of an object's name after that of the release; the whole name if it does not depend on the release. */
export function suffixOf(object: JsonObject): string {
  const name = valueAt(object, 'metadata', 'name');
  return nameIn(name)?.suffix ?? (typeof name === 'string' ? name : '');
}

/** Returns the Deployment of the manager: the scaffolded one, even if it is now a StatefulSet, or else the first one. */
export function managerIn(objects: readonly JsonObject[]): JsonObject | undefined {
  const scaffolded = (kind: string): JsonObject | undefined =>
    objects.find((object) => isDeclared(object, kind, 'controller-manager'));
  return (
    scaffolded('Deployment') ?? scaffolded('StatefulSet') ?? objects.find((object) => kindOf(object) === 'Deployment')
  );
}

/** Returns the labels of the Pods of a Deployment. */
export function podLabelsOf(deployment: JsonObject | undefined): JsonObject {
  return objectAt(valueAt(deployment, 'spec', 'template', 'metadata', 'labels'));
}

/** Returns a Service that webhook configurations refer to: the scaffolded one, or else the first one. */
export function webhookServiceIn(objects: readonly JsonObject[]): JsonObject | undefined {
  const called = new Set(
    objects
      .filter(isWebhookConfiguration)
      .flatMap((each) => listAt(each['webhooks']))
      .map((each) => valueAt(each, 'clientConfig', 'service', 'name')),
  );
  return (
    objects.find((each) => isDeclared(each, 'Service', 'webhook-service')) ??
    objects.find((each) => kindOf(each) === 'Service' && called.has(valueAt(each, 'metadata', 'name')))
  );
}
