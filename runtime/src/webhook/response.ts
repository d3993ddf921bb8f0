import { ApiError, type Status } from '../transport/api-error.js';
import { messageOf } from '../errors/causes.js';
import type { JsonPatchOperation } from '../json/json-patch.js';
import { InexactNumberError } from '../json/parse-json.js';
import type { AdmissionResponse } from './admission.js';

/** The request may go on as it is. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Allowed */
export function allowed(reason = ''): AdmissionResponse {
  return validationResponse(true, reason);
}

/**
 * The request is refused with code 403; the user is told the reason.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Denied
 */
export function denied(reason: string): AdmissionResponse {
  return validationResponse(false, reason);
}

/**
 * The request may go on, with these changes to its object.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Patched
 */
export function patched(reason: string, ...patches: readonly JsonPatchOperation[]): AdmissionResponse {
  return { ...allowed(reason), patches };
}

/**
 * The request is refused because it could not be decided on. @param code an HTTP status code from 400 on
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Errored
 */
export function errored(code: number, error: unknown): AdmissionResponse {
  return { allowed: false, result: { status: 'Failure', code, message: messageOf(error) } };
}

/** `allowed` or `denied`. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#ValidationResponse */
export function validationResponse(isAllowed: boolean, reason = ''): AdmissionResponse {
  const message = reason === '' ? {} : { message: reason };
  const result: Status = isAllowed ? { code: 200, ...message } : { code: 403, reason: 'Forbidden', ...message };
  return { allowed: isAllowed, result };
}

/**
 * The same answer with these warnings beside those that it has.
 * https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Response.WithWarnings
 */
export function withWarnings(response: AdmissionResponse, warnings: readonly string[]): AdmissionResponse {
  return warnings.length === 0 ? response : { ...response, warnings: [...(response.warnings ?? []), ...warnings] };
}

/**
 * The refusal that a thrown error means: that of the API server where it came from there, 422 where a number cannot be held
 * exactly, else 403 and its message.
 */
export function refusal(error: unknown): AdmissionResponse {
  if (error instanceof InexactNumberError) {
    const { field, message } = error;
    const causes = [{ reason: 'FieldValueInvalid', field, message }];
    return {
      allowed: false,
      result: { status: 'Failure', code: 422, reason: 'Invalid', message, details: { causes } },
    };
  }
  if (!(error instanceof ApiError)) return denied(messageOf(error));
  const { code, reason, message, details } = error;
  return { allowed: false, result: { status: 'Failure', code, reason, message, ...(details && { details }) } };
}
