import type { CaseObject } from '../model.js';

/** The process of an operator, as its Deployment describes it. */
export interface OperatorWorkload {
  readonly namespace: string;
  /** Name of its service account. */
  readonly account: string;
  /** Its environment variables whose values are in the Deployment. */
  readonly variables: Readonly<Record<string, string>>;
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly fieldRef?: { readonly fieldPath?: string } };
}

interface Container {
  readonly name?: string;
  readonly env?: readonly Variable[] | null;
}

/** The part of a Deployment that is read. */
interface Deployment {
  readonly metadata?: { readonly namespace?: string };
  readonly spec?: {
    readonly template?: {
      readonly spec?: { readonly serviceAccountName?: string; readonly containers?: readonly Container[] };
    };
  };
}

/**
 * Returns the workload among the objects of a kustomization.
 * @param manifests path of the kustomization, for messages
 * @throws Error if it has no Deployment with a service account
 */
export function workloadIn(manifests: string, objects: readonly CaseObject[]): OperatorWorkload {
  const found = objects.find(({ kind }) => kind === 'Deployment');
  const { metadata, spec } = (found?.fields ?? {}) as Deployment;
  const { serviceAccountName: account, containers = [] } = spec?.template?.spec ?? {};
  if (account === undefined) throw new Error(`${manifests} has no Deployment with a service account`);
  const namespace = metadata?.namespace ?? 'default';
  const { env } = containers.find(({ name }) => name === 'manager') ?? containers[0] ?? {};
  return { namespace, account, variables: variablesOf(env ?? [], namespace) };
}

/** Values of Secrets and ConfigMaps are left out: the program uses its defaults. */
function variablesOf(env: readonly Variable[], namespace: string): Readonly<Record<string, string>> {
  const values = env.flatMap(({ name, value, valueFrom }): readonly (readonly [string, string])[] => {
    if (value !== undefined) return [[name, value]];
    return valueFrom?.fieldRef?.fieldPath === 'metadata.namespace' ? [[name, namespace]] : [];
  });
  return Object.fromEntries(values);
}
