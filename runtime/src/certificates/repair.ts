import { connect } from 'node:tls';
import { isIP } from 'node:net';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import type { Client } from '../client/client.js';
import { metadataOnly } from '../client/metadata-only.js';
import type { Stored } from '../client/stored.js';
import { hostOf, portOf } from '../transport/proxy.js';
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '../k8s/admissionregistration/v1.js';
import { CustomResourceDefinition } from '../k8s/apiextensions/v1.js';
import { SelfSubjectAccessReview } from '../k8s/authorization/v1.js';
import type { Logger } from '../log/logger.js';
import { realClock } from '../timing/clock.js';
import { pause } from '../timing/wait.js';
import { authoritiesOf, isRedirectOf, mayBeRedirectOf, redirectedTo, type Configured } from './client-configs.js';
import type { Named } from './configurations.js';
import type { ServiceKey } from './options.js';
import { configured, permissionToChange } from './permissions.js';
import { putBackOne } from './put-back.js';

export interface RepairParts {
  readonly client: Client;
  readonly service: ServiceKey;
  readonly log: Logger;
}

/** Milliseconds in which a checked process must answer; the time below is in milliseconds too. */
const patience = 3000;
const retryPeriod = 5000;

const kinds = [
  [ValidatingWebhookConfiguration, configured.validating],
  [MutatingWebhookConfiguration, configured.mutating],
  [CustomResourceDefinition, configured.definitions],
] as const;

/**
 * Restores webhooks that a process outside the cluster redirected to itself and did not restore because it was killed.
 * It is meant for a process that does not redirect webhooks; processes that do, or that keep the certificate in the
 * cluster, check for this continuously. Redirects to a process that still answers are kept. If the process is merely
 * unreachable from here, it will redirect the restored webhooks again.
 */
export async function repairRedirections(parts: RepairParts, signal: AbortSignal): Promise<void> {
  for (const [kind, resource] of kinds) {
    while (!signal.aborted) {
      try {
        await repairKind(parts, kind, resource, signal);
        break;
      } catch (error) {
        parts.log.debug('cannot check for webhooks that a killed process has redirected', { error });
        await pause(realClock, retryPeriod, signal);
      }
    }
  }
}

async function repairKind(
  { client, service, log }: RepairParts,
  kind: KindHandle,
  resource: (typeof kinds)[number][1],
  signal: AbortSignal,
): Promise<void> {
  if (!(await mayList(client, resource, signal))) return;
  // Only the metadata, because all CustomResourceDefinitions of a cluster are many megabytes.
  const { items } = await client.list(metadataOnly(kind), { signal });
  for (const item of items) {
    // An operator in the cluster often has permission to list all of them, but to get only its own.
    if (!mayBeRedirectOf(item, service)) continue;
    const { name } = item.metadata;
    const object = (await client.get(kind, { name }, { signal })) as Stored<Configured>;
    const url = redirectedTo(object);
    if (url === undefined || !isRedirectOf(object, service)) continue;
    const label = `${resourceInfo(kind).kind} ${name}`;
    const isThere = await answers(url, authoritiesOf(object, url), signal);
    if (signal.aborted) return;
    if (isThere) {
      log.warn('webhooks are redirected to another process', { elsewhere: [`${label}: ${url}`] });
      continue;
    }
    log.warn('webhooks are redirected to a process that does not respond', { object: label, url });
    const named: Named = { kind, name, label, permission: permissionToChange(resource, name, false) };
    await putBackOne(client, named, url, log);
  }
}

/**
 * Checks the permission first, because an operator in the cluster often lacks it and should not cause forbidden
 * requests.
 */
async function mayList(
  client: Client,
  { group, resource }: (typeof kinds)[number][1],
  signal: AbortSignal,
): Promise<boolean> {
  const spec = { resourceAttributes: { group, resource, verb: 'list' } };
  const { status } = await client.create(SelfSubjectAccessReview, { metadata: {}, spec }, { signal });
  return status?.allowed === true;
}

/** Reports whether the process that redirected the webhooks still answers; its authority is unique to it. */
function answers(url: string, ca: readonly string[], signal: AbortSignal): Promise<boolean> {
  if (!URL.canParse(url)) return Promise.resolve(false);
  const address = new URL(url);
  const host = hostOf(address);
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: portOf(address),
      ca: [...ca],
      ...(isIP(host) === 0 ? { servername: host } : {}),
      timeout: patience,
    });
    const end = (isThere: boolean) => (): void => {
      resolve(isThere);
      signal.removeEventListener('abort', stop);
      socket.destroy();
    };
    const stop = end(false);
    signal.addEventListener('abort', stop, { once: true });
    socket.once('secureConnect', end(true)).once('error', stop).once('timeout', stop);
  });
}
