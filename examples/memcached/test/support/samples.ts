// Decides whether the operator has done what the objects in config/samples ask for.
import type { KubernetesObject } from './cluster.js';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
}

/** An object with the usual fields of a status. */
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
 * Returns the conditions that must be true: the given one, or those that have a printer column, or Ready and Available if the
 * operator sets them. Other conditions can be true for good or for bad.
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
