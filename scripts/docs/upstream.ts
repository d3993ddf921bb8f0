/** Markers of kubebuilder that are no marker here, or that TypeScript itself says better. */
export interface Replacement {
  readonly names: readonly string[];
  /** What one writes. */
  readonly instead: string;
  readonly why: string;
}

/** What needs no marker. A name may be one as well, where both ways are open. */
export const replacements: readonly Replacement[] = [
  {
    names: [
      'kubebuilder:validation:Required',
      'kubebuilder:validation:Optional',
      'required',
      'optional',
      'k8s:required',
      'k8s:optional',
    ],
    instead: '`name!: string` or `name?: string`',
    why: 'The type says whether a field may be left out, field by field: there is no default to set for a whole package.',
  },
  { names: ['nullable'], instead: '`name?: string \\| null`', why: 'A union with `null` is `nullable: true`.' },
  {
    names: ['kubebuilder:default', 'default'],
    instead: '`replicas: Int32 = 1`',
    why: 'The initialiser is the default, and the type checker checks it. `@Default` is for interfaces.',
  },
  {
    names: ['kubebuilder:validation:Enum', 'k8s:enum'],
    instead: "`mode?: 'fast' \\| 'safe'`",
    why: 'A union of literals is the enum, and the code that reads the field knows it too.',
  },
  {
    names: ['kubebuilder:validation:UniqueItems'],
    instead: "`@ListType('set')`",
    why: 'The API server refuses a CRD with `uniqueItems: true`.',
  },
  {
    names: ['kubebuilder:validation:XIntOrString'],
    instead: '`port?: IntOrString`',
    why: 'The type is `x-kubernetes-int-or-string: true`, and string markers fit it.',
  },
  {
    names: ['kubebuilder:validation:Type'],
    instead: '`Int32`, `Int64`, `Double`, `Quantity`, `Duration`, `Time`, `Bytes`, `Json` and their like',
    why: 'The type of the field decides; a marker could only contradict it.',
  },
  {
    names: ['kubebuilder:validation:Schemaless'],
    instead: '`values?: Json`',
    why: 'Any JSON value, and it is kept. A schema without a type would lose what is in it.',
  },
  {
    names: [
      'Enum',
      'ExclusiveMaximum',
      'ExclusiveMinimum',
      'Format',
      'MaxItems',
      'MaxLength',
      'MaxProperties',
      'Maximum',
      'MinItems',
      'MinLength',
      'MinProperties',
      'Minimum',
      'MultipleOf',
      'Pattern',
      'Type',
      'UniqueItems',
      'XEmbeddedResource',
      'XIntOrString',
      'XPreserveUnknownFields',
      'XValidation',
    ].map((name) => `kubebuilder:validation:items:${name}`),
    instead: '`/** @maxLength 63 */ type Name = string;` and `names?: Name[]`',
    why: 'What stands for the name without `items:`, on a named type: it goes with the type, into lists of lists and into the values of records as well.',
  },
  {
    names: ['groupName', 'versionName'],
    instead: "`export const groupVersion = { group: 'example.com', version: 'v1' };`",
    why: '`@Resource` takes it as its first argument: a kind says where it belongs, not the folder that it stands in.',
  },
  {
    names: ['kubebuilder:skip', 'kubebuilder:skipversion'],
    instead: 'a class without `@Resource`',
    why: 'Only a class with `@Resource` becomes a CRD, so there is nothing to be left out.',
  },
  {
    names: ['kubebuilder:object:root'],
    instead: '`class WebServer extends CustomResource`',
    why: 'The class with `@Resource` is the root, and its list type needs no declaration.',
  },
  {
    names: ['kubebuilder:object:generate', 'k8s:deepcopy-gen', 'k8s:deepcopy-gen:interfaces'],
    instead: 'nothing',
    why: 'Generates Go code. Objects are plain data here, and `structuredClone` copies them.',
  },
  {
    names: ['kubebuilder:ac:generate', 'kubebuilder:ac:output:package', 'resource'],
    instead: 'nothing',
    why: 'Generates Go code: typed configurations for server-side apply. In TypeScript a partial object is one.',
  },
];

/** What has no equivalent yet. */
export const later: readonly string[] = [
  'k8s:immutable',
  'kubebuilder:deprecatedversion',
  'kubebuilder:example',
  'kubebuilder:externalDocs',
  'kubebuilder:metadata',
  'kubebuilder:pruning:PreserveUnknownFields',
  'kubebuilder:selectablefield',
  'kubebuilder:storageversion',
  'kubebuilder:title',
  'kubebuilder:unservedversion',
  'kubebuilder:validation:AtLeastOneOf',
  'kubebuilder:validation:AtMostOneOf',
  'kubebuilder:validation:EmbeddedResource',
  'kubebuilder:validation:ExactlyOneOf',
  'kubebuilder:validation:XEmbeddedResource',
  'kubebuilder:validation:XPreserveUnknownFields',
  'kubebuilder:validation:XValidation',
  'kubebuilder:webhook',
  'kubebuilder:webhookconfiguration',
];
