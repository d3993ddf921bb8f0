import { createManager, setupSignalHandler } from '../../runtime/src/index.js';
import { controllerManagedBy } from '../../runtime/src/controller/builder.js';
import type { Result } from '../../runtime/src/controller/reconciler.js';
import { ConfigMap } from '../../runtime/src/k8s/core/v1.js';

// An operator whose author made every mistake, as a separate process: the name of the ConfigMap determines what it
// does.
const [, , kubeconfig, namespace] = process.argv;
const manager = await createManager({
  kubeconfig,
  cache: { namespaces: [namespace!] },
  healthProbeBindAddress: '127.0.0.1:0',
  gracefulShutdownTimeout: 500,
});
const { client, log } = manager;

const mistakes: Readonly<Record<string, (name: string) => unknown>> = {
  throws: () => {
    throw new Error('thrown at once');
  },
  rejects: () => Promise.reject(new Error('rejected')),
  'throws-text': () => {
    throw 'no error at all';
  },
  'has-a-typo': () => (undefined as unknown as { spec: { replicas: number } }).spec.replicas,
  'never-settles': () => new Promise(() => undefined),
  'returns-rubbish': () => 'done',
  'returns-a-time-that-is-none': () => ({ requeueAfter: Number.NaN }),
  'forgets-an-await': () => void Promise.reject(new Error('nobody waits')),
  'changes-what-is-shared': async (name) => {
    const shared = await client.get(ConfigMap, { name, namespace }, { shared: true });
    (shared.data as Record<string, string>)['changed'] = 'by the reconciler';
  },
};

await controllerManagedBy(manager)
  .for(ConfigMap)
  .withOptions({ maxConcurrentReconciles: 2, reconciliationTimeout: 300 })
  .complete({
    reconcile: ({ name }) => {
      const mistake = mistakes[name];
      if (mistake !== undefined) return mistake(name) as Promise<Result>;
      log.info('reconciled', { name });
      return Promise.resolve();
    },
  });
try {
  await manager.start(setupSignalHandler());
} catch (error) {
  log.error('the operator ended', { error });
  process.exit(1);
}
process.exit(0);
