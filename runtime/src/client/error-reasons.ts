import { causesOf } from '../errors/causes.js';
import { ApiError, type StatusCause } from '../transport/api-error.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';

// The predicates of apimachinery's `errors` package, under the same names:
// https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors. As upstream, they also look at the causes of an error.

/** Reasons that are sufficient on their own; for any other reason, the status code decides. */
const knownReasons: ReadonlySet<string> = new Set([
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'AlreadyExists',
  'Conflict',
  'Gone',
  'Invalid',
  'ServerTimeout',
  'StorageReadError',
  'Timeout',
  'TooManyRequests',
  'BadRequest',
  'MethodNotAllowed',
  'NotAcceptable',
  'RequestEntityTooLarge',
  'UnsupportedMediaType',
  'InternalError',
  'Expired',
  'ServiceUnavailable',
]);

/** Returns the API server's answer behind an error: the error itself or one of its causes. */
function apiErrorOf(error: unknown): ApiError | undefined {
  for (const each of causesOf(error)) if (each instanceof ApiError) return each;
  return undefined;
}

function is(error: unknown, reason: string, code?: number): boolean {
  const answer = apiErrorOf(error);
  if (answer === undefined) return false;
  return answer.reason === reason || (answer.code === code && !knownReasons.has(answer.reason));
}

/**
 * Returns the reason why the API server rejected a request, in CamelCase, such as `NotFound`; empty for any other
 * error. See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#ReasonForError
 */
export const reasonForError = (error: unknown): string => apiErrorOf(error)?.reason ?? '';

/**
 * Reports whether the error is a 400: the request itself is invalid, regardless of the state of any object.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsBadRequest
 */
export const isBadRequest = (error: unknown): boolean => is(error, 'BadRequest', 400);

/**
 * Reports whether the error is a 401: the server cannot authenticate the client.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsUnauthorized
 */
export const isUnauthorized = (error: unknown): boolean => is(error, 'Unauthorized', 401);

/**
 * Reports whether the error is a 403: the client lacks the permission.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsForbidden
 */
export const isForbidden = (error: unknown): boolean => is(error, 'Forbidden', 403);

/**
 * Reports whether the error is a 404: the object or the resource does not exist. Unlike upstream, it is true only if
 * the answer is a Status with this reason: a 404 of a load balancer says nothing about the object.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsNotFound
 */
export const isNotFound = (error: unknown): boolean => is(error, 'NotFound');

/**
 * Reports whether the error is a 405: the resource does not support the operation, such as an update of a resource that
 * can only be created. See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsMethodNotSupported
 */
export const isMethodNotSupported = (error: unknown): boolean => is(error, 'MethodNotAllowed', 405);

/**
 * Reports whether the error is a 406: the server cannot answer in any of the requested formats.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsNotAcceptable
 */
export const isNotAcceptable = (error: unknown): boolean => is(error, 'NotAcceptable', 406);

/**
 * Reports whether the error is a 409: an object with that name already exists.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsAlreadyExists
 */
export const isAlreadyExists = (error: unknown): boolean => is(error, 'AlreadyExists');

/**
 * Reports whether the error is a 409: the object has changed since it was read, or another manager owns the field.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsConflict
 */
export const isConflict = (error: unknown): boolean => is(error, 'Conflict', 409);

/**
 * Reports whether the error is a 410: the requested version is permanently gone. Unlike upstream, also true if it has
 * only expired. See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsGone
 */
export const isGone = (error: unknown): boolean => is(error, 'Gone', 410) || isResourceExpired(error);

/**
 * Reports whether the error is a 410: the resource version or the continue token is too old to continue from.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsResourceExpired
 */
export const isResourceExpired = (error: unknown): boolean => is(error, 'Expired');

/**
 * Reports whether the error is a 413: the request is larger than the server accepts.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsRequestEntityTooLargeError
 */
export const isRequestEntityTooLargeError = (error: unknown): boolean =>
  is(error, 'RequestEntityTooLarge', 413) || apiErrorOf(error)?.code === 413;

/**
 * Reports whether the error is a 415: the server does not support the content type, such as a strategic merge patch of
 * a custom resource. See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsUnsupportedMediaType
 */
export const isUnsupportedMediaType = (error: unknown): boolean => is(error, 'UnsupportedMediaType', 415);

/**
 * Reports whether the error is a 422: the object violates its schema or an admission policy; `details.causes` says
 * which rule. See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsInvalid
 */
export const isInvalid = (error: unknown): boolean => is(error, 'Invalid', 422);

/**
 * Reports whether the error is a 429: the server is overloaded, or an eviction would violate a disruption budget.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsTooManyRequests
 */
export const isTooManyRequests = (error: unknown): boolean =>
  is(error, 'TooManyRequests', 429) || apiErrorOf(error)?.code === 429;

/**
 * Reports whether the error is a 500: the server, or a webhook that it called, failed.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsInternalError
 */
export const isInternalError = (error: unknown): boolean => is(error, 'InternalError', 500);

/**
 * Reports whether the error is a 500: the server cannot read an object from its storage.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsStoreReadError
 */
export const isStoreReadError = (error: unknown): boolean => is(error, 'StorageReadError');

/**
 * Reports whether the error is a 503: the server, or the extension server behind it, is temporarily unavailable.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsServiceUnavailable
 */
export const isServiceUnavailable = (error: unknown): boolean => is(error, 'ServiceUnavailable', 503);

/**
 * Reports whether the error is a 504: the server did not finish within the time limit of the request; the request may
 * have been applied. See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsTimeout
 */
export const isTimeout = (error: unknown): boolean => is(error, 'Timeout', 504);

/**
 * Reports whether the server could not complete the request in time and that the client can retry; see
 * `suggestsClientDelay`. See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsServerTimeout
 */
export const isServerTimeout = (error: unknown): boolean => is(error, 'ServerTimeout');

/**
 * Reports whether the answer did not come from an API server but from a proxy in between or another kind of server.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsUnexpectedServerError
 */
export const isUnexpectedServerError = (error: unknown): boolean =>
  hasStatusCause(error, 'UnexpectedServerResponse') ||
  [...causesOf(error)].some((each) => each instanceof UnexpectedAnswerError);

/**
 * Reports whether one of the causes has the reason, such as `FieldValueDuplicate` or `ResourceVersionTooLarge`.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#HasStatusCause
 */
export const hasStatusCause = (error: unknown, reason: string): boolean => statusCause(error, reason) !== undefined;

/** Returns the first cause with the reason. See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#StatusCause */
export const statusCause = (error: unknown, reason: string): StatusCause | undefined =>
  apiErrorOf(error)?.details?.causes?.find((cause) => cause.reason === reason);

/**
 * Returns the seconds after which the server asks the client to retry; undefined if it does not say so.
 * See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#SuggestsClientDelay
 */
export function suggestsClientDelay(error: unknown): number | undefined {
  const answer = apiErrorOf(error);
  const seconds = answer?.details?.retryAfterSeconds ?? 0;
  return seconds > 0 || answer?.reason === 'ServerTimeout' ? seconds : undefined;
}
