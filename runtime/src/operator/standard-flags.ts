import type { Flags } from './flags.js';

/** Flags of every operator, with the names of kubebuilder. */
export const standardFlags = {
  kubeconfig: {
    type: 'string',
    placeholder: 'path',
    description: 'kubeconfig file; see loadConfig for what applies without it',
  },
  'leader-elect': { type: 'boolean', default: false, description: 'elect one of several copies, which alone acts' },
  'leader-election-namespace': {
    type: 'string',
    placeholder: 'namespace',
    description: 'namespace of the Lease; that of the operator where absent',
  },
  'health-probe-bind-address': {
    type: 'string',
    placeholder: 'address',
    default: ':8081',
    description: 'where /healthz and /readyz are served; 0 disables them',
  },
  'metrics-bind-address': {
    type: 'string',
    placeholder: 'address',
    default: '0',
    description: 'where metrics are served, such as :8443; 0 disables them',
  },
  'metrics-secure': {
    type: 'boolean',
    default: true,
    description: 'serve metrics with HTTPS, to those that the API server authorizes',
  },
  'metrics-cert-path': {
    type: 'string',
    placeholder: 'folder',
    description: 'folder with the certificate of the metrics server; without it one is made at the start',
  },
  'metrics-cert-name': {
    type: 'string',
    placeholder: 'file',
    default: 'tls.crt',
    description: 'certificate file of the metrics server',
  },
  'metrics-cert-key': {
    type: 'string',
    placeholder: 'file',
    default: 'tls.key',
    description: 'key file of the metrics server',
  },
  'enable-webhooks': {
    type: 'boolean',
    env: 'ENABLE_WEBHOOKS',
    description: 'serve webhooks; by default where there is a certificate for them',
  },
  'webhook-port': {
    type: 'number',
    placeholder: 'port',
    minimum: 0,
    maximum: 65_535,
    default: 9443,
    description: 'port of the webhook server',
  },
  'webhook-cert-path': {
    type: 'string',
    placeholder: 'folder',
    description: 'folder with the certificate of the webhook server',
  },
  'webhook-cert-name': {
    type: 'string',
    placeholder: 'file',
    default: 'tls.crt',
    description: 'certificate file of the webhook server',
  },
  'webhook-cert-key': {
    type: 'string',
    placeholder: 'file',
    default: 'tls.key',
    description: 'key file of the webhook server',
  },
  'webhook-self-signed': {
    type: 'boolean',
    default: false,
    description: 'make the certificate of the webhooks, and tell the API server to trust it',
  },
  'webhook-cert-secret': {
    type: 'string',
    env: 'WEBHOOK_CERT_SECRET',
    placeholder: 'name',
    description: 'Secret in which copies of the operator share the certificate that they make',
  },
  'webhook-service': { type: 'string', placeholder: 'name', description: 'Service of the webhooks' },
  'webhook-service-namespace': {
    type: 'string',
    placeholder: 'namespace',
    description: 'namespace of that Service; that of the operator where absent',
  },
  'webhook-url': {
    type: 'string',
    placeholder: 'url',
    description: 'where the API server reaches an operator outside the cluster, such as https://192.168.1.10:9443',
  },
  'watch-namespace': {
    type: 'string',
    env: 'WATCH_NAMESPACE',
    placeholder: 'namespaces',
    description: 'namespaces to watch, separated by commas; all of them where absent',
  },
  'log-level': {
    type: 'string',
    choices: ['debug', 'info', 'warn', 'error'],
    default: 'info',
    description: 'least level that is logged',
  },
  'log-format': {
    type: 'string',
    choices: ['json', 'console'],
    description: 'format of the log; console on a terminal and json otherwise',
  },
} as const satisfies Flags;
