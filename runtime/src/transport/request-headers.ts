import type { Credential, Impersonation } from './cluster-config.js';
import type { TransportRequest } from './transport.js';

/**
 * Returns the headers of a request to one server: names and values, alternating, which is the cheapest form for Node.
 */
export type RequestHeaders = (
  request: Pick<TransportRequest, 'accept' | 'body' | 'contentType'>,
  credential: Credential,
) => readonly string[];

/** @param host name and port of the server, as in its URL */
export function requestHeaders(host: string, impersonate: Impersonation | undefined): RequestHeaders {
  const userAgent = `operator-gen-runtime (node ${process.versions.node})`;
  const always = ['Host', host, 'User-Agent', userAgent, ...impersonationHeaders(impersonate)];
  let known: { readonly credential: Credential; readonly headers: readonly string[] } | undefined;
  return ({ body, contentType = 'application/json', accept = 'application/json' }, credential) => {
    if (known?.credential !== credential) known = { credential, headers: [...always, ...authorization(credential)] };
    const headers = [...known.headers, 'Accept', accept];
    if (body !== undefined) headers.push('Content-Type', contentType, 'Content-Length', `${Buffer.byteLength(body)}`);
    return headers;
  };
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
