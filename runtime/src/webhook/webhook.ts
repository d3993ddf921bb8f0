import { messageOf } from '../errors/causes.js';
import { parseJson } from '../json/parse-json.js';
import type { Logger } from '../log/logger.js';
import type { WebhookMetrics } from '../metrics/metrics.js';

/** A request that gets no review for an answer, but an HTTP status and, in the message, what is wrong with it. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** What the server gives to a webhook with each request. */
export interface WebhookSurroundings {
  readonly log: Logger;
  readonly metrics: WebhookMetrics;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Something that answers the API server on a path; see `withValidator`, `withDefaulter`, `admissionHandler`. */
export interface Webhook {
  /** Bytes of the largest body that is read. */
  readonly maxRequestSize: number;
  /**
   * Answers the review in a request's body with the review to send back, as JSON.
   * @throws HttpError when the body is no such review; anything else cuts the connection off
   */
  review(body: string, surroundings: WebhookSurroundings): Promise<string>;
}

/** A review as the API server sends it: a request in an envelope with a version. */
export interface Review<Request> {
  readonly apiVersion: string;
  readonly request: Request & { readonly uid: string };
}

/**
 * The review in a body.
 * @param parse how its JSON is read
 * @throws HttpError when it is not JSON, or no review of this kind in a version that is known
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

/** A value as a message shows it where a text is due: of a list or an object only that it is one, however deep it is. */
export function flat(value: unknown): unknown {
  if (Array.isArray(value)) return '[...]';
  return typeof value === 'object' && value !== null ? '{...}' : value;
}

type Parse = (body: string, label: string) => unknown;

/** @throws HttpError when a body is not JSON */
function parseBody(body: string, parse: Parse): unknown {
  try {
    return parse(body, 'webhook');
  } catch (cause) {
    throw new HttpError(400, `the body is not JSON: ${messageOf((cause as Error).cause ?? cause)}`, { cause });
  }
}
