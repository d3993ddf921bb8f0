import type { standardFlags } from '@operator-gen/runtime';

/** A setting of a manager that every operator has a flag for, and that can have a different default in Go. */
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
  {
    flag: 'leader-elect',
    options: ['LeaderElection'],
    config: ['leaderElection', 'leaderElect'],
    inGo: 'false',
    here: 'false',
    reason: (value) => (value === 'true' ? 'elects a leader' : 'elects no leader'),
  },
  {
    flag: 'webhook-port',
    options: ['WebhookServer.Port', 'Port'],
    config: ['webhook', 'port'],
    inGo: '9443',
    here: '9443',
    reason: (value) => `serves webhooks at port ${value}`,
  },
  {
    flag: 'webhook-cert-path',
    options: ['WebhookServer.CertDir', 'CertDir'],
    config: ['webhook', 'certDir'],
    inGo: '/tmp/k8s-webhook-server/serving-certs',
    here: '',
    reason: (value) => `reads the certificate of its webhooks from ${value}`,
    isFolder: true,
  },
  {
    flag: 'webhook-cert-name',
    options: ['WebhookServer.CertName'],
    inGo: 'tls.crt',
    here: 'tls.crt',
    reason: (value) => `reads the certificate of its webhooks from the file ${value}`,
  },
  {
    flag: 'webhook-cert-key',
    options: ['WebhookServer.KeyName'],
    inGo: 'tls.key',
    here: 'tls.key',
    reason: (value) => `reads the key of its webhooks from the file ${value}`,
  },
  {
    flag: 'metrics-cert-path',
    options: ['Metrics.CertDir'],
    inGo: '/tmp/k8s-metrics-server/serving-certs',
    here: '',
    reason: (value) => `reads the certificate of its metrics from ${value}`,
    isFolder: true,
  },
  {
    flag: 'metrics-cert-name',
    options: ['Metrics.CertName'],
    inGo: 'tls.crt',
    here: 'tls.crt',
    reason: (value) => `reads the certificate of its metrics from the file ${value}`,
  },
  {
    flag: 'metrics-cert-key',
    options: ['Metrics.KeyName'],
    inGo: 'tls.key',
    here: 'tls.key',
    reason: (value) => `reads the key of its metrics from the file ${value}`,
  },
];
