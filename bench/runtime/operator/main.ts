import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createLogger, createManager, setupSignalHandler, type KindHandle } from '@operator-gen/runtime';
import { Deployment, ReplicaSet, StatefulSet } from '@operator-gen/runtime/k8s/apps/v1';
import { Job } from '@operator-gen/runtime/k8s/batch/v1';
import { ConfigMap, Endpoints, Namespace, Pod, Secret, Service } from '@operator-gen/runtime/k8s/core/v1';
import { Foo } from './foo.js';
import { setupFooController } from './foo-reconciler.js';
import { setupFooWebhook } from './foo-webhook.js';

// The operator to measure. It does the same as ../../go-operator, with the same flags.

const builtIns: Readonly<Record<string, KindHandle>> = {
  'v1/Pod': Pod,
  'v1/ConfigMap': ConfigMap,
  'v1/Secret': Secret,
  'v1/Service': Service,
  'v1/Namespace': Namespace,
  'v1/Endpoints': Endpoints,
  'apps/v1/Deployment': Deployment,
  'apps/v1/ReplicaSet': ReplicaSet,
  'apps/v1/StatefulSet': StatefulSet,
  'batch/v1/Job': Job,
};

const { values } = parseArgs({
  options: {
    kubeconfig: { type: 'string' },
    reconcile: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    // Built-in kinds to cache, such as v1/Pod,apps/v1/Deployment.
    cache: { type: 'string', default: '' },
    // The port for the webhooks of Foos, and the folder of their certificate; by default they are not served.
    'webhook-port': { type: 'string', default: '0' },
    'webhook-cert-path': { type: 'string' },
    'leader-elect': { type: 'boolean', default: false },
  },
});
const webhookPort = Number(values['webhook-port']);
const delays = monitorEventLoopDelay({ resolution: 10 });
delays.enable();

const manager = await createManager({
  kubeconfig: values.kubeconfig,
  leaderElection: { enabled: values['leader-elect'], id: 'ts.bench.operator-gen.dev', namespace: 'default' },
  log: createLogger({ level: 'error' }),
  webhook: { host: '127.0.0.1', port: webhookPort, certDir: values['webhook-cert-path'] },
});
if (values.reconcile) await setupFooController(manager, Number(values.workers));
if (webhookPort !== 0) await setupFooWebhook(manager);
const mirrored = values.cache === '' ? [] : values.cache.split(',').map(kindOf);
manager.add({
  start: async (signal) => {
    const kinds = values.reconcile ? [...mirrored, Foo, ConfigMap] : mirrored;
    for (const kind of kinds) await manager.cache.getInformer(kind, { signal });
    delays.disable();
    process.stdout.write(`longest delay: ${delays.max / 1e6} ms\nthe caches are filled\n`);
  },
});
await manager.start(setupSignalHandler());

function kindOf(name: string): KindHandle {
  const kind = builtIns[name];
  if (kind === undefined) throw new Error(`--cache: ${name} is none of ${Object.keys(builtIns).join(', ')}`);
  return kind;
}
