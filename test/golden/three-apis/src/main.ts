import { parseArgs } from 'node:util';
import { createLogger, createManager, setupSignalHandler } from '@operator-gen/runtime';
import { registerControllers, registerWebhooks } from './register.js';

const levels = ['debug', 'info', 'warn', 'error'] as const;
const formats = ['json', 'console'] as const;

/** What can be said on the command line; --help lists it. */
const options = {
  // Where the metrics are served, such as :8443; 0 switches them off.
  'metrics-bind-address': { type: 'string', default: '0' },
  // HTTPS, and only for those whom the API server lets in. --no-metrics-secure for plain HTTP.
  'metrics-secure': { type: 'boolean', default: true },
  // A folder with a certificate and its key; without it a certificate is made at the start.
  'metrics-cert-path': { type: 'string' },
  'metrics-cert-name': { type: 'string', default: 'tls.crt' },
  'metrics-cert-key': { type: 'string', default: 'tls.key' },
  // Where webhooks are served, once there is one, and with which certificate.
  'webhook-port': { type: 'string', default: '9443' },
  'webhook-cert-path': { type: 'string' },
  'webhook-cert-name': { type: 'string', default: 'tls.crt' },
  'webhook-cert-key': { type: 'string', default: 'tls.key' },
  // Instead, the certificate is made here, and the API server is told whom to trust.
  'webhook-self-signed': { type: 'boolean', default: false },
  // The Service of the webhooks, and its namespace: that of this operator, where it runs in the cluster.
  'webhook-service': { type: 'string', default: 'shop-operator-webhook-service' },
  'webhook-service-namespace': { type: 'string' },
  // For an operator outside of the cluster: where the API server reaches it, such as https://192.168.1.10:9443.
  'webhook-url': { type: 'string' },
  // Where /healthz and /readyz are served; 0 switches them off.
  'health-probe-bind-address': { type: 'string', default: ':8081' },
  // Only one of several copies acts.
  'leader-elect': { type: 'boolean', default: false },
  'leader-election-namespace': { type: 'string' },
  kubeconfig: { type: 'string' },
  'log-level': { type: 'string', default: 'info' },
  'log-format': { type: 'string', default: 'json' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The flags of the command line. One that is not known, or has no value that fits, ends the operator with one line. */
function readFlags() {
  try {
    const { values } = parseArgs({ args: process.argv.slice(2).map(asInGo), options, allowNegative: true });
    if (values.help) {
      const lines = Object.entries(options).map(([name, option]) => `  --${name.padEnd(28)}${usual(option)}`);
      console.log(['The flags, and what they are when they are not given:', ...lines].join('\n'));
      process.exit(0);
    }
    return {
      ...values,
      'log-level': oneOf(levels, '--log-level', values['log-level']),
      'log-format': oneOf(formats, '--log-format', values['log-format']),
      'webhook-port': portOf('--webhook-port', values['webhook-port']),
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** What is on or off may also be said in full: --leader-elect=true, --metrics-secure=false. */
function asInGo(arg: string): string {
  const [, name, value] = /^--(leader-elect|metrics-secure|webhook-self-signed)=(true|false)$/.exec(arg) ?? [];
  if (name === undefined) return arg;
  return value === 'true' ? `--${name}` : `--no-${name}`;
}

function usual(option: (typeof options)[keyof typeof options]): string {
  return 'default' in option ? String(option.default) : '';
}

function oneOf<T extends string>(known: readonly T[], flag: string, value: string): T {
  const found = known.find((each) => each === value);
  if (found === undefined) throw new Error(`${flag} is one of ${known.join(', ')}, and not "${value}"`);
  return found;
}

function portOf(flag: string, value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port < 65_536) return port;
  throw new Error(`${flag} is a port, from 0 to 65535, and not "${value}"`);
}

/** The namespaces that are watched, from a list with commas in WATCH_NAMESPACE; all of them where it is not set. */
function watchNamespaces(): readonly string[] {
  const names = (process.env['WATCH_NAMESPACE'] ?? '').split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

/** The namespace that the operator is deployed to. */
const deployed = 'shop-operator-system';

/** How the certificate of the webhooks is made, where it is made here. With a URL, webhooks are turned to it meanwhile. */
function selfSigned() {
  const { 'webhook-self-signed': asked, 'webhook-service': service, 'webhook-url': url } = flags;
  if (!asked && url === undefined) return undefined;
  const namespace = flags['webhook-service-namespace'] ?? (url === undefined ? undefined : deployed);
  // config/default says the name that kustomize gives to the Secret.
  const secretName = process.env['WEBHOOK_CERT_SECRET'] || undefined;
  return { service, namespace, secretName, url };
}

/** Webhooks are served where there is a certificate for them, unless ENABLE_WEBHOOKS says something else. */
function servesWebhooks(): boolean {
  const { ENABLE_WEBHOOKS: said } = process.env;
  if (said !== undefined && said !== '') return said !== 'false';
  return flags['webhook-cert-path'] !== undefined || selfSigned() !== undefined;
}

const flags = readFlags();
const log = createLogger({ level: flags['log-level'], format: flags['log-format'] });

try {
  const manager = await createManager({
    kubeconfig: flags.kubeconfig,
    healthProbeBindAddress: flags['health-probe-bind-address'],
    metrics: {
      bindAddress: flags['metrics-bind-address'],
      secure: flags['metrics-secure'],
      certPath: flags['metrics-cert-path'],
      certName: flags['metrics-cert-name'],
      keyName: flags['metrics-cert-key'],
    },
    webhook: {
      port: flags['webhook-port'],
      certDir: flags['webhook-cert-path'],
      certName: flags['webhook-cert-name'],
      keyName: flags['webhook-cert-key'],
      selfSigned: selfSigned(),
      // What a run with --webhook-url has left turned to itself, since it was killed, is put back.
      service: { name: flags['webhook-service'], namespace: flags['webhook-service-namespace'] ?? deployed },
    },
    leaderElection: {
      enabled: flags['leader-elect'],
      id: 'cbaaf340.example.com',
      namespace: flags['leader-election-namespace'],
    },
    cache: { namespaces: watchNamespaces() },
    fieldManager: 'shop-operator',
    log,
  });
  await registerControllers(manager);
  if (servesWebhooks()) await registerWebhooks(manager);
  await manager.start(setupSignalHandler());
} catch (error) {
  log.error('the operator ended', { error });
  process.exit(1);
}
