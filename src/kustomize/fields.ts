/** Fields that do not change objects, or that are evaluated. */
export const knownFields = new Set([
  ...['apiVersion', 'kind', 'metadata', 'sortOptions', 'buildMetadata', 'generatorOptions', 'resources', 'bases'],
  ...['components', 'namespace', 'namePrefix', 'nameSuffix', 'labels', 'commonLabels', 'commonAnnotations'],
  ...['patches', 'patchesStrategicMerge', 'patchesJson6902', 'images', 'replicas', 'replacements', 'configurations'],
  ...['crds', 'openapi', 'transformers'],
]);

/** The kinds of what generators make that are not evaluated. */
export const generatedKinds: Readonly<Record<string, string>> = {
  configMapGenerator: 'ConfigMap',
  secretGenerator: 'Secret',
};
