import type { KubernetesObject } from '../api/object.js';
import { isJsonObject } from '../json/json-object.js';
import type { ServiceKey } from './options.js';

/**
 * Address of a webhook for the API server:
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#contacting-the-webhook
 */
export interface ClientConfig {
  readonly url?: string;
  readonly service?: { readonly name: string; readonly namespace: string; readonly path?: string };
  /** PEM, base64-encoded. */
  readonly caBundle?: string;
}

/** Object that contains the addresses of webhooks: a webhook configuration, or a CustomResourceDefinition. */
export interface Configured extends KubernetesObject {
  readonly webhooks?: readonly { readonly name: string; readonly clientConfig: ClientConfig }[];
  readonly spec?: {
    readonly conversion?: { readonly strategy: string; readonly webhook?: { readonly clientConfig?: ClientConfig } };
  };
}

/** Desired content of such objects. */
export interface Aim {
  /** URL of this process; undefined to use the Service. */
  readonly url: string | undefined;
  readonly caBundle: string;
  /** Whether to restore webhooks that another process has redirected to itself. */
  readonly takesOver: boolean;
  /** Service of this operator; stored with a redirect, so that any later process knows its owner. */
  readonly service: ServiceKey;
  readonly isOurs: (service: NonNullable<ClientConfig['service']>) => boolean;
}

/**
 * Original state of an object whose webhooks are redirected to a process outside the cluster; stored in an annotation
 * of the object.
 */
interface Redirect {
  readonly url: string;
  /** Service of the operator; undefined if an earlier version wrote the redirect. */
  readonly service?: ServiceKey;
  /** Original client configurations, by the name of the webhook. */
  readonly clientConfigs: Readonly<Record<string, ClientConfig>>;
  /** Annotations through which an injector would insert its own authority. */
  readonly annotations: Readonly<Record<string, string>>;
}

export const redirectAnnotation = 'operator-gen.dev/redirected-webhooks';
/** Annotations of the CA injector of cert-manager: https://cert-manager.io/docs/concepts/ca-injector/ */
const injectorAnnotation = /^cert-manager\.io\/inject-/;
/** Key of the webhook of a CustomResourceDefinition, which has no name. */
const conversion = 'conversion';

/** Returns the object in its desired state; the same object if none of its webhooks belong to this operator. */
export function aimed(object: Configured, aim: Aim): Configured {
  const redirect = redirectOf(object);
  const isOthers = redirect !== undefined && redirect.url !== aim.url && !aim.takesOver;
  if (aim.url !== undefined) return isOthers ? object : redirected(restored(object), aim.url, aim);
  if (isOthers)
    return annotated(object, { ...redirect, clientConfigs: mapValues(redirect.clientConfigs, trusting(aim)) });
  return withClientConfigs(restored(object), trusting(aim));
}

/** Returns the object as it was before it was redirected to `url`, or to any URL if none is given. */
export function restored(object: Configured, url?: string): Configured {
  const redirect = redirectOf(object);
  if (redirect === undefined || (url !== undefined && redirect.url !== url)) return object;
  const { [redirectAnnotation]: _, ...annotations } = object.metadata?.annotations ?? {};
  const before = withClientConfigs(object, (config, name) =>
    config.url === undefined ? config : (pointingToService(redirect.clientConfigs[name]) ?? config),
  );
  return { ...before, metadata: { ...object.metadata, annotations: { ...annotations, ...redirect.annotations } } };
}

/** Returns the Services of the webhooks, ignoring redirects. */
export function servicesOf(object: Configured): readonly ServiceKey[] {
  const found: ServiceKey[] = [];
  withClientConfigs(restored(object), (config) => {
    if (config.service !== undefined) found.push(config.service);
    return config;
  });
  return found;
}

/** Returns the URL to which the webhooks are redirected, if they are. */
export const redirectedTo = (object: Configured): string | undefined => redirectOf(object)?.url;

/** Returns the authorities that the API server trusts for the webhooks that are redirected to a URL, as PEM. */
export function authoritiesOf(object: Configured, url: string): readonly string[] {
  const found = new Set<string>();
  withClientConfigs(object, (config) => {
    const isTurned = config.url === url || config.url?.startsWith(`${url}/`);
    if (isTurned && config.caBundle !== undefined) found.add(Buffer.from(config.caBundle, 'base64').toString());
    return config;
  });
  return [...found];
}

/**
 * Reports whether the operator of the Service can have redirected the object, of which only the metadata is known. For a
 * redirect by an earlier version, the webhooks decide.
 */
export function mayBeRedirectOf(object: KubernetesObject, service: ServiceKey): boolean {
  const redirect = redirectOf(object);
  return redirect !== undefined && (redirect.service === undefined || isRedirectOf(object, service));
}

/** Reports whether the operator of the Service has redirected the object. */
export function isRedirectOf(object: Configured, service: ServiceKey): boolean {
  const isIt = (each: ServiceKey): boolean => each.name === service.name && each.namespace === service.namespace;
  const redirect = redirectOf(object);
  if (redirect === undefined) return false;
  return redirect.service === undefined ? servicesOf(object).some(isIt) : isIt(redirect.service);
}

/**
 * Returns the configuration if it points to a Service: the redirect of another process is never restored, because that
 * process may be gone.
 */
function pointingToService(config: ClientConfig | undefined): ClientConfig | undefined {
  return config?.service === undefined ? undefined : config;
}

/** Reports whether cert-manager injects the authority of its own certificate into the object. */
export function isInjectedByOther(object: Configured): boolean {
  return Object.keys(object.metadata?.annotations ?? {}).some((name) => injectorAnnotation.test(name));
}

const trusting =
  ({ caBundle, isOurs }: Aim) =>
  (config: ClientConfig): ClientConfig =>
    config.service !== undefined && isOurs(config.service) ? { ...config, caBundle } : config;

function redirected(object: Configured, url: string, { caBundle, isOurs, service }: Aim): Configured {
  const clientConfigs: Record<string, ClientConfig> = {};
  const turned = withClientConfigs(object, (config, name) => {
    if (config.service === undefined || !isOurs(config.service)) return config;
    clientConfigs[name] = config;
    return { url: `${url}${config.service.path ?? '/'}`, caBundle };
  });
  if (Object.keys(clientConfigs).length === 0) return object;
  const all = Object.entries(object.metadata?.annotations ?? {});
  const annotations = Object.fromEntries(all.filter(([name]) => injectorAnnotation.test(name)));
  const rest = Object.fromEntries(all.filter(([name]) => !injectorAnnotation.test(name)));
  const bare = { ...turned, metadata: { ...object.metadata, annotations: rest } };
  return annotated(bare, { url, service, clientConfigs, annotations });
}

function annotated(object: Configured, redirect: Redirect): Configured {
  const annotations = { ...object.metadata?.annotations, [redirectAnnotation]: JSON.stringify(redirect) };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** Parses the annotation; an invalid one is ignored. */
function redirectOf({ metadata }: Configured): Redirect | undefined {
  const text = metadata?.annotations?.[redirectAnnotation];
  if (text === undefined) return undefined;
  try {
    const { url, service, clientConfigs, annotations = {} } = JSON.parse(text) as Partial<Redirect>;
    if (typeof url !== 'string' || !isJsonObject(clientConfigs)) return undefined;
    return { url, ...(service && { service }), clientConfigs, annotations };
  } catch {
    return undefined;
  }
}

function withClientConfigs(
  object: Configured,
  change: (config: ClientConfig, webhook: string) => ClientConfig,
): Configured {
  const { webhooks, spec } = object;
  if (Array.isArray(webhooks)) {
    const changed = webhooks.map((each) =>
      hasClientConfig(each) ? { ...each, clientConfig: change(each.clientConfig, each.name) } : each,
    );
    return { ...object, webhooks: changed };
  }
  const webhook = spec?.conversion?.webhook;
  if (spec?.conversion === undefined || !hasClientConfig(webhook)) return object;
  const clientConfig = change(webhook.clientConfig, conversion);
  return { ...object, spec: { ...spec, conversion: { ...spec.conversion, webhook: { ...webhook, clientConfig } } } };
}

/**
 * Reports whether the webhook is readable: the API server stores only valid ones, but anything may answer in its place.
 */
function hasClientConfig<T>(webhook: T): webhook is T & { readonly clientConfig: ClientConfig } {
  if (!isJsonObject(webhook) || !isJsonObject(webhook['clientConfig'])) return false;
  const { service, url } = webhook['clientConfig'];
  return (service === undefined || isJsonObject(service)) && (url === undefined || typeof url === 'string');
}

function mapValues<T>(values: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
