import { readCrd } from '../../base/crd/crd.js';
import { refuse } from './reporting.js';
import type { JsonValue } from '../../base/model/schema.js';
import type { Released } from './definitions.js';

/** A cluster as specified on the command line: `cluster`, or `cluster:<context>`. */
export interface ClusterName {
  /** Undefined for the current context. */
  readonly context: string | undefined;
}

/** Maximum time for all requests, in milliseconds. */
const timeLimit = 30_000;

/** Returns the cluster that a text refers to; undefined for any other text. */
export function clusterNamed(against: string): ClusterName | undefined {
  if (against === 'cluster') return { context: undefined };
  return against.startsWith('cluster:') ? { context: against.slice('cluster:'.length) } : undefined;
}

/**
 * Reads CRDs from a cluster, with the versions in which it stores objects. CRDs that it lacks are new. A kubeconfig can
 * name programs that return credentials. They are not run, because `check` executes nothing.
 * @throws DiagnosticsError if the cluster cannot be reached, or rejects a request
 */
export async function readCluster({ context }: ClusterName, names: readonly string[]): Promise<Released> {
  // Only this uses the network, and needs the client.
  const [{ createClient, loadConfig }, { CustomResourceDefinition }] = await Promise.all([
    import('@operator-gen/runtime'),
    import('@operator-gen/runtime/k8s/apiextensions/v1'),
  ]);
  const name = context === undefined ? 'the cluster' : `the cluster of the context ${context}`;
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const config = await loadConfig({ context });
    const { origin, program } = config.credentials;
    if (program !== undefined) throw new Error(`it needs ${origin ?? program}, but such programs are not started`);
    const client = createClient(config);
    const found = await Promise.all(
      names.map((each) => client.getOrNull(CustomResourceDefinition, { name: each }, { signal })),
    );
    return {
      crds: found.flatMap((each) => readCrd((each ?? undefined) as JsonValue | undefined) ?? []),
      name,
      isProject: false,
    };
  } catch (error) {
    const reason = signal.aborted ? `no answer within ${timeLimit / 1000} s` : (error as Error).message;
    return refuse('against-cluster', { cluster: name, reason, names });
  }
}
