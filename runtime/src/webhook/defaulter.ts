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
 * Fills in what the user left out, by changing the object that it is given. What it throws refuses the request, as with a
 * `Validator`. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Defaulter
 */
export interface Defaulter<T extends KubernetesObject> {
  /** @param object a copy, to be changed in place */
  default(object: T, context: AdmissionContext<T>): void | Promise<void>;
}

/**
 * A webhook that lets `defaulter` change the object, and answers the difference as a patch: fields that no type names stay.
 * DELETE requests are allowed without asking.
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
  // As it will be sent: without fields that are undefined, and with dates as text.
  return createPatch(original, JSON.parse(stringify(object)));
}
