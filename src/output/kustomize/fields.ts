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

/** Fields that are not evaluated, and change or check only objects that others make. */
const withoutObjects = new Set(['vars', 'validators']);

/** Returns the kinds of objects that a field can make, which is not evaluated; an empty one stands for all. */
export function hiddenBy(field = ''): readonly string[] {
  return withoutObjects.has(field) ? [] : [generatedKinds[field] ?? ''];
}
