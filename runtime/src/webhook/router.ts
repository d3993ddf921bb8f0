import { parseDuration } from '../scalars/duration.js';
import type { Logger } from '../log/logger.js';
import type { Metrics, WebhookMetrics } from '../metrics/metrics.js';
import { abortController } from '../timing/abort-controller.js';
import { unlessAborted } from '../timing/wait.js';
import { HttpError, type Webhook } from './webhook.js';
import { stringify } from '../json/stringify.js';

/** Request to a webhook, independent of the transport. */
export interface WebhookRequest {
  /** HTTP method; defaults to POST. */
  readonly method?: string | undefined;
  /** Path with the query: `/validate-example-com-v1-thing?timeout=10s`. */
  readonly path: string;
  /** Content type; defaults to application/json. */
  readonly contentType?: string | undefined;
  /** Review as text, as an object, or as a function that reads the text once the size limit is known. */
  readonly body: string | object | ((maxSize: number, signal: AbortSignal) => Promise<string>);
  /** Aborted when the client has disconnected. */
  readonly signal?: AbortSignal | undefined;
}

/** Reply to a request: a review, or a `Status` that describes the problem. */
export interface WebhookReply {
  /** HTTP status code. */
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

/** Webhooks by path. */
export interface Router {
  /** Paths with a webhook. */
  readonly paths: readonly string[];
  /** @throws Error if the path is already used */
  register(path: string, webhook: Webhook): void;
  /** @throws any error of a webhook with `recoverPanic: false` */
  handle(request: WebhookRequest): Promise<WebhookReply>;
}

export function createRouter(log: Logger, metrics: Metrics): Router {
  const routes = new Map<string, { readonly webhook: Webhook; readonly metrics: WebhookMetrics }>();

  const handle = async (request: WebhookRequest): Promise<WebhookReply> => {
    const { path, timeout } = locate(request.path);
    const route = routes.get(path);
    const finished = route?.metrics.requestStarted();
    let status = 500;
    try {
      if (route === undefined) throw new HttpError(404, `there is no webhook at ${path}`);
      checkHead(request);
      const body = await answer(route, log.with({ webhook: path }), request, timeout);
      status = 200;
      return { status, body };
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      status = error.status;
      log.warn('a webhook request failed', { webhook: path, status, error: error.message });
      return { status, body: statusOf(error) };
    } finally {
      finished?.(status);
    }
  };

  return {
    get paths() {
      return [...routes.keys()];
    },
    handle,
    register: (path, webhook) => {
      if (routes.has(path)) throw new Error(`a webhook at ${path} already exists: use another path`);
      routes.set(path, { webhook, metrics: metrics.webhook(path) });
    },
  };
}

/** Returns the path of a URL, and the timeout of the API server for the webhook in milliseconds. */
function locate(url: string): { readonly path: string; readonly timeout: number | undefined } {
  const [path = '', query] = url.split('?', 2);
  const given = new URLSearchParams(query).get('timeout');
  try {
    return { path, timeout: given === null ? undefined : parseDuration(given) };
  } catch {
    return { path, timeout: undefined };
  }
}

function checkHead({ method = 'POST', contentType = 'application/json' }: WebhookRequest): void {
  if (method !== 'POST') throw new HttpError(405, `expected POST, got ${method}`);
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new HttpError(415, `expected application/json, got ${mediaType || 'no content type'}`);
  }
}

async function answer(
  { webhook, metrics }: { readonly webhook: Webhook; readonly metrics: WebhookMetrics },
  log: Logger,
  { body, signal: gone }: WebhookRequest,
  timeout: number | undefined,
): Promise<string> {
  const end = abortController();
  const { signal } = end;
  const left = (): void => end.abort(new HttpError(499, 'the client closed the connection before the response'));
  gone?.addEventListener('abort', left, { once: true });
  // An HTTP status instead of a denial, because the failurePolicy of the webhook decides about a request without a
  // result.
  const late = new HttpError(504, `the webhook did not answer within ${timeout} ms`);
  const timer = timeout === undefined ? undefined : setTimeout(() => end.abort(late), timeout);
  const work = async (): Promise<string> => {
    const text = await textOf(body, webhook.maxRequestSize, signal);
    if (text === '') throw new HttpError(400, 'the body is empty');
    return webhook.review(text, { log, metrics, signal });
  };
  try {
    return await unlessAborted(work(), signal);
  } finally {
    clearTimeout(timer);
    gone?.removeEventListener('abort', left);
  }
}

async function textOf(body: WebhookRequest['body'], maxSize: number, signal: AbortSignal): Promise<string> {
  if (typeof body === 'function') return body(maxSize, signal);
  const text = typeof body === 'string' ? body : stringify(body);
  if (Buffer.byteLength(text) > maxSize) throw tooLarge(maxSize);
  return text;
}

export function tooLarge(maxSize: number): HttpError {
  return new HttpError(413, `the body is larger than ${maxSize} bytes`);
}

/** Returns the problem in the format that the API server shows to the user. */
function statusOf({ status, message }: HttpError): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'Status', status: 'Failure', code: status, message });
}
