import { listAt, objectAt, textAt } from '../../base/model/json-at.js';
import { isWebhookConfiguration } from '../../base/model/kubernetes-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';

/** Annotations that make cert-manager or OpenShift write the certificate that the API server trusts. */
const injecting = /^(?:cert-manager\.io\/inject-.+|service\.(?:beta|alpha)\.openshift\.io\/inject-cabundle)$/;

/** Returns the webhooks of a configuration, or the conversion of a CRD; an empty mapping for any other object. */
export function webhooksOf(object: JsonObject): readonly JsonObject[] {
  if (isWebhookConfiguration(object)) return listAt(object, 'webhooks').filter(isObject);
  return [objectAt(object, 'spec', 'conversion', 'webhook')];
}

/** Reports whether a webhook or a conversion calls a Service. */
export const callsService = (webhook: JsonValue): boolean => textAt(webhook, 'clientConfig', 'service', 'name') !== '';

/**
 * Reports whether an object has webhooks that call a Service, and nothing in its manifest makes the API server trust
 * the certificate of the Service.
 */
export function isUntrusted(object: JsonObject): boolean {
  const isInjected = Object.keys(objectAt(object, 'metadata', 'annotations')).some((each) => injecting.test(each));
  return (
    !isInjected &&
    webhooksOf(object).some((each) => callsService(each) && textAt(each, 'clientConfig', 'caBundle').length < 8)
  );
}
