import { isIP } from 'node:net';
import { ConfigError } from '../errors/config-error.js';
import { realClock, wallClock, type Clock } from '../timing/clock.js';

/**
 * Options for a certificate of the webhooks that the manager creates itself, without cert-manager. Similar to
 * https://pkg.go.dev/github.com/open-policy-agent/cert-controller/pkg/rotator#CertRotator
 */
export interface SelfSignedOptions {
  /** Name of the Service of the webhooks. Objects that point to it receive the `caBundle`. */
  readonly service: string;
  /** Namespace of the Service and of the Secret; defaults to the one that the process runs in. */
  readonly namespace?: string | undefined;
  /** Secret in which all replicas of the operator find the certificate; defaults to `<service>-cert`. */
  readonly secretName?: string | undefined;
  /**
   * URL at which the API server reaches a process outside the cluster, such as `https://192.168.1.10:9443`. Objects
   * that point to the Service point to this URL while the process runs. No Secret is written.
   */
  readonly url?: string | undefined;
  /** Names of the only configurations to maintain, which must exist; defaults to all that point to the Service. */
  readonly validatingWebhookConfigurations?: readonly string[] | undefined;
  /** Names like `validatingWebhookConfigurations`. */
  readonly mutatingWebhookConfigurations?: readonly string[] | undefined;
  /** Names of the CustomResourceDefinitions to maintain; defaults to those with a converter. */
  readonly customResourceDefinitions?: readonly string[] | undefined;
  /** Label selector of the webhook configurations to maintain, if they are not listed by name. */
  readonly labelSelector?: string | undefined;
  /** Validity of an authority in milliseconds; defaults to one year. The next one is created after two thirds of it. */
  readonly caCertDuration?: number | undefined;
  /** Validity of a serving certificate in milliseconds; defaults to 90 days. It is renewed after two thirds of it. */
  readonly serverCertDuration?: number | undefined;
  /** Clock in milliseconds since 1970; for tests. */
  readonly clock?: Clock | undefined;
}

/** Resolved options. */
export interface SelfSigned {
  readonly service: ServiceKey;
  readonly secretName: string;
  /** URL of this process, without a trailing slash; undefined in the cluster. */
  readonly url: string | undefined;
  /** Hosts of the certificate. */
  readonly hosts: readonly string[];
  readonly names: {
    readonly validating: readonly string[] | undefined;
    readonly mutating: readonly string[] | undefined;
    readonly definitions: readonly string[] | undefined;
  };
  readonly labelSelector: string | undefined;
  readonly caCertDuration: number;
  readonly serverCertDuration: number;
  /** Wall clock, which certificates use. */
  readonly clock: Clock;
  /** Monotonic clock for durations; a change of the wall clock does not affect it. */
  readonly steadyClock: Clock;
}

/** Name and namespace of a Service. */
export interface ServiceKey {
  readonly name: string;
  readonly namespace: string;
}

const day = 86_400_000;
/** A shorter validity would cause a renewal before every API server knows the authority. */
const shortest = 3_600_000;

/**
 * Resolves the options.
 * @param ownNamespace namespace that the process runs in, if any
 * @throws ConfigError if an option is missing or invalid
 */
export function resolveSelfSigned(options: SelfSignedOptions, ownNamespace: string | undefined): SelfSigned {
  const { service: name, namespace = ownNamespace, secretName = `${name}-cert`, labelSelector } = options;
  if (!name) throw new ConfigError('webhook.selfSigned requires the name of the Service of the webhooks');
  if (namespace === undefined) {
    throw new ConfigError(
      'webhook.selfSigned requires the namespace of the Service: this process does not run in a Pod; set the option namespace',
    );
  }
  const { caCertDuration = 365 * day, serverCertDuration = 90 * day, clock = wallClock } = options;
  if (!(serverCertDuration >= shortest && caCertDuration >= serverCertDuration)) {
    throw new ConfigError(
      `webhook.selfSigned: serverCertDuration must be at least one hour (${shortest} ms), and caCertDuration must not be shorter`,
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

/**
 * Returns the DNS names of a Service. The API server uses the first one:
 * https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/
 */
function namesOf(name: string, namespace: string): readonly string[] {
  const full = `${name}.${namespace}.svc`;
  return [full, `${full}.cluster.local`, `${name}.${namespace}`, name];
}

/** @throws ConfigError if the API server would reject the URL for a webhook */
function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' && !url.username && !url.password && !url.search && !url.hash) return url;
  throw new ConfigError(
    'webhook.selfSigned: the url is not valid for webhooks: write https://, a host that the API server can reach, and the port',
  );
}

function hostOf({ hostname }: URL): string {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? hostname : bare;
}
