import { defined } from '../json/defined.js';
import type { Transport } from './transport.js';

/** Credential that authenticates a request. Certificates are PEM text. */
export interface Credential {
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
}

/** Source of credentials, which can change while the process runs. */
export interface CredentialSource {
  /** Name of the source in error messages: `the user "jane" in /home/jane/.kube/config`. */
  readonly origin?: string;
  /** Program that `get` runs, such as a credential plug-in. */
  readonly program?: string;
  /** Returns the current credential: the same object until something changes, and a promise only if it has to wait. */
  get(): Credential | Promise<Credential>;
  /**
   * Reports a credential that the API server rejected. If it is the newest one, the next call of `get` obtains a new
   * one.
   */
  rejected?(credential: Credential): void;
}

/** PEM text that can change while the process runs, such as a file that is renewed. */
export interface PemSource {
  /** Name of the source in error messages: `the file /etc/kubernetes/ca.crt`. */
  readonly origin: string;
  get(): string;
  /** Reports that the text did not work, so that the source checks for a newer one at once. */
  rejected?(): void;
}

/**
 * Impersonation of another user:
 * https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
 */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Configuration for reaching one API server. */
export interface ClusterConfig {
  /** URL, with a path prefix if the server has one. */
  readonly server: string;
  /**
   * Authority that must have signed the server's certificate, as PEM text or a source of it; defaults to the system's
   * authorities.
   */
  readonly certificateAuthority?: string | PemSource;
  readonly skipTlsVerify?: boolean;
  /** Name to verify the server's certificate against, if it differs from the host. */
  readonly tlsServerName?: string;
  /**
   * URL starting with `http://`, `https://` or `socks5://`, with user and password if required; defaults to the proxy
   * of the environment.
   */
  readonly proxyUrl?: string;
  readonly credentials: CredentialSource;
  readonly impersonate?: Impersonation;
  /** Namespace of the context, or the one that the process runs in. */
  readonly namespace?: string;
  /**
   * Wraps every transport that is created for this configuration, so that no request bypasses the wrapper; see
   * https://pkg.go.dev/k8s.io/client-go/rest#Config
   */
  readonly wrapTransport?: (transport: Transport) => Transport;
}

/**
 * Creates a source whose credential never changes.
 * @param origin name of the source in error messages
 */
export function fixedCredential(credential: Credential, origin?: string): CredentialSource {
  return { get: () => credential, ...defined({ origin }) };
}

/**
 * Creates a source whose PEM text never changes.
 * @param origin name of the source in error messages
 */
export function pemText(text: string, origin: string): PemSource {
  return { origin, get: () => text };
}
