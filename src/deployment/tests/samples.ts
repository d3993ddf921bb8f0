import { expect } from 'vitest';
import { eventually, kubectl, read, type KubernetesObject } from './access.js';
import type { Deployment } from './deployment.js';
import { reconciles } from './metrics.js';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
}

/** An object with the common fields of a status. */
export interface Sample extends KubernetesObject {
  readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly Condition[] };
}

/** The fields of CRDs that the tests read. */
export interface Definition extends KubernetesObject {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly additionalPrinterColumns?: readonly { readonly jsonPath: string }[];
    }[];
  };
}

/**
 * Returns the conditions that must be true: the given one, or those that have a printer column, or Ready and Available
 * if the operator sets them. For other conditions, it is not known whether true is good or bad.
 */
function awaited({ apiVersion, status }: Sample, definition: Definition, given?: string): readonly string[] {
  if (given !== undefined) return [given];
  const version = definition.spec.versions.find(({ name }) => apiVersion.endsWith(`/${name}`));
  const columns = (version?.additionalPrinterColumns ?? []).flatMap(
    ({ jsonPath }) => /^\.status\.conditions\[\?\(@\.type==["'](\w+)["']\)\]\.status$/.exec(jsonPath)?.[1] ?? [],
  );
  const usual = ['Ready', 'Available'];
  const shown = columns.filter((each) => usual.includes(each));
  if (shown.length > 0) return shown;
  return (status?.conditions ?? []).map(({ type }) => type).filter((each) => usual.includes(each));
}

/**
 * Returns why a sample is not done yet, or undefined if it is.
 *
 * @param given the condition that the sample must reach, if it is not Ready or Available
 */
export function unfinished(sample: Sample, definition: Definition, given?: string): string | undefined {
  const { kind, metadata, status = {} } = sample;
  const name = `${kind} ${metadata.name}`;
  const { generation = 1 } = metadata;
  const { observedGeneration = generation, conditions = [] } = status;
  if (observedGeneration < generation) return `${name}: the status is for generation ${observedGeneration}`;
  for (const type of awaited(sample, definition, given)) {
    const condition = conditions.find((each) => each.type === type);
    if (condition === undefined) return `${name}: there is no condition ${type}`;
    if ((condition.observedGeneration ?? generation) < generation)
      return `${name}: the condition ${type} is not current`;
    if (condition.status !== 'True')
      return `${name}: the condition ${type} is ${condition.status}: ${condition.reason}: ${condition.message}`;
  }
  return undefined;
}

/**
 * Returns the names of the samples that are created together.
 *
 * @throws Error if a name is not that of a sample, or is in two lists
 */
export function groupsOf(
  names: readonly string[],
  together: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const listed = together.flat();
  const unknown = listed.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`together names ${unknown}, but the samples are: ${names.join(', ')}`);
  const twice = listed.find((name, at) => listed.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`together names ${twice} twice`);
  return names.flatMap((name) => {
    const group = together.find((each) => each.includes(name)) ?? [name];
    return name === names.find((each) => group.includes(each)) ? [group] : [];
  });
}

/**
 * Applies samples, and waits until the operator has seen them and their conditions are true.
 *
 * @param samples the arguments of kubectl that name the file and the namespace of each
 * @param conditions the condition that the samples of a kind reach, if it is not Ready or Available
 */
export async function applySamples(
  deployment: Deployment,
  samples: readonly (readonly string[])[],
  conditions: Readonly<Record<string, string>>,
): Promise<void> {
  const definitions = await objectsOf<Definition>('customresourcedefinitions', ...deployment.crds);
  const before = (await reconciles(deployment)) ?? 0;
  for (const sample of samples) await eventually(() => kubectl(['apply', '--server-side', ...sample]), 30);
  for (const sample of samples) {
    for (const object of await objectsOf<Sample>(...sample)) {
      const definition = definitions.find(
        ({ spec }) => spec.names.kind === object.kind && object.apiVersion.startsWith(`${spec.group}/`),
      );
      if (definition !== undefined) await awaitSample(deployment, object, definition, before, conditions[object.kind]);
    }
  }
}

async function awaitSample(
  deployment: Deployment,
  { kind, metadata }: Sample,
  definition: Definition,
  before: number,
  condition: string | undefined,
): Promise<void> {
  const { group, names, versions } = definition.spec;
  const where = metadata.namespace === undefined ? [] : ['-n', metadata.namespace];
  // No controller reads the objects of a kind without one, except as a reason to reconcile others.
  if (deployment.reconciled.has(`${names.kind}.${group}`)) {
    await eventually(async () => {
      const now = await reconciles(deployment);
      if (now !== undefined)
        expect(now, `reconciles after ${kind} ${metadata.name} was created`).toBeGreaterThan(before);
    });
  }
  // Each version in which clients can read it, which includes its conversion.
  for (const { name } of versions.filter(({ served }) => served)) {
    await eventually(async () => {
      const object = await read<Sample>(`${names.plural}.${name}.${group}`, metadata.name, ...where);
      const reason = unfinished(object, definition, condition);
      if (reason !== undefined) throw new Error(reason);
    });
  }
}

async function objectsOf<T>(...what: readonly string[]): Promise<readonly T[]> {
  const found = await read<T | { readonly items: readonly T[] }>(...what);
  return typeof found === 'object' && found !== null && 'items' in found ? found.items : [found];
}

/** Reports whether the operator has a permission. */
export function may({ account }: Deployment, ...access: readonly string[]): Promise<boolean> {
  // kubectl also fails if the permission is missing.
  return kubectl(['auth', 'can-i', ...access, `--as=${account}`]).then(
    () => true,
    () => false,
  );
}
