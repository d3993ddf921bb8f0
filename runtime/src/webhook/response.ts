import { ApiError, type Status } from '../transport/api-error.js';
import { isError, messageOf } from '../errors/causes.js';
import { InvalidValueError } from '../errors/invalid-value-error.js';
import type { JsonPatchOperation } from '../json/json-patch.js';
import { InexactNumberError } from '../json/parse-json.js';
import type { AdmissionResponse } from './admission.js';

/** Allows the request unchanged. See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Allowed */
export function allowed(reason = ''): AdmissionResponse {
  return validationResponse(true, reason);
}

/**
 * Denies the request with code 403; the reason is shown to the user.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Denied
 */
export function denied(reason: string): AdmissionResponse {
  return validationResponse(false, reason);
}

/**
 * Allows the request with changes to its object.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Patched
 */
export function patched(reason: string, ...patches: readonly JsonPatchOperation[]): AdmissionResponse {
  return { ...allowed(reason), patches };
}

/**
 * Denies the request because it could not be evaluated.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Errored
 * @param code HTTP status code from 400 on
 */
export function errored(code: number, error: unknown): AdmissionResponse {
  return { allowed: false, result: { status: 'Failure', code, message: messageOf(error) } };
}

/**
 * Returns `allowed` or `denied`.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#ValidationResponse
 */
export function validationResponse(isAllowed: boolean, reason = ''): AdmissionResponse {
  const message = reason === '' ? {} : { message: reason };
  const result: Status = isAllowed ? { code: 200, ...message } : { code: 403, reason: 'Forbidden', ...message };
  return { allowed: isAllowed, result };
}

/**
 * Returns the response with additional warnings.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook/admission#Response.WithWarnings
 */
export function withWarnings(response: AdmissionResponse, warnings: readonly string[]): AdmissionResponse {
  return warnings.length === 0 ? response : { ...response, warnings: [...(response.warnings ?? []), ...warnings] };
}

/**
 * Reports whether an error is caused by a value that the user wrote, not by a bug: a number that cannot be represented
 * exactly, or a text that is not a valid quantity or duration.
 */
export function isInvalidValue(error: unknown): error is InexactNumberError | InvalidValueError {
  return isError(error) && (error instanceof InexactNumberError || error instanceof InvalidValueError);
}

/**
 * Converts an exception to a denial: with the status of the API server if the error came from there, 422 for a value
 * that the user has to correct, otherwise 403 with the message.
 */
export function refusal(error: unknown): AdmissionResponse {
  if (isInvalidValue(error)) {
    const { message } = error;
    const field = error instanceof InexactNumberError ? error.field : '';
    // kubectl shows the causes in place of the message, each with its field. A cause without a field would be shown as
    // `: message`.
    const details = field === '' ? {} : { details: { causes: [{ reason: 'FieldValueInvalid', field, message }] } };
    return { allowed: false, result: { status: 'Failure', code: 422, reason: 'Invalid', message, ...details } };
  }
  if (!isError(error) || !(error instanceof ApiError)) return denied(messageOf(error));
  const { code, reason, message, details } = error;
  return { allowed: false, result: { status: 'Failure', code, reason, message, ...(details && { details }) } };
}
