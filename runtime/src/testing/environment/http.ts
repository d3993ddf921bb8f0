import { request } from 'node:https';
import { ApiError } from '../../transport/api-error.js';
import type { Transport } from '../../transport/transport.js';

/** Address and credential of an API server. */
export interface ApiServer {
  readonly url: string;
  /** CA certificate, PEM; defaults to the system's authorities. */
  readonly ca?: string | undefined;
  /** Bearer token. */
  readonly token: string;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path and query, such as `/api/v1/namespaces?limit=1`. */
  readonly path: string;
  /** Body, sent as JSON. */
  readonly body?: unknown;
  /** Content type of the body; defaults to `application/json`. */
  readonly contentType?: string;
  /** Requested format of the answer; defaults to `application/json`. */
  readonly accept?: string | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request.
 * @throws Error if there is no answer; every status counts as an answer
 */
export type Ask = (query: ApiRequest) => Promise<ApiResponse>;

const timeoutMs = 10_000;

/** Returns a function that sends requests to an API server, each on a new connection. */
export function askApiServer({ url, ca, token }: ApiServer): Ask {
  return (query) => {
    const body = query.body === undefined ? undefined : JSON.stringify(query.body);
    const headers: Record<string, string> = {
      Accept: query.accept ?? 'application/json',
      Authorization: `Bearer ${token}`,
    };
    if (body !== undefined) headers['Content-Type'] = query.contentType ?? 'application/json';
    return new Promise((resolve, reject) => {
      const call = request(new URL(query.path, url), {
        method: query.method,
        headers,
        ca,
        agent: false,
        timeout: timeoutMs,
      });
      call.once('timeout', () => call.destroy(new Error(`no answer from ${url} in ${timeoutMs / 1000} s`)));
      call.once('error', reject);
      call.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
      });
      call.end(body);
    });
  };
}

/** Returns a function that sends requests through a transport, with any kind of credential. */
export function askThrough(transport: Transport): Ask {
  return async ({ method, path, body, contentType = 'application/json', accept }) => {
    const content = body === undefined ? {} : { body: JSON.stringify(body), contentType };
    const label = `${method} ${path}`;
    try {
      return { status: 200, text: await transport.send({ method, path, accept, label, ...content }) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.code, text: JSON.stringify({ message: error.message }) };
    }
  };
}

/** Returns what sends the reads of a client as `ask` does. */
export function sendThrough(ask: Ask): Pick<Transport, 'send'> {
  return {
    send: async ({ path, accept, label }) => {
      const { status, text } = await ask({ method: 'GET', path, accept });
      if (isSuccess(status)) return text;
      throw new ApiError({ code: status, message: messageOf(text) }, label);
    },
  };
}

/**
 * Returns the parsed answer.
 * @throws Error with the API server's message if the status is not 2xx
 */
export async function askForJson<T>(ask: Ask, query: ApiRequest): Promise<T> {
  const { status, text } = await ask(query);
  if (isSuccess(status)) return JSON.parse(text) as T;
  throw new Error(`${query.method} ${query.path}: ${status} ${messageOf(text)}`);
}

/** Applies an object, and takes over fields of other managers. */
export async function apply(ask: Ask, path: string, body: unknown): Promise<void> {
  await askForJson(ask, {
    method: 'PATCH',
    path: `${path}?fieldManager=test-environment&force=true`,
    contentType: 'application/apply-patch+yaml',
    body,
  });
}

/** Deletes an object; a missing object is not an error. */
export async function remove(ask: Ask, path: string): Promise<void> {
  const { status, text } = await ask({ method: 'DELETE', path });
  if (status >= 300 && status !== 404) throw new Error(`DELETE ${path}: ${status} ${messageOf(text)}`);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

// Errors are Status objects with a message; a proxy in front of the API server may answer in plain text.
function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text;
  }
}
