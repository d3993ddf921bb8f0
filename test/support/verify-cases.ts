/** A kind with something that the API server refuses, or takes and does nothing with. */
export interface VerifyCase {
  /** Body of the spec class. */
  readonly spec?: string;
  readonly before?: string;
  readonly kindMarkers?: string;
  readonly status?: string;
  readonly group?: string;
  /** What verify says; empty where all is well. The API server refuses a kind exactly when one of them is an error. */
  readonly codes: readonly string[];
  /** The API server takes it, and no object could ever be right: we refuse it nevertheless. */
  readonly stricter?: boolean;
}

const spec = (text: string, ...codes: readonly string[]): VerifyCase => ({ spec: text, codes });
const kind = (kindMarkers: string, ...codes: readonly string[]): VerifyCase => ({
  kindMarkers,
  spec: 'replicas: Int32 = 1; labels?: Record<string, string>; any?: Json; list?: string[]; ratio?: Double;',
  status: 'replicas?: Int32;',
  codes,
});
const column = (path: string, ...codes: readonly string[]): VerifyCase =>
  kind(`@PrintColumn({ name: 'A', type: 'string', jsonPath: '${path}' })`, ...codes);
const scale = (specPath: string, statusPath: string, ...codes: readonly string[]): VerifyCase =>
  kind(`@ScaleSubresource({ specReplicasPath: '${specPath}', statusReplicasPath: '${statusPath}' })`, ...codes);

export const verifyCases: readonly VerifyCase[] = [
  // Defaults, examples, enums.
  spec("it: Int32 = 'x' as never;", 'default-misfit'),
  spec('@Minimum(3) it: Int32 = 2;', 'default-misfit'),
  spec("it: { a: 'x' | null } = { a: null };"),
  spec('it: { a: string | null } = { a: null };'),
  spec("it: 'a' | 'b' = 'c' as never;", 'default-misfit'),
  spec('it: Record<string, Int32> = { a: 1, b: 1.5 };', 'default-misfit'),
  spec('it: { a: string } = {} as never;', 'default-misfit'),
  spec("it: { a: string } = { a: 'x', b: 'y' } as never;", 'default-misfit'),
  { ...spec("@ListType('set') it: string[] = ['a', 'a'];", 'default-misfit'), stricter: true },
  spec('it: Int32 = 2147483648;', 'default-misfit'),
  spec('it: { a?: string; b: Int32 } = { b: 1 };'),
  spec('it: Quantity = "1Gi";'),
  spec('it: IntOrString = "50%";'),
  spec("it: Quantity = 'much';", 'default-misfit'),
  spec('it?: string | null;'),
  spec("@Example('x') it?: Int32;", 'example-misfit'),
  { ...spec("@Enum('a', 1) it!: string;", 'enum-misfit'), stricter: true },
  spec("@Enum('a', 'a') it!: string;", 'enum-repeated'),
  // Bounds, patterns, formats.
  spec('@Minimum(3) @Maximum(2) it!: Int32;', 'empty-range'),
  spec('@MinLength(3) @MaxLength(2) it!: string;', 'empty-range'),
  spec("@Pattern('([') it!: string;", 'invalid-pattern'),
  spec("@Pattern('(?=a)') it!: string;", 'invalid-pattern'),
  spec("@Pattern('(a)\\\\1') it!: string;", 'invalid-pattern'),
  spec("@Pattern('\\\\u0041') it!: string;", 'invalid-pattern'),
  spec("@Pattern('a{1001}') it!: string;", 'invalid-pattern'),
  spec("@Pattern('(?i)^abc$') it: string = 'ABC';"),
  spec("@Pattern('^\\\\p{Greek}+[[:alpha:]]$') it: string = 'αa';"),
  spec("@Pattern('(?i)^abc$') it: string = 'abd';", 'default-misfit'),
  spec("@Format('not-a-format') it!: string;", 'unknown-format'),
  spec("@Format('ipv4') it!: string;"),
  spec("@Format('k8s-short-name') it!: string;"),
  {
    spec: "@MaxLength(5) @Pattern('b') it: Named = 'ab';",
    before: "/** @maxLength 3\n * @pattern '^a' */ type Named = string;",
    codes: [],
  },
  {
    spec: "@MaxLength(5) it: Named = 'abcd';",
    before: '/** @maxLength 3 */ type Named = string;',
    codes: ['default-misfit'],
  },
  // Lists.
  spec("@ListType('map') it!: { name: string }[];", 'list-map-without-keys'),
  spec("@ListType('map') @ListMapKey('name') it!: string[];", 'list-map-items'),
  spec("@ListType('map') @ListMapKey('nam') it!: { name: string }[];", 'list-map-key-missing'),
  spec("@ListType('map') @ListMapKey('name') it!: { name?: string }[];", 'list-map-key-optional'),
  spec("@ListType('map') @ListMapKey('name') @ListMapKey('name') it!: { name: string }[];", 'list-map-key-repeated'),
  spec("@ListType('map') @ListMapKey('name') it!: { name: string[] }[];", 'list-map-key-type'),
  spec("@ListType('map') @ListMapKey('name') it!: ({ name: string } | null)[];", 'list-items-nullable'),
  spec("@ListType('map') @ListMapKey('name') it!: { name: string }[];"),
  spec("@ListMapKey('name') it!: { name: string }[];", 'list-keys-without-map'),
  spec("@ListType('set') it!: { name: string }[];", 'list-set-items'),
  spec("@ListType('set') @Items(StructType('atomic')) it!: { name: string }[];"),
  spec("@ListType('set') it!: string[][];"),
  spec("@ListType('set') @Items(ListType('set')) it!: string[][];", 'list-set-items'),
  spec("@ListType('set') @Items(ListType('atomic')) it!: string[][];"),
  spec("@ListType('set') it!: (string | null)[];", 'list-items-nullable'),
  // Objects.
  spec('@EmbeddedResource() it!: RawExtension;'),
  spec('@EmbeddedResource() @PreserveUnknownFields() it!: { spec?: string };'),
  spec('@EmbeddedResource() it!: Record<string, Json>;', 'embedded-without-fields'),
  spec('@PreserveUnknownFields() it!: { a: string }[];'),
  spec("@Schemaless() @Type('object') it!: { a: string };"),
  spec('@Schemaless() it!: { a: string };'),
  spec("@Type('string') it!: Json;"),
  {
    spec: 'it!: Tree;',
    before: 'class Tree { name!: string; @PreserveUnknownFields() children?: Tree[] }',
    codes: [],
  },
  {
    spec: 'it!: One | Two;',
    before: "interface One { type: 'one'; a: string }\ninterface Two { type: 'two'; 'b-c'?: Int32 }",
    codes: [],
  },
  // Rules.
  spec("@XValidation({ rule: '' }) it!: string;", 'validation-refused'),
  spec("@XValidation({ rule: 'true', message: ' ' }) it!: string;", 'validation-refused'),
  spec("@XValidation({ rule: 'true', message: 'a\\nb' }) it!: string;", 'validation-refused'),
  spec("@XValidation({ rule: 'true ||\\nfalse' }) it!: string;", 'validation-refused'),
  spec("@XValidation({ rule: 'true', fieldPath: '.b' }) it!: { a: string };", 'validation-refused'),
  spec("@XValidation({ rule: 'true', optionalOldSelf: true }) it!: string;", 'validation-refused'),
  spec("@XValidation({ rule: 'true', fieldPath: 'a' }) it!: { a: string };", 'validation-refused'),
  spec("@XValidation({ rule: 'self.a != \"\"', fieldPath: '.a', message: 'Set a.' }) it!: { a: string };"),
  spec('@Immutable() it?: string;\n  @Immutable() other!: Int32;'),
  // What was there before, of items that nothing identifies.
  ...(
    [
      ['it!: Item;'],
      ['@Immutable() @MaxItems(9) it!: Item[];', 'rule-without-old-value'],
      ['@MaxItems(9) it!: Item[];', 'rule-without-old-value'],
      ["@ListType('map') @ListMapKey('name') @MaxItems(9) it!: Item[];"],
      ["@ListType('set') @Items(StructType('atomic')) @MaxItems(9) it!: Item[];", 'rule-without-old-value'],
      ['@MaxProperties(9) it!: Record<string, Item>;'],
      ["@MapType('atomic') @MaxProperties(9) it!: Record<string, Item>;"],
      ["@StructType('atomic') it!: Item;"],
      ["@ListType('map') @ListMapKey('name') @MaxItems(9) it!: Outer[];", 'rule-without-old-value'],
      ['@MaxProperties(9) it!: Record<string, Outer>;', 'rule-without-old-value'],
      ['first!: Item; @MaxItems(9) then!: Item[]; last!: Item;', 'rule-without-old-value'],
      ['@MaxItems(9) then!: Item[]; last!: Item; @MaxItems(9) list!: Item[];', 'rule-without-old-value'],
    ] as const
  ).map(([text, ...codes]) => ({
    before: `class Item { name!: string; @Immutable() @MaxLength(9) x?: string }
      class Outer { name!: string; @MaxItems(9) inner?: Item[] }`,
    spec: text,
    codes,
  })),
  {
    before: "class Bad { @Immutable() @MaxLength(9) @Pattern('([') x!: string }",
    spec: '@MaxProperties(9) first!: Record<string, Bad>; @MaxItems(9) it!: Bad[];',
    codes: ['invalid-pattern', 'rule-without-old-value'],
  },
  spec(
    "@MaxItems(9) @Items(MaxLength(9), XValidation({ rule: 'self == oldSelf' })) it!: string[];",
    'rule-without-old-value',
  ),
  spec(
    "@MaxItems(9) @Items(MaxLength(9), XValidation({ rule: 'oldSelf.hasValue()', optionalOldSelf: true })) it!: string[];",
    'rule-without-old-value',
  ),
  spec(`@MaxItems(9) @Items(MaxLength(9), XValidation({ rule: "self != 'oldSelf'" })) it!: string[];`),
  spec(`@XValidation({ rule: "self != 'oldSelf'", optionalOldSelf: true }) it!: string;`, 'validation-refused'),
  {
    before: 'class Old { @MaxLength(9) oldSelf!: string }',
    spec: `@MaxItems(9) @Items(XValidation({ rule: "self.oldSelf != ''" })) it!: Old[];`,
    codes: [],
  },
  // What rules cannot name.
  spec("@XValidation({ rule: 'true' }) it?: Json;", 'validation-refused'),
  spec('@Immutable() it!: Json[];', 'validation-refused'),
  {
    before: "@AtMostOneOf('a', 'b') class Open { a?: Json; b?: string }",
    spec: 'it!: Open;',
    codes: ['validation-refused'],
  },
  spec('@Immutable() it?: RawExtension;'),
  spec("it!: { type: 'a'; any: Json; all?: Record<string, Json[]> } | { type: 'b'; b: string };"),
  spec('it!: { on: true; level: Int32 } | { on: false };'),
  spec("@AtMostOneOf('a', 'b-c') it!: { a?: string; 'b-c'?: string };"),
  spec("@ExactlyOneOf('a', 'b') it!: { a?: string; b?: string };"),
  spec("@AtLeastOneOf('if', 'b__c') it!: { if?: string; b__c?: string };"),
  spec("@Keys(MaxLength(63), Pattern('^[a-z]+$'), Enum('a', 'b')) @MaxProperties(5) it!: Record<string, string>;"),
  // Columns, scale, selectable fields.
  column('.spec.replicas'),
  column('.metadata.name'),
  column('.spec.labels.anything'),
  column('.spec.any.deep.down'),
  column('.status.conditions[?(@.type=="Ready")].status'),
  column('.spec.replica', 'path-not-found'),
  column('spec.replicas', 'invalid-path'),
  scale('.spec.replicas', '.status.replicas'),
  scale('.spec.replica', '.status.replicas', 'path-not-found'),
  scale('.status.replicas', '.status.replicas', 'invalid-path'),
  scale('.spec.replicas', '.spec.replicas', 'invalid-path'),
  kind("@SelectableField('.spec.replicas')"),
  kind("@SelectableField('.spec.nothing')", 'invalid-path'),
  kind("@SelectableField('spec.replicas')", 'invalid-path'),
  kind("@SelectableField('.spec.list')", 'invalid-path'),
  kind("@SelectableField('.spec.ratio')", 'invalid-path'),
  kind("@SelectableField('.metadata.name')", 'invalid-path'),
  kind("@SelectableField('.spec.replicas') @SelectableField('.spec.replicas')", 'invalid-path'),
  kind('@StatusSubresource()'),
  // The kind itself.
  kind('@DeprecatedVersion()'),
  kind(`@DeprecatedVersion('${'x'.repeat(257)}')`, 'deprecation-warning'),
  kind(`@DeprecatedVersion('${'ü'.repeat(129)}')`, 'deprecation-warning'),
  kind(`@DeprecatedVersion('${'ü'.repeat(128)}')`),
  kind("@DeprecatedVersion('a\\nb')", 'deprecation-warning'),
  kind("@Metadata({ labels: { 'not a key': 'x' } })", 'metadata-refused'),
  kind("@Metadata({ labels: { a: 'not a value' } })", 'metadata-refused'),
  kind("@Metadata({ annotations: { 'a/b/c': 'x' } })", 'metadata-refused'),
  kind("@Metadata({ annotations: { 'example.com/a': 'any value: here' }, labels: { a: '' } })"),
  { ...kind('', 'group-not-approved'), group: 'example.k8s.io' },
  {
    ...kind("@Metadata({ annotations: { 'api-approved.kubernetes.io': 'unapproved, experimental' } })"),
    group: 'example.k8s.io',
  },
];

/** The source of a case, as `kindSource` has it, and where its spec begins. */
export function verifyCaseName({ spec: text = '', before = '', kindMarkers = '', group = '' }: VerifyCase): string {
  return [group, kindMarkers === '' ? text : kindMarkers, before].filter((each) => each !== '').join(' ');
}
