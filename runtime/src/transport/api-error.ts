import { mostMessage, shortened } from '../log/shorten.js';

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
    readonly causes?: readonly StatusCause[];
    /** Seconds after which the request may be sent again. */
    readonly retryAfterSeconds?: number;
  };
}

/** One of the things that are wrong: https://pkg.go.dev/k8s.io/apimachinery/pkg/apis/meta/v1#StatusCause */
export interface StatusCause {
  /** In CamelCase, such as `FieldValueInvalid`. */
  readonly reason?: string;
  readonly message?: string;
  /** Path of the field in the object that was sent, such as `spec.replicas`. */
  readonly field?: string;
}

/**
 * A request that the API server refused. What it means is asked with `isNotFound`, `isConflict` and their like.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/errors#StatusError
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status code. */
  readonly code: number;
  /** Reason in CamelCase, such as `NotFound`; empty where the server gave none. */
  readonly reason: string;
  readonly details: Status['details'];
  /** The message without what can be done. */
  readonly #refusal: string;

  /**
   * @param request what was asked, such as `get pods default/web`; absent where the refusal is our own
   * @param hint what can be done about it, appended to the message
   */
  constructor(status: Status, request?: string, hint?: string) {
    const message = shortened(status.message ?? status.reason ?? `HTTP ${status.code ?? 'error'}`, mostMessage);
    const refusal = `${request === undefined ? '' : `${request}: `}${message}`;
    super(`${refusal}${hint === undefined ? '' : `; ${hint}`}`);
    this.#refusal = refusal;
    this.code = status.code ?? 0;
    this.reason = status.reason ?? '';
    this.details = status.details;
  }

  /** The same refusal, with another word on what can be done about it. */
  withHint(hint: string): ApiError {
    const { code, reason, details } = this;
    return new ApiError({ code, reason, message: this.#refusal, ...(details && { details }) }, undefined, hint);
  }
}
