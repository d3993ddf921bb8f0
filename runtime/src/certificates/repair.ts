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
import { authoritiesOf, isRedirectOf, redirectAnnotation, redirectedTo, type Configured } from './client-configs.js';
import type { Named } from './configurations.js';
import type { ServiceKey } from './options.js';
import { configured, permissionToChange } from './permissions.js';
import { putBackOne } from './put-back.js';

export interface RepairParts {
  readonly client: Client;
  readonly service: ServiceKey;
  readonly log: Logger;
}

/** Milliseconds, as below, in which a process that is asked for webhooks has to answer. */
const patience = 3000;
const retryPeriod = 5000;

const kinds = [
  [ValidatingWebhookConfiguration, configured.validating],
  [MutatingWebhookConfiguration, configured.mutating],
  [CustomResourceDefinition, configured.definitions],
] as const;

/**
 * Puts back what a process outside of the cluster has turned to itself and left so when it was killed. For a process that
 * turns nothing to itself: one that does, and one that keeps the certificate in the cluster, look for it all the time. What
 * belongs to a process that still answers stays; were it to be taken back from one that cannot be reached from here, that
 * process would turn it to itself again.
 */
export async function repairRedirections(parts: RepairParts, signal: AbortSignal): Promise<void> {
  for (const [kind, resource] of kinds) {
    while (!signal.aborted) {
      try {
        await repairKind(parts, kind, resource, signal);
        break;
      } catch (error) {
        parts.log.debug('cannot look for webhooks that a process was killed with', { error });
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
  // The metadata alone: all CustomResourceDefinitions of a cluster are many megabytes.
  const { items } = await client.list(metadataOnly(kind), { signal });
  for (const { metadata } of items) {
    if (metadata.annotations?.[redirectAnnotation] === undefined) continue;
    const { name } = metadata;
    const object = (await client.get(kind, { name }, { signal })) as Stored<Configured>;
    const url = redirectedTo(object);
    if (url === undefined || !isRedirectOf(object, service)) continue;
    const label = `${resourceInfo(kind).kind} ${name}`;
    const isThere = await answers(url, authoritiesOf(object, url), signal);
    if (signal.aborted) return;
    if (isThere) {
      log.warn('webhooks are turned to another process', { elsewhere: [`${label}: ${url}`] });
      continue;
    }
    log.warn('webhooks are turned to a process that does not answer', { object: label, url });
    const named: Named = { kind, name, label, permission: permissionToChange(resource, name, false) };
    await putBackOne(client, named, url, log);
  }
}

/** An operator in the cluster is seldom allowed to, and is not to ask for what it may not have. */
async function mayList(
  client: Client,
  { group, resource }: (typeof kinds)[number][1],
  signal: AbortSignal,
): Promise<boolean> {
  const spec = { resourceAttributes: { group, resource, verb: 'list' } };
  const { status } = await client.create(SelfSubjectAccessReview, { metadata: {}, spec }, { signal });
  return status?.allowed === true;
}

/** Whether the very process is there that webhooks were turned to: its authority is in no other. */
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
