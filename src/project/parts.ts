import { extensionPoint } from '../base/extensions/extension-point.js';
import type { JsonObject, JsonValue } from '../base/model/schema.js';

/** A part that a project can have, with a name that `--enable` accepts. */
export interface ProjectPart {
  readonly name: string;
  /** Its key in PROJECT, which is written like all other keys there. */
  readonly key: string;
  /** Whether a project has it unless PROJECT disables it; `init --minimal` omits it. */
  readonly isUsual?: boolean;
  /** Reports whether an object is an instance of what the part adds, regardless of where the user got it. */
  readonly has?: (object: PartObject) => boolean;
}

/** An object of a manifest. */
export interface PartObject {
  /** Its kind and its name; empty if they are not strings. */
  readonly kind: string;
  readonly name: string;
  readonly spec: JsonObject;
  /** Reports whether a selector selects the Pods of the operator, or its Services. */
  readonly selects: (selector: JsonValue | undefined) => boolean;
}

/** Key of the parts in PROJECT. */
export const partsPlugin = 'features.operator-gen/v1';

const core: readonly ProjectPart[] = [
  { name: 'agents', key: 'agents', isUsual: true },
  { name: 'devcontainer', key: 'devcontainer', isUsual: true },
  // Additional roles of the user for the same kinds do no harm.
  { name: 'helper-roles', key: 'helperRoles', isUsual: true },
  {
    name: 'metrics-certs',
    key: 'metricsCerts',
    has: ({ kind, name, spec }) =>
      kind === 'Certificate' && (name === 'metrics-certs' || spec['secretName'] === 'metrics-server-cert'),
  },
  {
    name: 'network-policy',
    key: 'networkPolicy',
    // Several policies for the same Pods are additive, so only the same policy is a conflict.
    has: ({ kind, name }) => kind === 'NetworkPolicy' && name === 'allow-metrics-traffic',
  },
  {
    name: 'pod-disruption-budget',
    key: 'podDisruptionBudget',
    // A Pod with several budgets cannot be evicted.
    has: ({ kind, spec, selects }) => kind === 'PodDisruptionBudget' && selects(spec['selector']),
  },
  {
    name: 'prometheus',
    key: 'prometheus',
    has: ({ kind, spec, selects }) => kind === 'ServiceMonitor' && selects(spec['selector']),
  },
  { name: 'workflows', key: 'workflows', isUsual: true },
];

/** The parts of features. */
export const moreParts = extensionPoint<ProjectPart>();

/** Returns all parts, in alphabetical order. */
export function projectParts(): readonly ProjectPart[] {
  return [...core, ...moreParts.all()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the names of all parts, in alphabetical order. */
export function partNames(): readonly string[] {
  return projectParts().map(({ name }) => name);
}

/** Returns the names of the parts that a project has if PROJECT does not disable them. */
export function usualParts(): readonly string[] {
  return projectParts().flatMap(({ name, isUsual = false }) => (isUsual ? [name] : []));
}

/** Returns the names of the parts that a project with these keys in PROJECT has. */
export function partsIn(keys: Readonly<Record<string, boolean | undefined>> = {}): readonly string[] {
  return projectParts().flatMap(({ name, key, isUsual = false }) => ((keys[key] ?? isUsual) ? [name] : []));
}

/** Returns the names of the parts that are enabled after a change. */
export function changedParts(
  before: readonly string[],
  enable: readonly string[],
  disable: readonly string[],
): readonly string[] {
  return partNames().filter((each) => (before.includes(each) || enable.includes(each)) && !disable.includes(each));
}
