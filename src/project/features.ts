/** Parts that a project can have, by the names that `--enable` accepts, in alphabetical order. */
export const features = [
  'agents',
  'devcontainer',
  'grafana',
  'helper-roles',
  'metrics-certs',
  'network-policy',
  'pod-disruption-budget',
  'prometheus',
  'workflows',
] as const;

export type Feature = (typeof features)[number];

/** The features that a project has if PROJECT does not disable them: those that `init --minimal` leaves out. */
export const usualFeatures: readonly Feature[] = ['agents', 'devcontainer', 'helper-roles', 'workflows'];

/** Key of the features in PROJECT. */
export const featuresPlugin = 'features.operator-gen/v1';

/** The keys of the features in PROJECT, which are written like all other keys there. */
export const featureKeys = {
  agents: 'agents',
  devcontainer: 'devcontainer',
  grafana: 'grafana',
  'helper-roles': 'helperRoles',
  'metrics-certs': 'metricsCerts',
  'network-policy': 'networkPolicy',
  'pod-disruption-budget': 'podDisruptionBudget',
  prometheus: 'prometheus',
  workflows: 'workflows',
} as const satisfies Readonly<Record<Feature, string>>;

type FeatureKeys = { readonly [Key in (typeof featureKeys)[Feature]]?: boolean | undefined };

/** Returns the features that a project has. */
export function featuresIn(keys: FeatureKeys = {}): readonly Feature[] {
  return features.filter((each) => keys[featureKeys[each]] ?? usualFeatures.includes(each));
}

/** Returns the features that are enabled after a change. */
export function changedFeatures(
  before: readonly Feature[],
  enable: readonly Feature[],
  disable: readonly Feature[],
): readonly Feature[] {
  return features.filter((each) => (before.includes(each) || enable.includes(each)) && !disable.includes(each));
}
