import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebhookServerOptions } from '../../webhook/options.js';
import type { CertificateAuthority } from './certificate-authority.js';
import type { ClientConfig } from './crds.js';
import { freePort } from './ports.js';

/**
 * Address of the test's webhook server.
 * See https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/envtest#WebhookInstallOptions
 */
export interface WebhookTargetOptions {
  /** Address that the webhook server listens on; defaults to `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Port; defaults to a free one. */
  readonly port?: number | undefined;
  /** Name by which the API server reaches that address, if it differs, as from within a container. */
  readonly externalName?: string | undefined;
}

/** Resolved address of a test's webhook server. */
export interface WebhookTarget {
  /** The options for `createManager({ webhook })`. */
  readonly serverOptions: WebhookServerOptions & {
    readonly host: string;
    readonly port: number;
    readonly certDir: string;
  };
  /** Returns the client configuration with which the API server calls the webhook at a path. */
  clientConfig(path: string): ClientConfig & Readonly<Record<'url' | 'caBundle', string>>;
}

/** Chooses a port, and writes a serving certificate into `directory`. */
export async function prepareWebhookTarget(
  directory: string,
  authority: CertificateAuthority,
  { host = '127.0.0.1', port, externalName = host }: WebhookTargetOptions = {},
): Promise<WebhookTarget> {
  const certDir = join(directory, 'webhook-certificates');
  const { cert, key } = authority.issueServing(externalName);
  const chosen = port ?? (await freePort());
  await mkdir(certDir);
  await writeFile(join(certDir, 'tls.crt'), cert);
  await writeFile(join(certDir, 'tls.key'), key, { mode: 0o600 });
  const caBundle = Buffer.from(authority.cert).toString('base64');
  const base = `https://${externalName.includes(':') ? `[${externalName}]` : externalName}:${chosen}`;
  return {
    serverOptions: { host, port: chosen, certDir },
    clientConfig: (path) => ({ url: `${base}${path}`, caBundle }),
  };
}
