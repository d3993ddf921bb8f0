import { X509Certificate } from 'node:crypto';
import type { Credential, CredentialSource, PemSource } from './cluster-config.js';
import { tokenExpiry } from './token-expiry.js';

/** Properties of the error of a failed exchange. */
export interface ExchangeFailure {
  /** Whether the connection was a kept-alive one. */
  readonly reusedSocket: boolean;
  /** Whether any byte of the request may have reached the server. */
  readonly sent: boolean;
}

/**
 * Reports whether a request can safely be sent again: its connection broke, and either nothing of the request was sent,
 * or the request changes nothing.
 */
export function isRepeatable(error: unknown, method: string): boolean {
  const { code, sent } = error as Partial<ExchangeFailure> & { code?: string };
  const broke = code === 'ECONNRESET' || code === 'EPIPE';
  return broke && (method === 'GET' || sent === false);
}

// Errors of OpenSSL for a certificate chain that does not end at a trusted authority.
const untrusted: ReadonlySet<string | undefined> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'CERT_SIGNATURE_FAILURE',
]);

/** Reports whether the server's certificate is not signed by the expected authority. Nothing was sent in that case. */
export function isUntrusted(error: unknown): boolean {
  return untrusted.has((error as { code?: string }).code);
}

/** Describes why a request did not reach the server, and what to do about it. */
export function describeFailure(error: unknown, method: string, server: string, authority?: PemSource): string {
  const { code, sent } = error as Partial<ExchangeFailure> & { code?: string };
  const message = messageOf(error);
  if (isUntrusted(error)) {
    const who = authority === undefined ? 'an authority that this system knows' : authority.origin;
    const advice = 'certificate-authority must contain the authority of this cluster';
    // Node.js 24 adds its own advice about authorities of this machine.
    const reason = message.replace(/; if the root CA is installed locally.*$/s, '');
    return `the certificate of ${server} is not signed by ${who} (${reason}); ${advice}`;
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return `the certificate of ${server}, or its authority's, has expired; it must be renewed there`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `${message}; use a name that is in the certificate of ${server}, or say it in tls-server-name`;
  }
  if (/wrong version number|packet length too long/i.test(message)) {
    return `${server} does not speak TLS; is it an http:// server?`;
  }
  if (method !== 'GET' && sent !== false && (code === 'ECONNRESET' || code === 'EPIPE')) {
    return `the connection broke before there was an answer (${message}); the server may or may not have processed the request`;
  }
  const advice = code === undefined ? undefined : adviceOf[code];
  return advice === undefined ? message : `${message}; ${advice}`;
}

const adviceOf: Readonly<Record<string, string | undefined>> = {
  ECONNREFUSED: 'nothing listens there: is the API server up, and is this its address?',
  ENOTFOUND: 'the host name is unknown: is the name of the server correct, and does DNS work?',
  EAI_AGAIN: 'the name could not be resolved: does DNS work?',
  ERR_INVALID_CHAR: 'does the credential contain a character that cannot be sent, such as a line break? write it again',
  EHOSTUNREACH: 'no route to the host: is this the address of the API server, and is the network up?',
  ENETUNREACH: 'no route to the host: is this the address of the API server, and is the network up?',
};

/**
 * Returns the message of an error. The error for a name with several addresses has no message, but one error per
 * address.
 */
function messageOf(error: unknown): string {
  const { message, errors } = error as Error & { errors?: readonly Error[] };
  return message || (errors ?? []).map((each) => each.message).join(', ') || String(error);
}

/** Reports whether the API server rejected an unauthenticated client, which another permission would not help. */
export function isAnonymous({ code, message = '' }: { readonly code?: number; readonly message?: string }): boolean {
  return code === 403 && message.includes('User "system:anonymous"');
}

/** Describes why the API server did not accept a credential, and what to do about it. */
export function describeRejection(credential: Credential, { origin }: CredentialSource): string {
  const [what, expires] = kindOf(credential);
  const whose = origin === undefined ? '' : ` of ${origin}`;
  if (what === undefined) return `no credential was sent${origin === undefined ? '' : `: there is none in ${origin}`}`;
  const expired =
    expires !== undefined && expires <= Date.now() ? `: it expired at ${new Date(expires).toISOString()}` : '';
  return `the server does not accept the ${what}${whose}${expired}; renew it, or log in again`;
}

/** Returns the type of a credential, and when it expires in milliseconds since the epoch, if it says so. */
function kindOf({ token, username, clientCertificate }: Credential): [what?: string, expires?: number | undefined] {
  if (token !== undefined) return ['token', tokenExpiry(token)];
  if (username !== undefined) return ['password'];
  return clientCertificate === undefined ? [] : ['client certificate', certificateExpiry(clientCertificate)];
}

function certificateExpiry(pem: string): number | undefined {
  try {
    return Date.parse(new X509Certificate(pem).validTo);
  } catch {
    return undefined;
  }
}
