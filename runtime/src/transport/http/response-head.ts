/** Response headers that the transport reads. */
const kept = [
  'audit-id',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'location',
  'retry-after',
  'transfer-encoding',
  'warning',
] as const;

/** Headers by their names in lower case; the values of a repeated header are joined with commas. */
export type ResponseHeaders = { readonly [Name in (typeof kept)[number]]?: string };

/** Head of a response. */
export interface ResponseHead {
  /** HTTP status code. */
  readonly code: number;
  readonly headers: ResponseHeaders;
  /** Length of the body in bytes, or how to find its end. */
  readonly framing: number | 'chunked' | 'until close';
  /** Reports whether the server keeps the connection open after this response. */
  readonly keepsAlive: boolean;
}

/** Error of a response that violates HTTP. Its message contains no part of the response, which may contain secrets. */
export class InvalidResponseError extends Error {
  override readonly name = 'InvalidResponseError';
  readonly code = 'ERR_INVALID_RESPONSE';

  constructor(what: string) {
    super(`the answer is not valid HTTP/1.1: ${what}`);
  }
}

const statusLine = /^HTTP\/1\.([01]) (\d{3})(?: [\t\x20-\x7e\x80-\xff]*)?\r\n/;
const headerLine = /([!#$%&'*+\-.^_`|~\w]+):([\t\x20-\x7e\x80-\xff]*)\r\n/y;
const keptNames: ReadonlySet<string> = new Set(kept);

/**
 * Parses the head of a response. See https://httpwg.org/specs/rfc9112.html#message.format
 * @param text the status line and the headers, each with its line break
 * @throws InvalidResponseError if it is invalid
 */
export function parseHead(text: string): ResponseHead {
  const status = statusLine.exec(text);
  if (status === null) throw new InvalidResponseError('it does not begin with a status line');
  const code = Number(status[2]);
  const headers = parseHeaders(text, status[0].length);
  const framing = framingOf(code, headers);
  const options = headers.connection?.toLowerCase().split(/[\s,]+/) ?? [];
  const persists = status[1] === '1' ? !options.includes('close') : options.includes('keep-alive');
  return { code, headers, framing, keepsAlive: persists && framing !== 'until close' };
}

function parseHeaders(text: string, start: number): ResponseHeaders {
  const headers: Record<string, string> = {};
  headerLine.lastIndex = start;
  while (headerLine.lastIndex < text.length) {
    const line = headerLine.exec(text);
    if (line === null) throw new InvalidResponseError('it contains an invalid header');
    const name = line[1]!.toLowerCase();
    if (!keptNames.has(name)) continue;
    const value = line[2]!.trim();
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}

/** Returns how to find the end of a body: https://httpwg.org/specs/rfc9112.html#message.body.length */
function framingOf(code: number, headers: ResponseHeaders): ResponseHead['framing'] {
  const { 'transfer-encoding': encoding, 'content-length': length } = headers;
  if (length !== undefined && !/^\d{1,15}$/.test(length)) throw new InvalidResponseError('its length is not a number');
  if (encoding !== undefined) {
    if (length !== undefined) throw new InvalidResponseError('it has both a length and a transfer encoding');
    if (encoding.toLowerCase() !== 'chunked') throw new InvalidResponseError('its transfer encoding is not supported');
  }
  if (code < 200 || code === 204 || code === 304) return 0;
  if (encoding !== undefined) return 'chunked';
  return length === undefined ? 'until close' : Number(length);
}
