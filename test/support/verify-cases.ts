/** A kind with something that the API server rejects, or accepts without any effect. */
export interface VerifyCase {
  /** Body of the spec class. */
  readonly spec?: string;
  readonly before?: string;
  readonly kindMarkers?: string;
  readonly status?: string;
  readonly group?: string;
  readonly version?: string;
  /** Arguments of `@Resource` in addition to the plural. */
  readonly names?: string;
  /**
   * The codes that verify reports; empty if there are no problems. The API server rejects a kind exactly when one of
   * them is an error.
   */
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

/** Returns a kind with columns and paths, and with fields of every type. */
const typed = (markers: string, ...codes: readonly string[]): VerifyCase => ({
  kindMarkers: markers,
  spec: "name?: string; at?: Time; on?: boolean; count: Int32 = 1; ratio: Double = 1; port: IntOrString = 1; unset?: Int32; in?: { count: Int32 }; set: { count: Int32 } = { count: 1 }; any?: Json; parts?: { kind: string; size?: Int32 }[]; inner?: { a?: string }; labels?: Record<string, string>; 'a.b'?: string;",
  status: 'count?: Int32; selector?: string; inner?: { a?: string }; conditions?: { type: string; status: string }[];',
  codes,
});
const typedColumn = (type: string, path: string, ...codes: readonly string[]): VerifyCase =>
  typed(`@PrintColumn({ name: 'A', type: '${type}', jsonPath: ${JSON.stringify(path)} })`, ...codes);
const typedScale = (field: string, status: string, selector: string, ...codes: readonly string[]): VerifyCase =>
  typed(
    `@ScaleSubresource({ specReplicasPath: '.spec.${field}', statusReplicasPath: '.status.${status}', labelSelectorPath: '${selector}' })`,
    ...codes,
  );
const inert = 'ineffective-keyword';
const [gone, misfit] = ['field-path-not-found', 'field-path-type'];

const jsonPathCases: readonly VerifyCase[] = [
  ...(
    [
      ['string', [], ['name', 'at', 'on', 'count', 'ratio', 'port', 'any', 'parts', 'inner']],
      ['integer', ['name', 'at', 'on', 'parts', 'inner', 'labels.x'], ['count', 'ratio', 'port', 'any', 'any.x.y']],
      ['number', ['name', 'on'], ['count', 'ratio', 'port', 'any']],
      ['boolean', ['name', 'count', 'inner'], ['on', 'any']],
      ['date', ['name', 'count', 'on'], ['at', 'any']],
    ] as const
  ).flatMap(([type, wrong, right]) => [
    ...wrong.map((field) => typedColumn(type, `.spec.${field}`, misfit)),
    ...right.map((field) => typedColumn(type, `.spec.${field}`)),
  ]),
  typedColumn('date', '.metadata.creationTimestamp'),
  typedColumn('integer', '.metadata.generation'),
  typedColumn('integer', '.spec.parts[0].size'),
  typedColumn('integer', '.spec.parts[*].kind', misfit),
  typedColumn('string', '.spec.parts[0].weight', gone),
  typedColumn('string', '.spec.parts.kind', gone),
  typedColumn('string', '.spec.inner[0]', gone),
  typedColumn('string', '.status.conditions[?(@.type=="Ready")].status'),
  typedColumn('string', ".status.conditions[?(@.type == 'Ready')].status"),
  typedColumn('string', '.status.conditions[?(@.kind=="Ready")].status', gone),
  typedColumn('string', '.status.conditions[?(@.type=="Ready")].state', gone),
  typedColumn('integer', '.status.conditions[?(@.type=="Ready")].status', misfit),
  typedColumn('string', '.spec.a\\.b'),
  typedColumn('string', '.spec.a.b', gone),
  typedColumn('string', ".spec['a.b']"),
  typedColumn('string', '.spec.labels.example\\.com/name'),
  typedColumn('string', '.spec.labels.example.com/name', gone),
  typedScale('count', 'count', '.status.selector'),
  typedScale('ratio', 'count', '.status.selector'),
  typedScale('port', 'count', '.spec.name'),
  typedScale('name', 'count', '.status.selector', misfit),
  typedScale('count', 'selector', '.status.selector', misfit),
  typedScale('count', 'count', '.status.inner', misfit),
  typedScale('count', 'count', '.status.count', misfit),
  typedScale('count', 'count', '.spec.any.x'),
  typedScale('unset', 'count', '.status.selector', misfit),
  typedScale('in.count', 'count', '.status.selector', misfit),
  typedScale('set.count', 'count', '.status.selector'),
  typedColumn('string', '.metadata.nme', gone),
  typedColumn('string', '.metadata.labels.app'),
  typedColumn('string', '.metadata.labels.app\\.kubernetes\\.io/name'),
  typedColumn('string', '.metadata.ownerReferences[0].name'),
  typedColumn('string', '.metadata.ownerReferences[0].title', gone),
  typedColumn('date', '.metadata.name', misfit),
  typedColumn('integer', '.metadata.creationTimestamp', misfit),
  typedColumn('string', '.kind'),
  typedColumn('string', '.kind.name', gone),
];

const names = (text: string, ...codes: readonly string[]): VerifyCase => ({ ...kind('', ...codes), names: text });

/** Texts that the API server accepts under a format, and texts that it rejects. */
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
    ['a@example.com', 'a.b+c@d', 'ü@example.com', 'A B <a@b>', ' A.B < a@ b> ', '<a@[10.0.0.1]>'],
    [
      ...['a', '@example.com', 'a@', 'a b@c', 'a..b@c', '.a@b', 'a@b@c', 'a@b.', 'a@b, c@d'],
      ...['A B <@b>', 'a@@<', 'A <a@b', 'A <a@b> c', 'A, B <a@b>', '<a@b >', '<a@b>>'],
    ],
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

/** Metadata that an embedded object may have in a default, and metadata that it may not have. */
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

/** A field whose constraints allow no value, or exactly one. */
interface ImpossibleCase {
  readonly spec: string;
  readonly before?: string;
  /** Values of the field: none of them is valid or, if the constraints can be met, one is. */
  readonly values: readonly unknown[];
  readonly isPossible?: boolean;
}

const halves = Array.from({ length: 41 }, (_, index) => index / 2 - 10);
const lettersUpTo = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => 'x'.repeat(index));
const impossible = (text: string, values: readonly unknown[], before = ''): ImpossibleCase => ({
  spec: text,
  before,
  values,
});
const possible = (text: string, value: unknown, before = ''): ImpossibleCase => ({
  ...impossible(text, [value], before),
  isPossible: true,
});
const few = "class Keyed { k!: 'a' | 'b'; on!: boolean }";
const keyed = ['a', 'b'].flatMap((k) => [true, false].map((on) => ({ k, on })));
const pair = { a: 'x', b: 'y' };

/** Constraints that make sense separately, but together allow no value; and near misses. */
export const impossibleCases: readonly ImpossibleCase[] = [
  impossible('@Minimum(3) @ExclusiveMinimum() @Maximum(3) it!: Int32;', halves),
  possible('@Minimum(3) @Maximum(3) it!: Int32;', 3),
  impossible('@Minimum(3) @ExclusiveMinimum() @Maximum(4) @ExclusiveMaximum() it!: Int64;', halves),
  possible('@Minimum(3) @ExclusiveMinimum() @Maximum(5) @ExclusiveMaximum() it!: Int64;', 4),
  possible('@Minimum(3) @ExclusiveMinimum() @Maximum(4) @ExclusiveMaximum() it!: Double;', 3.5),
  impossible('@Minimum(-2) @Maximum(-2) @ExclusiveMaximum() it!: Double;', halves),
  impossible('@Minimum(4) @Maximum(5) @MultipleOf(3) it!: Int32;', halves),
  possible('@Minimum(4) @Maximum(6) @MultipleOf(3) it!: Int32;', 6),
  possible('@Minimum(-5) @Maximum(-3) @MultipleOf(3) it!: Int32;', -3),
  impossible('@Minimum(-5) @Maximum(-4) @MultipleOf(3) it!: Int32;', halves),
  possible('@Minimum(4) @Maximum(5) @MultipleOf(1.5) it!: Double;', 4.5),
  impossible('@Minimum(5) it!: Small;', halves, '/** @minimum 1 @maximum 3 */ type Small = Int32;'),
  possible('@Minimum(3) it!: Small;', 3, '/** @minimum 1 @maximum 3 */ type Small = Int32;'),
  impossible('@MinLength(5) it!: Small;', lettersUpTo(9), '/** @minLength 1 @maxLength 3 */ type Small = string;'),
  possible('@MinLength(3) it!: Small;', 'xyz', '/** @minLength 1 @maxLength 3 */ type Small = string;'),
  impossible('@MinProperties(3) it!: { a?: string; b?: string };', [{}, pair, { ...pair, c: 'z' }]),
  possible('@MinProperties(2) it!: { a?: string; b?: string };', pair),
  possible('@MinProperties(3) @PreserveUnknownFields() it!: { a?: string; b?: string };', { ...pair, c: 'z' }),
  impossible('@MaxProperties(1) it!: { a: string; b: string };', [{}, { a: 'x' }, pair]),
  possible('@MaxProperties(1) it!: { a: string; b?: string };', { a: 'x' }),
  impossible('@MaxProperties(1) it!: Set;', [{}, { a: 'x' }, pair], "class Set { a: string = 'x'; b!: string }"),
  possible('@MaxProperties(2) it!: Set;', { b: 'y' }, "class Set { a: string = 'x'; b!: string; c?: string }"),
  impossible("@ListType('set') @MinItems(3) it!: ('a' | 'b')[];", [
    ['a', 'b'],
    ['a', 'b', 'a'],
    ['a', 'b', 'c'],
  ]),
  possible("@ListType('set') @MinItems(2) it!: ('a' | 'b')[];", ['b', 'a']),
  possible("@MinItems(3) it!: ('a' | 'b')[];", ['a', 'b', 'a']),
  impossible("@ListType('set') @MinItems(3) it!: boolean[];", [
    [true, false],
    [true, false, true],
  ]),
  impossible("@ListType('map') @ListMapKey('k') @MinItems(3) it!: Keyed[];", [keyed, keyed.slice(1)], few),
  possible("@ListType('map') @ListMapKey('k') @ListMapKey('on') @MinItems(4) it!: Keyed[];", keyed, few),
  impossible(
    "@ListType('map') @ListMapKey('k') @ListMapKey('on') @MinItems(5) it!: Keyed[];",
    [keyed, [...keyed, keyed[0]]],
    few,
  ),
  impossible('@MultipleOf(5) @Minimum(1) @Maximum(14) it!: Three;', halves, '/** @multipleOf 3 */ type Three = Int32;'),
  possible('@MultipleOf(5) @Minimum(1) @Maximum(15) it!: Three;', 15, '/** @multipleOf 3 */ type Three = Int32;'),
  impossible('@Minimum(1.2) @Maximum(1.4) @MultipleOf(0.5) it!: Double;', [1.2, 1.25, 1.4, 1.5]),
  possible('@Minimum(0.3) @Maximum(0.35) @MultipleOf(0.1) it!: Double;', 0.3),
  // The API server compares whole numbers with truncated bounds.
  possible('@Minimum(1.2) @Maximum(1.4) @MultipleOf(1) it!: Double;', 1),
  impossible("@Pattern('^[a-z]{5}$') @MaxLength(3) it!: string;", lettersUpTo(9)),
  impossible("@Pattern('^(x|yy)$') @MinLength(3) it!: string;", lettersUpTo(9)),
  possible("@Pattern('^(x|yyy)$') @MinLength(3) it!: string;", 'yyy'),
  possible("@Pattern('^x|y$') @MinLength(3) it!: string;", 'xyz'),
  possible("@Pattern('^x') @MinLength(3) it!: string;", 'xyz'),
  possible("@Pattern('(?m)^x$') @MinLength(3) it!: string;", 'a\nx'),
  possible("@Pattern('^x*$') @MaxLength(0) it!: string;", ''),
  impossible("@Format('uuid') @MaxLength(10) it!: string;", lettersUpTo(9)),
  impossible('@MaxLength(10) it!: Time;', ['2026-02-01', '2026-02-01T10:00:00Z']),
  impossible("@Format('date') @Pattern('^[0-9-]{5}$') it!: string;", ['12345', '2026-02-01']),
  possible("@Format('date') @Pattern('^[0-9-]{10}$') it!: string;", '2026-02-01'),
  impossible("@ExactlyOneOf('a', 'b') @MinProperties(2) it!: { a?: string; b?: string };", [{}, { a: 'x' }, pair]),
  possible("@ExactlyOneOf('a', 'b') @MinProperties(2) it!: { a?: string; b?: string; c?: string };", {
    a: 'x',
    c: 'z',
  }),
  impossible("@AtLeastOneOf('a', 'b') @MaxProperties(1) it!: { a?: string; b?: string; c: string };", [
    { c: 'z' },
    { a: 'x', c: 'z' },
  ]),
  impossible(
    "@ExactlyOneOf('a', 'b') @ExactlyOneOf('a', 'c') @ExactlyOneOf('b', 'c') it!: { a?: string; b?: string; c?: string };",
    [{}, { a: 'x' }, pair, { ...pair, c: 'z' }],
  ),
  possible("@ExactlyOneOf('a', 'b') @ExactlyOneOf('a', 'c') it!: { a?: string; b?: string; c?: string };", {
    b: 'y',
    c: 'z',
  }),
  impossible("@Schema({ required: ['b'] }) it!: { a?: string };", [{}, { a: 'x' }, pair]),
  possible("@Schema({ required: ['b'] }) @PreserveUnknownFields() it!: { a?: string };", pair),
  possible("@Schema({ required: ['b'] }) it!: Record<string, string>;", pair),
  impossible("@Keys(Enum('a', 'b')) @MinProperties(3) @MaxProperties(5) it!: Record<string, string>;", [
    pair,
    { ...pair, c: 'z' },
  ]),
  possible("@Keys(Enum('a', 'b')) @MinProperties(2) @MaxProperties(5) it!: Record<string, string>;", pair),
];

export const verifyCases: readonly VerifyCase[] = [
  // Texts that kustomize does not read again as they are; it reads U+2028, and escapes the first 32 characters.
  spec("@Schema({ description: 'a\\u007fb' }) it?: string;", 'unreadable-text'),
  spec("it: string = 'a\\ufffe';", 'unreadable-text'),
  spec("@Enum('a', 'b\\ud800') it?: string;", 'unreadable-text'),
  spec("'a\\u0080'?: string;", 'unreadable-text'),
  spec("@XValidation({ rule: \"self != 'x'\", message: 'not \\uffff' }) it?: string;", 'unreadable-text'),
  spec("@Schema({ description: 'a\\u0085b' }) it?: string;", 'unreadable-text'),
  spec("@Schema({ description: 'a\\u0001\\u2028\\u{1f600}b' }) it?: string;"),
  kind("@PrintColumn({ name: 'A\\u009f', type: 'string', jsonPath: '.metadata.name' })", 'unreadable-text'),
  // Names of versions.
  ...['v1alpha', 'v20240101', 'v0', 'v1-new', 'latest'].map((version) => ({
    ...spec('it?: string;', ...(version === 'v20240101' ? [] : ['unusual-version'])),
    version,
  })),
  // Numbers without a format.
  spec('it: Integer = 3000000000; other: JsonNumber = 0.5; @Items(Maximum(9)) more?: Integer[];'),
  spec('it: Integer = 0.5;', 'invalid-default'),
  spec("@Format('int64') it: Int32 = 3000000000;"),
  spec("@Format('uint8') it?: Integer;", 'unknown-format'),
  // Raw schemas.
  spec("@Schema({ oneOf: [{ required: ['a'] }, { required: ['b'] }] }) it?: { a?: string; b?: string };"),
  spec('@Schema({ anyOf: [{ properties: { z: { minLength: 1 } } }] }) it?: { a?: string };', inert),
  spec("@Schema({ not: { anyOf: [{ pattern: '^a' }, { format: 'date' }] } }) it?: string;"),
  spec("@Schema({ allOf: [{ pattern: '(?=a)' }] }) it?: string;", 'invalid-pattern'),
  spec("@Schemaless() @Schema({ 'x-kubernetes-int-or-string': true }) it?: IntOrString;"),
  spec('@Schema({ allOf: [{ maximum: 3 }, { minLength: 2 }] }) it?: IntOrString;'),
  spec(
    "@Schemaless() @Schema({ 'x-kubernetes-int-or-string': true, allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }] }) it?: Json;",
  ),
  spec("@Schema({ 'x-kubernetes-preserve-unknown-fields': true }) it?: Record<string, string>;"),
  spec("@Schemaless() @Schema({ type: 'object', additionalProperties: true }) it?: Json;"),
  spec("@Schemaless() @Schema({ description: 'Any.' }) it?: Json;", 'not-structural'),
  spec("@Schemaless() @Schema({ type: 'array', items: {} }) it?: Json;", 'not-structural'),
  spec("@Schema({ type: 'integer' }) it?: IntOrString;"),
  spec("@Schema({ 'x-kubernetes-preserve-unknown-fields': true }) it?: IntOrString;", 'not-structural'),
  spec("@Schema({ properties: { a: { type: 'string' } } }) it?: Record<string, string>;", 'not-structural'),
  spec("@Schema({ 'x-kubernetes-list-type': 'set' }) it?: string;", 'not-structural'),
  spec("@Schema({ 'x-kubernetes-map-type': 'atomic' }) it?: string;", 'not-structural'),
  spec("@Schema({ 'x-kubernetes-embedded-resource': true }) it?: Json;", 'not-structural'),
  spec("@Schema({ oneOf: [{ type: 'string' }] }) it?: string;", 'not-structural'),
  spec("@Schema({ not: { items: { description: 'a' } } }) it?: string[];", 'not-structural'),
  spec('@Schema({ anyOf: [{ not: { nullable: true } }] }) it?: string;', 'not-structural'),
  spec("@Schema({ enum: ['a'] }) it?: string | null;"),
  kind("@Schema({ required: ['metadata'] })"),
  kind("@Schema({ properties: { metadata: { properties: { name: { type: 'string', maxLength: 63 } } } } })"),
  kind("@Schema({ properties: { metadata: { description: 'Text.' } } })", 'not-structural'),
  kind("@Schema({ properties: { metadata: { required: ['name'] } } })", 'not-structural'),
  kind("@Schema({ properties: { kind: { description: 'Text.', enum: ['Thing'] } } })"),
  kind("@Schema({ properties: { kind: { default: 'Thing' } } })", 'not-structural'),
  kind("@Schemaless() @Schema({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true })"),
  kind("@Schemaless() @Schema({ 'x-kubernetes-preserve-unknown-fields': true })"),
  kind("@Schemaless() @Schema({ type: 'object', additionalProperties: true })", 'not-structural'),
  kind('@Schema({ nullable: true })', 'not-structural'),
  kind("@Schema({ oneOf: [{ required: ['spec'] }] })"),
  kind("@StatusSubresource() @Schema({ oneOf: [{ required: ['spec'] }] })", 'not-structural'),
  kind('@Schema({ anyOf: [{ properties: { spec: { properties: { ratio: { maximum: 3 } } } } }] })'),
  kind('@Schema({ anyOf: [{ properties: { spec: { properties: { rates: { maximum: 3 } } } } }] })', 'not-structural'),
  // Scalars that the API server accepts, and that Go and the code of an operator cannot read.
  spec("it: Duration = '1d';", 'unusable-default'),
  spec("it: Duration = '5 minutes';", 'unusable-default'),
  spec("it: { each: Duration[] } = { each: ['1h', '2d'] };", 'unusable-default'),
  spec("it: Record<string, Duration> = { a: '1w' };", 'unusable-default'),
  spec("@Example('1 h') it?: Duration;", 'invalid-example'),
  spec("@Enum('1h', '1d') it?: Duration;", 'invalid-enum-value'),
  spec("it: Quantity = '1e1.5';", 'unusable-default'),
  spec('it: IntOrString = 3000000000;', 'unusable-default'),
  spec("it: Time = '2026-01-31t12:00:00z';", 'unusable-default'),
  spec("it: MicroTime = '2026-01-31T12:00:00Z';", 'unusable-default'),
  spec("@Enum('1h', '90m') @Example('1h') it: Duration = '90m'; two: Quantity = '1.5Gi'; three: IntOrString = '50%';"),
  spec("it: Time = '2026-01-31T12:00:00+01:00'; other: MicroTime = '2026-01-31T12:00:00.000001Z';"),
  // A default of null.
  spec("it: 'x' | null = null;", 'null-default'),
  spec('@Default(null) it!: string | null;', 'null-default'),
  spec('@Default(null) it!: Int32;', 'null-default'),
  spec('it: Record<string, string> | null = null;', 'null-default'),
  // Immutable fields in objects that can be removed.
  ...(
    [
      ['it?: Fixed;', ['removable-immutable']],
      ['it?: { fixed: Fixed };', ['removable-immutable']],
      ['it!: { fixed?: Fixed };', ['removable-immutable']],
      ['it!: Fixed;', []],
      ['@Immutable() it?: Fixed;', []],
      ['it: Fixed = new Fixed();', []],
      ["@XValidation({ rule: '!has(oldSelf.it) || has(self.it)' }) it!: { it?: Fixed };", []],
      ["@ListType('map') @ListMapKey('a') @MaxItems(9) it?: Keyed[];", []],
    ] as const
  ).map(([field, codes]) => ({
    before: 'class Fixed { @Immutable() a?: string } class Keyed { a!: string; @Immutable() @MaxLength(9) b?: string }',
    spec: field,
    codes,
  })),
  // Defaults, examples, enums.
  spec("it: Int32 = 'x' as never;", 'invalid-default'),
  spec('@Minimum(3) it: Int32 = 2;', 'invalid-default'),
  spec("it: { a: 'x' | null } = { a: null };"),
  spec('it: { a: string | null } = { a: null };'),
  spec("it: 'a' | 'b' = 'c' as never;", 'invalid-default'),
  spec('it: Record<string, Int32> = { a: 1, b: 1.5 };', 'invalid-default'),
  spec('it: { a: string } = {} as never;', 'invalid-default'),
  spec("it: { a: string } = { a: 'x', b: 'y' } as never;", 'invalid-default'),
  spec("@ListType('set') it: string[] = ['a', 'a'];", 'unusable-default'),
  {
    before: 'class Sized { @Minimum(3) size: Int32 = 2 }',
    spec: 'it?: Record<string, Sized>;',
    codes: ['unusable-default'],
  },
  {
    before: 'class Sized { @Minimum(3) size: Int32 = 2 }',
    spec: 'it?: Record<string, Sized>; other?: Sized;',
    codes: ['invalid-default'],
  },
  {
    before: 'class Sized { @Minimum(3) size: Int32 = 2 }',
    spec: 'it?: Record<string, Record<string, Sized>[]>;',
    codes: ['unusable-default'],
  },
  spec('it: Int32 = 2147483648;', 'invalid-default'),
  spec('it: { a?: string; b: Int32 } = { b: 1 };'),
  spec('it: Quantity = "1Gi";'),
  spec('it: IntOrString = "50%";'),
  spec("it: Quantity = 'much';", 'invalid-default'),
  spec('it: string = null as never;', 'null-default'),
  spec('it?: string | null;'),
  spec("@Example('x') it?: Int32;", 'invalid-example'),
  spec("@Enum('a', 1) it!: string;", 'invalid-enum-value'),
  spec('@Enum(1) it: Double = 1.5;'),
  spec('@Enum(1.5) it: Double = 1;', 'invalid-default'),
  spec("@Enum('a', 'a') it!: string;", 'duplicate-enum-value'),
  // Bounds, patterns, formats.
  spec('@Minimum(3) @Maximum(2) it!: Int32;', 'empty-range'),
  spec('@MinLength(3) @MaxLength(2) it!: string;', 'empty-range'),
  ...impossibleCases.map(({ spec: text, before = '', isPossible }) => ({
    spec: text,
    before,
    codes: isPossible ? [] : ['no-valid-value'],
  })),
  spec("@Pattern('([') it!: string;", 'invalid-pattern'),
  spec("@Pattern('(?=a)') it!: string;", 'invalid-pattern'),
  spec("@Pattern('(a)\\\\1') it!: string;", 'invalid-pattern'),
  spec("@Pattern('\\\\u0041') it!: string;", 'invalid-pattern'),
  spec("@Pattern('a{1001}') it!: string;", 'invalid-pattern'),
  spec("@Pattern('(?i)^abc$') it: string = 'ABC';"),
  spec("@Pattern('^\\\\p{Greek}+[[:alpha:]]$') it: string = 'αa';"),
  spec("@Pattern('(?i)^abc$') it: string = 'abd';", 'invalid-default'),
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
    codes: ['invalid-default'],
  },
  spec('@Maximum(3_000_000_000) it!: Int32;', 'invalid-bound'),
  spec('@Minimum(-3_000_000_000) it: Int32 = 1;', 'invalid-default', 'invalid-bound'),
  spec('it: Int64 = 9223372036854775808;', 'invalid-default'),
  // Not the least of all: JSON.stringify, through which the test sends it, writes that with other digits.
  spec('it: Int64 = -9223372036854774784;'),
  spec('it: Int64[] = [1e19];', 'invalid-default'),
  spec('it: Int64 = -1e19;', 'invalid-default'),
  spec('@Maximum(1e19) it!: Int64;', 'invalid-bound'),
  spec('@Minimum(-9223372036854775808) it: Int64 = 0;', 'invalid-default', 'invalid-bound'),
  spec('@MultipleOf(2) it: Double = 1e21;', 'invalid-default'),
  spec('it: { a: Json; b: IntOrString } = { a: null, b: null } as never;'),
  spec('it: { a: Int32 } = { a: null } as never;', 'invalid-default'),
  spec('@Maximum(1e19) it: Int64 = 1;', 'invalid-default', 'invalid-bound'),
  spec('it: Double = 1e39;'),
  spec('@MultipleOf(0.5) it: Double = 3;', 'invalid-default'),
  spec('@MultipleOf(0.5) it: Double = 3.5;'),
  spec('@MultipleOf(2.5) it: Double = 4;'),
  spec('@Minimum(1.5) it: Double = 1;'),
  spec('@Minimum(1.5) it: Double = 0;', 'invalid-default'),
  spec('@Maximum(-1.5) it: Double = -1;'),
  spec('@MultipleOf(0.1) it: Double = 0.3;'),
  spec('@MultipleOf(0.1) it: Double = 0.35;', 'invalid-default'),
  spec('@MultipleOf(0.01) it: Double = 19.99;', 'invalid-default'),
  spec('@MultipleOf(1e-9) it: Double = 0.5;'),
  spec('@MultipleOf(0.1) it: Double = -0.3;'),
  spec('@MultipleOf(3) it: Int32 = -9;'),
  spec("@Format('ipv4') it: IntOrString = 'x';", 'invalid-default'),
  spec("@Format('ipv4') it: IntOrString = 5;", 'invalid-default'),
  spec("@Format('ipv4') it: IntOrString = '10.0.0.1';"),
  spec("it: Time = 'now';", 'invalid-default'),
  spec("it: Bytes = '!!!';", 'invalid-default'),
  spec('it: string | null = null; other: (string | null)[] = [null];', 'null-default'),
  spec("it: 'x' | 'y' | null = null; @Enum('a', null) other!: string | null;", 'null-default'),
  spec("@Enum('a', null) it!: string;", 'invalid-enum-value'),
  ...formatTexts.flatMap(([format, valid, wrong]) => [
    ...valid.map((text) => spec(`@Format('${format}') it: string = '${text}';`)),
    ...wrong.map((text) => spec(`@Format('${format}') it: string = '${text}';`, 'invalid-default')),
  ]),
  // What the API server accepts and never applies.
  spec('@ExclusiveMinimum() it?: Int32;', inert),
  spec('@ExclusiveMaximum() @Minimum(1) it?: Double;', inert),
  { before: '/** @minimum 1 */ type Small = Int32;', spec: '@ExclusiveMinimum() it?: Small;', codes: [] },
  spec('@Schema({ minimum: 3 }) it?: string;', inert),
  spec("@Schema({ pattern: 'a', minItems: 1 }) it?: boolean;", inert, inert),
  spec("@Schema({ required: ['a'] }) it?: string[];", inert),
  spec("@Schema({ properties: { a: { type: 'string' } } }) it?: string;", inert),
  spec("@Schemaless() @Schema({ type: 'integer', maxLength: 3 }) it?: Json;", inert),
  spec('@Schema({ maximum: 3, minLength: 2 }) it?: IntOrString;'),
  spec('@Schema({ maximum: 3 }) it?: Json;'),
  spec('@Schema({ allOf: [{ minimum: 3 }] }) it?: string;', inert),
  spec('@Schema({ anyOf: [{ properties: { a: { minItems: 3 } } }] }) it?: { a?: string };', inert),
  spec('@Schema({ anyOf: [{ items: { minimum: 3 } }] }) it?: Int32[];'),
  spec("@Schema({ oneOf: [{ required: ['a'] }, { required: ['c'] }] }) it?: { a?: string };", inert),
  spec("@Schema({ not: { required: ['c'] } }) @PreserveUnknownFields() it?: { a?: string };"),
  spec("@Schema({ anyOf: [{ required: ['c'] }] }) it?: Record<string, string>;"),
  spec('@Schema({ enum: [] }) it?: string;', inert),
  spec('@Schema({ multipleOf: 0 }) it?: Double;', 'invalid-bound'),
  spec("@Format('int32') it?: IntOrString;", 'unknown-format'),
  spec('@Keys(MinLength(5), MaxLength(3)) @MaxProperties(3) it?: Record<string, string>;', 'empty-range'),
  spec("@Keys(Enum('a', 'b', 'a')) it?: Record<string, string>;", 'duplicate-enum-value'),
  spec("@Keys(Enum('a', 'bc'), MaxLength(1)) it?: Record<string, string>;", 'invalid-enum-value'),
  spec("@Keys(Pattern('^[a-z]{3}$'), MaxLength(2)) @MaxProperties(3) it?: Record<string, string>;", 'no-valid-value'),
  // Lists.
  spec("@ListType('map') it!: { name: string }[];", 'list-map-without-keys'),
  spec("@ListType('map') @ListMapKey('name') it!: string[];", 'invalid-list-map-items'),
  spec("@ListType('map') @ListMapKey('nam') it!: { name: string }[];", 'list-map-key-missing'),
  spec("@ListType('map') @ListMapKey('name') it!: { name?: string }[];", 'list-map-key-optional'),
  spec("@ListType('map') @ListMapKey('name') @ListMapKey('name') it!: { name: string }[];", 'duplicate-list-map-key'),
  spec("@ListType('map') @ListMapKey('name') it!: { name: string[] }[];", 'invalid-list-map-key-type'),
  spec("@ListType('map') @ListMapKey('name') it!: ({ name: string } | null)[];", 'nullable-list-items'),
  spec("@ListType('map') @ListMapKey('name') it!: { name: string }[];"),
  spec("@ListMapKey('name') it!: { name: string }[];", 'list-keys-without-map'),
  spec("@ListType('set') it!: { name: string }[];", 'invalid-list-set-items'),
  spec("@ListType('set') @Items(StructType('atomic')) it!: { name: string }[];"),
  spec("@ListType('set') it!: string[][];"),
  spec("@ListType('set') @Items(ListType('set')) it!: string[][];", 'invalid-list-set-items'),
  spec("@ListType('set') @Items(ListType('atomic')) it!: string[][];"),
  spec("@ListType('set') it!: (string | null)[];", 'nullable-list-items'),
  spec("@ListType('set') it!: Json[];"),
  spec("@ListType('set') it!: IntOrString[];"),
  spec("@ListType('map') @ListMapKey('k') it!: { k: IntOrString }[];"),
  spec("@ListType('map') @ListMapKey('k') it!: { k: string | null }[];", 'invalid-list-map-key-type'),
  spec("@ListType('map') @ListMapKey('k') it!: { k: Json }[];", 'untyped-list-map-key'),
  ...['b', 'a'].map((key) => ({
    before: "class Keyed { k: string = 'a'; n?: string }",
    spec: `@ListType('map') @ListMapKey('k') it: Keyed[] = [{ n: 'x' }, { k: '${key}' }] as never;`,
    // The API server does not look for what stands twice in a default.
    codes: key === 'a' ? ['unusable-default'] : [],
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
  spec("@EmbeddedResource() it!: { apiVersion: 'v1'; kind: '1 x' };", 'invalid-enum-value'),
  spec("@EmbeddedResource() it!: { apiVersion: 'a/b/c' | 'v1'; kind: 'Pod' };", 'invalid-enum-value'),
  spec("@EmbeddedResource() it!: { apiVersion: 'a/v1' | 'v1'; kind: 'Pod' };"),
  spec('@EmbeddedResource() it: { spec?: string } = {};', 'invalid-default', 'invalid-default'),
  spec(
    "@EmbeddedResource() it: { spec?: string } = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } as never;",
  ),
  spec("@EmbeddedResource() it: RawExtension = { kind: 'Pod' };", 'invalid-default'),
  spec("@EmbeddedResource() it: RawExtension = { apiVersion: 'a/b/c', kind: 'Pod' };", 'invalid-default'),
  spec("@EmbeddedResource() it: RawExtension = { apiVersion: 'v1', kind: 'Pod' };"),
  ...embeddedDefaults.flatMap(([valid, wrong]) => [
    ...valid.map((text) => embedded(text)),
    ...wrong.map((text) => embedded(text, 'invalid-default')),
  ]),
  spec("@EmbeddedResource() it: RawExtension = { apiVersion: '', kind: '' };", 'invalid-default', 'invalid-default'),
  spec("@EmbeddedResource() it: RawExtension = { apiVersion: 'v1', kind: 'a b' };", 'invalid-default'),
  spec("@EmbeddedResource() it: RawExtension = { apiVersion: 'v1', kind: 'Pod', metadata: 'x' };", 'invalid-default'),
  spec("@Items(EmbeddedResource()) it: RawExtension[] = [{ apiVersion: 'v1', kind: '1Pod' }];", 'invalid-default'),
  ...(
    [
      ["name: string = 'a/b'", 'invalid-default'],
      ["name: string = 'A b'"],
      ["namespace: string = 'A'", 'invalid-default'],
      ["labels: { a: string } = { a: 'b c' }", 'invalid-default'],
      ["finalizers: string[] = ['x y']", 'invalid-default'],
    ] as const
  ).map(([text, ...codes]) => ({
    before: `class Meta { ${text}; }\nclass Whole { apiVersion!: string; kind!: string; metadata!: Meta }`,
    spec: '@EmbeddedResource() it!: Whole;',
    codes,
  })),
  ...(
    [
      ["kind: string = '1'", 'invalid-default'],
      ["apiVersion: string = 'a/b/c'", 'invalid-default'],
      ["kind: string = 'Pod'"],
    ] as const
  ).map(([text, ...codes]) => ({
    before: `class Whole { ${text}; other?: string }`,
    spec: '@EmbeddedResource() it!: Whole;',
    codes,
  })),
  spec("@Type('array') it!: Json;", 'list-items-missing'),
  spec("@Schemaless() @Type('array') it!: string[];", 'list-items-missing'),
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
  spec("@XValidation({ rule: '' }) it!: string;", 'invalid-validation-rule'),
  spec("@XValidation({ rule: 'true', message: ' ' }) it!: string;", 'invalid-validation-rule'),
  spec("@XValidation({ rule: 'true', message: 'a\\nb' }) it!: string;", 'invalid-validation-rule'),
  spec("@XValidation({ rule: 'true ||\\nfalse' }) it!: string;", 'invalid-validation-rule'),
  spec("@XValidation({ rule: 'true', fieldPath: '.b' }) it!: { a: string };", 'invalid-validation-rule'),
  spec("@XValidation({ rule: 'true', optionalOldSelf: true }) it!: string;", 'invalid-validation-rule'),
  spec("@XValidation({ rule: 'true', fieldPath: 'a' }) it!: { a: string };", 'invalid-validation-rule'),
  spec("@XValidation({ rule: 'true', fieldPath: '.a[0]' }) it!: { a: string[] };", 'invalid-validation-rule'),
  spec("@XValidation({ rule: 'true', fieldPath: '.a.b' }) it!: { a: Json };", 'invalid-validation-rule'),
  spec("@XValidation({ rule: 'true', fieldPath: '.a[' }) it!: { a: string };", 'invalid-validation-rule'),
  spec("@XValidation({ rule: 'true', fieldPath: '.' }) it!: { a: string };", 'invalid-validation-rule'),
  spec('@XValidation({ rule: "true", fieldPath: ".a[\'b\'].c" }) it!: { a: Record<string, { c: string }> };'),
  spec("@XValidation({ rule: 'true', fieldPath: '.a.b' }) it!: { a: Record<string, string> };"),
  spec('@XValidation({ rule: "true", fieldPath: ".a[\'b-c\']" }) it!: { a: { "b-c": string } };'),
  spec("@XValidation({ rule: 'true', message: '' }) it!: string;"),
  spec("@XValidation({ rule: 'true ||\\nfalse', message: '' }) it!: string;", 'invalid-validation-rule'),
  spec("@XValidation({ rule: 'true', messageExpression: ' ' }) it!: string;", 'invalid-validation-rule'),
  spec("@XValidation({ rule: 'self.a != \"\"', fieldPath: '.a', message: 'Set a.' }) it!: { a: string };"),
  spec('@Immutable() it?: string;\n  @Immutable() other!: Int32;'),
  // What was there before, of items that nothing identifies.
  ...(
    [
      ['it!: Item;'],
      ['@Immutable() @MaxItems(9) it!: Item[];', 'uncorrelatable-rule'],
      ['@MaxItems(9) it!: Item[];', 'uncorrelatable-rule'],
      ["@ListType('map') @ListMapKey('name') @MaxItems(9) it!: Item[];"],
      ["@ListType('set') @Items(StructType('atomic')) @MaxItems(9) it!: Item[];", 'uncorrelatable-rule'],
      ['@MaxProperties(9) it!: Record<string, Item>;'],
      ["@MapType('atomic') @MaxProperties(9) it!: Record<string, Item>;"],
      ["@StructType('atomic') it!: Item;"],
      ["@ListType('map') @ListMapKey('name') @MaxItems(9) it!: Outer[];", 'uncorrelatable-rule'],
      ['@MaxProperties(9) it!: Record<string, Outer>;', 'uncorrelatable-rule'],
      ['first!: Item; @MaxItems(9) then!: Item[]; last!: Item;', 'uncorrelatable-rule'],
      ['@MaxItems(9) then!: Item[]; last!: Item; @MaxItems(9) list!: Item[];', 'uncorrelatable-rule'],
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
    codes: ['invalid-pattern', 'uncorrelatable-rule'],
  },
  spec(
    "@MaxItems(9) @Items(MaxLength(9), XValidation({ rule: 'self == oldSelf' })) it!: string[];",
    'uncorrelatable-rule',
  ),
  spec(
    "@MaxItems(9) @Items(MaxLength(9), XValidation({ rule: 'oldSelf.hasValue()', optionalOldSelf: true })) it!: string[];",
    'uncorrelatable-rule',
  ),
  spec(`@MaxItems(9) @Items(MaxLength(9), XValidation({ rule: "self != 'oldSelf'" })) it!: string[];`),
  spec(`@XValidation({ rule: "self != 'oldSelf'", optionalOldSelf: true }) it!: string;`, 'invalid-validation-rule'),
  {
    before: 'class Old { @MaxLength(9) oldSelf!: string }',
    spec: `@MaxItems(9) @Items(XValidation({ rule: "self.oldSelf != ''" })) it!: Old[];`,
    codes: [],
  },
  // What rules cannot name.
  spec("@XValidation({ rule: 'true' }) it?: Json;", 'invalid-validation-rule'),
  spec('@Immutable() it!: Json[];', 'invalid-validation-rule'),
  {
    before: "@AtMostOneOf('a', 'b') class Open { a?: Json; b?: string }",
    spec: 'it!: Open;',
    codes: ['invalid-validation-rule'],
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
  // What rules of markers could cost.
  spec('@Keys(MaxLength(63)) it!: Record<string, string>;'),
  ...(
    [
      ['it!: Labeled[];', 'expensive-rule'],
      ['it!: Record<string, Labeled>;', 'expensive-rule'],
      ['@MaxItems(4) it!: Labeled[];'],
      ['@MaxItems(5) it!: Labeled[];', 'expensive-rule'],
      ['@MaxItems(2) @Items(MaxItems(2)) it!: Labeled[][];'],
      ['@MaxItems(2) it!: Labeled[][];', 'expensive-rule'],
      ['@MaxItems(16611) it!: Labeled100[];'],
      ['@MaxItems(16612) it!: Labeled100[];', 'expensive-rule'],
      // The tighter bound of a field and its type.
      ['@MaxProperties(8) it!: Maps;', 'expensive-rule'],
      ['@MaxProperties(7) it!: Maps;'],
    ] as const
  ).map(([text, ...codes]) => ({
    before: `class Labeled { @Keys(MaxLength(63)) labels?: Record<string, string> }
      class Labeled100 { @Keys(MaxLength(63)) @MaxProperties(100) labels?: Record<string, string> }
      /** @maxProperties 2373 */ type Inner = Record<string, Labeled100>;
      /** @maxProperties 99999 */ type Maps = Record<string, Inner>;`,
    spec: text,
    codes,
  })),
  ...(
    [
      ['@Immutable() s!: string', 769_230],
      ['@Immutable() @MaxLength(9) s!: string', 1_666_666],
      ['@Immutable() s!: "ab" | "abcdefghijk"', 2_500_000],
      ['@Immutable() @MaxItems(100) s!: Int32[]', 833_333],
      ["@Keys(Enum('a', 'b', 'c')) s?: Record<string, string>", 909_090],
      ['@Keys(MinLength(1)) s?: Record<string, string>', 3_333_333],
      ["@Keys(Pattern('^[a-z]{9}$')) @MaxProperties(10) s?: Record<string, string>", 138_888],
    ] as const
  ).flatMap(([field, most]) =>
    [0, 1].map((more) => ({
      before: `class Item { k!: string; ${field}; }`,
      spec: `@ListType('map') @ListMapKey('k') @MaxItems(${most + more}) it!: Item[];`,
      codes: more === 0 ? [] : ['expensive-rule'],
    })),
  ),
  ...(
    [
      ["@AtMostOneOf('a', 'b', 'c') class Item { a?: Int32; b?: Int32; c?: Int32 }", 1_666_666],
      ["@AtLeastOneOf('a', 'b', 'c') class Item { a?: Int32; b?: Int32; c?: Int32 }", 3_333_333],
      ["type Item = { t: 'a'; a: Int32 } | { t: 'abcdefghijk' }", 2_000_000],
      ["type Item = { t: 'a' } | { t: 'abcdefghijk'; a: Int32 }", 1_666_666],
      ['type Item = { t: 1 | 2 | 3; a: Int32 } | { t: 4 }', 1_250_000],
      ['type Item = { t: 1 | 2 | 3 | 5 | 6 | 7; a: Int32 } | { t: 4 }', 500_000],
    ] as const
  ).flatMap(([before, most]) =>
    [0, 1].map((more) => ({
      before,
      spec: `@MaxItems(${most + more}) it!: Item[];`,
      codes: more === 0 ? [] : ['expensive-rule'],
    })),
  ),
  // Each rule is within its limit, and their sum is not.
  ...([[100], [101, 'expensive-rule']] as const).map(([fields, ...codes]) => ({
    before: `class Item { k!: string;${Array.from({ length: fields }, (_, index) => ` @Immutable() f${index}!: Int32;`).join('')} }`,
    spec: "@ListType('map') @ListMapKey('k') @MaxItems(500000) it!: Item[];",
    codes,
  })),
  // Columns, scale, selectable fields.
  column('.spec.replicas'),
  column('.metadata.name'),
  column('.spec.labels.anything'),
  column('.spec.any.deep.down'),
  column('.status.conditions[?(@.type=="Ready")].status', 'field-path-not-found'),
  ...jsonPathCases,
  column('.spec.replica', 'field-path-not-found'),
  column('spec.replicas', 'invalid-field-path'),
  column('.spec.list[0]'),
  column('.spec.list[', 'field-path-not-found'),
  column('.spec.list[?(@.a', 'field-path-not-found'),
  column('.spec.replicas}', 'field-path-not-found'),
  kind("@PrintColumn({ name: '', type: 'string', jsonPath: '.spec.replicas' })", 'invalid-column'),
  kind("@PrintColumn({ name: 'A', type: 'string', format: 'x', jsonPath: '.spec.replicas' })", 'invalid-column'),
  kind("@PrintColumn({ name: 'A', type: 'string', format: 'int32', jsonPath: '.spec.replicas' })"),
  kind("@PrintColumn({ name: 'A', type: 'string', format: '', jsonPath: '.spec.replicas' })"),
  ...([[2_147_483_647], [2_147_483_648, 'invalid-column'], [-2_147_483_649, 'invalid-column'], [-1]] as const).map(
    ([priority, ...codes]) =>
      kind(`@PrintColumn({ name: 'A', type: 'string', priority: ${priority}, jsonPath: '.spec.replicas' })`, ...codes),
  ),
  scale('.spec.', '.status.replicas', 'field-path-not-found'),
  scale('.spec..replicas', '.status.replicas', 'field-path-not-found'),
  scale('.spec.replicas', '.status.replicas'),
  scale('.spec.replica', '.status.replicas', 'field-path-not-found'),
  scale('.spec.list[0]', '.status.replicas', 'field-path-not-found'),
  scale('', '.status.replicas', 'invalid-field-path'),
  scale('.status.replicas', '.status.replicas', 'invalid-field-path'),
  scale('.spec.replicas', '.spec.replicas', 'invalid-field-path'),
  kind("@SelectableField('.spec.replicas')"),
  kind("@SelectableField('.spec.nothing')", 'invalid-field-path'),
  kind("@SelectableField('spec.replicas')", 'invalid-field-path'),
  kind("@SelectableField('.spec.list')", 'invalid-field-path'),
  kind("@SelectableField('.spec.ratio')", 'invalid-field-path'),
  kind("@SelectableField('.metadata.name')", 'invalid-field-path'),
  kind("@SelectableField('.apiVersion')"),
  kind("@SelectableField('.spec.labels.team')"),
  kind("@SelectableField('.spec.any.deep')", 'invalid-field-path'),
  kind("@SelectableField('.spec.list[0]')", 'invalid-field-path'),
  kind("@SelectableField('')", 'invalid-field-path'),
  kind("@SelectableField('.')", 'invalid-field-path'),
  kind("@SelectableField('.spec.replicas.')", 'invalid-field-path'),
  kind("@SelectableField('.spec.replicas') @SelectableField('.spec.replicas')", 'invalid-field-path'),
  kind('@StatusSubresource()'),
  // The kind itself.
  names("listKind: 'Things'"),
  names("shortNames: ['t', 'thin-g1'], singular: 'things', categories: ['all', 'all']"),
  names("listKind: 'Things'"),
  names("shortNames: ['po']", 'built-in-name'),
  names(
    "shortNames: ['ingress', 'componentstatus', 'networkpolicy']",
    'built-in-name',
    'built-in-name',
    'built-in-name',
  ),
  names("categories: ['pods', 'all']", 'built-in-name'),
  names("categories: ['things', 'example'], shortNames: ['pod-thing']"),
  kind('@Immutable()', 'immutable-kind'),
  kind('@XValidation({ rule: "self == oldSelf" }) @StatusSubresource()', 'immutable-kind'),
  kind('@XValidation({ rule: "self.spec == oldSelf.spec" })'),
  names("shortNames: ['t', 't']", 'duplicate-short-name'),
  names("shortNames: ['things', 'thing']", 'duplicate-short-name', 'duplicate-short-name'),
  kind('@DeprecatedVersion()'),
  kind(`@DeprecatedVersion('${'x'.repeat(257)}')`, 'invalid-deprecation-warning'),
  kind(`@DeprecatedVersion('${'ü'.repeat(129)}')`, 'invalid-deprecation-warning'),
  kind(`@DeprecatedVersion('${'ü'.repeat(128)}')`),
  kind("@DeprecatedVersion('a\\nb')", 'invalid-deprecation-warning'),
  kind("@DeprecatedVersion('')", 'invalid-deprecation-warning'),
  ...['\\u0007', '\\u00a0', '\\u200b', '\\u2028', '\\ufeff', '\\u00ad', '\\ue000', '\\u3000'].map((each) =>
    kind(`@DeprecatedVersion('Use${each}v2.')`, 'invalid-deprecation-warning'),
  ),
  kind("@DeprecatedVersion('Use v2 – “soon”, ü 漢字 😀 e\\u0301.')"),
  kind("@Metadata({ labels: { 'not a key': 'x' } })", 'invalid-metadata'),
  kind("@Metadata({ labels: { a: 'not a value' } })", 'invalid-metadata'),
  kind("@Metadata({ labels: { 'Example.com/a': 'x' } })", 'invalid-metadata'),
  kind("@Metadata({ annotations: { 'Example.com/A': 'x' } })"),
  kind("@Metadata({ labels: { 'example.com/': 'x' } })", 'invalid-metadata'),
  kind("@Metadata({ labels: { '/a': 'x' } })", 'invalid-metadata'),
  kind("@Metadata({ labels: { '-a': '-' } })", 'invalid-metadata', 'invalid-metadata'),
  kind(`@Metadata({ labels: { '${'a'.repeat(64)}': 'x' } })`, 'invalid-metadata'),
  kind(`@Metadata({ labels: { '${'a'.repeat(254)}/a': 'x' } })`, 'invalid-metadata'),
  kind(`@Metadata({ labels: { a: '${'a'.repeat(64)}' } })`, 'invalid-metadata'),
  kind(`@Metadata({ annotations: { a: '${'a'.repeat(262_144)}' } })`, 'invalid-metadata'),
  kind(`@Metadata({ annotations: { a: '${'a'.repeat(262_000)}' } })`),
  kind(`@Metadata({ annotations: { a: '${'ü'.repeat(70_000)}', b: '${'ü'.repeat(70_000)}' } })`, 'invalid-metadata'),
  kind("@Metadata({ annotations: { 'a/b/c': 'x' } })", 'invalid-metadata'),
  kind("@Metadata({ annotations: { 'example.com/a': 'any value: here' }, labels: { a: '' } })"),
  { ...kind('', 'unapproved-group'), group: 'example.k8s.io' },
  ...(
    [
      ['soon', 'unapproved-group'],
      ['https:///a', 'unapproved-group'],
      ['ftp://example.com/a'],
      ['unapproved'],
      ['', 'unapproved-group'],
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

/** Returns the name of a case: the parts of its source that differ from the default. */
export function verifyCaseName({ spec: text = '', before = '', kindMarkers = '', ...kindOf }: VerifyCase): string {
  const { group = '', version = '', names: others = '' } = kindOf;
  return [group, version, others, kindMarkers === '' ? text : kindMarkers, before]
    .filter((each) => each !== '')
    .join(' ');
}

/** Returns the type of a case: the codes that verify reports, and the markers that it uses. */
export function sortOfCase({ codes, spec: text = '', before = '', kindMarkers = '', status = '' }: VerifyCase): string {
  const used = [...[before, kindMarkers, text, status].join(' ').matchAll(/@(\w+)/g)].map(([, name = '']) => name);
  return JSON.stringify([codes, used.toSorted()]);
}
