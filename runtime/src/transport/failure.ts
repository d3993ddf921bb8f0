import { X509Certificate } from 'node:crypto';
import type { Credential, CredentialSource, PemSource } from './cluster-config.js';
import { tokenExpiry } from './token-expiry.js';

/** What an exchange says of itself when it fails. */
export interface ExchangeFailure {
  /** Whether the connection was a kept one. */
  readonly reusedSocket: boolean;
  /** Whether any byte of the request may have reached the server. */
  readonly sent: boolean;
}

/**
 * Whether a request may simply be sent again: the server had closed a kept connection just before, and either it has seen
 * nothing of the request, or the request changes nothing.
 */
export function wasStale(error: unknown, method: string): boolean {
  const { code, reusedSocket, sent } = error as Partial<ExchangeFailure> & { code?: string };
  const broke = code === 'ECONNRESET' || code === 'EPIPE';
  return broke && reusedSocket === true && (method === 'GET' || sent === false);
}

// What OpenSSL calls a chain of certificates that does not end at an authority that was given.
const untrusted: ReadonlySet<string | undefined> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'CERT_SIGNATURE_FAILURE',
]);

/** Whether the server's certificate was not signed by the authority that it should be signed by. Nothing was sent then. */
export function isUntrusted(error: unknown): boolean {
  return untrusted.has((error as { code?: string }).code);
}

/** What went wrong on the way to the server, and what can be done about it. */
export function describeFailure(error: unknown, method: string, server: string, authority?: PemSource): string {
  const { code, sent } = error as Partial<ExchangeFailure> & { code?: string };
  const message = messageOf(error);
  if (isUntrusted(error)) {
    const who = authority === undefined ? 'an authority that this system knows' : authority.origin;
    const advice = 'certificate-authority has to name the authority of this cluster';
    // Node.js 24 adds advice of its own, about authorities of this machine.
    const reason = message.replace(/; if the root CA is installed locally.*$/s, '');
    return `the certificate of ${server} is not signed by ${who} (${reason}); ${advice}`;
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return `the certificate of ${server}, or its authority's, has expired; it has to be renewed there`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `${message}; use a name that is in the certificate of ${server}, or say it in tls-server-name`;
  }
  if (/wrong version number|packet length too long/i.test(message)) {
    return `${server} does not speak TLS; is it an http:// server?`;
  }
  if (method !== 'GET' && sent !== false && (code === 'ECONNRESET' || code === 'EPIPE')) {
    return `the connection broke before there was an answer (${message}); the server may have done it, or not`;
  }
  const advice = code === undefined ? undefined : adviceOf[code];
  return advice === undefined ? message : `${message}; ${advice}`;
}

const adviceOf: Readonly<Record<string, string | undefined>> = {
  ECONNREFUSED: 'nothing listens there: is the API server up, and is this its address?',
  ENOTFOUND: 'nobody knows that name: is the server named rightly, and does the DNS work?',
  EAI_AGAIN: 'the name could not be looked up: does the DNS work?',
  ERR_INVALID_CHAR: 'does the credential hold a character that cannot be sent, such as a line break? write it anew',
  EHOSTUNREACH: 'no way leads there: is this the address of the API server, and is the network up?',
  ENETUNREACH: 'no way leads there: is this the address of the API server, and is the network up?',
};

/** The error of a name with several addresses has no message of its own, but an error for each of them. */
function messageOf(error: unknown): string {
  const { message, errors } = error as Error & { errors?: readonly Error[] };
  return message || (errors ?? []).map((each) => each.message).join(', ') || String(error);
}

/** Whether the API server has refused somebody of whom it knows nothing: another permission would be no help. */
export function isAnonymous({ code, message = '' }: { readonly code?: number; readonly message?: string }): boolean {
  return code === 403 && message.includes('User "system:anonymous"');
}

/** What is wrong with a credential that the API server did not accept, and what can be done about it. */
export function describeRejection(credential: Credential, { origin }: CredentialSource): string {
  const [what, expires] = kindOf(credential);
  const whose = origin === undefined ? '' : ` of ${origin}`;
  if (what === undefined) return `no credential was sent${origin === undefined ? '' : `: there is none in ${origin}`}`;
  const expired =
    expires !== undefined && expires <= Date.now() ? `: it expired at ${new Date(expires).toISOString()}` : '';
  return `the server does not accept the ${what}${whose}${expired}; renew it, or log in again`;
}

/** What a credential consists of, and when it expires, in milliseconds since the epoch, where it says so. */
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
