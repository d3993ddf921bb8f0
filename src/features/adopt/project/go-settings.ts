import type { standardFlags } from '@operator-gen/runtime';

/** A manager setting that every operator has a flag for, and that can have a different default in Go. */
export interface Setting {
  readonly flag: keyof typeof standardFlags;
  /** The options of controller-runtime, of this release and of earlier ones. */
  readonly options: readonly string[];
  /** Its place in a configuration file of controller-runtime, if it has one. */
  readonly config?: readonly string[];
  /** The behavior of controller-runtime without the option. https://pkg.go.dev/sigs.k8s.io/controller-runtime/pkg/manager#Options */
  readonly inGo: string;
  /** The behavior of the runtime without the flag. */
  readonly here: string;
  /** Describes a behavior of the Go operator that the new one does not have. */
  readonly reason: (value: string) => string;
  /** Whether the value is a folder, which has no effect unless it is mounted. */
  readonly isFolder?: boolean;
}

export const metricsAddress: Setting = {
  flag: 'metrics-bind-address',
  options: ['Metrics.BindAddress', 'MetricsBindAddress'],
  config: ['metrics', 'bindAddress'],
  inGo: ':8080',
  here: '0',
  reason: (value) => (value === '0' ? 'serves no metrics' : `serves metrics at ${value}`),
};

export const metricsSecure: Setting = {
  flag: 'metrics-secure',
  options: ['Metrics.SecureServing'],
  config: ['metrics', 'secureServing'],
  inGo: 'false',
  here: 'true',
  reason: (value) => `serves metrics over ${value === 'true' ? 'HTTPS' : 'HTTP, without authorization'}`,
};

export const leaderElection: Setting = {
  flag: 'leader-elect',
  options: ['LeaderElection'],
  config: ['leaderElection', 'leaderElect'],
  inGo: 'false',
  here: 'false',
  reason: (value) => (value === 'true' ? 'elects a leader' : 'elects no leader'),
};

/** The namespace of the Lease; empty means that of the operator. */
export const leaseNamespace: Setting = {
  flag: 'leader-election-namespace',
  options: ['LeaderElectionNamespace'],
  config: ['leaderElection', 'resourceNamespace'],
  inGo: '',
  here: '',
  reason: (value) => `has its Lease in the namespace ${value}`,
};

export const settings: readonly Setting[] = [
  metricsAddress,
  metricsSecure,
  {
    flag: 'health-probe-bind-address',
    options: ['HealthProbeBindAddress'],
    config: ['health', 'healthProbeBindAddress'],
    inGo: '0',
    here: ':8081',
    reason: (value) => `answers probes at ${value}`,
  },
  leaderElection,
  leaseNamespace,
  {
    flag: 'webhook-port',
    options: ['WebhookServer.Port', 'Port'],
    config: ['webhook', 'port'],
    inGo: '9443',
    here: '9443',
    reason: (value) => `serves webhooks at port ${value}`,
  },
  ...certificateOf('webhook', ['WebhookServer.CertDir', 'CertDir'], ['webhook', 'certDir']),
  ...certificateOf('metrics', ['Metrics.CertDir']),
];

/** Returns the settings for the certificate of a server: its folder, and the names of its two files. */
function certificateOf(
  server: 'metrics' | 'webhook',
  options: readonly [string, ...string[]],
  config?: readonly string[],
): readonly Setting[] {
  const owner = server === 'webhook' ? 'its webhooks' : 'its metrics';
  const [struct] = options[0].split('.');
  const file = (part: 'cert' | 'key', field: string, usual: string): Setting => ({
    flag: `${server}-cert-${part === 'cert' ? 'name' : 'key'}`,
    options: [`${struct}.${field}`],
    inGo: usual,
    here: usual,
    reason: (value) => `reads the ${part === 'cert' ? 'certificate' : 'key'} of ${owner} from the file ${value}`,
  });
  return [
    {
      flag: `${server}-cert-path`,
      options,
      ...(config && { config }),
      inGo: `/tmp/k8s-${server}-server/serving-certs`,
      here: '',
      reason: (value) => `reads the certificate of ${owner} from ${value}`,
      isFolder: true,
    },
    file('cert', 'CertName', 'tls.crt'),
    file('key', 'KeyName', 'tls.key'),
  ];
}
