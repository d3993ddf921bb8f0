import type { ClusterOptions, Description } from './description.js';
import type { ClusterFiles } from './files.js';
import { NotStarted } from './start.js';

/** Milliseconds until nodes have to be ready, after the API server. */
const limit = 30_000;

/**
 * Creates the nodes of a cluster that has controllers, and waits until Pods can run on them.
 * @throws NotStarted if its API server does not answer, for example because its process is suspended
 */
export async function createNodes(files: ClusterFiles, { options }: Description): Promise<void> {
  if (!options.controllers) return;
  const signal = AbortSignal.timeout(limit);
  try {
    await create(files, options, signal);
  } catch (error) {
    const reason = signal.aborted ? `not within ${limit / 1000} s` : (error as Error).message;
    throw new NotStarted(`its nodes are not ready: ${reason}`);
  }
}

/** Loads what creates nodes. It takes a while, in which the API server can start. */
export function preloadNodes({ options }: Description): void {
  // An error comes again when nodes are created.
  if (options.controllers) modules().catch(() => undefined);
}

function modules() {
  return Promise.all([
    import('@operator-gen/runtime'),
    import('@operator-gen/runtime/testing'),
    import('@operator-gen/runtime/k8s/core/v1'),
  ]);
}

async function create({ kubeconfig }: ClusterFiles, options: ClusterOptions, signal: AbortSignal): Promise<void> {
  const [{ createClient, loadConfig }, { simulatedNode }, { Node, ServiceAccount }] = await modules();
  const client = createClient(await loadConfig({ kubeconfig }));
  const names = Array.from({ length: options.nodes }, (_, index) => `node-${index + 1}`);
  const { items } = await client.list(Node, { signal });
  const present = new Set(items.map(({ metadata }) => metadata.name));
  const missing = names.filter((name) => !present.has(name));
  await Promise.all(missing.map((name) => client.create(Node, simulatedNode(name, options.capacity), { signal })));
  await until(signal, async () => {
    const nodes = await client.list(Node, { signal });
    const ready = nodes.items.filter(({ status }) =>
      status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True'),
    );
    return ready.length >= names.length;
  });
  // Pods without a service account are rejected before it exists.
  const key = { namespace: 'default', name: 'default' };
  await until(signal, async () => (await client.getOrNull(ServiceAccount, key, { signal })) !== null);
}

const pause = 50;

async function until(signal: AbortSignal, isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) {
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
