import { causesOf } from '../errors/causes.js';
import { ApiError, type StatusCause } from '../transport/api-error.js';
import { UnexpectedAnswerError } from '../transport/unexpected-answer.js';

// The questions of apimachinery's `errors` package, under its names: https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors.
// As there, an error is also what it was caused by.

/** Reasons that say by themselves what happened; for others the status code does. */
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

/** The API server's answer behind an error: the error itself, or what it was caused by. */
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
 * Why the API server refused, in CamelCase, such as `NotFound`; empty for any other error.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#ReasonForError
 */
export const reasonForError = (error: unknown): string => apiErrorOf(error)?.reason ?? '';

/**
 * 400: the request makes no sense to the server, whatever the state of its objects.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsBadRequest
 */
export const isBadRequest = (error: unknown): boolean => is(error, 'BadRequest', 400);

/** 401: the server does not know who asks. https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsUnauthorized */
export const isUnauthorized = (error: unknown): boolean => is(error, 'Unauthorized', 401);

/** 403: who asks may not do that. https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsForbidden */
export const isForbidden = (error: unknown): boolean => is(error, 'Forbidden', 403);

/**
 * 404: there is no such object, or no such resource. Other than upstream's, only where the answer is a Status that gives this
 * reason: the 404 of a load balancer says nothing about the object.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsNotFound
 */
export const isNotFound = (error: unknown): boolean => is(error, 'NotFound');

/**
 * 405: the resource cannot do that, such as an update of a resource that can only be created.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsMethodNotSupported
 */
export const isMethodNotSupported = (error: unknown): boolean => is(error, 'MethodNotAllowed', 405);

/**
 * 406: the server has no answer in a form that was asked for.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsNotAcceptable
 */
export const isNotAcceptable = (error: unknown): boolean => is(error, 'NotAcceptable', 406);

/**
 * 409: an object of that name is there already.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsAlreadyExists
 */
export const isAlreadyExists = (error: unknown): boolean => is(error, 'AlreadyExists');

/**
 * 409: somebody else changed the object since it was read, or manages the field.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsConflict
 */
export const isConflict = (error: unknown): boolean => is(error, 'Conflict', 409);

/**
 * 410: what was asked for is gone for good. Other than upstream's, also true where it has merely expired.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsGone
 */
export const isGone = (error: unknown): boolean => is(error, 'Gone', 410) || isResourceExpired(error);

/**
 * 410: the resource version, or the rest of a list, is too old to go on from.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsResourceExpired
 */
export const isResourceExpired = (error: unknown): boolean => is(error, 'Expired');

/**
 * 413: the request is larger than the server takes.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsRequestEntityTooLargeError
 */
export const isRequestEntityTooLargeError = (error: unknown): boolean =>
  is(error, 'RequestEntityTooLarge', 413) || apiErrorOf(error)?.code === 413;

/**
 * 415: the server does not take that form, such as a strategic merge patch of a custom resource.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsUnsupportedMediaType
 */
export const isUnsupportedMediaType = (error: unknown): boolean => is(error, 'UnsupportedMediaType', 415);

/**
 * 422: the object breaks a rule of its schema or of an admission policy; `details.causes` says which.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsInvalid
 */
export const isInvalid = (error: unknown): boolean => is(error, 'Invalid', 422);

/**
 * 429: the server has too much to do, or an eviction would break a disruption budget.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsTooManyRequests
 */
export const isTooManyRequests = (error: unknown): boolean =>
  is(error, 'TooManyRequests', 429) || apiErrorOf(error)?.code === 429;

/**
 * 500: something failed in the server, or in a webhook that it asked.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsInternalError
 */
export const isInternalError = (error: unknown): boolean => is(error, 'InternalError', 500);

/**
 * 500: an object cannot be read from the server's storage.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsStoreReadError
 */
export const isStoreReadError = (error: unknown): boolean => is(error, 'StorageReadError');

/**
 * 503: the server, or the one that it hands the resource on to, is not there at the moment.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsServiceUnavailable
 */
export const isServiceUnavailable = (error: unknown): boolean => is(error, 'ServiceUnavailable', 503);

/**
 * 504: the server was not done in the time that the request allowed; whether it was applied is not known.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsTimeout
 */
export const isTimeout = (error: unknown): boolean => is(error, 'Timeout', 504);

/**
 * The server says that it could not do it in time, and that it may be asked again; see `suggestsClientDelay`.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsServerTimeout
 */
export const isServerTimeout = (error: unknown): boolean => is(error, 'ServerTimeout');

/**
 * What answered did not answer as an API server does: a proxy on the way, or another kind of server.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#IsUnexpectedServerError
 */
export const isUnexpectedServerError = (error: unknown): boolean =>
  hasStatusCause(error, 'UnexpectedServerResponse') ||
  [...causesOf(error)].some((each) => each instanceof UnexpectedAnswerError);

/**
 * Whether one of the causes has that reason, such as `FieldValueDuplicate` or `ResourceVersionTooLarge`.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#HasStatusCause
 */
export const hasStatusCause = (error: unknown, reason: string): boolean => statusCause(error, reason) !== undefined;

/** The first cause with that reason. https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#StatusCause */
export const statusCause = (error: unknown, reason: string): StatusCause | undefined =>
  apiErrorOf(error)?.details?.causes?.find((cause) => cause.reason === reason);

/**
 * Seconds after which the server asks to be tried again; undefined where it does not say so.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#SuggestsClientDelay
 */
export function suggestsClientDelay(error: unknown): number | undefined {
  const answer = apiErrorOf(error);
  const seconds = answer?.details?.retryAfterSeconds ?? 0;
  return seconds > 0 || answer?.reason === 'ServerTimeout' ? seconds : undefined;
}
