import type { KubernetesObject } from '../api/object.js';
import { resourceInfo, type KindHandle } from '../api/resource.js';
import { Informer } from '../cache/informer.js';
import type { Transform } from '../cache/transform.js';
import { isForbidden } from '../client/api-error.js';
import { withMissingPermission, type Permission } from '../client/missing-permission.js';
import type { Stored } from '../client/stored.js';
import type { Transport } from '../client/transport.js';
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

/** An object that says where webhooks are. */
export interface Named {
  readonly kind: KindHandle;
  readonly name: string;
  /** What messages call it: `ValidatingWebhookConfiguration foo`. */
  readonly label: string;
  /** What has to be allowed for it to be changed. */
  readonly permission: Permission;
}

/** One that is not as it is to be, and the steps that make it so, unless somebody else has changed it. */
export interface Correction extends Named {
  readonly patch: readonly JsonPatchOperation[];
}

/** What was found in the cluster. */
export interface Look {
  readonly corrections: readonly Correction[];
  /** What keeps the API server from asking us, beside what the corrections put right. */
  readonly problems: readonly string[];
  /** Where other processes have turned webhooks of ours to. */
  readonly elsewhere: readonly string[];
  /** Whether everything has been read that there is. */
  readonly isWhole: boolean;
}

type Configurable = (typeof configured)[keyof typeof configured];

/** One thing that is watched: an object by its name, or all of a kind. */
interface Watched {
  readonly kind: KindHandle;
  readonly resource: Configurable;
  readonly name: string | undefined;
  /** Whether the object has to be there, and to have a webhook of ours. */
  readonly isRequired: boolean;
  readonly informer: Informer<Configured & KubernetesObject>;
  readonly isOurs: Aim['isOurs'];
}

export interface ConfigurationsParts {
  readonly transport: Transport;
  readonly log: Logger;
  readonly settings: SelfSigned;
  /** Names of the CustomResourceDefinitions of the kinds that have a converter. */
  readonly converted: readonly string[];
  /** Called when something that is ours has changed. */
  readonly changed: () => void;
}

/** Mirrors what says where our webhooks are: watched, since whoever deploys it anew takes the authority out of it. */
export class Configurations {
  readonly #watched: readonly Watched[];

  constructor({ transport, log, settings, converted, changed }: ConfigurationsParts) {
    const { names, service, url, labelSelector } = settings;
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
    // That of our own kind is ours, whatever Service it names: as it is installed for a local run, it names none that is there.
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
   * What there is now. It can be compared later with what is to be: what others write in between is then met as a conflict, and
   * not undone.
   */
  see(): (aim: Omit<Aim, 'isOurs'>) => Look {
    const seen = this.#watched.map((watched) => ({ watched, objects: objectsOf(watched) }));
    return (aim) => {
      const looks = seen.map(({ watched, objects }) => compare(watched, objects, aim));
      return {
        corrections: looks.flatMap(({ corrections }) => corrections),
        problems: looks.flatMap(({ problems }) => problems),
        elsewhere: looks.flatMap(({ elsewhere }) => elsewhere),
        isWhole: looks.every(({ isWhole }) => isWhole),
      };
    };
  }

  /** Everything that has a webhook of ours, as it was last seen. */
  get ours(): readonly Named[] {
    return this.#watched.flatMap((watched) =>
      (objectsOf(watched) ?? [])
        .filter((object) => servicesOf(object).some(watched.isOurs))
        .map((object) => namedOf(watched, object)),
    );
  }
}

/** The objects that are there; undefined where that is not known yet. */
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
      problems.push(`cert-manager writes its own authority into ${label}: take its annotations out of the manifest`);
      continue;
    }
    if (turnedTo !== undefined && turnedTo !== aim.url && !aim.takesOver) elsewhere.push(`${label}: ${turnedTo}`);
    const patch = createPatch(object, aimed(object, { ...aim, isOurs }));
    if (patch.length > 0) corrections.push({ ...named, patch: [...patch, isStill(object)] });
  }
  return { corrections, problems, elsewhere, isWhole: objects !== undefined };
}

/** What keeps objects from being read; undefined where they are only on their way. */
function whyUnread({ informer: { lastError }, resource, name }: Watched): string | undefined {
  if (!isForbidden(lastError)) return lastError?.message;
  return messageOf(withMissingPermission(lastError?.cause, permissionToFind(resource, name)));
}

/** The step that makes a patch meet a conflict when somebody else has changed the object. */
export function isStill({ metadata }: Stored<Configured>): JsonPatchOperation {
  return { op: 'replace', path: '/metadata/resourceVersion', value: metadata.resourceVersion };
}

// One that is not a webhook keeps its place.
const essentialWebhook = (webhook: unknown): unknown =>
  isJsonObject(webhook) ? { name: webhook['name'], clientConfig: webhook['clientConfig'] } : webhook;

/** What is looked at: a CustomResourceDefinition may be a megabyte. Lists keep their places, by which they are patched. */
const essential: Transform = <T extends KubernetesObject>(whole: Stored<T>): Stored<T> => {
  const { apiVersion, kind, metadata, webhooks, spec } = whole as Stored<Configured>;
  const { name, uid, resourceVersion, annotations } = metadata;
  const ours = Object.entries(annotations ?? {}).filter(
    ([each]) => each === redirectAnnotation || each.startsWith('cert-manager.io/'),
  );
  return {
    apiVersion,
    kind,
    // Of a map that is there one has to remain: a patch would put a new one in its place.
    metadata: { name, uid, resourceVersion, ...(annotations && { annotations: Object.fromEntries(ours) }) },
    ...(Array.isArray(webhooks) && { webhooks: webhooks.map(essentialWebhook) }),
    ...(spec?.conversion && { spec: { conversion: spec.conversion } }),
  } as unknown as Stored<T>;
};
