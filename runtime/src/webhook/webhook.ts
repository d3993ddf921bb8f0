import { messageOf } from '../errors/causes.js';
import { parseJson } from '../json/parse-json.js';
import type { Logger } from '../log/logger.js';
import type { WebhookMetrics } from '../metrics/metrics.js';

/** Error of a request that is answered with an HTTP status and a message instead of a review. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Dependencies that the server provides to a webhook with each request. */
export interface WebhookSurroundings {
  readonly log: Logger;
  readonly metrics: WebhookMetrics;
  /** Aborted when the answer is no longer needed. */
  readonly signal: AbortSignal;
}

/** Handler of API server requests on a path; see `withValidator`, `withDefaulter`, `admissionHandler`. */
export interface Webhook {
  /** Maximum size of a request body in bytes. */
  readonly maxRequestSize: number;
  /**
   * Handles the review in a request body, and returns the review to send back as JSON.
   * @throws HttpError if the body is not a valid review; any other error closes the connection
   */
  review(body: string, surroundings: WebhookSurroundings): Promise<string>;
}

/** Review as the API server sends it: a request in a versioned envelope. */
export interface Review<Request> {
  readonly apiVersion: string;
  readonly request: Request & { readonly uid: string };
}

/**
 * Parses the review in a body.
 * @param parse parses the JSON
 * @throws HttpError if it is not JSON, or not a review of this kind in a known version
 */
export function reviewIn<Request>(
  body: string,
  kind: string,
  apiVersions: readonly string[],
  parse: Parse = parseJson,
): Review<Request> {
  const review = { ...(parseBody(body, parse) as Partial<Record<'kind' | 'apiVersion' | 'request', unknown>> | null) };
  if (review.kind !== kind || !apiVersions.includes(review.apiVersion as string)) {
    const found = JSON.stringify({ apiVersion: flat(review.apiVersion), kind: flat(review.kind) }).slice(0, 200);
    throw new HttpError(400, `expected ${apiVersions[0]} ${kind}, got ${found}`);
  }
  const { request } = review;
  if (typeof (request as { uid?: unknown } | null | undefined)?.uid !== 'string') {
    throw new HttpError(400, `the ${kind} has no request with a uid`);
  }
  return review as unknown as Review<Request>;
}

/**
 * Returns a value for a message that expects a string; lists and objects, which may be deeply nested, are abbreviated.
 */
export function flat(value: unknown): unknown {
  if (Array.isArray(value)) return '[...]';
  return typeof value === 'object' && value !== null ? '{...}' : value;
}

type Parse = (body: string, label: string) => unknown;

/** @throws HttpError if a body is not JSON */
function parseBody(body: string, parse: Parse): unknown {
  try {
    return parse(body, 'webhook');
  } catch (cause) {
    throw new HttpError(400, `the body is not JSON: ${messageOf((cause as Error).cause ?? cause)}`, { cause });
  }
}
