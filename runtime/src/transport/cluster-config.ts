import { defined } from '../json/defined.js';

/** What a request proves its sender with. Certificates are PEM text. */
export interface Credential {
  readonly token?: string;
  readonly username?: string;
  readonly password?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
}

/** Where credentials come from. They may change while the process runs. */
export interface CredentialSource {
  /** What errors call it: `the user "jane" in /home/jane/.kube/config`. */
  readonly origin?: string;
  /** The very same object while nothing has changed, and without a promise where nothing has to be waited for. */
  get(): Credential | Promise<Credential>;
  /** Told which one the API server did not accept. Where it is the newest that there is, the next will be a new one. */
  rejected?(credential: Credential): void;
}

/** PEM text that may change while the process runs, as that of a file does that is renewed. */
export interface PemSource {
  /** What errors call it: `the file /etc/kubernetes/ca.crt`. */
  readonly origin: string;
  get(): string;
  /** Told that its text did not work: whether there is another by now is found out at once. */
  rejected?(): void;
}

/** Acting as somebody else: https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Everything that is needed to reach one API server. */
export interface ClusterConfig {
  /** URL, with a path prefix where the server has one. */
  readonly server: string;
  /** Who the server's certificate has to be signed by: PEM text, or where it is; absent means the system's own authorities. */
  readonly certificateAuthority?: string | PemSource;
  readonly skipTlsVerify?: boolean;
  /** Name that the server's certificate is checked against, where it is not the host's. */
  readonly tlsServerName?: string;
  /** `http://`, `https://` or `socks5://`, with a user and a password where it wants them; the environment's where absent. */
  readonly proxyUrl?: string;
  readonly credentials: CredentialSource;
  readonly impersonate?: Impersonation;
  /** Namespace of the context, or the one that the process runs in. */
  readonly namespace?: string;
}

/** A source whose credential never changes. @param origin what errors call it */
export function fixedCredential(credential: Credential, origin?: string): CredentialSource {
  return { get: () => credential, ...defined({ origin }) };
}

/** A source whose PEM text never changes. @param origin what errors call it */
export function pemText(text: string, origin: string): PemSource {
  return { origin, get: () => text };
}
