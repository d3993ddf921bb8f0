import type { IncomingMessage } from 'node:http';
import type { Status } from './api-error.js';

/** The body's text. By events: to iterate over it costs a tenth of a request. */
export function textOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    response.once('error', reject);
    // Also of one that had broken before anybody read it.
    if (response.destroyed) reject(response.errored ?? new Error('the answer broke off'));
  });
}

/** What is wrong with an answer that no API server gives; undefined where it may be one. */
export function foreignAnswer(response: IncomingMessage, text: string): string | undefined {
  const code = response.statusCode ?? 0;
  if (code >= 400) return undefined;
  if (code < 300 && isEncoded(response))
    return `it answers in the encoding ${response.headers['content-encoding']}, which was not asked for`;
  if (code < 300 && !isPage(response)) return undefined;
  const { location = 'nowhere' } = response.headers;
  const what = code >= 300 ? `sends us on to ${location}` : `answers with ${titleOf(text)}`;
  return `it ${what}; does a proxy ask for a log-in?`;
}

/** Whether the answer is compressed, or in another way not the text that it stands for. Nobody asks for that here. */
export function isEncoded(response: IncomingMessage): boolean {
  return (response.headers['content-encoding'] ?? 'identity') !== 'identity';
}

/** Whether the answer is meant for a browser. */
export function isPage(response: IncomingMessage): boolean {
  return response.headers['content-type']?.startsWith('text/html') === true;
}

/** What the server says of a request that failed, or what can be made of what it says instead. */
export function statusOf(response: IncomingMessage, text: string): Status {
  const code = response.statusCode ?? 0;
  try {
    const parsed = JSON.parse(text) as Status | null;
    if (parsed?.kind === 'Status') return { ...parsed, code: parsed.code ?? code };
  } catch {
    // A proxy's page, or a message in plain text.
  }
  const message = (isPage(response) ? titleOf(text) : text.trim().slice(0, 200)) || `HTTP ${code}`;
  const retryAfterSeconds = Math.ceil((retryAfter(response) ?? 0) / 1000);
  return { code, message, details: { causes: [{ reason: 'UnexpectedServerResponse', message }], retryAfterSeconds } };
}

/** What a page calls itself. */
function titleOf(html: string): string {
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(html) ?? [];
  return `an HTML page${title.trim() === '' ? '' : ` ("${title.trim().slice(0, 100)}")`}`;
}

/**
 * Milliseconds to wait before the request may be sent again, as client-go does for 429 and every error of the server's own;
 * undefined where the server did not ask for it. https://httpwg.org/specs/rfc9110.html#field.retry-after
 */
export function retryAfter(response: IncomingMessage): number | undefined {
  const code = response.statusCode ?? 0;
  const header = response.headers['retry-after'];
  if ((code !== 429 && code < 500) || header === undefined) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
