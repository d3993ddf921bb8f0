import { parseDuration } from '../api/parse-duration.js';
import type { Logger } from '../log/logger.js';
import type { Metrics, WebhookMetrics } from '../metrics/metrics.js';
import { abortController } from '../timing/abort-controller.js';
import { unlessAborted } from '../timing/wait.js';
import { HttpError, type Webhook } from './webhook.js';
import { stringify } from '../json/stringify.js';

/** A request to a webhook, whatever brought it. */
export interface WebhookRequest {
  /** POST unless said otherwise. */
  readonly method?: string | undefined;
  /** With the query: `/validate-example-com-v1-thing?timeout=10s`. */
  readonly path: string;
  /** application/json unless said otherwise. */
  readonly contentType?: string | undefined;
  /** A review: as text, as an object, or as what reads the text once it is known how long it may be. */
  readonly body: string | object | ((maxSize: number, signal: AbortSignal) => Promise<string>);
  /** Aborted when the client has gone. */
  readonly signal?: AbortSignal | undefined;
}

/** What a request is answered with: a review, or a `Status` that says what is wrong. */
export interface WebhookReply {
  /** HTTP status code. */
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** Webhooks by their path. */
export interface Router {
  /** @throws Error when the path is taken */
  register(path: string, webhook: Webhook): void;
  /** @throws whatever a webhook with `recoverPanic: false` throws */
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
      log.warn('a webhook request could not be answered', { webhook: path, status, error: error.message });
      return { status, body: statusOf(error) };
    } finally {
      finished?.(status);
    }
  };

  return {
    handle,
    register: (path, webhook) => {
      if (routes.has(path)) throw new Error(`there is a webhook at ${path} already: give this one another path`);
      routes.set(path, { webhook, metrics: metrics.webhook(path) });
    },
  };
}

/** The path of a URL, and the milliseconds that the API server gives the webhook. */
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
  const left = (): void => end.abort(new HttpError(499, 'the client went away before it was answered'));
  gone?.addEventListener('abort', left, { once: true });
  // A status and no refusal: the webhook's failurePolicy is to say what becomes of a request that nobody decided on.
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

/** What is wrong, in the form in which the API server shows it to the user. */
function statusOf({ status, message }: HttpError): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'Status', status: 'Failure', code: status, message });
}
