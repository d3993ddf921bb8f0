import { mostMessage, shortened } from '../log/shorten.js';

/**
 * Answer of the API server to a failed request:
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
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
    readonly causes?: readonly StatusCause[];
    /** Seconds after which the client can retry. */
    readonly retryAfterSeconds?: number;
  };
}

/** One cause of a failure: https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#StatusCause */
export interface StatusCause {
  /** Reason in CamelCase, such as `FieldValueInvalid`. */
  readonly reason?: string;
  readonly message?: string;
  /** Path of the field in the request body, such as `spec.replicas`. */
  readonly field?: string;
}

/**
 * Error for a request that the API server rejected. Use `isNotFound`, `isConflict` and similar functions to find out
 * why. See https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#StatusError
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status code. */
  readonly code: number;
  /** Reason in CamelCase, such as `NotFound`; empty if the server gave none. */
  readonly reason: string;
  readonly details: Status['details'];
  /** Message of the API server, without the request and the hint. */
  readonly serverMessage: string;
  /** Message without the hint. */
  readonly #refusal: string;

  /**
   * @param request description such as `get pods default/web`; unset if the error does not come from the server
   * @param hint advice that is appended to the message
   */
  constructor(status: Status, request?: string, hint?: string) {
    const message = shortened(status.message ?? status.reason ?? `HTTP ${status.code ?? 'error'}`, mostMessage);
    const refusal = `${request === undefined ? '' : `${request}: `}${message}`;
    super(`${refusal}${hint === undefined ? '' : `; ${hint}`}`);
    this.#refusal = refusal;
    this.serverMessage = message;
    this.code = status.code ?? 0;
    this.reason = status.reason ?? '';
    this.details = status.details;
  }

  /** Returns the same error with a different hint. */
  withHint(hint: string): ApiError {
    const { code, reason, details } = this;
    const status = { code, reason, message: this.#refusal, ...(details && { details }) };
    return Object.assign(new ApiError(status, undefined, hint), { serverMessage: this.serverMessage });
  }
}
