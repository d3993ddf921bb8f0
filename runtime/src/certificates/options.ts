import { isIP } from 'node:net';
import { ConfigError } from '../errors/config-error.js';
import { realClock, wallClock, type Clock } from '../timing/clock.js';

/**
 * How the manager makes the certificate of its webhooks itself, where there is no cert-manager. Peers:
 * https://pkg.go.dev/github.com/open-policy-agent/cert-controller/pkg/rotator#CertRotator
 */
export interface SelfSignedOptions {
  /** Name of the Service by which the API server finds the webhooks: what points to it gets the `caBundle`. */
  readonly service: string;
  /** Of the Service and of the Secret; the one that the process runs in unless said otherwise. */
  readonly namespace?: string | undefined;
  /** Where all copies of the operator find the certificate; `<service>-cert` unless said otherwise. */
  readonly secretName?: string | undefined;
  /**
   * For a process outside of the cluster: `https://192.168.1.10:9443`, where the API server reaches this one. What points to
   * the Service points there for as long as the process runs. No Secret is written.
   */
  readonly url?: string | undefined;
  /** Only configurations of these names, which must be there; every one that points to the Service unless said otherwise. */
  readonly validatingWebhookConfigurations?: readonly string[] | undefined;
  /** As `validatingWebhookConfigurations`. */
  readonly mutatingWebhookConfigurations?: readonly string[] | undefined;
  /** Those of the kinds that have a converter, unless said otherwise. */
  readonly customResourceDefinitions?: readonly string[] | undefined;
  /** Only webhook configurations with these labels, where they are not named. */
  readonly labelSelector?: string | undefined;
  /** Milliseconds that an authority is good; a year unless said otherwise. The next one is made after two thirds of them. */
  readonly caCertDuration?: number | undefined;
  /** Milliseconds that a serving certificate is good; 90 days unless said otherwise, and renewed likewise. */
  readonly serverCertDuration?: number | undefined;
  /** The time, in milliseconds since 1970; for tests. */
  readonly clock?: Clock | undefined;
}

/** The options with all that follows from them. */
export interface SelfSigned {
  readonly service: ServiceKey;
  readonly secretName: string;
  /** Where this process is reached, without a slash at its end; undefined in the cluster. */
  readonly url: string | undefined;
  /** What the certificate is for. */
  readonly hosts: readonly string[];
  readonly names: {
    readonly validating: readonly string[] | undefined;
    readonly mutating: readonly string[] | undefined;
    readonly definitions: readonly string[] | undefined;
  };
  readonly labelSelector: string | undefined;
  readonly caCertDuration: number;
  readonly serverCertDuration: number;
  /** The time of day, as certificates have it. */
  readonly clock: Clock;
  /** How long something lasts. Monotonic: setting the time of day does not change it. */
  readonly steadyClock: Clock;
}

/** Name and namespace of a Service. */
export interface ServiceKey {
  readonly name: string;
  readonly namespace: string;
}

const day = 86_400_000;
/** Shorter than this, a certificate would be renewed before everybody has heard of its authority. */
const shortest = 3_600_000;

/**
 * @param ownNamespace the one that the process runs in, if any
 * @throws ConfigError when something is missing, or cannot be
 */
export function resolveSelfSigned(options: SelfSignedOptions, ownNamespace: string | undefined): SelfSigned {
  const { service: name, namespace = ownNamespace, secretName = `${name}-cert`, labelSelector } = options;
  if (!name) throw new ConfigError('webhook.selfSigned needs the name of the Service that the webhooks have');
  if (namespace === undefined) {
    throw new ConfigError(
      'webhook.selfSigned needs the namespace of the Service: this process runs in none; name it with the option namespace',
    );
  }
  const { caCertDuration = 365 * day, serverCertDuration = 90 * day, clock = wallClock } = options;
  if (!(serverCertDuration >= shortest && caCertDuration >= serverCertDuration)) {
    throw new ConfigError(
      `webhook.selfSigned: serverCertDuration is an hour at least (${shortest} ms), and caCertDuration no shorter than it`,
    );
  }
  const url = options.url === undefined ? undefined : parseUrl(options.url);
  return {
    service: { name, namespace },
    secretName,
    url: url?.href.replace(/\/$/, ''),
    hosts: url === undefined ? namesOf(name, namespace) : [hostOf(url)],
    names: {
      validating: options.validatingWebhookConfigurations,
      mutating: options.mutatingWebhookConfigurations,
      definitions: options.customResourceDefinitions,
    },
    labelSelector,
    caCertDuration,
    serverCertDuration,
    clock,
    steadyClock: options.clock ?? realClock,
  };
}

/** The names of a Service. The API server asks for the first: https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/ */
function namesOf(name: string, namespace: string): readonly string[] {
  const full = `${name}.${namespace}.svc`;
  return [full, `${full}.cluster.local`, `${name}.${namespace}`, name];
}

/** @throws ConfigError when the API server would not take it for a webhook's URL */
function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' && !url.username && !url.password && !url.search && !url.hash) return url;
  throw new ConfigError(
    'webhook.selfSigned: the url is not one for webhooks: write https://, a host that the API server reaches, and the port',
  );
}

function hostOf({ hostname }: URL): string {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? hostname : bare;
}
