/** The API server's answer to a request that failed: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/ */
export interface Status {
  readonly kind?: string;
  readonly status?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly details?: {
    readonly name?: string;
    readonly group?: string;
    readonly kind?: string;
    readonly uid?: string;
    readonly causes?: readonly { readonly reason?: string; readonly message?: string; readonly field?: string }[];
    readonly retryAfterSeconds?: number;
  };
}

/** A request that the API server refused. The questions are those of apimachinery's `errors` package. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status code. */
  readonly code: number;
  /** Reason in CamelCase, such as `NotFound`; empty where the server gave none. */
  readonly reason: string;
  readonly details: Status['details'];

  /** @param request what was asked, such as `get pods default/web`; absent where the refusal is our own */
  constructor(status: Status, request?: string) {
    const message = status.message ?? status.reason ?? `HTTP ${status.code ?? 'error'}`;
    super(request === undefined ? message : `${request}: ${message}`);
    this.code = status.code ?? 0;
    this.reason = status.reason ?? '';
    this.details = status.details;
  }
}

function isApiError(error: unknown, code: number, ...reasons: readonly string[]): boolean {
  if (!(error instanceof ApiError)) return false;
  return reasons.length === 0 || error.reason === '' ? error.code === code : reasons.includes(error.reason);
}

export const isBadRequest = (error: unknown): boolean => isApiError(error, 400);
export const isUnauthorized = (error: unknown): boolean => isApiError(error, 401);
export const isForbidden = (error: unknown): boolean => isApiError(error, 403);
export const isNotFound = (error: unknown): boolean => isApiError(error, 404);
/** An object of that name is there already. */
export const isAlreadyExists = (error: unknown): boolean => isApiError(error, 409, 'AlreadyExists');
/** Somebody else changed the object since it was read. */
export const isConflict = (error: unknown): boolean => isApiError(error, 409, 'Conflict');
/** The resource version is too old to go on from. */
export const isGone = (error: unknown): boolean => isApiError(error, 410);
/** The object breaks a rule of its schema or of an admission policy. */
export const isInvalid = (error: unknown): boolean => isApiError(error, 422);
export const isTooManyRequests = (error: unknown): boolean => isApiError(error, 429);
export const isServerError = (error: unknown): boolean => error instanceof ApiError && error.code >= 500;
