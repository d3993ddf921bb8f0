import { groupKindOf } from '../api/names.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import { ApiError } from '../transport/api-error.js';
import { stringify } from '../json/stringify.js';
import { shortened } from '../log/shorten.js';

// Maximum number of characters of a value in a message, which is for people, and which the API server stores in its
// audit log.
const mostShown = 1000;

/** Error of a field; `reason` is the term of the API server. */
export interface FieldError {
  /** Path in the object, such as `spec.containers[0].image`. */
  readonly field: string;
  readonly reason: string;
  /** Message without the field, which is shown before it. */
  readonly message: string;
}

/**
 * Constructors of field errors, in the wording of the API server.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/util/validation/field
 */
export const field = {
  /**
   * Returns the error of a value that has the right type, but is invalid.
   * @param detail requirement that it violates
   */
  invalid: (path: string, value: unknown, detail: string): FieldError =>
    fieldError('FieldValueInvalid', path, `Invalid value: ${shown(value)}`, detail),
  required: (path: string, detail = ''): FieldError => fieldError('FieldValueRequired', path, 'Required value', detail),
  /** Returns the error of a field that must not be set, or must not be changed. */
  forbidden: (path: string, detail: string): FieldError => fieldError('FieldValueForbidden', path, 'Forbidden', detail),
  notSupported: (path: string, value: unknown, supported: readonly unknown[]): FieldError =>
    fieldError(
      'FieldValueNotSupported',
      path,
      `Unsupported value: ${shown(value)}`,
      supported.length === 0 ? '' : `supported values: ${supported.map(shown).join(', ')}`,
    ),
  duplicate: (path: string, value: unknown): FieldError =>
    fieldError('FieldValueDuplicate', path, `Duplicate value: ${shown(value)}`),
  notFound: (path: string, value: unknown): FieldError =>
    fieldError('FieldValueNotFound', path, `Not found: ${shown(value)}`),
  tooLong: (path: string, maximum: number): FieldError =>
    fieldError('FieldValueTooLong', path, 'Too long', `may not be more than ${maximum} bytes`),
  tooMany: (path: string, actual: number, maximum: number): FieldError =>
    fieldError('FieldValueTooMany', path, `Too many: ${actual}`, `must have at most ${maximum} items`),
};

/**
 * Returns the error for an object with invalid fields: code 422, with a cause for each. Throw it in a `Validator`.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#NewInvalid
 * @param name name of the object; empty if the API server generates it
 */
export function invalid(kind: KindHandle<unknown>, name: string | undefined, errors: readonly FieldError[]): ApiError {
  const { group, kind: kindName } = resourceInfo(kind);
  const what = groupKindOf({ group, kind: kindName });
  // An error of the whole object has no field.
  const messages = errors.map((each) => (each.field === '' ? each.message : `${each.field}: ${each.message}`));
  return new ApiError({
    code: 422,
    reason: 'Invalid',
    message: `${what} ${JSON.stringify(name ?? '')} is invalid: ${messages.length === 1 ? messages[0] : `[${messages.join(', ')}]`}`,
    details: { name: name ?? '', group, kind: kindName, causes: errors },
  });
}

function fieldError(reason: string, path: string, what: string, detail = ''): FieldError {
  return { field: path, reason, message: detail === '' ? what : `${what}: ${detail}` };
}

function shown(value: unknown): string {
  const text = (stringify(value) as string | undefined) ?? String(value);
  return shortened(text, mostShown);
}
