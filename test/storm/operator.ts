import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { failLookups, setClock } from './disturb.js';
import {
  controllerManagedBy,
  createManager,
  isNotFound,
  LeaseLostError,
  setupSignalHandler,
  type CachedClient,
  type Context,
  type Request,
  type Stored,
} from '../../runtime/src/index.js';
import { ConfigMap } from '../../runtime/src/k8s/core/v1.js';
import {
  election,
  finalizedLabel,
  finalizer,
  Foo,
  lease,
  leaseLostExitCode,
  versionLine,
  type OperatorMemory,
  type OperatorState,
} from './foo.js';

// The operator that the storm strikes: an ordinary one, run as a process of its own, that also tells what it did.

const { values } = parseArgs({ options: { kubeconfig: { type: 'string' } } });

const manager = await createManager({
  kubeconfig: values.kubeconfig,
  leaderElection: { enabled: true, id: lease.name, namespace: lease.namespace, ...election },
  gracefulShutdownTimeout: 5000,
  // A silent watch is noticed in seconds and not in minutes.
  cache: { timing: { shortestWatch: 4000, longestWatch: 8000, grace: 2000, longestWait: 2000, silence: 10_000 } },
});
const { client, cache } = manager;

const running = new Set<string>();
const overlaps: string[] = [];
let reconciles = 0;
let failed = 0;

async function watched(request: Request, context: Context): Promise<void> {
  const key = `${request.namespace}/${request.name}`;
  if (running.has(key)) {
    overlaps.push(key);
    context.log.error('overlap', { key });
  }
  running.add(key);
  reconciles += 1;
  try {
    await reconcile(client, request, context);
  } catch (error) {
    failed += 1;
    throw error;
  } finally {
    running.delete(key);
  }
}

async function reconcile(
  { getOrNull, create, update, delete: remove, status }: CachedClient,
  request: Request,
  { signal }: Context,
): Promise<void> {
  let foo = await getOrNull(Foo, request, { signal });
  if (foo === null) return;
  const existing = await getOrNull(ConfigMap, request, { signal });
  const isGone = (error: unknown): void => {
    if (!isNotFound(error)) throw error;
  };
  if (foo.metadata.deletionTimestamp !== undefined) {
    if (!foo.metadata.finalizers?.includes(finalizer)) return;
    await remove(ConfigMap, request, { signal }).catch(isGone);
    foo.metadata.finalizers = foo.metadata.finalizers.filter((each) => each !== finalizer);
    await update(Foo, foo, { signal }).catch(isGone);
    return;
  }
  if (foo.spec.finalize && !foo.metadata.finalizers?.includes(finalizer)) {
    foo.metadata.finalizers = [...(foo.metadata.finalizers ?? []), finalizer];
    foo = await update(Foo, foo, { signal });
  }
  const wanted = configMapFor(foo);
  const isOwn = existing?.metadata.ownerReferences?.[0]?.uid === foo.metadata.uid;
  // One that an earlier object of the same name has left.
  if (existing !== null && !isOwn) {
    await remove(ConfigMap, existing, { signal, preconditions: { uid: existing.metadata.uid } }).catch(isGone);
  }
  if (existing === null || !isOwn) await create(ConfigMap, wanted, { signal });
  else if (existing.data?.['payload'] !== foo.spec.payload) {
    await update(ConfigMap, { ...existing, data: wanted.data! }, { signal });
  }
  const observedGeneration = foo.metadata.generation!;
  if (foo.status?.observedGeneration !== observedGeneration) {
    await status.update(Foo, { ...foo, status: { observedGeneration, payload: foo.spec.payload } }, { signal });
  }
}

function configMapFor({ metadata, spec }: Stored<Foo>): ConfigMap {
  const owner = { apiVersion: 'storm.example.com/v1', kind: 'Foo', name: metadata.name, uid: metadata.uid };
  return {
    metadata: {
      name: metadata.name,
      namespace: metadata.namespace!,
      ownerReferences: [{ ...owner, controller: true }],
      ...(spec.finalize ? { labels: { [finalizedLabel]: 'true' } } : {}),
    },
    data: { payload: spec.payload },
  };
}

function state(): OperatorState {
  const resources: Record<string, number> = {};
  for (const each of process.getActiveResourcesInfo()) resources[each] = (resources[each] ?? 0) + 1;
  return {
    foos: [...cache.informer(Foo).list()].map(versionLine).toSorted(),
    configMaps: [...cache.informer(ConfigMap).list()].map(versionLine).toSorted(),
    reconciles,
    failed,
    overlaps,
    running: running.size,
    resources,
  };
}

function memory(): OperatorMemory {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const objects = [...cache.informer(Foo).list()].length + [...cache.informer(ConfigMap).list()].length;
  return { heapUsed, rss, objects };
}

// Mirrored while another leads as well: faults strike the one that waits, too.
cache.informer(Foo);
cache.informer(ConfigMap);
await controllerManagedBy(manager)
  .for(Foo)
  .owns(ConfigMap)
  .withOptions({ maxConcurrentReconciles: 4, reconciliationTimeout: 8000 })
  .complete({ reconcile: watched });

const debug = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://operator');
  const milliseconds = Number(searchParams.get('milliseconds'));
  if (pathname === '/clock') setClock(milliseconds);
  if (pathname === '/names') failLookups(milliseconds);
  response.end(JSON.stringify(pathname === '/memory' ? memory() : state()));
});
debug.listen(0, '127.0.0.1', () => {
  manager.log.info('serving state', { port: (debug.address() as AddressInfo).port });
});

try {
  await manager.start(setupSignalHandler());
  manager.log.info('ended');
  process.exit(0);
} catch (error) {
  manager.log.error('ended', { error });
  process.exit(error instanceof LeaseLostError ? leaseLostExitCode : 1);
}
