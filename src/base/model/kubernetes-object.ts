import { textAt } from './json-at.js';
import { isObject, type JsonObject, type JsonValue } from './schema.js';

export const kindOf = (object: JsonObject): string => textAt(object, 'kind');
export const nameOf = (object: JsonObject): string => textAt(object, 'metadata', 'name');
export const namespaceOf = (object: JsonObject): string => textAt(object, 'metadata', 'namespace');

/** Returns the group of an API version; empty for the core. */
export function groupIn(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

export const groupOf = (object: JsonObject): string => groupIn(textAt(object, 'apiVersion'));

export function versionOf(object: JsonObject): string {
  const apiVersion = textAt(object, 'apiVersion');
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}

/** Returns the kind and the name of an object: `Service webhook-service`. */
export const kindAndName = (object: JsonObject): string => `${kindOf(object)} ${nameOf(object)}`;

/** Reports whether an object is a CustomResourceDefinition. */
export const isCrd = (object: JsonObject): boolean => kindOf(object) === 'CustomResourceDefinition';

/** Reports whether an object configures admission webhooks. */
export function isWebhookConfiguration(object: JsonObject): boolean {
  return /^(?:Mutating|Validating)WebhookConfiguration$/.test(kindOf(object));
}

/** Reports whether an object is a Role or a ClusterRole. */
export const isRole = (object: JsonObject): boolean => /^(?:Cluster)?Role$/.test(kindOf(object));

/** Reports whether an object is a RoleBinding or a ClusterRoleBinding. */
export const isRoleBinding = (object: JsonObject): boolean => /^(?:Cluster)?RoleBinding$/.test(kindOf(object));

/** Reports whether a selector of labels selects an object with these labels. An empty one selects none here. */
export function selects(selector: JsonValue | undefined, labels: JsonValue | undefined): boolean {
  if (!isObject(selector) || !isObject(labels)) return false;
  const wanted = Object.entries(selector);
  return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
}
