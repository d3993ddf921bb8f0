import type { KubernetesObject, ObjectMeta } from '../../runtime/src/api/object.js';
import { defineResource } from '../../runtime/src/api/resource.js';

/** The kind that the storm's operator reconciles: each owns a ConfigMap of its name, with its payload. */
export interface Foo extends KubernetesObject {
  metadata?: ObjectMeta;
  spec: {
    payload: string;
    /** Whether the operator deletes the ConfigMap, by a finalizer. No garbage collector runs in the storm. */
    finalize?: boolean;
  };
  status?: { observedGeneration?: number; payload?: string };
}

export const Foo = defineResource<Foo>({
  group: 'storm.example.com',
  version: 'v1',
  kind: 'Foo',
  plural: 'foos',
  scope: 'Namespaced',
});

export const finalizer = 'storm.example.com/configmap';
/** On the ConfigMaps that a finalizer deletes. */
export const finalizedLabel = 'storm.example.com/finalized';

export const lease = { name: 'storm', namespace: 'default' };

/** Milliseconds; short, so that many leaders come and go. */
export const election = { leaseDuration: 3000, renewDeadline: 2000, retryPeriod: 500 };

/** How an operator lost its lease, told by its exit code: it is meant to end then. */
export const leaseLostExitCode = 7;

/** What an operator answers on `/state`. */
export interface OperatorState {
  /** `namespace/name uid resourceVersion` of what is mirrored, sorted. */
  readonly foos: readonly string[];
  readonly configMaps: readonly string[];
  readonly reconciles: number;
  readonly failed: number;
  /** Keys that were reconciled while they already were. */
  readonly overlaps: readonly string[];
  /** Reconciles that run now. */
  readonly running: number;
  /** What keeps Node's event loop alive: how many timers, connections and so on. */
  readonly resources: Readonly<Record<string, number>>;
}

/** What an operator answers on `/memory`, after a collection of garbage. Bytes. */
export interface OperatorMemory {
  readonly heapUsed: number;
  readonly rss: number;
  readonly objects: number;
}

/** How an object is told from others, and from what it was before. */
export function versionLine({ metadata }: { readonly metadata?: object | undefined }): string {
  const { namespace = '', name = '', uid = '', resourceVersion = '' } = metadata as Record<string, string>;
  return `${namespace}/${name} ${uid} ${resourceVersion}`;
}
