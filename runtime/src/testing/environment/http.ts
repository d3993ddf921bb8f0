import { request } from 'node:https';
import { ApiError } from '../../transport/api-error.js';
import type { Transport } from '../../transport/transport.js';

/** How to reach an API server and as whom. */
export interface ApiServer {
  readonly url: string;
  /** The certificate authority, PEM; absent means the system's own authorities. */
  readonly ca?: string | undefined;
  /** The bearer token. */
  readonly token: string;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path and query, for example `/api/v1/namespaces?limit=1`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The type of the body; by default `application/json`. */
  readonly contentType?: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly text: string;
}

/** Sends a request. @throws Error when there is no answer; any status is an answer */
export type Ask = (query: ApiRequest) => Promise<ApiResponse>;

const timeoutMs = 10_000;

/** Asks an API server, each time on a connection of its own. */
export function askApiServer({ url, ca, token }: ApiServer): Ask {
  return (query) => {
    const body = query.body === undefined ? undefined : JSON.stringify(query.body);
    const headers: Record<string, string> = { Accept: 'application/json', Authorization: `Bearer ${token}` };
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

/** Asks the API server of a kubeconfig, whatever it has for a credential. */
export function askThrough(transport: Transport): Ask {
  return async ({ method, path, body, contentType = 'application/json' }) => {
    const content = body === undefined ? {} : { body: JSON.stringify(body), contentType };
    try {
      return { status: 200, text: await transport.send({ method, path, label: `${method} ${path}`, ...content }) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.code, text: JSON.stringify({ message: error.message }) };
    }
  };
}

/** The parsed answer. @throws Error with the API server's own message when it is not a 2xx. */
export async function askForJson<T>(ask: Ask, query: ApiRequest): Promise<T> {
  const { status, text } = await ask(query);
  if (status >= 200 && status < 300) return JSON.parse(text) as T;
  throw new Error(`${query.method} ${query.path}: ${status} ${messageOf(text)}`);
}

/** Applies an object, and takes over what others have written of it. */
export async function apply(ask: Ask, path: string, body: unknown): Promise<void> {
  await askForJson(ask, {
    method: 'PATCH',
    path: `${path}?fieldManager=test-environment&force=true`,
    contentType: 'application/apply-patch+yaml',
    body,
  });
}

/** Deletes an object; one that is not there is no error. */
export async function remove(ask: Ask, path: string): Promise<void> {
  const { status, text } = await ask({ method: 'DELETE', path });
  if (status >= 300 && status !== 404) throw new Error(`DELETE ${path}: ${status} ${messageOf(text)}`);
}

// Errors come as a Status object with a message; what stands before the API server may answer in plain text.
function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text;
  }
}
