import type { DeepReadonly, KubernetesObject } from '../api/object.js';
import { isPanic } from '../errors/panic.js';
import { freeze } from '../json/copy.js';
import type { AdmissionContext, AdmissionRequest, WebhookContext } from './admission.js';
import { admissionHandler, badRequest, objectOf, type AdmissionOptions } from './admission-handler.js';
import { allowed, refusal, withWarnings } from './response.js';
import { flat, type Webhook } from './webhook.js';

/** Warnings that are shown to the user without denying the request. */
export type Warnings = readonly string[];

/** Result of a validator: warnings, or nothing. */
export type Verdict = Warnings | void | Promise<Warnings | void>;

/**
 * Decides whether objects can be written and deleted. To deny a request, throw an error: `invalid(...)` names the
 * fields, any other ApiError is passed on unchanged, and the message of any other Error becomes the reason, with code
 * 403. An InvalidValueError, such as that of a text that is not a quantity, denies it with code 422. Any other TypeError,
 * a RangeError or a ReferenceError without a cause, and any value that is not an Error, counts as a bug in the validator
 * itself: the request is denied with code 500, and the error is logged with its stack. Objects are frozen. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Validator
 */
export interface Validator<T extends KubernetesObject> {
  validateCreate(object: DeepReadonly<T>, context: AdmissionContext<T>): Verdict;
  validateUpdate(oldObject: DeepReadonly<T>, newObject: DeepReadonly<T>, context: AdmissionContext<T>): Verdict;
  validateDelete(object: DeepReadonly<T>, context: AdmissionContext<T>): Verdict;
}

/**
 * Returns a webhook that calls `validator`. CONNECT requests are allowed.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#WithValidator
 */
export function withValidator<T extends KubernetesObject>(
  validator: Validator<T>,
  options?: AdmissionOptions,
): Webhook {
  return admissionHandler(async (request, context) => {
    try {
      return withWarnings(allowed(), (await ask(validator, request, context)) ?? []);
    } catch (error) {
      if (isPanic(error)) throw error;
      return refusal(error);
    }
  }, options);
}

function ask<T extends KubernetesObject>(
  validator: Validator<T>,
  request: AdmissionRequest,
  { log, signal }: WebhookContext,
): Verdict {
  const object = (which: 'object' | 'oldObject'): DeepReadonly<T> => freeze(objectOf<T>(request, which));
  const context = { request: request as AdmissionRequest<T>, log, signal };
  switch (request.operation) {
    case 'CREATE':
      return validator.validateCreate(object('object'), context);
    case 'UPDATE':
      return validator.validateUpdate(object('oldObject'), object('object'), context);
    case 'DELETE':
      return validator.validateDelete(object('oldObject'), context);
    case 'CONNECT':
      return;
    default:
      throw badRequest(`unknown operation ${JSON.stringify(flat(request.operation))}`);
  }
}
