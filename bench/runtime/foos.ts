import type { Stored } from '@operator-gen/runtime';
import { ConfigMap } from '@operator-gen/runtime/k8s/core/v1';
import type { Cluster } from './cluster.js';
import { Foo } from './operator/foo.js';

const namespace = 'default';

/** Number of objects that the driver creates concurrently. */
export const creators = 16;

/** Runs `work` for 0 to `count` - 1, with limited concurrency. */
export async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: creators }, worker));
}

export async function createFoos({ client }: Cluster, count: number): Promise<void> {
  const spec = { replicas: 1, payload: 'x'.repeat(200) };
  await inParallel(count, (index) => client.create(Foo, { metadata: { name: `foo-${index}`, namespace }, spec }));
}

/** Changes a Foo, and returns its new generation. */
export async function changeFoo({ client }: Cluster, index: number, replicas: number): Promise<number> {
  const changed = await client.patch(Foo, { name: `foo-${index}`, namespace }, { spec: { replicas } });
  return changed.metadata.generation!;
}

/** Deletes all Foos and what they own, because without a controller manager nothing else deletes it. */
export async function deleteFoos({ client }: Cluster): Promise<void> {
  await client.deleteAllOf(Foo, { namespace });
  await client.deleteAllOf(ConfigMap, { namespace });
}

/** A watch for statuses of the newest generation of each Foo. */
export interface StatusWatch {
  /** Resolves when `count` Foos have such a status. @throws Error when that takes longer than ten minutes */
  converged(count: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the watch.
 * @param seen called with each such Foo as it arrives
 */
export async function watchStatus(
  { client, transport }: Cluster,
  seen: (foo: Stored<Foo>) => void = () => undefined,
): Promise<StatusWatch> {
  const { resourceVersion } = await client.list(Foo, { namespace });
  const done = new Set<string>();
  const stop = new AbortController();
  let progressed = (): void => undefined;
  const request = {
    method: 'GET',
    path: `/apis/bench.operator-gen.dev/v1/namespaces/${namespace}/foos`,
    query: { watch: true, resourceVersion, timeoutSeconds: 3600 },
    signal: stop.signal,
    label: 'watch foos',
  } as const;
  const run = async (): Promise<void> => {
    for await (const line of transport.lines(request, { timeout: 3_600_000 })) {
      const { type, object } = JSON.parse(line) as { type: string; object: Stored<Foo> };
      if (type !== 'MODIFIED' || object.status?.observedGeneration !== object.metadata.generation) continue;
      done.add(object.metadata.name);
      seen(object);
      progressed();
    }
  };
  const running = run().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return {
    converged: (count) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`only ${done.size} of ${count} Foos converged`)), 600_000);
        progressed = () => {
          if (done.size < count) return;
          clearTimeout(late);
          resolve();
        };
        progressed();
      }),
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}
