import type { KubernetesObject } from '../api/object.js';
import { ApiError } from '../transport/api-error.js';
import { messageOf } from '../errors/causes.js';
import { isJsonObject } from '../json/json-object.js';
import { refuseInexactPatch } from '../json/parse-json.js';
import type { Logger } from '../log/logger.js';
import type { AdmissionHandler, AdmissionRequest, AdmissionResponse } from './admission.js';
import { errored, isInvalidValue, refusal } from './response.js';
import { flat, HttpError, reviewIn, type Webhook, type WebhookSurroundings } from './webhook.js';
import { stringify } from '../json/stringify.js';

/**
 * Maximum size of a review in bytes: two objects of the largest size that the API server accepts, and a megabyte.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Webhook.ServeHTTP
 */
const maxRequestSize = 7 * 1024 * 1024;

const apiVersions = ['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'];

/** Options of an admission handler. */
export interface AdmissionOptions {
  /**
   * Whether an exception of the handler is answered with code 500; defaults to true. Otherwise the connection is
   * closed, and the `failurePolicy` of the webhook decides about the request.
   */
  readonly recoverPanic?: boolean | undefined;
}

/**
 * Returns a webhook that passes each request to `handler`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Webhook
 */
export function admissionHandler(handler: AdmissionHandler, { recoverPanic = true }: AdmissionOptions = {}): Webhook {
  const decide = async (request: AdmissionRequest, { log, metrics, signal }: WebhookSurroundings): Promise<string> => {
    try {
      const response = await handler(request, { log, signal });
      refuseInexact(request, response);
      const wire = wireForm(request.uid, response);
      // Without the patch, which may contain secrets.
      log.debug('processed an admission request', { allowed: response.allowed, code: response.result?.code });
      return wire;
    } catch (error) {
      if (isInvalidValue(error)) {
        log.warn('rejected an admission request', { error: error.message });
        return wireForm(request.uid, refusal(error));
      }
      metrics.panicked('admission');
      log.error('a webhook threw an error', { error });
      if (!recoverPanic) throw error;
      return wireForm(request.uid, errored(500, `panic: ${messageOf(error)} [recovered]`));
    }
  };
  return {
    maxRequestSize,
    review: async (body, surroundings) => {
      const { apiVersion, request } = reviewIn<AdmissionRequest>(body, 'AdmissionReview', apiVersions);
      checkRequest(request);
      const log = surroundings.log.with(fieldsOf(request));
      const response = await decide(request, { ...surroundings, log });
      return `{"apiVersion":"${apiVersion}","kind":"AdmissionReview","response":${response}}`;
    },
  };
}

/**
 * Checks the fields that a handler can rely on.
 * @throws HttpError if one is missing
 */
function checkRequest({ kind, resource, operation, userInfo }: Partial<AdmissionRequest>): void {
  const missing = Object.entries({ kind, resource, userInfo }).find(([, value]) => !isJsonObject(value));
  const name = missing?.[0] ?? (typeof operation === 'string' ? undefined : 'operation');
  if (name !== undefined) throw new HttpError(400, `the AdmissionReview's request has no ${name}`);
}

function fieldsOf(request: AdmissionRequest): Parameters<Logger['with']>[0] {
  const { kind, resource, namespace, name, operation, userInfo, uid } = request;
  return {
    webhookGroup: kind.group,
    webhookKind: kind.kind,
    operation,
    namespace,
    name,
    resource: resource.resource,
    user: userInfo.username,
    requestID: uid,
  };
}

/**
 * Returns the response in the format of the API server: the patch is base64-encoded JSON.
 * @throws TypeError if it is not a valid response
 */
function wireForm(uid: string, response: AdmissionResponse | undefined): string {
  if (typeof response?.allowed !== 'boolean') {
    throw new TypeError('the handler returned no response: return allowed(), denied(), errored() or patched()');
  }
  const { allowed, result, patches = [], warnings, auditAnnotations } = response;
  const patch =
    patches.length === 0 ? {} : { patchType: 'JSONPatch', patch: Buffer.from(stringify(patches)).toString('base64') };
  return stringify({ uid, allowed, status: { code: 200, ...result }, ...patch, warnings, auditAnnotations });
}

/** @throws InexactNumberError if the patch would change a number of the object */
function refuseInexact({ object }: AdmissionRequest, response: AdmissionResponse | undefined): void {
  for (const step of response?.patches ?? []) {
    if (!isJsonObject(object) || !('value' in step)) continue;
    const field = step.path.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
    const advice = 'use a smaller number, or let the webhook leave the field as it is';
    refuseInexactPatch(object, step.value, 'the patch of the webhook', { field, advice });
  }
}

/**
 * Returns the object of a request.
 * @throws ApiError if there is none
 */
export function objectOf<T>(request: AdmissionRequest, which: 'object' | 'oldObject'): T & KubernetesObject {
  const object = request[which];
  if (!isJsonObject(object)) throw badRequest(`the ${String(flat(request.operation))} request has no ${which}`);
  return object as T & KubernetesObject;
}

export function badRequest(message: string): ApiError {
  return new ApiError({ code: 400, reason: 'BadRequest', message });
}
