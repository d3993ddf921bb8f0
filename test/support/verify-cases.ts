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

/** Texts that the API server takes under a format, and such that it refuses. */
export const formatTexts: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'bsonobjectid',
    ['507f1f77bcf86cd799439011', '507F1F77BCF86CD799439011'],
    ['', '507f1f77bcf86cd79943901', '507f1f77bcf86cd79943901g'],
  ],
  ['byte', ['YQ==', 'YWI=', 'YWJj'], ['', 'YQ', '_-_-', 'YQ=', 'YQ==YQ==']],
  [
    'cidr',
    ['10.0.0.0/8', '::/0', '010.0.0.0/08', 'fe80::1/128'],
    ['10.0.0.0', '/8', 'x', '10.0.0.0/33', '::/129', '10.0.0/8', '256.0.0.0/8', '10.0.0.0/8/8', '10.0.0.0/-1'],
  ],
  [
    'creditcard',
    ['4111111111111111', '4111 1111 1111 1111', '5500-0055-5555-5559', '340000000000009'],
    ['', '4111111111111112', '1234567812345670', '411111111111111', 'card'],
  ],
  [
    'date',
    ['2026-02-01', '2024-02-29', '0000-01-01'],
    [
      '2026-2-1',
      '2026-13-01',
      'x',
      '2026-02-30',
      '2026-04-31',
      '1900-02-29',
      '2026-00-10',
      '2026-01-00',
      '2026-02-01T10:00:00Z',
    ],
  ],
  [
    'date-time',
    ['2026-02-01T10:00:00Z', '2026-02-01t23:59:59.123z', '2026-02-01T10:00:00+02:00'],
    [
      '2026-02-01',
      '2026-02-01T10:00:00',
      '2026-02-01T24:00:00Z',
      '2026-02-01 10:00:00Z',
      '2026-02-30T10:00:00Z',
      '2026-02-01T10:60:00Z',
    ],
  ],
  ['datetime', ['2026-02-01T10:00:00Z'], ['2026-02-31T10:00:00Z', 'x']],
  [
    'duration',
    ['1h', '1h30m', '5 days', '-1s', '0', '1.5h', '2 weeks 1 min', '3µs', '1 DAY', 'in 5 min'],
    ['', 'soon', '5', '1 month', '5 x', '1y', 'h1', '99999999999999999999 s', '1.5.h'],
  ],
  [
    'email',
    ['a@example.com', 'a.b+c@d', 'ü@example.com', 'A B <a@b>'],
    ['a', '@example.com', 'a@', 'a b@c', 'a..b@c', '.a@b', 'a@b@c', 'a@b.', 'a@b, c@d'],
  ],
  ['hexcolor', ['#fff', 'ABCDEF', '#012345'], ['', '#ffff', '#ggg', 'red', '#fffffff']],
  [
    'hostname',
    ['example.com', 'a', 'a-b', 'my-host.example.com', 'ü.example', '123'],
    [
      '-x',
      'a b',
      'a/b',
      '',
      'a_b.example.com',
      'my-host',
      '1.2.3.4',
      'example.com.',
      'a..com',
      '-a.com',
      'a-.com',
      'a.b',
      'x'.repeat(64),
    ],
  ],
  [
    'ipv4',
    ['10.0.0.1', '010.0.0.1', '::ffff:10.0.0.1'],
    ['10.0.0', '::1', 'x', '10.0.0.1/8', '10.0.0.256', '1.2.3.4.5'],
  ],
  [
    'ipv6',
    ['::1', '2001:db8::a', '::ffff:10.0.0.1', '1:2:3:4:5:6:7:8'],
    ['10.0.0.1', 'x', '::g', '1:2:3', '1::2::3', ':::', '12345::', '1:2:3:4:5:6:7:8:9', 'fe80::1%eth0'],
  ],
  ['isbn', ['0321751043', '978-0321751041', '3 401 01319 X'], ['', '0321751044', '978-0321751042', '123']],
  ['isbn10', ['0321751043', '3-401-01319-X'], ['978-0321751041', '0321751044', '340101319x']],
  ['isbn13', ['978-0321751041', '9784873113685'], ['0321751043', '978-0321751042']],
  ['k8s-short-name', ['a', 'a-1'], ['', 'A', 'a.b', 'a-', 'a'.repeat(64)]],
  ['k8s-long-name', ['a', 'a-1.b'], ['', 'A', 'a..b', '-a', 'a'.repeat(254)]],
  [
    'mac',
    ['00:00:5e:00:53:01', '0000.5e00.5301', '00-00-5e-00-53-01', '00:00:5e:00:53:01:02:03'],
    ['x', '00', '00:00:5e:00:53', '00:00:5e-00-53-01', '00:00:5e:00:53:0g', '00:00:5e:00:53:01:02'],
  ],
  ['password', ['', 'x y'], []],
  [
    'rgbcolor',
    ['rgb(1,2,3)', 'rgb( 0 , 31 , 255 )'],
    ['', 'rgb(256,0,0)', 'rgb(01,2,3)', 'rgba(1,2,3)', 'rgb(1,2)', 'rgb(1,2,3,4)', '#fff', 'rgb(1.5,2,3)'],
  ],
  ['ssn', ['123-45-6789', '123 45 6789'], ['', '123456789', '123-456-789', '12-345-6789']],
  [
    'uri',
    ['https://example.com', '/a', 'urn:a', 'https://[::1]:8080/a?b#c', '*', 'postgres://a:1,b:2/c'],
    [
      'x',
      'example.com',
      '',
      ':a',
      'http://a:b/',
      'http://a b/',
      '/%zz',
      'http://[::1',
      'http://a:1:2/',
      'https://u[p@a/',
    ],
  ],
  [
    'uuid',
    ['123e4567-e89b-12d3-a456-426614174000', '123E4567E89B12D3A456426614174000'],
    ['x', '123e4567', '123e4567-e89b-12d3-a456-42661417400', '{123e4567-e89b-12d3-a456-426614174000}'],
  ],
  ['uuid3', ['123e4567-e89b-32d3-a456-426614174000'], ['123e4567-e89b-42d3-a456-426614174000']],
  [
    'uuid4',
    ['123e4567-e89b-42d3-a456-426614174000'],
    ['123e4567-e89b-12d3-a456-426614174000', '123e4567-e89b-42d3-c456-426614174000'],
  ],
  [
    'uuid5',
    ['123e4567-e89b-52d3-8456-426614174000'],
    ['123e4567-e89b-42d3-8456-426614174000', '123e4567-e89b-52d3-7456-426614174000'],
  ],
  // Dashes in the name of a format do not count.
  ['ip-v4', ['10.0.0.1'], ['x']],
];

const embedded = (metadata: string, ...codes: readonly string[]): VerifyCase =>
  spec(`@EmbeddedResource() it: RawExtension = { apiVersion: 'v1', kind: 'Pod', metadata: ${metadata} };`, ...codes);

/** Metadata that an embedded object may have in a default, and such that it may not have. */
const embeddedDefaults: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ["{ name: 'A b' }", "{ name: '' }", '{ name: null }', "{ unknown: 'x' }"],
    ["{ name: 'a/b' }", "{ name: '..' }", '{ name: 1 }'],
  ],
  [["{ generateName: 'a-' }", "{ generateName: '.' }"], ["{ generateName: 'a/' }"]],
  [
    ["{ namespace: 'a' }", "{ namespace: '' }"],
    ["{ namespace: 'A' }", "{ namespace: 'a.b' }"],
  ],
  [
    ["{ labels: { a: 'b' } }", '{ labels: {} }'],
    ["{ labels: { 'a b': 'c' } }", "{ labels: { a: 'b c' } }", '{ labels: { a: 1 } }', "{ labels: ['a'] }"],
  ],
  [["{ annotations: { 'A.b/c': 'd e' } }"], ["{ annotations: { 'a b': 'c' } }", '{ annotations: { a: true } }']],
  [
    ["{ finalizers: ['example.com/a'] }"],
    ["{ finalizers: ['a b'] }", "{ finalizers: 'a' }", "{ finalizers: ['orphan', 'foregroundDeletion'] }"],
  ],
  [['{ generation: 1 }'], ['{ generation: -1 }', '{ generation: 1.5 }', "{ generation: '1' }"]],
  [
    ["{ creationTimestamp: '2026-01-01T00:00:00Z' }", '{ creationTimestamp: null }'],
    ["{ creationTimestamp: 'now' }", '{ deletionTimestamp: 1 }'],
  ],
  [
    ["{ ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'b' }] }"],
    [
      "{ ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a' }] }",
      "{ ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'a', uid: 'b' }] }",
      '{ ownerReferences: {} }',
      "{ ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'a', uid: 'b', controller: true }, { apiVersion: 'v1', kind: 'A', name: 'b', uid: 'b', controller: true }] }",
    ],
  ],
  [
    ["{ managedFields: [{ operation: 'Apply' }] }"],
    ['{ managedFields: [{}] }', "{ managedFields: [{ operation: 'Apply', fieldsType: 'x' }] }"],
  ],
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
  spec("@ListType('set') it: string[] = ['a', 'a'];", 'default-unusable'),
  {
    before: 'class Sized { @Minimum(3) size: Int32 = 2 }',
    spec: 'it?: Record<string, Sized>;',
    codes: ['default-unusable'],
  },
  {
    before: 'class Sized { @Minimum(3) size: Int32 = 2 }',
    spec: 'it?: Record<string, Sized>; other?: Sized;',
    codes: ['default-misfit'],
  },
  {
    before: 'class Sized { @Minimum(3) size: Int32 = 2 }',
    spec: 'it?: Record<string, Record<string, Sized>[]>;',
    codes: ['default-unusable'],
  },
  spec('it: Int32 = 2147483648;', 'default-misfit'),
  spec('it: { a?: string; b: Int32 } = { b: 1 };'),
  spec('it: Quantity = "1Gi";'),
  spec('it: IntOrString = "50%";'),
  spec("it: Quantity = 'much';", 'default-misfit'),
  spec('it: string = null as never;', 'default-unusable'),
  spec('it?: string | null;'),
  spec("@Example('x') it?: Int32;", 'example-misfit'),
  spec("@Enum('a', 1) it!: string;", 'enum-misfit'),
  spec('@Enum(1) it: Double = 1.5;'),
  spec('@Enum(1.5) it: Double = 1;', 'default-misfit'),
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
  spec('@Maximum(3_000_000_000) it!: Int32;', 'bound-misfit'),
  spec('@Minimum(-3_000_000_000) it: Int32 = 1;', 'default-misfit', 'bound-misfit'),
  spec('it: Int64 = 9223372036854775808;', 'default-misfit'),
  // Not the least of all: JSON.stringify, through which the test sends it, writes that with other digits.
  spec('it: Int64 = -9223372036854774784;'),
  spec('it: Int64[] = [1e19];', 'default-misfit'),
  spec('it: Int64 = -1e19;', 'default-misfit'),
  spec('@Maximum(1e19) it!: Int64;', 'bound-misfit'),
  spec('@Minimum(-9223372036854775808) it: Int64 = 0;', 'default-misfit', 'bound-misfit'),
  spec('@MultipleOf(2) it: Double = 1e21;', 'default-misfit'),
  spec('it: { a: Json; b: IntOrString } = { a: null, b: null } as never;'),
  spec('it: { a: Int32 } = { a: null } as never;', 'default-misfit'),
  spec('@Maximum(1e19) it: Int64 = 1;', 'default-misfit', 'bound-misfit'),
  spec('it: Double = 1e39;'),
  spec('@MultipleOf(0.5) it: Double = 3;', 'default-misfit'),
  spec('@MultipleOf(0.5) it: Double = 3.5;'),
  spec('@MultipleOf(2.5) it: Double = 4;'),
  spec('@Minimum(1.5) it: Double = 1;'),
  spec('@Minimum(1.5) it: Double = 0;', 'default-misfit'),
  spec('@Maximum(-1.5) it: Double = -1;'),
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
  spec("@Enum('a', null) it!: string;", 'enum-misfit'),
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
  spec("@ListType('map') @ListMapKey('k') it!: { k: Json }[];", 'list-map-key-open'),
  ...['b', 'a'].map((key) => ({
    before: "class Keyed { k: string = 'a'; n?: string }",
    spec: `@ListType('map') @ListMapKey('k') it: Keyed[] = [{ n: 'x' }, { k: '${key}' }] as never;`,
    // The API server does not look for what stands twice in a default.
    codes: key === 'a' ? ['default-unusable'] : [],
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
  ...embeddedDefaults.flatMap(([valid, wrong]) => [
    ...valid.map((text) => embedded(text)),
    ...wrong.map((text) => embedded(text, 'default-misfit')),
  ]),
  spec("@EmbeddedResource() it: RawExtension = { apiVersion: '', kind: '' };", 'default-misfit', 'default-misfit'),
  spec("@EmbeddedResource() it: RawExtension = { apiVersion: 'v1', kind: 'a b' };", 'default-misfit'),
  spec("@EmbeddedResource() it: RawExtension = { apiVersion: 'v1', kind: 'Pod', metadata: 'x' };", 'default-misfit'),
  spec("@Items(EmbeddedResource()) it: RawExtension[] = [{ apiVersion: 'v1', kind: '1Pod' }];", 'default-misfit'),
  ...(
    [
      ["name: string = 'a/b'", 'default-misfit'],
      ["name: string = 'A b'"],
      ["namespace: string = 'A'", 'default-misfit'],
      ["labels: { a: string } = { a: 'b c' }", 'default-misfit'],
      ["finalizers: string[] = ['x y']", 'default-misfit'],
    ] as const
  ).map(([text, ...codes]) => ({
    before: `class Meta { ${text}; }\nclass Whole { apiVersion!: string; kind!: string; metadata!: Meta }`,
    spec: '@EmbeddedResource() it!: Whole;',
    codes,
  })),
  ...(
    [
      ["kind: string = '1'", 'default-misfit'],
      ["apiVersion: string = 'a/b/c'", 'default-misfit'],
      ["kind: string = 'Pod'"],
    ] as const
  ).map(([text, ...codes]) => ({
    before: `class Whole { ${text}; other?: string }`,
    spec: '@EmbeddedResource() it!: Whole;',
    codes,
  })),
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
  spec("@XValidation({ rule: 'true', message: '' }) it!: string;"),
  spec("@XValidation({ rule: 'true ||\\nfalse', message: '' }) it!: string;", 'validation-refused'),
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
  kind("@PrintColumn({ name: 'A', type: 'string', format: '', jsonPath: '.spec.replicas' })"),
  ...([[2_147_483_647], [2_147_483_648, 'column-refused'], [-2_147_483_649, 'column-refused'], [-1]] as const).map(
    ([priority, ...codes]) =>
      kind(`@PrintColumn({ name: 'A', type: 'string', priority: ${priority}, jsonPath: '.spec.replicas' })`, ...codes),
  ),
  scale('.spec.', '.status.replicas', 'path-not-found'),
  scale('.spec..replicas', '.status.replicas', 'path-not-found'),
  scale('.spec.replicas', '.status.replicas'),
  scale('.spec.replica', '.status.replicas', 'path-not-found'),
  scale('.spec.list[0]', '.status.replicas', 'path-not-found'),
  scale('', '.status.replicas', 'invalid-path'),
  scale('.status.replicas', '.status.replicas', 'invalid-path'),
  scale('.spec.replicas', '.spec.replicas', 'invalid-path'),
  kind("@SelectableField('.spec.replicas')"),
  kind("@SelectableField('.spec.nothing')", 'invalid-path'),
  kind("@SelectableField('spec.replicas')", 'invalid-path'),
  kind("@SelectableField('.spec.list')", 'invalid-path'),
  kind("@SelectableField('.spec.ratio')", 'invalid-path'),
  kind("@SelectableField('.metadata.name')", 'invalid-path'),
  kind("@SelectableField('.apiVersion')"),
  kind("@SelectableField('.spec.labels.team')"),
  kind("@SelectableField('.spec.any.deep')", 'invalid-path'),
  kind("@SelectableField('.spec.list[0]')", 'invalid-path'),
  kind("@SelectableField('')", 'invalid-path'),
  kind("@SelectableField('.')", 'invalid-path'),
  kind("@SelectableField('.spec.replicas.')", 'invalid-path'),
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
  kind("@DeprecatedVersion('')", 'deprecation-warning'),
  ...['\\u0007', '\\u00a0', '\\u200b', '\\u2028', '\\ufeff', '\\u00ad', '\\ue000', '\\u3000'].map((each) =>
    kind(`@DeprecatedVersion('Use${each}v2.')`, 'deprecation-warning'),
  ),
  kind("@DeprecatedVersion('Use v2 – “soon”, ü 漢字 😀 e\\u0301.')"),
  kind("@Metadata({ labels: { 'not a key': 'x' } })", 'metadata-refused'),
  kind("@Metadata({ labels: { a: 'not a value' } })", 'metadata-refused'),
  kind("@Metadata({ labels: { 'Example.com/a': 'x' } })", 'metadata-refused'),
  kind("@Metadata({ annotations: { 'Example.com/A': 'x' } })"),
  kind("@Metadata({ labels: { 'example.com/': 'x' } })", 'metadata-refused'),
  kind("@Metadata({ labels: { '/a': 'x' } })", 'metadata-refused'),
  kind("@Metadata({ labels: { '-a': '-' } })", 'metadata-refused', 'metadata-refused'),
  kind(`@Metadata({ labels: { '${'a'.repeat(64)}': 'x' } })`, 'metadata-refused'),
  kind(`@Metadata({ labels: { '${'a'.repeat(254)}/a': 'x' } })`, 'metadata-refused'),
  kind(`@Metadata({ labels: { a: '${'a'.repeat(64)}' } })`, 'metadata-refused'),
  kind(`@Metadata({ annotations: { a: '${'a'.repeat(262_144)}' } })`, 'metadata-refused'),
  kind(`@Metadata({ annotations: { a: '${'a'.repeat(262_000)}' } })`),
  kind(`@Metadata({ annotations: { a: '${'ü'.repeat(70_000)}', b: '${'ü'.repeat(70_000)}' } })`, 'metadata-refused'),
  kind("@Metadata({ annotations: { 'a/b/c': 'x' } })", 'metadata-refused'),
  kind("@Metadata({ annotations: { 'example.com/a': 'any value: here' }, labels: { a: '' } })"),
  { ...kind('', 'group-not-approved'), group: 'example.k8s.io' },
  ...(
    [
      ['soon', 'group-not-approved'],
      ['https:///a', 'group-not-approved'],
      ['ftp://example.com/a'],
      ['unapproved'],
      ['', 'group-not-approved'],
    ] as const
  ).map(([text, ...codes]) => ({
    ...kind(`@Metadata({ annotations: { 'api-approved.kubernetes.io': '${text}' } })`, ...codes),
    group: 'example.k8s.io',
  })),
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
