import type { Credential, Impersonation } from './cluster-config.js';
import type { TransportRequest } from './transport.js';

/** The headers of a request: who sends it, and in which form. */
export function headersOf(
  {
    body,
    contentType = 'application/json',
    accept = 'application/json',
  }: Pick<TransportRequest, 'accept' | 'body' | 'contentType'>,
  credential: Credential,
  impersonate: Impersonation | undefined,
): Record<string, string | string[]> {
  return {
    accept,
    'user-agent': `operator-gen-runtime (node ${process.versions.node})`,
    ...(body === undefined ? {} : { 'content-type': contentType, 'content-length': String(Buffer.byteLength(body)) }),
    ...authorization(credential),
    ...(impersonate === undefined ? {} : impersonationHeaders(impersonate)),
  };
}

function authorization({ token, username, password }: Credential): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (username === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}` };
}

function impersonationHeaders({ user, uid, groups, extra = {} }: Impersonation): Record<string, string | string[]> {
  return {
    'impersonate-user': user,
    ...(uid === undefined ? {} : { 'impersonate-uid': uid }),
    ...(groups === undefined ? {} : { 'impersonate-group': [...groups] }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`impersonate-extra-${headerName(key)}`, [...values]]),
    ),
  };
}

/** The key with everything escaped that cannot be part of a header's name; the API server takes it back. */
function headerName(key: string): string {
  return encodeURIComponent(key).replace(/[()]/g, (each) => (each === '(' ? '%28' : '%29'));
}
