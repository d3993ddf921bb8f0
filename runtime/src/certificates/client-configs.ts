import type { KubernetesObject } from '../api/object.js';
import { isJsonObject } from '../json/json-object.js';
import type { ServiceKey } from './options.js';

/** How the API server reaches a webhook: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#contacting-the-webhook */
export interface ClientConfig {
  readonly url?: string;
  readonly service?: { readonly name: string; readonly namespace: string; readonly path?: string };
  /** PEM, in base64. */
  readonly caBundle?: string;
}

/** An object that says where webhooks are: a webhook configuration, or a CustomResourceDefinition. */
export interface Configured extends KubernetesObject {
  readonly webhooks?: readonly { readonly name: string; readonly clientConfig: ClientConfig }[];
  readonly spec?: {
    readonly conversion?: { readonly strategy: string; readonly webhook?: { readonly clientConfig?: ClientConfig } };
  };
}

/** What is to stand in them. */
export interface Aim {
  /** Where this process is reached; undefined for the Service. */
  readonly url: string | undefined;
  readonly caBundle: string;
  /** Whether what another process turned to itself is taken back. */
  readonly takesOver: boolean;
  /** Of this operator; kept with what was turned to this process, so that any later process knows whose it is. */
  readonly service: ServiceKey;
  readonly isOurs: (service: NonNullable<ClientConfig['service']>) => boolean;
}

/** What an object was before its webhooks were turned to a process outside of the cluster; kept in an annotation of it. */
interface Redirect {
  readonly url: string;
  /** Of the operator; undefined where an earlier version has written it. */
  readonly service?: ServiceKey;
  /** By the name of the webhook. */
  readonly clientConfigs: Readonly<Record<string, ClientConfig>>;
  /** By which another would put its own authority in. */
  readonly annotations: Readonly<Record<string, string>>;
}

export const redirectAnnotation = 'operator-gen.dev/redirected-webhooks';
/** https://cert-manager.io/docs/concepts/ca-injector/ */
const injectorAnnotation = /^cert-manager\.io\/inject-/;
/** A CustomResourceDefinition has one webhook, without a name. */
const conversion = 'conversion';

/** The object as it is to be; the very same where nothing of it is ours. */
export function aimed(object: Configured, aim: Aim): Configured {
  const redirect = redirectOf(object);
  const isOthers = redirect !== undefined && redirect.url !== aim.url && !aim.takesOver;
  if (aim.url !== undefined) return isOthers ? object : redirected(restored(object), aim.url, aim);
  if (isOthers)
    return annotated(object, { ...redirect, clientConfigs: mapValues(redirect.clientConfigs, trusting(aim)) });
  return withClientConfigs(restored(object), trusting(aim));
}

/** The object as it was before it was turned to `url`, or to whatever it was where none is given. */
export function restored(object: Configured, url?: string): Configured {
  const redirect = redirectOf(object);
  if (redirect === undefined || (url !== undefined && redirect.url !== url)) return object;
  const { [redirectAnnotation]: _, ...annotations } = object.metadata?.annotations ?? {};
  const before = withClientConfigs(object, (config, name) =>
    config.url === undefined ? config : (pointingToService(redirect.clientConfigs[name]) ?? config),
  );
  return { ...before, metadata: { ...object.metadata, annotations: { ...annotations, ...redirect.annotations } } };
}

/** The Services that are asked, whoever is asked in their place now. */
export function servicesOf(object: Configured): readonly ServiceKey[] {
  const found: ServiceKey[] = [];
  withClientConfigs(restored(object), (config) => {
    if (config.service !== undefined) found.push(config.service);
    return config;
  });
  return found;
}

/** Where the webhooks are turned to, if they are. */
export const redirectedTo = (object: Configured): string | undefined => redirectOf(object)?.url;

/** Whom the API server trusts about the webhooks that are turned to a URL: PEM. */
export function authoritiesOf(object: Configured, url: string): readonly string[] {
  const found = new Set<string>();
  withClientConfigs(object, (config) => {
    const isTurned = config.url === url || config.url?.startsWith(`${url}/`);
    if (isTurned && config.caBundle !== undefined) found.add(Buffer.from(config.caBundle, 'base64').toString());
    return config;
  });
  return [...found];
}

/** Whether the operator of that Service has turned the object away. */
export function isRedirectOf(object: Configured, service: ServiceKey): boolean {
  const isIt = (each: ServiceKey): boolean => each.name === service.name && each.namespace === service.namespace;
  const redirect = redirectOf(object);
  if (redirect === undefined) return false;
  return redirect.service === undefined ? servicesOf(object).some(isIt) : isIt(redirect.service);
}

/** Never what somebody else was turned to: that process may be gone. */
function pointingToService(config: ClientConfig | undefined): ClientConfig | undefined {
  return config?.service === undefined ? undefined : config;
}

/** Whether cert-manager writes the authority of its own certificate into the object. */
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

/** What the annotation says; one that somebody has spoilt says nothing. */
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

/** Whether it can be read: the API server stores no other, but anything may answer in its place. */
function hasClientConfig<T>(webhook: T): webhook is T & { readonly clientConfig: ClientConfig } {
  if (!isJsonObject(webhook) || !isJsonObject(webhook['clientConfig'])) return false;
  const { service, url } = webhook['clientConfig'];
  return (service === undefined || isJsonObject(service)) && (url === undefined || typeof url === 'string');
}

function mapValues<T>(values: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
