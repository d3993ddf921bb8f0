/** A kind with something that the API server refuses, or takes and does nothing with. */
export interface VerifyCase {
  /** Body of the spec class. */
  readonly spec?: string;
  readonly before?: string;
  readonly kindMarkers?: string;
  readonly status?: string;
  readonly group?: string;
  /** Beside the plural, in `@Resource`. */
  readonly names?: string;
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

const names = (text: string, ...codes: readonly string[]): VerifyCase => ({ ...kind('', ...codes), names: text });

const formatTexts: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['date', ['2026-02-01'], ['2026-2-1', '2026-13-01', 'x']],
  [
    'date-time',
    ['2026-02-01T10:00:00Z', '2026-02-01t23:59:59.123z', '2026-02-01T10:00:00+02:00'],
    ['2026-02-01', '2026-02-01T10:00:00', '2026-02-01T24:00:00Z', '2026-02-01 10:00:00Z'],
  ],
  ['byte', ['YQ==', 'YWI=', 'YWJj'], ['', 'YQ', '_-_-']],
  ['duration', ['1h', '1h30m', '5 days', '-1s'], ['', 'soon']],
  ['email', ['a@example.com'], ['a', '@example.com']],
  ['hostname', ['example.com', 'a'], ['-x', 'a b', 'a/b', '']],
  ['ipv4', ['10.0.0.1', '010.0.0.1', '::ffff:10.0.0.1'], ['10.0.0', '::1', 'x', '10.0.0.1/8']],
  ['ipv6', ['::1', '2001:db8::a', '::ffff:10.0.0.1'], ['10.0.0.1', 'x', '::g']],
  ['cidr', ['10.0.0.0/8', '::/0'], ['10.0.0.0', '/8', 'x']],
  ['mac', ['00:00:5e:00:53:01', '0000.5e00.5301', '00-00-5e-00-53-01'], ['x', '00']],
  ['uri', ['https://example.com', '/a', 'urn:a'], ['x', 'example.com', '']],
  ['uuid', ['123e4567-e89b-12d3-a456-426614174000', '123E4567E89B12D3A456426614174000'], ['x', '123e4567']],
  ['k8s-short-name', ['a', 'a-1'], ['', 'A', 'a.b', 'a-', 'a'.repeat(64)]],
  ['k8s-long-name', ['a', 'a-1.b'], ['', 'A', 'a..b', '-a', 'a'.repeat(254)]],
];

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
  { ...spec('@Maximum(3_000_000_000) it!: Int32;', 'bound-misfit'), stricter: true },
  spec('@Minimum(-3_000_000_000) it: Int32 = 1;', 'bound-misfit'),
  spec('@MultipleOf(0.1) it: Double = 0.3;'),
  spec('@MultipleOf(0.1) it: Double = 0.35;', 'default-misfit'),
  spec('@MultipleOf(0.01) it: Double = 19.99;', 'default-misfit'),
  spec('@MultipleOf(1e-9) it: Double = 0.5;'),
  spec('@MultipleOf(0.1) it: Double = -0.3;'),
  spec('@MultipleOf(3) it: Int32 = -9;'),
  spec("@Format('ipv4') it: IntOrString = 'x';", 'default-misfit'),
  spec("@Format('ipv4') it: IntOrString = 5;", 'default-misfit'),
  spec("@Format('ipv4') it: IntOrString = '10.0.0.1';"),
  spec("it: Time = 'now';", 'default-misfit'),
  spec("it: Bytes = '!!!';", 'default-misfit'),
  spec('it: string | null = null; other: (string | null)[] = [null];'),
  spec("it: 'x' | 'y' | null = null; @Enum('a', null) other!: string | null;"),
  { ...spec("@Enum('a', null) it!: string;", 'enum-misfit'), stricter: true },
  ...formatTexts.flatMap(([format, valid, wrong]) => [
    ...valid.map((text) => spec(`@Format('${format}') it: string = '${text}';`)),
    ...wrong.map((text) => spec(`@Format('${format}') it: string = '${text}';`, 'default-misfit')),
  ]),
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
  spec("@ListType('set') it!: Json[];"),
  spec("@ListType('set') it!: IntOrString[];"),
  spec("@ListType('map') @ListMapKey('k') it!: { k: IntOrString }[];"),
  spec("@ListType('map') @ListMapKey('k') it!: { k: string | null }[];", 'list-map-key-type'),
  { ...spec("@ListType('map') @ListMapKey('k') it!: { k: Json }[];", 'list-map-key-type'), stricter: true },
  ...['b', 'a'].map((key) => ({
    before: "class Keyed { k: string = 'a'; n?: string }",
    spec: `@ListType('map') @ListMapKey('k') it: Keyed[] = [{ n: 'x' }, { k: '${key}' }] as never;`,
    codes: key === 'a' ? ['default-misfit'] : [],
    // The API server does not look for what stands twice in a default.
    stricter: key === 'a',
  })),
  // Objects.
  spec('@EmbeddedResource() it!: RawExtension;'),
  spec('@EmbeddedResource() @PreserveUnknownFields() it!: { spec?: string };'),
  spec('@EmbeddedResource() it!: Record<string, Json>;', 'embedded-without-fields'),
  spec('@PreserveUnknownFields() it!: { a: string }[];'),
  spec('@PreserveUnknownFields() it!: Record<string, { a: string }>;'),
  spec('@EmbeddedResource() it!: { apiVersion: Int32; kind: string };', 'embedded-field-type'),
  spec('@EmbeddedResource() it!: { metadata: string };', 'embedded-field-type'),
  spec("@EmbeddedResource() it!: { kind: 'Pod'; metadata: { name: string; other?: string } };"),
  spec('@EmbeddedResource() it: { spec?: string } = {};', 'default-misfit', 'default-misfit'),
  spec(
    "@EmbeddedResource() it: { spec?: string } = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } as never;",
  ),
  spec("@EmbeddedResource() it: RawExtension = { kind: 'Pod' };", 'default-misfit'),
  spec("@EmbeddedResource() it: RawExtension = { apiVersion: 'a/b/c', kind: 'Pod' };", 'default-misfit'),
  spec("@EmbeddedResource() it: RawExtension = { apiVersion: 'v1', kind: 'Pod' };"),
  spec("@Type('array') it!: Json;", 'list-without-items'),
  spec("@Schemaless() @Type('array') it!: string[];", 'list-without-items'),
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
  spec("@XValidation({ rule: 'true', fieldPath: '.a[0]' }) it!: { a: string[] };", 'validation-refused'),
  spec("@XValidation({ rule: 'true', fieldPath: '.a.b' }) it!: { a: Json };", 'validation-refused'),
  spec("@XValidation({ rule: 'true', fieldPath: '.a[' }) it!: { a: string };", 'validation-refused'),
  spec("@XValidation({ rule: 'true', fieldPath: '.' }) it!: { a: string };", 'validation-refused'),
  spec('@XValidation({ rule: "true", fieldPath: ".a[\'b\'].c" }) it!: { a: Record<string, { c: string }> };'),
  spec("@XValidation({ rule: 'true', fieldPath: '.a.b' }) it!: { a: Record<string, string> };"),
  spec('@XValidation({ rule: "true", fieldPath: ".a[\'b-c\']" }) it!: { a: { "b-c": string } };'),
  { ...spec("@XValidation({ rule: 'true', message: '' }) it!: string;", 'validation-refused'), stricter: true },
  spec("@XValidation({ rule: 'true', messageExpression: ' ' }) it!: string;", 'validation-refused'),
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
  spec('it!: { t: 1.5; a: string } | { t: 2.5; b: string };'),
  spec('it!: 1 | 1.5;'),
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
  column('.spec.list[0]'),
  column('.spec.list[', 'path-not-found'),
  column('.spec.list[?(@.a', 'path-not-found'),
  column('.spec.replicas}', 'path-not-found'),
  kind("@PrintColumn({ name: '', type: 'string', jsonPath: '.spec.replicas' })", 'column-refused'),
  kind("@PrintColumn({ name: 'A', type: 'string', format: 'x', jsonPath: '.spec.replicas' })", 'column-refused'),
  kind("@PrintColumn({ name: 'A', type: 'string', format: 'int32', jsonPath: '.spec.replicas' })"),
  scale('.spec.', '.status.replicas', 'path-not-found'),
  scale('.spec..replicas', '.status.replicas', 'path-not-found'),
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
  names("shortNames: ['t', 'thin-g1'], singular: 'things', categories: ['all', 'all']"),
  names("shortNames: ['t', 't']", 'short-name-repeated'),
  names("shortNames: ['things', 'thing']", 'short-name-repeated', 'short-name-repeated'),
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
export function verifyCaseName({ spec: text = '', before = '', kindMarkers = '', ...kindOf }: VerifyCase): string {
  const { group = '', names: others = '' } = kindOf;
  return [group, others, kindMarkers === '' ? text : kindMarkers, before].filter((each) => each !== '').join(' ');
}
