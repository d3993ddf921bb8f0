import { foreignText, withoutSecrets } from '../errors/without-secrets.js';
import { mostMessage, shortened } from '../log/shorten.js';
import type { Status } from './api-error.js';
import type { HttpResponse } from './http/http-response.js';
import { readStatus } from './read-status.js';
import { shownUrl } from './proxy.js';
import { TooLargeError } from './too-large-error.js';

// The text of a failure is for people: proxy pages, and Statuses with many causes, are smaller than this.
const mostFailure = 256 * 1024;
// A string in Node cannot be much longer, and an object is far smaller. Lists are paged.
const mostAnswer = 256 * 1024 * 1024;
// Maximum number of characters shown of a text that is not a Status.
const mostShown = 200;

/** Notes on the unread rest of bodies that were too large. */
const cutOff = new WeakMap<HttpResponse, string>();

/**
 * Reads the body as text. Of a failure, reads only the beginning.
 * @param most maximum size of an answer in bytes
 * @throws TooLargeError if the answer is larger
 */
export async function textOf(response: HttpResponse, most = mostAnswer): Promise<string> {
  const isFailure = response.code >= 300 || isPage(response);
  const limit = isFailure ? Math.min(most, mostFailure) : most;
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    for (const chunk of response.take()) {
      chunks.push(chunk);
      size += chunk.length;
    }
    if (size > limit) break;
    if (response.isComplete) return (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString('utf8');
    await response.arrives();
  }
  response.destroy();
  if (!isFailure) throw new TooLargeError('the answer', limit);
  cutOff.set(response, sizeNote(response, limit));
  return Buffer.concat(chunks).toString('utf8', 0, limit);
}

function sizeNote(response: HttpResponse, limit: number): string {
  const size = Number(response.headers['content-length']);
  const bytes = (count: number): string => count.toLocaleString('en-US');
  return size > limit ? `... ${bytes(size)} bytes in all` : `... more than ${bytes(limit)} bytes`;
}

/** Describes why an answer cannot come from an API server; undefined if it can. */
export function foreignAnswer(response: HttpResponse, text: string, secrets: readonly string[]): string | undefined {
  const code = response.code;
  if (code >= 400) return undefined;
  if (code < 300 && isEncoded(response))
    return `it answers in the encoding ${response.headers['content-encoding']}, which was not requested`;
  if (code < 300 && !isPage(response)) return undefined;
  const { location = '' } = response.headers;
  // The rest of the URL may contain data for the log-in.
  const where = URL.canParse(location) ? shortened(shownUrl(location), mostShown) : 'another path';
  const what = code >= 300 ? `sends us on to ${where}` : `answers with ${titleOf(text, secrets)}`;
  return `it ${what}; does a proxy ask for a log-in?`;
}

/** Reports whether the answer is compressed or otherwise encoded, which the client never requests. */
export function isEncoded(response: HttpResponse): boolean {
  return (response.headers['content-encoding'] ?? 'identity') !== 'identity';
}

/** Reports whether the answer is meant for a browser. */
export function isPage(response: HttpResponse): boolean {
  return response.headers['content-type']?.startsWith('text/html') === true;
}

/** Returns the Status of a failed request, or one that is derived from any other answer. */
export function statusOf(response: HttpResponse, text: string, secrets: readonly string[]): Status {
  const code = response.code;
  try {
    const said = readStatus(JSON.parse(text));
    if (said.kind === 'Status') return withoutSecretsIn({ ...said, code: said.code ?? code }, secrets);
  } catch {
    // The page of a proxy, or a message in plain text.
  }
  const shown = (isPage(response) ? titleOf(text, secrets) : beginningOf(response, text, secrets)) || `HTTP ${code}`;
  // The text of an API server for a path where it serves nothing is also that of any other server in Go.
  const isForeign = code === 404 && response.headers['audit-id'] === undefined;
  const message = isForeign
    ? `${shown}; the answer does not come from Kubernetes API server: it has no Audit-Id`
    : shown;
  const retryAfterSeconds = Math.ceil((retryAfter(response) ?? 0) / 1000);
  return { code, message, details: { causes: [{ reason: 'UnexpectedServerResponse', message }], retryAfterSeconds } };
}

// The API server writes the message before the reason and the details.
const statusHead =
  /^\s*\{[^{}]*"metadata":\s*\{\},[^{}"]*"status":\s*"Failure",\s*"message":\s*("(?:[^"\\]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*)/;

/** Returns the beginning of a text, or the message if the text is a Status that was not read completely. */
function beginningOf(response: HttpResponse, text: string, secrets: readonly string[]): string {
  const note = cutOff.get(response);
  if (note === undefined) return foreignText(text, secrets, mostShown);
  const [, message] = statusHead.exec(text.slice(0, mostMessage - mostShown)) ?? [];
  const shown = message === undefined ? text : (JSON.parse(`${message}"`) as string);
  return `${foreignText(shown, secrets, message === undefined ? mostShown : mostMessage)}${note}`;
}

/** Describes a page by its title. */
function titleOf(html: string, secrets: readonly string[]): string {
  const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(html) ?? [];
  return `an HTML page${title.trim() === '' ? '' : ` ("${foreignText(title, secrets, 100)}")`}`;
}

/** Removes secrets from a Status, because the server may repeat parts of the request. */
function withoutSecretsIn(status: Status, secrets: readonly string[]): Status {
  if (secrets.length === 0) return status;
  const { details } = status;
  const clean = <T extends { readonly message?: string }>(said: T): T =>
    said.message === undefined ? said : { ...said, message: withoutSecrets(said.message, secrets) };
  const causes = details?.causes?.map((each) => clean(each));
  return { ...clean(status), ...(details && { details: { ...details, ...(causes && { causes }) } }) };
}

/**
 * Returns the milliseconds to wait before a retry, for 429 and all 5xx errors as in client-go; undefined if the server
 * did not ask for it. A date is compared with the server's clock.
 * See https://httpwg.org/specs/rfc9110.html#field.retry-after
 */
export function retryAfter(response: HttpResponse): number | undefined {
  const code = response.code;
  const header = response.headers['retry-after'];
  if ((code !== 429 && code < 500) || header === undefined) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowOf(response);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Returns the server's time if the answer contains it, and the local time otherwise. */
function nowOf({ headers: { date } }: HttpResponse): number {
  const said = Date.parse(date ?? '');
  return Number.isNaN(said) ? Date.now() : said;
}
