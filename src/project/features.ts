/** Parts of the deployment that a project enables, by the names that `--enable` accepts, in alphabetical order. */
export const features = ['grafana', 'metrics-certs', 'network-policy', 'pod-disruption-budget', 'prometheus'] as const;

export type Feature = (typeof features)[number];

/** Key of the features in PROJECT. */
export const featuresPlugin = 'features.operator-gen/v1';

/** The keys of the features in PROJECT, which are written like all other keys there. */
export const featureKeys = {
  grafana: 'grafana',
  'metrics-certs': 'metricsCerts',
  'network-policy': 'networkPolicy',
  'pod-disruption-budget': 'podDisruptionBudget',
  prometheus: 'prometheus',
} as const satisfies Readonly<Record<Feature, string>>;

type FeatureKeys = { readonly [Key in (typeof featureKeys)[Feature]]?: boolean | undefined };

/** Returns the features that PROJECT enables. */
export function featuresIn(keys: FeatureKeys = {}): readonly Feature[] {
  return features.filter((each) => keys[featureKeys[each]] === true);
}

/** Returns the features that are enabled after a change. */
export function changedFeatures(
  before: readonly Feature[],
  enable: readonly Feature[],
  disable: readonly Feature[],
): readonly Feature[] {
  return features.filter((each) => (before.includes(each) || enable.includes(each)) && !disable.includes(each));
}
