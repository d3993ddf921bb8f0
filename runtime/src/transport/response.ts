import type { IncomingMessage } from 'node:http';
import { foreignText, withoutSecrets } from '../errors/without-secrets.js';
import { mostMessage, shortened } from '../log/shorten.js';
import type { Status } from './api-error.js';
import { readStatus } from './read-status.js';
import { shownUrl } from './proxy.js';
import { TooLargeError } from './too-large-error.js';

// What is said of a failure is for people: pages of proxies, and Statuses with many causes, are smaller.
const mostFailure = 256 * 1024;
// A text cannot be much longer than this in Node, and an object is far smaller. Lists come in pages.
const mostAnswer = 256 * 1024 * 1024;
// Characters that are shown of a text that is not a Status.
const mostShown = 200;

/** What was not read of bodies that are too large, in words. */
const cutOff = new WeakMap<IncomingMessage, string>();

/**
 * The body's text. By events: to iterate over it costs a tenth of a request. Of a failure only the beginning is read.
 * @param most bytes of the largest answer
 * @throws TooLargeError when the answer is larger
 */
export function textOf(response: IncomingMessage, most = mostAnswer): Promise<string> {
  const isFailure = (response.statusCode ?? 0) >= 300 || isPage(response);
  const limit = isFailure ? Math.min(most, mostFailure) : most;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (): void => {
      resolve(Buffer.concat(chunks).toString('utf8'));
      chunks.length = 0;
    };
    const cut = (): void => {
      if (isFailure) cutOff.set(response, sizeNote(response, limit));
      if (isFailure) end();
      else reject(new TooLargeError('the answer', limit));
      response.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) chunks.push(chunk.subarray(0, Math.max(0, chunk.length - (size - limit))));
      else chunks.push(chunk);
      if (size > limit) cut();
    });
    response.once('end', end);
    // Not once: what is destroyed may say so twice.
    response.on('error', reject);
    // Also of one that had broken before anybody read it.
    if (response.destroyed) reject(response.errored ?? new Error('the answer broke off'));
  });
}

function sizeNote(response: IncomingMessage, limit: number): string {
  const size = Number(response.headers['content-length']);
  const bytes = (count: number): string => count.toLocaleString('en-US');
  return size > limit ? `... ${bytes(size)} bytes in all` : `... more than ${bytes(limit)} bytes`;
}

/** What is wrong with an answer that no API server gives; undefined where it may be one. */
export function foreignAnswer(response: IncomingMessage, text: string, secrets: readonly string[]): string | undefined {
  const code = response.statusCode ?? 0;
  if (code >= 400) return undefined;
  if (code < 300 && isEncoded(response))
    return `it answers in the encoding ${response.headers['content-encoding']}, which was not asked for`;
  if (code < 300 && !isPage(response)) return undefined;
  const { location = '' } = response.headers;
  // The rest of an address may hold what a log-in needs.
  const where = URL.canParse(location) ? shortened(shownUrl(location), mostShown) : 'another path';
  const what = code >= 300 ? `sends us on to ${where}` : `answers with ${titleOf(text, secrets)}`;
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
export function statusOf(response: IncomingMessage, text: string, secrets: readonly string[]): Status {
  const code = response.statusCode ?? 0;
  try {
    const said = readStatus(JSON.parse(text));
    if (said.kind === 'Status') return withoutSecretsIn({ ...said, code: said.code ?? code }, secrets);
  } catch {
    // A proxy's page, or a message in plain text.
  }
  const message = (isPage(response) ? titleOf(text, secrets) : beginningOf(response, text, secrets)) || `HTTP ${code}`;
  const retryAfterSeconds = Math.ceil((retryAfter(response) ?? 0) / 1000);
  return { code, message, details: { causes: [{ reason: 'UnexpectedServerResponse', message }], retryAfterSeconds } };
}

// As the API server writes it: the message stands before the reason and the details.
const statusHead =
  /^\s*\{[^{}]*"metadata":\s*\{\},[^{}"]*"status":\s*"Failure",\s*"message":\s*("(?:[^"\\]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*)/;

/** What stands at the beginning of a text: the message, where it is that of a Status that was not read whole. */
function beginningOf(response: IncomingMessage, text: string, secrets: readonly string[]): string {
  const note = cutOff.get(response);
  if (note === undefined) return foreignText(text, secrets, mostShown);
  const [, message] = statusHead.exec(text.slice(0, mostMessage - mostShown)) ?? [];
  const shown = message === undefined ? text : (JSON.parse(`${message}"`) as string);
  return `${foreignText(shown, secrets, message === undefined ? mostShown : mostMessage)}${note}`;
}

/** What a page calls itself. */
function titleOf(html: string, secrets: readonly string[]): string {
  const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(html) ?? [];
  return `an HTML page${title.trim() === '' ? '' : ` ("${foreignText(title, secrets, 100)}")`}`;
}

/** The status, where the server has repeated what it was sent. */
function withoutSecretsIn(status: Status, secrets: readonly string[]): Status {
  if (secrets.length === 0) return status;
  const { details } = status;
  const clean = <T extends { readonly message?: string }>(said: T): T =>
    said.message === undefined ? said : { ...said, message: withoutSecrets(said.message, secrets) };
  const causes = details?.causes?.map((each) => clean(each));
  return { ...clean(status), ...(details && { details: { ...details, ...(causes && { causes }) } }) };
}

/**
 * Milliseconds to wait before the request may be sent again, as client-go does for 429 and every error of the server's own;
 * undefined where the server did not ask for it. A date is compared with the server's own. https://httpwg.org/specs/rfc9110.html#field.retry-after
 */
export function retryAfter(response: IncomingMessage): number | undefined {
  const code = response.statusCode ?? 0;
  const header = response.headers['retry-after'];
  if ((code !== 429 && code < 500) || header === undefined) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowOf(response);
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** The time of day by the server's clock, where it says so. */
function nowOf({ headers: { date } }: IncomingMessage): number {
  const said = Date.parse(date ?? '');
  return Number.isNaN(said) ? Date.now() : said;
}
