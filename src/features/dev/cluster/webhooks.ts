import type { Client } from '@operator-gen/runtime';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { choosePort } from '../../cluster/ports.js';
import { isWebhookConfiguration } from '../../../base/model/kubernetes-object.js';
import { objectsAt, textAt } from '../../../base/model/json-at.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { readManifest, type Applier } from './apply.js';
import type { WebhookTarget } from './objects.js';

/** The webhooks of an operator on this machine. */
export interface LocalWebhooks {
  readonly port: number;
  readonly target: WebhookTarget;
  /** The flags with which the operator serves them. */
  readonly flags: readonly string[];
}

/**
 * Chooses a port, and issues a certificate.
 * @param folder the folder for the certificate
 * @param url where the API server reaches this machine, if that is not the loopback address
 */
export async function localWebhooks(folder: string, url: string | undefined): Promise<LocalWebhooks> {
  const { createCertificateAuthority } = await import('@operator-gen/runtime/testing');
  const given = url === undefined ? undefined : new URL(url);
  const host = given?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '127.0.0.1';
  const port = given === undefined ? await choosePort(0) : Number(given.port || '443');
  const authority = createCertificateAuthority('operator-gen');
  const { cert, key } = authority.issueServing(host);
  const certificates = join(folder, 'webhook-certificate');
  mkdirSync(certificates, { mode: 0o700 });
  writeFileSync(join(certificates, 'tls.crt'), cert, { mode: 0o600 });
  writeFileSync(join(certificates, 'tls.key'), key, { mode: 0o600 });
  return {
    port,
    target: {
      url: given === undefined ? `https://127.0.0.1:${port}` : url!,
      caBundle: Buffer.from(authority.cert).toString('base64'),
    },
    flags: [
      '--enable-webhooks',
      ...(given === undefined ? ['--webhook-host=127.0.0.1'] : []),
      `--webhook-port=${port}`,
      `--webhook-cert-path=${certificates}`,
    ],
  };
}

/**
 * Deletes the webhook configurations of a project that a `dev` that was killed has left: they have a URL in place of a Service.
 * @returns their names
 */
export async function removeRedirected(
  client: Client,
  applier: Applier,
  objects: readonly JsonObject[],
): Promise<readonly string[]> {
  const left: JsonObject[] = [];
  for (const each of objects.filter(isWebhookConfiguration)) {
    const stored = await readManifest(client, each);
    const webhooks = objectsAt(stored, 'webhooks');
    if (webhooks.length > 0 && webhooks.every((webhook) => textAt(webhook, 'clientConfig', 'url') !== ''))
      left.push(each);
  }
  return applier.remove(left);
}
