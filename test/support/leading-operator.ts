import { setTimeout as sleep } from 'node:timers/promises';
import { createManager, setupSignalHandler, type Request } from '../../runtime/src/index.js';
import { controllerManagedBy } from '../../runtime/src/controller/builder.js';
import { ConfigMap } from '../../runtime/src/k8s/core/v1.js';

// An operator that writes all the time, as a separate process: it marks every ConfigMap of its namespace with its name,
// again and again. A ConfigMap `block` makes the first that leads hold its event loop for longer than its lease.
const [, , kubeconfig, namespace, name, leaseDuration = '2000'] = process.argv;
const lease = Number(leaseDuration);
const manager = await createManager({
  kubeconfig,
  fieldManager: name,
  cache: { namespaces: [namespace!] },
  leaderElection: {
    enabled: true,
    id: 'lead',
    namespace,
    leaseDuration: lease,
    renewDeadline: lease * 0.75,
    retryPeriod: lease / 10,
  },
});
const { client, log } = manager;
const mark = (request: Request) => client.patch(ConfigMap, request, { data: { by: `${name} ${performance.now()}` } });

await controllerManagedBy(manager)
  .for(ConfigMap)
  .withOptions({ maxConcurrentReconciles: 4 })
  .complete({
    reconcile: async (request, { signal }) => {
      if (request.name === 'block' && (await client.get(ConfigMap, request)).data?.['for'] === name) {
        // Some on their way, some in the queue of the connections, and some that come when the loop is free again.
        const early = Array.from({ length: 8 }, () => mark(request).catch((error: unknown) => String(error)));
        await sleep(1);
        log.info('blocking');
        const end = performance.now() + 2 * lease;
        while (performance.now() < end);
        log.info('no longer blocking');
        const late = Array.from({ length: 8 }, () => mark(request).catch((error: unknown) => String(error)));
        const outcomes = (await Promise.all([...early, ...late])).map((each) =>
          typeof each === 'string' ? each : 'written',
        );
        log.info('late writes', { outcomes });
      }
      // A reconcile that never looks at its signal.
      for (let count = 0; count < 200 && !signal.aborted; count += 1) {
        await mark(request);
        await sleep(10);
      }
      return { requeueAfter: 10 };
    },
  });
try {
  await manager.start(setupSignalHandler());
} catch (error) {
  log.error('the operator ended', { error });
  process.exit(1);
}
