import { addressProblem, namespaceProblem, namespacesProblem, nameProblem } from './flag-values.js';
import type { Flags } from './flags.js';

/** Flags of every operator, with the names of kubebuilder. */
export const standardFlags = {
  kubeconfig: {
    type: 'string',
    placeholder: 'path',
    description: 'path of a kubeconfig; by default, the sources of loadConfig are used',
  },
  context: {
    type: 'string',
    placeholder: 'name',
    description: 'context of the kubeconfig; by default, the current context is used',
  },
  'leader-elect': {
    type: 'boolean',
    default: false,
    description: 'enable leader election, so that only one replica is active',
  },
  'leader-election-namespace': {
    type: 'string',
    check: namespaceProblem,
    placeholder: 'namespace',
    description: 'namespace of the Lease; defaults to that of the operator',
  },
  'health-probe-bind-address': {
    type: 'string',
    check: addressProblem,
    placeholder: 'address',
    description:
      'address of /healthz and /readyz; defaults to :8081 in a cluster, and 127.0.0.1:8081 elsewhere; 0 disables them',
  },
  'metrics-bind-address': {
    type: 'string',
    check: addressProblem,
    placeholder: 'address',
    default: '0',
    description: 'address of the metrics, such as :8443; 0 disables them',
  },
  'metrics-secure': {
    type: 'boolean',
    default: true,
    description: 'serve metrics over HTTPS, to clients that the API server authorizes',
  },
  'metrics-cert-path': {
    type: 'string',
    placeholder: 'folder',
    description: 'folder with the certificate of the metrics server; by default, a certificate is created at the start',
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
  'debug-bind-address': {
    type: 'string',
    env: 'DEBUG_BIND_ADDRESS',
    check: addressProblem,
    placeholder: 'address',
    default: '0',
    description:
      'address of /debug/controllers, such as :8085; without a host, only this machine can reach it; 0 disables it',
  },
  'enable-webhooks': {
    type: 'boolean',
    env: 'ENABLE_WEBHOOKS',
    description: 'serve webhooks; by default, only if there is a certificate for them',
  },
  'webhook-port': {
    type: 'number',
    placeholder: 'port',
    minimum: 0,
    maximum: 65_535,
    default: 9443,
    description: 'port of the webhook server',
  },
  'webhook-host': {
    type: 'string',
    placeholder: 'host',
    description:
      'host of the webhook server; defaults to all addresses, and outside a cluster to 127.0.0.1 unless --webhook-url needs others',
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
    description: 'issue the certificate of the webhooks, and configure the API server to trust it',
  },
  'webhook-cert-secret': {
    type: 'string',
    env: 'WEBHOOK_CERT_SECRET',
    check: nameProblem,
    placeholder: 'name',
    description: 'Secret in which replicas of the operator share the issued certificate',
  },
  'webhook-service': {
    type: 'string',
    check: nameProblem,
    placeholder: 'name',
    description: 'Service of the webhooks',
  },
  'webhook-service-namespace': {
    type: 'string',
    check: namespaceProblem,
    placeholder: 'namespace',
    description: 'namespace of that Service; defaults to that of the operator',
  },
  'webhook-url': {
    type: 'string',
    placeholder: 'url',
    description:
      'URL at which the API server reaches an operator outside the cluster, such as https://192.168.1.10:9443',
  },
  'watch-namespace': {
    type: 'string',
    env: 'WATCH_NAMESPACE',
    check: namespacesProblem,
    placeholder: 'namespaces',
    description: 'namespaces to watch, separated by commas; defaults to all',
  },
  'log-level': {
    type: 'string',
    choices: ['debug', 'info', 'warn', 'error'],
    default: 'info',
    description: 'minimum level of logged messages',
  },
  'log-format': {
    type: 'string',
    choices: ['json', 'console'],
    description: 'format of the log; defaults to console on a terminal, otherwise to json',
  },
} as const satisfies Flags;
