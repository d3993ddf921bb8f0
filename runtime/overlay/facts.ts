/** What the declarations of client-node lack: tags in our vocabulary, and types that OpenAPI blurs. */
export interface FieldFacts {
  /** JSDoc tags, as they stand in a source: `@listType 'map'`. */
  readonly tags?: readonly string[];
  /** A type of `@operator-gen/runtime/api` in place of the declared one. */
  readonly type?: string;
}

const listMap = (...keys: readonly string[]): FieldFacts => ({
  tags: ["@listType 'map'", ...keys.map((key) => `@listMapKey '${key}'`)],
});
const atomic: FieldFacts = { tags: ["@listType 'atomic'"] };
const quantities: FieldFacts = { type: 'Record<string, Quantity>' };

/**
 * Facts by `<folder>/<version>.<Type>.<field>`, read off the markers in the Go sources of k8s.io/api and
 * k8s.io/apimachinery.
 */
export const facts: Readonly<Record<string, FieldFacts>> = {
  'meta/v1.Condition.message': { tags: ['@maxLength 32768'] },
  'meta/v1.Condition.observedGeneration': { tags: ['@minimum 0'] },
  'meta/v1.Condition.reason': {
    tags: ['@minLength 1', '@maxLength 1024', "@pattern '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$'"],
  },
  'meta/v1.Condition.status': { tags: ["@enum 'True', 'False', 'Unknown'"] },
  'meta/v1.Condition.type': {
    tags: [
      '@maxLength 316',
      "@pattern '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$'",
    ],
  },
  'meta/v1.LabelSelector.matchExpressions': atomic,
  'meta/v1.LabelSelectorRequirement.values': atomic,
  'meta/v1.ObjectMeta.finalizers': { tags: ["@listType 'set'"] },
  'meta/v1.ObjectMeta.managedFields': atomic,
  'meta/v1.ObjectMeta.ownerReferences': listMap('uid'),
  'core/v1.Container.args': atomic,
  'core/v1.Container.command': atomic,
  'core/v1.Container.env': listMap('name'),
  'core/v1.Container.envFrom': atomic,
  'core/v1.Container.ports': listMap('containerPort', 'protocol'),
  'core/v1.Container.volumeMounts': listMap('mountPath'),
  'core/v1.PodSpec.containers': listMap('name'),
  'core/v1.PodSpec.initContainers': listMap('name'),
  'core/v1.PodSpec.tolerations': atomic,
  'core/v1.PodSpec.volumes': listMap('name'),
  'core/v1.ResourceRequirements.claims': listMap('name'),
  'core/v1.ResourceRequirements.limits': quantities,
  'core/v1.ResourceRequirements.requests': quantities,
  'core/v1.ServiceSpec.ports': listMap('port', 'protocol'),
};
