import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import { Informer } from '../cache/informer.js';
import type { Transform } from '../cache/transform.js';
import { isForbidden } from '../client/error-reasons.js';
import { withMissingPermission, type Permission } from '../client/missing-permission.js';
import type { Stored } from '../client/stored.js';
import type { Transport } from '../transport/transport.js';
import { messageOf } from '../errors/causes.js';
import { isJsonObject } from '../json/json-object.js';
import { createPatch, type JsonPatchOperation } from '../json/json-patch.js';
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '../k8s/admissionregistration/v1.js';
import { CustomResourceDefinition } from '../k8s/apiextensions/v1.js';
import type { Logger } from '../log/logger.js';
import {
  aimed,
  isInjectedByOther,
  redirectAnnotation,
  redirectedTo,
  servicesOf,
  type Aim,
  type Configured,
} from './client-configs.js';
import type { SelfSigned, ServiceKey } from './options.js';
import { configured, permissionToChange, permissionToFind } from './permissions.js';

/** Object that contains the addresses of webhooks. */
export interface Named {
  readonly kind: KindHandle;
  readonly name: string;
  /** Name in messages: `ValidatingWebhookConfiguration foo`. */
  readonly label: string;
  /** Permission that is required to change it. */
  readonly permission: Permission;
}

/** Object that differs from its desired state, and the patch that corrects it unless it has changed in the meantime. */
export interface Correction extends Named {
  /** Version that the patch is for. */
  readonly version: string;
  readonly patch: readonly JsonPatchOperation[];
}

/** Result of a look at the cluster. */
export interface Look {
  readonly corrections: readonly Correction[];
  /** Problems other than the corrections that keep the API server from calling the webhooks. */
  readonly problems: readonly string[];
  /** URLs of other processes to which webhooks of this operator are redirected. */
  readonly elsewhere: readonly string[];
  /** Whether all objects could be read. */
  readonly isWhole: boolean;
}

type Configurable = (typeof configured)[keyof typeof configured];

/** Watched object, by name, or all objects of a kind. */
interface Watched {
  readonly kind: KindHandle;
  readonly resource: Configurable;
  readonly name: string | undefined;
  /** Whether the object must exist and have a webhook of this operator. */
  readonly isRequired: boolean;
  readonly informer: Informer<Configured & KubernetesObject>;
  readonly isOurs: Aim['isOurs'];
}

export interface ConfigurationsParts {
  readonly transport: Transport;
  readonly log: Logger;
  readonly settings: SelfSigned;
  /** Names of the CustomResourceDefinitions with a converter. */
  readonly converted: readonly string[];
  /** Whether there are admission webhooks. */
  readonly admits: boolean;
  /** Called when an object of this operator has changed. */
  readonly changed: () => void;
}

/**
 * Mirrors the objects with the addresses of the operator's webhooks. They are watched because every new deployment
 * removes the authority from them.
 */
export class Configurations {
  readonly #watched: readonly Watched[];
  /** Service that must be in some webhook configuration; undefined if none is required. */
  readonly #required: ServiceKey | undefined;

  constructor({ transport, log, settings, converted, admits, changed }: ConfigurationsParts) {
    const { names, service, url, labelSelector } = settings;
    // In the cluster, one is deployed with the operator; for a local run, it is easily forgotten.
    this.#required = admits && url !== undefined ? service : undefined;
    const isService = (asked: ServiceKey): boolean =>
      asked.name === service.name && asked.namespace === service.namespace;
    const watch = (
      kind: KindHandle<unknown>,
      resource: Configurable,
      name: string | undefined,
      { isRequired = name !== undefined, isOurs = isService }: Partial<Pick<Watched, 'isRequired' | 'isOurs'>> = {},
    ): Watched => {
      const selection = name === undefined ? { labelSelector } : { fieldSelector: `metadata.name=${name}` };
      const info = resourceInfo(kind);
      const informer = new Informer<Configured>({ transport, info, log, transform: essential, ...selection });
      informer.handle(({ object }) => {
        if (servicesOf(object as Configured).some(isOurs)) changed();
      });
      return { kind: kind as KindHandle, resource, name, isRequired, informer, isOurs };
    };
    // A CustomResourceDefinition of this operator belongs to it whatever Service it names: installed for a local run,
    // it names one that does not exist.
    const isOwnKind = { isRequired: false, isOurs: url === undefined ? isService : () => true };
    this.#watched = [
      ...(names.validating ?? [undefined]).map((name) =>
        watch(ValidatingWebhookConfiguration, configured.validating, name),
      ),
      ...(names.mutating ?? [undefined]).map((name) => watch(MutatingWebhookConfiguration, configured.mutating, name)),
      ...(names.definitions ?? converted).map((name) =>
        watch(CustomResourceDefinition, configured.definitions, name, names.definitions ? {} : isOwnKind),
      ),
    ];
    for (const { informer } of this.#watched) void informer.synced.then(changed);
  }

  /** Runs until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#watched.map(({ informer }) => informer.run(signal)));
  }

  /**
   * Takes a snapshot, and returns a function that compares it with the desired state later: a change by another client
   * in between causes a conflict and is not reverted.
   */
  see(): (aim: Omit<Aim, 'isOurs'>) => Look {
    const seen = this.#watched.map((watched) => ({ watched, objects: objectsOf(watched) }));
    return (aim) => {
      const looks = seen.map(({ watched, objects }) => compare(watched, objects, aim));
      return {
        corrections: looks.flatMap(({ corrections }) => corrections),
        problems: [...looks.flatMap(({ problems }) => problems), ...this.#missing],
        elsewhere: looks.flatMap(({ elsewhere }) => elsewhere),
        isWhole: looks.every(({ isWhole }) => isWhole),
      };
    };
  }

  /** Describes that no webhook configuration calls this operator, if that is the case. */
  get #missing(): readonly string[] {
    const admission = this.#watched.filter(({ resource }) => resource !== configured.definitions);
    const isOurs = (watched: Watched) => objectsOf(watched)?.some((object) => servicesOf(object).some(watched.isOurs));
    if (this.#required === undefined || admission.some((each) => isOurs(each) !== false)) return [];
    const { name, namespace } = this.#required;
    return [
      `no webhook configuration refers to the Service ${namespace}/${name}, so no admission webhook is called: ` +
        'apply those in the manifests of the operator, as `make install WEBHOOK_URL=...` does',
    ];
  }

  /** Objects with a webhook of this operator, as last seen. */
  get ours(): readonly Named[] {
    return this.#watched.flatMap((watched) =>
      (objectsOf(watched) ?? [])
        .filter((object) => servicesOf(object).some(watched.isOurs))
        .map((object) => namedOf(watched, object)),
    );
  }
}

/** Returns the existing objects; undefined if they are not known yet. */
function objectsOf({ informer }: Watched): readonly Stored<Configured>[] | undefined {
  return informer.isSynced ? ([...informer.list()] as unknown as readonly Stored<Configured>[]) : undefined;
}

function namedOf(watched: Watched, { metadata: { name } }: Stored<Configured>): Named {
  const { kind, resource } = watched;
  const permission = permissionToChange(resource, name, watched.name !== undefined);
  return { kind, permission, name, label: `${resourceInfo(kind).kind} ${name}` };
}

function compare(watched: Watched, objects: readonly Stored<Configured>[] | undefined, aim: Omit<Aim, 'isOurs'>): Look {
  const { kind, name, isRequired, informer, isOurs } = watched;
  const corrections: Correction[] = [];
  const problems: string[] = [];
  const elsewhere: string[] = [];
  const unread = objects === undefined ? whyUnread(watched) : undefined;
  if (unread !== undefined) problems.push(`${informer.label} cannot be read: ${unread}`);
  if (isRequired && objects?.length === 0) problems.push(`there is no ${resourceInfo(kind).kind} ${name}`);
  for (const object of objects ?? []) {
    const named = namedOf(watched, object);
    const { label } = named;
    if (!servicesOf(object).some(isOurs)) {
      if (isRequired) problems.push(`no webhook of ${label} points to the Service of this operator`);
      continue;
    }
    const turnedTo = redirectedTo(object);
    if (aim.url === undefined && turnedTo === undefined && isInjectedByOther(object)) {
      problems.push(`cert-manager writes its own authority into ${label}: remove its annotations from the manifest`);
      continue;
    }
    if (turnedTo !== undefined && turnedTo !== aim.url && !aim.takesOver) elsewhere.push(`${label}: ${turnedTo}`);
    const patch = createPatch(object, aimed(object, { ...aim, isOurs }));
    if (patch.length > 0)
      corrections.push({ ...named, version: object.metadata.resourceVersion, patch: [...patch, isStill(object)] });
  }
  return { corrections, problems, elsewhere, isWhole: objects !== undefined };
}

/** Explains why objects cannot be read; undefined if they are still being read. */
function whyUnread({ informer: { lastError }, resource, name }: Watched): string | undefined {
  if (!isForbidden(lastError)) return lastError?.message;
  return messageOf(withMissingPermission(lastError?.cause, permissionToFind(resource, name)));
}

/** Returns the operation that makes a patch fail with a conflict if the object has changed. */
export function isStill({ metadata }: Stored<Configured>): JsonPatchOperation {
  return { op: 'replace', path: '/metadata/resourceVersion', value: metadata.resourceVersion };
}

// An invalid webhook keeps its position.
const essentialWebhook = (webhook: unknown): unknown =>
  isJsonObject(webhook) ? { name: webhook['name'], clientConfig: webhook['clientConfig'] } : webhook;

/**
 * Keeps only the fields that are needed, because a CustomResourceDefinition can be a megabyte. Lists keep their
 * positions, which patches use.
 */
const essential: Transform = <T extends KubernetesObject>(whole: Stored<T>): Stored<T> => {
  const { apiVersion, kind, metadata, webhooks, spec } = whole as Stored<Configured>;
  const { name, uid, resourceVersion, annotations } = metadata;
  const ours = Object.entries(annotations ?? {}).filter(
    ([each]) => each === redirectAnnotation || each.startsWith('cert-manager.io/'),
  );
  return {
    apiVersion,
    kind,
    // An existing map must stay: otherwise, a patch would replace it with a new one.
    metadata: { name, uid, resourceVersion, ...(annotations && { annotations: Object.fromEntries(ours) }) },
    ...(Array.isArray(webhooks) && { webhooks: webhooks.map(essentialWebhook) }),
    ...(spec?.conversion && { spec: { conversion: spec.conversion } }),
  } as unknown as Stored<T>;
};
