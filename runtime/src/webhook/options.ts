import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SecureContextOptions } from 'node:tls';

/** How webhooks are served; the names of https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/webhook#Options. */
export interface WebhookServerOptions {
  /** The address to listen on; all unless said otherwise. */
  readonly host?: string | undefined;
  /** 9443 unless said otherwise; 0 takes any that is free, -1 switches the server off. */
  readonly port?: number | undefined;
  /** Folder of the certificate; `k8s-webhook-server/serving-certs` in the system's temporary folder unless said otherwise. */
  readonly certDir?: string | undefined;
  /** `tls.crt` unless said otherwise. */
  readonly certName?: string | undefined;
  /** `tls.key` unless said otherwise. */
  readonly keyName?: string | undefined;
  /** A file in `certDir`, PEM: only clients whose certificate this authority signed are served. */
  readonly clientCAName?: string | undefined;
  /** Ciphers, protocol versions and the like; TLS 1.2 is the least unless said otherwise. */
  readonly tlsOptions?: Omit<SecureContextOptions, 'cert' | 'key' | 'ca'> | undefined;
  /** Milliseconds in which a request has to have arrived; half a minute unless said otherwise. */
  readonly requestTimeout?: number | undefined;
  /** Milliseconds that requests get to be answered when the server stops; half a minute unless said otherwise. */
  readonly shutdownTimeout?: number | undefined;
}

/** Where the certificate is, unless an option says otherwise. */
export const defaultCertDir = (): string => join(tmpdir(), 'k8s-webhook-server', 'serving-certs');

export const defaultPort = 9443;
