/** Fields that are evaluated, or that do not change objects. */
export const knownFields = new Set([
  ...['apiVersion', 'kind', 'metadata', 'sortOptions', 'buildMetadata', 'generatorOptions', 'resources', 'bases'],
  ...['components', 'namespace', 'namePrefix', 'nameSuffix', 'labels', 'commonLabels', 'commonAnnotations'],
  ...['patches', 'patchesStrategicMerge', 'patchesJson6902', 'images', 'replicas', 'replacements', 'configurations'],
  ...['crds', 'openapi', 'transformers'],
]);

/** The kinds of generated objects that are not evaluated. */
export const generatedKinds: Readonly<Record<string, string>> = {
  configMapGenerator: 'ConfigMap',
  secretGenerator: 'Secret',
};

/** Fields that are not evaluated, but only change or check existing objects. */
const withoutObjects = new Set(['vars', 'validators']);

/** Returns the kinds of objects that an unevaluated field can create; an empty string stands for all. */
export function hiddenBy(field = ''): readonly string[] {
  return withoutObjects.has(field) ? [] : [generatedKinds[field] ?? ''];
}
