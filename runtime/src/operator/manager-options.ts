import { defaultProbeAddress } from '../manager/hosts.js';
import type { ManagerOptions } from '../manager/options.js';
import type { FlagValues } from './flags.js';
import type { standardFlags } from './standard-flags.js';

type StandardValues = FlagValues<typeof standardFlags>;

/** Returns the options of the manager that correspond to the flags. */
export function managerOptionsOf(
  { name, leaderElectionId }: { readonly name: string; readonly leaderElectionId: string },
  flags: StandardValues,
): ManagerOptions {
  // Namespace that the operator is deployed to.
  const deployed = `${name}-system`;
  const service = flags['webhook-service'] ?? `${name}-webhook-service`;
  const namespace = flags['webhook-service-namespace'];
  const url = flags['webhook-url'];
  return {
    kubeconfig: flags.kubeconfig,
    context: flags.context,
    healthProbeBindAddress: flags['health-probe-bind-address'] ?? defaultProbeAddress(),
    metrics: {
      bindAddress: flags['metrics-bind-address'],
      secure: flags['metrics-secure'],
      certPath: flags['metrics-cert-path'],
      certName: flags['metrics-cert-name'],
      keyName: flags['metrics-cert-key'],
    },
    debug: { bindAddress: flags['debug-bind-address'] },
    webhook: {
      host: flags['webhook-host'],
      port: flags['webhook-port'],
      certDir: flags['webhook-cert-path'],
      certName: flags['webhook-cert-name'],
      keyName: flags['webhook-cert-key'],
      selfSigned: isSelfSigned(flags)
        ? {
            service,
            namespace: namespace ?? (url === undefined ? undefined : deployed),
            // config/default sets the final name of the Secret, with the prefix of kustomize.
            secretName: flags['webhook-cert-secret'] || undefined,
            url,
          }
        : undefined,
      // Restores webhooks that a killed process with --webhook-url has left redirected to itself.
      service: { name: service, namespace: namespace ?? deployed },
    },
    leaderElection: {
      enabled: flags['leader-elect'],
      id: leaderElectionId,
      namespace: flags['leader-election-namespace'],
    },
    cache: { namespaces: namesIn(flags['watch-namespace'] ?? '') },
    fieldManager: name,
  };
}

/** Merges the options of the flags with the operator's own settings, which take precedence. */
export function withSettings(ofFlags: ManagerOptions, own: ManagerOptions): ManagerOptions {
  const names = Object.keys(ofFlags) as (keyof ManagerOptions)[];
  // Flags fill groups such as `metrics` in part, and the settings fill the rest.
  const groups = names.filter((name) => typeof ofFlags[name] === 'object');
  const merged = groups.map((name) => [name, Object.assign({}, ofFlags[name], own[name])]);
  return { ...ofFlags, ...own, ...Object.fromEntries(merged) };
}

/** Reports whether webhooks are served: as the flag says, or else if there is a certificate for them. */
export function servesWebhooks(flags: StandardValues): boolean {
  return flags['enable-webhooks'] ?? (flags['webhook-cert-path'] !== undefined || isSelfSigned(flags));
}

/** Returns the message for an operator with webhooks that it does not serve, although no flag disables them. */
export function unservedWebhooks(
  flags: StandardValues,
  webhooks: readonly unknown[],
): { readonly message: string; readonly help: string } | undefined {
  if (webhooks.length === 0 || flags['enable-webhooks'] !== undefined || servesWebhooks(flags)) return undefined;
  return {
    message: 'the webhooks are not served, because there is no certificate for them',
    help: 'to serve them outside of a cluster, pass --webhook-url: make run WEBHOOK_URL=https://192.168.1.10:9443',
  };
}

function isSelfSigned(flags: StandardValues): boolean {
  return flags['webhook-self-signed'] || flags['webhook-url'] !== undefined;
}

function namesIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
