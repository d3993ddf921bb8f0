import { parseArgs } from 'node:util';
import { createLogger, createManager, setupSignalHandler, type LogLevel } from '@operator-gen/runtime';
import { registerControllers } from './register.js';

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** The flags of the command line. One that is not known, or has no value that fits, ends the operator with one line. */
function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        // Where the metrics are served, such as :8443; 0 switches them off.
        'metrics-bind-address': { type: 'string', default: '0' },
        // HTTPS, and only for those whom the API server lets in. --no-metrics-secure for plain HTTP.
        'metrics-secure': { type: 'boolean', default: true },
        // A folder with tls.crt and tls.key; without it a certificate is made at the start.
        'metrics-cert-path': { type: 'string' },
        'health-probe-bind-address': { type: 'string', default: ':8081' },
        // Only one of several copies acts.
        'leader-elect': { type: 'boolean', default: false },
        'leader-election-namespace': { type: 'string' },
        kubeconfig: { type: 'string' },
        'log-level': { type: 'string', default: 'info' },
      },
      allowNegative: true,
    });
    const level = levels.find((each) => each === values['log-level']);
    if (level === undefined) throw new Error(`--log-level is one of ${levels.join(', ')}`);
    return { ...values, level };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

const flags = readFlags();
const log = createLogger({ level: flags.level });

try {
  const manager = await createManager({
    kubeconfig: flags.kubeconfig,
    healthProbeBindAddress: flags['health-probe-bind-address'],
    metrics: {
      bindAddress: flags['metrics-bind-address'],
      secure: flags['metrics-secure'],
      certPath: flags['metrics-cert-path'],
    },
    leaderElection: {
      enabled: flags['leader-elect'],
      id: 'ca1e5bd6.example.com',
      namespace: flags['leader-election-namespace'],
    },
    fieldManager: 'memcached-operator',
    log,
  });
  await registerControllers(manager);
  await manager.start(setupSignalHandler());
} catch (error) {
  log.error('the operator ended', { error });
  process.exitCode = 1;
}
