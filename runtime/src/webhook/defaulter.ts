import type { KubernetesObject } from '../api/object.js';
import { isPanic } from '../errors/panic.js';
import { clone } from '../json/copy.js';
import { createPatch, type JsonPatchOperation } from '../json/json-patch.js';
import type { AdmissionContext, AdmissionRequest, WebhookContext } from './admission.js';
import { admissionHandler, objectOf, type AdmissionOptions } from './admission-handler.js';
import { allowed, patched, refusal } from './response.js';
import type { Webhook } from './webhook.js';
import { stringify } from '../json/stringify.js';

/**
 * Sets default values by changing the object in place. An exception denies the request, as with a `Validator`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Defaulter
 */
export interface Defaulter<T extends KubernetesObject> {
  /**
   * Sets the default values. The API server validates the object only afterwards, so required fields can be missing,
   * even `spec`. If the defaulter then throws a TypeError, the API server reports that error instead of the missing
   * field.
   * @param object copy to change in place
   */
  readonly default: (object: T, context: AdmissionContext<T>) => void | Promise<void>;
}

/**
 * Returns a webhook that lets `defaulter` change the object, and answers with the difference as a patch: fields that
 * the types do not define are kept. DELETE requests are allowed without calling it. See
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#WithDefaulter
 */
export function withDefaulter<T extends KubernetesObject>(
  defaulter: Defaulter<T>,
  options?: AdmissionOptions,
): Webhook {
  return admissionHandler(async (request, context) => {
    if (request.operation === 'DELETE') return allowed();
    try {
      const patch = await patchOf(defaulter, request, context);
      return patch.length === 0 ? allowed() : patched('', ...patch);
    } catch (error) {
      if (isPanic(error)) throw error;
      return refusal(error);
    }
  }, options);
}

async function patchOf<T extends KubernetesObject>(
  defaulter: Defaulter<T>,
  request: AdmissionRequest,
  { log, signal }: WebhookContext,
): Promise<JsonPatchOperation[]> {
  const original = objectOf<T>(request, 'object');
  const object = clone(original) as T;
  await defaulter.default(object, { request: request as AdmissionRequest<T>, log, signal });
  // Compares the object as it will be sent: without undefined fields, and with dates as strings.
  return createPatch(original, JSON.parse(stringify(object)));
}
