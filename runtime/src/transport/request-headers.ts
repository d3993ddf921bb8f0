import { validateHeaderValue } from 'node:http';
import type { Credential, Impersonation } from './cluster-config.js';
import type { TransportRequest } from './transport.js';

/** Returns the headers of a request to one server, as they are sent: each with its line end, and the empty line. */
export type RequestHeaders = (
  request: Pick<TransportRequest, 'accept' | 'body' | 'contentType'>,
  credential: Credential,
) => string;

/** @param host name and port of the server, as in its URL */
export function requestHeaders(host: string, impersonate: Impersonation | undefined): RequestHeaders {
  const userAgent = `operator-gen-runtime (node ${process.versions.node})`;
  const always = ['Host', host, 'User-Agent', userAgent, ...impersonationHeaders(impersonate)];
  let known: { readonly credential: Credential; readonly text: string } | undefined;
  return ({ body, contentType = 'application/json', accept = 'application/json' }, credential) => {
    if (known?.credential !== credential)
      known = { credential, text: linesFor([...always, ...authorization(credential)]) };
    const { text } = known;
    if (body === undefined) return `${text}Accept: ${accept}\r\n\r\n`;
    const length = Buffer.byteLength(body);
    return `${text}Accept: ${accept}\r\nContent-Type: ${contentType}\r\nContent-Length: ${length}\r\n\r\n`;
  };
}

/** @throws TypeError with the code ERR_INVALID_CHAR if a value contains a line break or another control character */
function linesFor(headers: readonly string[]): string {
  let text = '';
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    validateHeaderValue(name, value);
    text += `${name}: ${value}\r\n`;
  }
  return text;
}

function authorization({ token, username, password }: Credential): readonly string[] {
  if (token !== undefined) return ['Authorization', `Bearer ${token}`];
  if (username === undefined) return [];
  return ['Authorization', `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}`];
}

function impersonationHeaders(impersonate: Impersonation | undefined): readonly string[] {
  if (impersonate === undefined) return [];
  const { user, uid, groups = [], extra = {} } = impersonate;
  return [
    ...['Impersonate-User', user],
    ...(uid === undefined ? [] : ['Impersonate-Uid', uid]),
    ...groups.flatMap((group) => ['Impersonate-Group', group]),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.flatMap((value) => [`Impersonate-Extra-${headerName(key)}`, value]),
    ),
  ];
}

/** Escapes every character that is invalid in a header name; the API server decodes it. */
function headerName(key: string): string {
  return encodeURIComponent(key).replace(/[()]/g, (each) => (each === '(' ? '%28' : '%29'));
}
