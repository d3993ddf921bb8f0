import { request } from 'node:https';

/** How to reach an API server and as whom. */
export interface ApiServer {
  readonly url: string;
  /** The certificate authority, PEM. */
  readonly ca: string;
  /** The bearer token. */
  readonly token: string;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
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

const timeoutMs = 10_000;

/** One request on a connection of its own. @throws Error when there is no answer; any status is an answer. */
export function askApiServer({ url, ca, token }: ApiServer, query: ApiRequest): Promise<ApiResponse> {
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
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    call.end(body);
  });
}

/** The parsed answer. @throws Error with the API server's own message when it is not a 2xx. */
export async function askForJson<T>(server: ApiServer, query: ApiRequest): Promise<T> {
  const { status, text } = await askApiServer(server, query);
  if (status >= 200 && status < 300) return JSON.parse(text) as T;
  throw new Error(`${query.method} ${query.path}: ${status} ${messageOf(text)}`);
}

// Errors come as a Status object with a message; what stands before the API server may answer in plain text.
function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text;
  }
}
