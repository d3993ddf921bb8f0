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
    names: ['kubebuilder:validation:items:UniqueItems', 'kubebuilder:validation:items:XIntOrString'],
    instead: "`@Items(ListType('set'))`, `ports?: IntOrString[]`",
    why: 'As without `items:`.',
  },
  {
    names: ['groupName', 'versionName'],
    instead: "`export const groupVersion = { group: 'example.com', version: 'v1' };`",
    why: '`@Resource` takes it as its first argument: a kind says where it belongs, not the folder that it stands in.',
  },
  {
    names: ['kubebuilder:skip'],
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
