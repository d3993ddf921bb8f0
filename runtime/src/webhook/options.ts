import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';

/** Options of a webhook server, named as in https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook#Options. */
export interface WebhookServerOptions {
  /** Address to listen on; defaults to all addresses. */
  readonly host?: string | undefined;
  /** Port; defaults to 9443. 0 selects a free port, -1 disables the server. */
  readonly port?: number | undefined;
  /**
   * Directory of the certificate; defaults to `k8s-webhook-server/serving-certs` in the system's temporary directory.
   */
  readonly certDir?: string | undefined;
  /** File name of the certificate; defaults to `tls.crt`. */
  readonly certName?: string | undefined;
  /** File name of the key; defaults to `tls.key`. */
  readonly keyName?: string | undefined;
  /** PEM file in `certDir` with a CA: only clients with a certificate that it signed are served. */
  readonly clientCAName?: string | undefined;
  /** TLS options such as ciphers and protocol versions; the minimum version defaults to TLS 1.2. */
  readonly tlsOptions?: Omit<SecureContextOptions, 'cert' | 'key' | 'ca'> | undefined;
  /** Milliseconds in which a request must arrive; defaults to 30 s. */
  readonly requestTimeout?: number | undefined;
  /** Milliseconds to answer pending requests when the server stops; defaults to 30 s. */
  readonly shutdownTimeout?: number | undefined;
}

/** Returns the default directory of the certificate. */
export const defaultCertDir = (): string => join(tmpdir(), 'k8s-webhook-server', 'serving-certs');

export const defaultPort = 9443;
