import { describe, expect, it, test } from 'vitest';
import { sortDiagnostics } from '../../../src/base/diagnostics/print.js';
import { describeModel } from '../../../src/cli/commands/inspect/describe-model.js';
import { verifyKind } from '../../../src/language/rules/kind-rules.js';
import { analyzeSources, codes, kindSource, specSchema } from '../../support/generate.js';
import { isFull } from '../../support/seed.js';

const path = 'src/api/v1/thing.types.ts';

/** The line of a field that stands first in the spec, below `before`. */
function firstLine(before = ''): number {
  return 5 + before.split('\n').length;
}

/** Problems of a spec, their lines counted from its first. */
function problems(spec: string, before = ''): string[] {
  const { diagnostics } = specSchema(`  ${spec}`, before);
  const moved = diagnostics.map((each) => ({
    ...each,
    position: { ...each.position!, line: each.position!.line - firstLine(before) + 1 },
  }));
  return codes(sortDiagnostics(moved));
}

/** A file with one kind, whose class is as given. */
function kindFile(text: string, version = 'v1'): string {
  return `import { CustomResource, Resource, StatusSubresource, StorageVersion, type Int32 } from '@operator-gen/runtime/api';
@Resource({ group: 'example.com', version: '${version}' }, { plural: 'things' })
${text}
`;
}

function times(count: number, text: (index: number) => string, separator = '\n'): string {
  return Array.from({ length: count }, (_, index) => text(index)).join(separator);
}

describe('a marker by another name', () => {
  it.each([
    ['@M(3)', 'const M = Minimum;'],
    ['@M(3)', 'const M = api.Minimum;'],
    ['@api.Minimum(3)', ''],
    ['@(Minimum)(3)', ''],
    ['@(Minimum(3))', ''],
    ['@three', 'const three = Minimum(3);'],
    ['@Minimum<Int32>(3)', ''],
  ])('%s, %s', (decorator, before) => {
    const { spec, diagnostics } = specSchema(`${decorator} it!: Int32;`, before);
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it.minimum).toBe(3);
  });

  it('of another file', () => {
    const { spec } = specSchema('@Least(3) it!: Int32;', "import { Least } from './markers.js';");
    expect(spec['properties'].it).not.toHaveProperty('minimum');
    const source = kindSource({ spec: '@Least(3) it!: Int32;', before: "import { Least } from './markers.js';" });
    const { model, diagnostics } = analyzeSources({
      ...source,
      'src/api/v1/markers.ts': "export { Minimum as Least } from '@operator-gen/runtime/api';\n",
    });
    expect(diagnostics).toEqual([]);
    expect(JSON.stringify(model)).toContain('"minimum":3');
  });

  it('among the markers of items', () => {
    const { spec } = specSchema('@Items(short) it!: string[];', 'const short = MaxLength(3);');
    expect(spec['properties'].it.items.maxLength).toBe(3);
  });
});

describe('a decorator', () => {
  it.each([
    ['@Minimum it!: Int32;', 'marker-not-called 1:3'],
    ['@api.Minimum it!: Int32;', 'marker-not-called 1:3'],
    ['@Minimum`1` it!: Int32;', 'marker-not-called 1:3'],
    ['@(later ? Minimum(1) : Minimum(2)) it!: Int32;', 'computed-marker 1:3'],
    ['@both(Minimum(1), Maximum(2)) it!: Int32;', 'computed-marker 1:3'],
    ['@least() it!: Int32;', 'computed-marker 1:3'],
    ['@made.Minimum(1) it!: Int32;', 'computed-marker 1:3'],
    ['@Minimun(1) it!: Int32;', 'unknown-tag 1:3'],
    ['@Minimum(1) static it: Int32 = 1;', 'misplaced-marker 1:3'],
    ['@Minimum(1) constructor() {}', 'misplaced-marker 1:3'],
    ['constructor(@Minimum(1) it: Int32) {}', 'misplaced-marker 1:15'],
    ['method(@Minimum(1) it: Int32): void {}', 'unsupported-type 1:3', 'misplaced-marker 1:10'],
    ['@Minimum(1) method() {}', 'unsupported-type 1:15'],
    ['@Minimum(1) method?(): void;', 'unsupported-type 1:15'],
    ['@Minimum(1) get it(): Int32 { return 1 }', 'unsupported-type 1:19'],
    ['@Minimum(1) set it(value: Int32) {}', 'unsupported-type 1:19'],
    ['@Minimum(1) accessor it: Int32 = 1;', 'unsupported-type 1:24'],
    ['@Minimum(1) #it: Int32 = 1;', 'unsupported-type 1:15'],
  ])('%s: %s', (spec, ...wanted) => {
    const before = `declare const later: boolean, both: any; function least() { return Minimum(1) } const made = { Minimum };`;
    expect(problems(spec, before)).toEqual(wanted);
  });

  it.each([
    ['@mine it!: Int32;', 'declare const mine: any;'],
    ['@mine(1) it!: Int32;', 'declare const mine: any;'],
    ['@Missing() it!: Int32;', ''],
    [
      '@Column() @Minimun(1) @other.Minimum("x") it!: Int32;',
      "import { Column, Minimun } from 'foreign'; import * as other from 'foreign';",
    ],
  ])('of another library is left alone: %s', (spec, before) => {
    const { spec: schema, diagnostics } = specSchema(spec, before);
    expect(diagnostics).toEqual([]);
    expect(schema['properties'].it).toEqual({ type: 'integer', format: 'int32' });
  });
});

describe('a member of a class', () => {
  it.each([
    ['private it!: string;', 'it'],
    ['protected it!: string;', 'it'],
    ['readonly it!: string;', 'it'],
    ['declare it: string;', 'it'],
    ['abstract it: string;', 'it'],
    ["['it']!: string;", 'it'],
    ['[key]!: string;', 'it'],
    ['constructor(public it: string) {}', 'it'],
    ['static it: number = 1;', undefined],
    ['static [name: string]: string;', undefined],
    ['static { }', undefined],
  ])('%s', (spec, name) => {
    const { spec: schema, diagnostics } = specSchema(spec, "const key = 'it';");
    expect(diagnostics).toEqual([]);
    expect(Object.keys(schema['properties'] ?? {})).toEqual(name === undefined ? [] : [name]);
  });

  it.each([
    ['[name: string]: string; it!: string;', 'invalid-record-key 1:3'],
    ['[computed()]!: string;', 'unsupported-type 1:3'],
    ['[Symbol.iterator]!: string;', 'unsupported-type 1:3'],
    ['[unique]!: string;', 'unsupported-type 1:3'],
    ['1n!: string;', 'unsupported-type 1:3'],
    ['#it!: string;', 'unsupported-type 1:3'],
    ['private it!: number;', 'bare-number 1:16'],
    ['it;', 'any-type 1:3'],
    ['it = 1;', 'bare-number 1:3'],
    ['it!: T;', 'unresolved-type 1:8'],
  ])('%s: %s', (spec, wanted) => {
    expect(problems(spec, 'declare function computed(): string; declare const unique: unique symbol;')).toEqual([
      wanted,
    ]);
  });

  it.each([
    ['a name in its declaration is missing', 'type P = Missing;'],
    [
      'it stands for too many texts',
      "type D = '0' | '1' | '2' | '3' | '4' | '5'; type P = `${D}${D}${D}${D}${D}${D}${D}`;",
    ],
  ])('a type is not said to be missing where %s', (_, declaration) => {
    expect(problems('it!: P;', declaration)).toEqual(['unsupported-type 1:8']);
  });

  it('calls a private name what the user calls it', () => {
    expect(specSchema('#it!: string;').diagnostics[0]!.message).toContain('ThingSpec.#it is');
  });

  it('that a constructor declares has the markers of its type, and its default', () => {
    const { spec } = specSchema(
      'constructor(@Minimum(1) readonly it: Port = 5) {}',
      '/** @maximum 9 */\ntype Port = Int32;',
    );
    expect(spec['properties'].it).toMatchObject({ minimum: 1, maximum: 9, default: 5 });
  });

  it('is what the generic is given', () => {
    const source = kindFile('export class Thing<T> extends CustomResource { spec!: T }');
    expect(codes(analyzeSources({ [path]: source }).diagnostics)).toEqual(['unsupported-type 3:55']);
  });
});

describe('a name', () => {
  const names = [
    '',
    '__proto__',
    'toString',
    'constructor',
    'hasOwnProperty',
    '__@x',
    '__#1@#x',
    '__x',
    '😀',
    'a b',
    'a\nb',
    'a"b',
    "a'b",
    'a.b/c',
    '$ref',
    '1',
    'x'.repeat(300),
  ];
  it.each(names)('%j is a field as any other', (name) => {
    const text = JSON.stringify(name);
    const { spec, diagnostics } = specSchema(
      `@Default({ ${text}: 'x' }) it!: { ${text}?: string };\n ${text}!: 'a' | ${text};`,
    );
    expect(diagnostics).toEqual([]);
    expect(Object.entries(spec['properties'].it.properties)).toEqual([[name, { type: 'string' }]]);
    expect(Object.entries(spec['properties'].it.default)).toEqual([[name, 'x']]);
    expect(new Map(Object.entries(spec['properties'])).get(name)).toEqual({ type: 'string', enum: ['a', name] });
    expect(spec['required']).toContain(name);
  });

  it.each(['toString', '__proto__'])('%s is not a field, no key and no tag that is there by chance', (name) => {
    expect(problems(`@ListType('map') @ListMapKey('${name}') it!: { a: string }[];`)).toEqual([
      'list-map-key-missing 1:20',
    ]);
    expect(problems(`@Default({ '${name}': 'a' }) it!: { a?: string };`)).toEqual(['invalid-default 1:3']);
    expect(problems(`@AtMostOneOf('a', '${name}') it!: { a?: string };`)).toEqual(['invalid-marker 1:3']);
    expect(problems(`/** @${name} 1 */ it!: string;`)).toEqual([]);
  });
});

describe('a doc comment', () => {
  it.each([
    ['/** @minimum 1 + */', 'invalid-tag 1:7'],
    ['/** @minimum ( */', 'invalid-tag 1:7'],
    ['/** @minimum ] */', 'invalid-tag 1:7'],
    ['/** @minimum ] [ */', 'invalid-tag 1:7'],
    ['/** @minimum = 1 */', 'invalid-tag 1:7'],
    ['/** @minimum {1} */', 'invalid-tag 1:7'],
    ['/** @minimum 1 2 */', 'invalid-tag 1:7'],
    ['/** @minimum 1; 2 */', 'invalid-tag 1:7'],
    ['/** @minimum 1 is the least */', 'invalid-tag 1:7'],
    ['/** @minimum 1 - the least */', 'invalid-tag 1:7'],
    ['/** @pattern ( */', 'invalid-tag 1:7'],
    ['/** @pattern /a */', 'invalid-tag 1:7'],
    ['/** @pattern ^a$ */', 'invalid-tag 1:7'],
    ["/** @enum 'a */", 'invalid-tag 1:7'],
    ["/** @enum 'a' 'b' */", 'invalid-tag 1:7'],
    ["/** @xValidation { rule: 'self' */", 'invalid-tag 1:7'],
    ["/** @xValidation rule: 'self' */", 'invalid-tag 1:7'],
    ["/** @title it's */", 'invalid-tag 1:7'],
    ['/**\n   * Text.\n   *\n   * @minimum 1 +\n   */', 'invalid-tag 4:6'],
    ['/** @minimum */', 'missing-argument 1:7'],
    ['/** @Minimum 1 */', 'unknown-tag 1:7'],
    ['/** @minimun 1 */', 'unknown-tag 1:7'],
    ['/** @min-imum 1 */', 'unknown-tag 1:7'],
    ['/** @minimum 1 */\n/** Text. */', 'misplaced-marker 1:7'],
    ['/**\n * ```\n * @minimum "x" */', 'argument-type 3:4'],
    ['/** Pods that serve. @minimun 3 */', 'unknown-tag 1:24'],
    ['/** Text. @Minimum 3 */', 'unknown-tag 1:13'],
    ['/** Text. @statusSubresouce. */', 'unknown-tag 1:13'],
    ['/**\n * Text\n * of it. @min-imum 1 */', 'unknown-tag 3:11'],
    ['/** @see other, @nullable */', 'unknown-tag 1:19'],
    ['/** @minimum 1 @minimun 2 */', 'unknown-tag 1:18'],
  ])('%s: %s', (comment, wanted) => {
    expect(problems(`${comment}\nit!: Int32;`)).toEqual([wanted]);
  });

  it.each([
    ['/** Text. */'],
    ['/** Text.\n * ```ts\n * @minimum "x"\n * ``` */'],
    ['/** Mail me@minimum.com, {@minimum x} and `@minimum x` */'],
    ['// see @minimum "x"'],
    ['/**/'],
    ['/***/'],
    ['/** */'],
    ['/** @see other\n * @deprecated `@minimum`\n * @param x y */'],
    ['/** Mail me@minimun.com, {@minimun x}, {@link Foo | the @item of it} and `@minimun x` */'],
    ['/** As in @item/node, @formats/pkg/of, @titl@example.com, @minimun.example.com and @schema-org/x. */'],
    ['/** The @Optional and @Minimun() of other tools, @Item */'],
    ['/** Of @timestamp and @media, for @me, @internal @returns a @type. */'],
    ['/** Text (@minimun 1) with\n *\n *     @minimun 1\n */'],
    ['/** Text.\n * ```ts\n * it @minimun 3\n * ``` */'],
  ])('%s has nothing to say', (comment) => {
    const { spec, diagnostics } = specSchema(`${comment}\nit!: string;`);
    expect(diagnostics).toEqual([]);
    const { description: _, ...schema } = spec['properties'].it;
    expect(schema).toEqual({ type: 'string' });
  });

  it.each([
    ['/** Text.\n * @minLength 2 */\n@MaxLength(3)\nit!: string;'],
    ['@MaxLength(3)\n/** Text.\n * @minLength 2 */\nit!: string;'],
    ['@MaxLength(3) /** Text.\n * @minLength 2 */ it!: string;'],
    ['/** Text.\n * @minLength\n *   2\n * @maxLength 3 */\nit!: string;'],
    ['/**\tText.\n\t*\t@minLength\t2\n\t*\t@maxLength(3)\t*/\n\tit!: string;'],
    ['/** Text.\r\n * @minLength 2\r\n * @maxLength\r\n *  3\r\n */\r\nit!: string;'],
    ['a?: string; /** of a */\n/** Text.\n@minLength 2\n@maxLength 3 */ it!: string;'],
  ])('is read: %j', (spec) => {
    const { spec: schema, diagnostics } = specSchema(spec);
    expect(diagnostics).toEqual([]);
    expect(schema['properties'].it).toEqual({ type: 'string', description: 'Text.', minLength: 2, maxLength: 3 });
  });

  it('of a kind may stand below its decorators', () => {
    const source = kindFile('/** A thing. */\nexport class Thing extends CustomResource { spec!: { a: string } }');
    expect(analyzeSources({ [path]: source }).model.kinds[0]!.versions[0]!.schema.description).toBe('A thing.');
  });

  it('of a hundred thousand spaces is read at once', () => {
    const { spec } = specSchema(`/** ${' '.repeat(100_000)}x\n${`${' '.repeat(1000)}\n`.repeat(100)} */ it!: string;`);
    expect(spec['properties'].it.description).toBe('x');
  });
});

describe('text without quotes in a tag', () => {
  it.each([
    ['@listType map', 'string[]', "@listType 'map'"],
    ['@listType map\n * is merged by key', 'string[]', "@listType 'map'"],
    ['@format date-time', 'string', "@format 'date-time'"],
    ['@enum a, b', 'string', "@enum 'a', 'b'"],
    ['@enum a;b;c', 'string', "@enum 'a', 'b', 'c'"],
    ["@enum 'a' 2 b", 'string', "@enum 'a', 2, 'b'"],
    ['@title Hello world', 'string', "@title 'Hello world'"],
    ["@title it's", 'string', "@title 'it\\'s'"],
    ['@pattern ^a\\d$', 'string', "@pattern '^a\\\\d$'"],
    ['@default fast', 'string', "@default 'fast'"],
    ['@default { a: [b] }', 'Json', "@default { a: ['b'] }"],
    ['@items format(date-time), maxLength(3)', 'string[]', "@items format('date-time'), maxLength(3)"],
    ['@xValidation { rule: self.a }', '{ a: string }', "@xValidation { rule: 'self.a' }"],
    ['@atMostOneOf a, b', '{ a?: string; b?: string }', "@atMostOneOf 'a', 'b'"],
  ])('%s on %s', (tag, type, meant) => {
    const { diagnostics } = specSchema(`/** ${tag} */\nit!: ${type};`);
    expect(new Set(diagnostics.map(({ help }) => help))).toEqual(new Set([`put text in quotes: ${meant}`]));
    // What the help says to write is then read.
    const problemsThen = specSchema(`/** ${meant} */\nit!: ${type};`).diagnostics.map(({ code }) => code);
    expect(problemsThen).not.toContain('invalid-tag');
    expect(problemsThen).not.toContain('not-a-literal');
  });

  it.each(['@minimum foo', '@minimum 1 is the least', '@default [', "@enum 'a"])('is not suspected in %s', (tag) => {
    const [found] = specSchema(`/** ${tag} */\nit!: Int32;`).diagnostics;
    expect(found!.severity).toBe('error');
    expect(found!.help).not.toContain('put text in quotes');
  });
});

describe('a tag in the middle of a text', () => {
  it.each([
    ['see the @default of replicas.', "put text in quotes: @default 'of replicas.'; if", '`@default`'],
    ['see @default', "write: @default 'a'; if", '`@default`'],
    ['the @immutable fields', 'leave the parentheses empty; if', '`@immutable`'],
    ['at least @minimum ports', 'use a literal, or a constant that is initialized with one; if', '`@minimum`'],
    ['the @item of it', 'did you mean @items? If', '`@item`'],
  ])('can be text: %s', (text, start, plain) => {
    const helps = (comment: string) => specSchema(`/** ${comment} */\nit!: Int32;`).diagnostics.map(({ help }) => help);
    expect(helps(text)).toEqual([`${start} the text only mentions it, write ${plain}`]);
    expect(helps(text.replace(/@\w+/, plain))).toEqual([]);
    expect(helps(text.slice(text.indexOf('@'))).join()).not.toContain('mentions');
  });
});

describe('a marker as in Go', () => {
  it.each([
    ['// +kubebuilder:validation:Minimum=1\n  it!: Int32;', 'go-marker 1:6', '@Minimum'],
    ['// +optional\n  it!: Int32;', 'go-marker 1:6', '@Optional'],
    ['it!: Int32; // +kubebuilder:default=3', 'go-marker 1:18', '@Default'],
    ['/** Text.\n   * +kubebuilder:validation:items:MaxLength=3\n   */\n  it!: string[];', 'go-marker 2:6', '@Items'],
    ['/** @kubebuilder:validation:Minimum=1 */ it!: Int32;', 'go-marker 1:7', '@minimum'],
    ['/* +listType=map */ it!: Int32;', 'go-marker 1:6', '@ListType'],
    ['// +nullable\n  it!: Int32;', 'go-marker 1:6', '| null'],
    ['// +kubebuilder:object:root=true\n  it!: Int32;', 'go-marker 1:6', '@Resource'],
    ['// +kubebuilder:validation:Nonsense\n  it!: Int32;', 'go-marker 1:6', 'operator-gen inspect markers'],
    ['it!: Int32;\n  // +k8s:nonsense', 'go-marker 2:6', 'operator-gen inspect markers'],
  ])('%j: %s', (spec, wanted, help) => {
    expect(problems(spec)).toEqual([wanted]);
    const [found] = specSchema(spec).diagnostics;
    expect(found).toMatchObject({ severity: 'warning', help: expect.stringContaining(help) });
  });

  it.each([
    '+kubebuilder:validation:Enum=a;b,{c},`d e`,"f g"',
    '+kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"',
    "+kubebuilder:metadata:annotations={'a: b', c=d}",
    '+kubebuilder:default={a: {b, `c`}; d}',
  ])('is shown with all of its arguments: %s', (marker) => {
    for (const comment of [`// ${marker}`, `/* ${marker} */`, `/**\n * ${marker}\n */`, `/** ${marker} */`]) {
      const [found, ...others] = specSchema(`${comment}\nit!: string;`).diagnostics;
      expect(others).toEqual([]);
      expect(found!.message).toContain(`${marker} is a Go marker`);
      expect(found!.position!.length).toBe(marker.length);
    }
  });

  it('belongs neither to the description nor to the tag above it', () => {
    const { spec, diagnostics } = specSchema(
      '/** Text.\n * + an item\n * +optional\n *\n * +1\n * @minimum 1\n * +kubebuilder:validation:Maximum=3\n * @maximum 2\n */\nit!: Int32;',
    );
    expect(codes(diagnostics).map((each) => each.split(' ')[0])).toEqual(['go-marker', 'go-marker']);
    expect(spec['properties'].it).toMatchObject({ description: 'Text.\n+ an item\n\n+1', minimum: 1, maximum: 2 });
  });

  it.each([
    ['+kubebuilder:validation:UniqueItems=true', "@ListType('set')"],
    ['+kubebuilder:validation:items:UniqueItems=true', "@Items(ListType('set'))"],
    ['+kubebuilder:validation:items:XIntOrString', 'IntOrString[]'],
    ['+kubebuilder:validation:items:MaxLength=3', '@Items(MaxLength(...))'],
    ['+kubebuilder:validation:items:XPreserveUnknownFields', '@Items(PreserveUnknownFields())'],
    ['+kubebuilder:skip', 'without `@Resource`'],
    ['+groupName=example.com', '@Resource'],
    ['+kubebuilder:validation:Minimun=1', 'did you mean +kubebuilder:validation:Minimum?'],
    ['+k8s:maxLength=3', '@MaxLength(...)'],
  ])('%s: %s', (marker, remedy) => {
    expect(specSchema(`// ${marker}\nit!: string;`).diagnostics[0]!.help).toContain(remedy);
  });

  it.each([
    ["it: string = '// +kubebuilder:x';"],
    ['it: string = `\n// +kubebuilder:x\n`;'],
    ['// one +optional thing\n  it!: string;'],
    ['// +1\n  it!: string;'],
    ['// + more\n  it!: string;'],
    ['// +nonsense\n  it!: string;'],
  ])('is not seen in %j', (spec) => {
    expect(problems(spec)).toEqual([]);
  });

  it.each(['+', '@'])('is seen in a controller, too: %s', (sign) => {
    const text = `import x from 'x';\n// ${sign}kubebuilder:rbac:groups=apps,resources=deployments,verbs=get\nexport class A {}\n`;
    const { diagnostics } = analyzeSources({ 'src/controller/a.ts': text });
    expect(codes(diagnostics)).toEqual(['go-marker 2:4']);
    expect(diagnostics[0]!.help).toContain('@Rbac');
  });
});

describe('a kind', () => {
  it.each([
    ['export namespace n {\n', ' }', 'misplaced-marker 2:1'],
    ['export function f() {\n', ' }', 'misplaced-marker 2:1'],
    ['const Thing =\n', '', 'misplaced-marker 2:1'],
  ])('within others: %j', (start, end, wanted) => {
    const text = kindFile('class Thing extends CustomResource { spec!: { a: string } }');
    const { model, diagnostics } = analyzeSources({ [path]: text.replace('\n@', `${start}@`).trimEnd() + end });
    expect(codes(diagnostics)).toEqual([wanted]);
    expect(model.kinds).toEqual([]);
  });

  it.each(['interface Thing {}', 'type Thing = {};'])('is no %s', (declaration) => {
    const { diagnostics } = analyzeSources({
      [path]: `/** @resource { group: 'a.b', version: 'v1' } */\n${declaration}`,
    });
    expect(codes(diagnostics)).toEqual(['misplaced-marker 1:5']);
  });

  it('has no fields of its own by the names that every object has', () => {
    const text = kindFile(
      "export class Thing extends CustomResource { kind = 'x'; metadata!: { name: string }; spec!: {} }",
    );
    expect(codes(analyzeSources({ [path]: text }).diagnostics)).toEqual([
      'duplicate-field 3:45',
      'duplicate-field 3:57',
    ]);
  });

  it.each([
    ['@StatusSubresource()', 'status-missing 3:1'],
    ["@PrintColumn({ name: 'A', type: 'string', jsonPath: 'bad' })", 'invalid-field-path 3:1'],
    ["@PrintColumn({ name: 'A', type: 'string', jsonPath: '.spec.nosuch' })", 'field-path-not-found 3:1'],
    ["@ScaleSubresource({ specReplicasPath: '.a', statusReplicasPath: '.status.b' })", 'invalid-field-path 3:1'],
    ["@SelectableField('.spec.a')\n@SelectableField('.spec.nosuch')", 'invalid-field-path 4:1'],
    ["@DeprecatedVersion('')", 'invalid-deprecation-warning 3:1'],
    ["@Metadata({ labels: { 'a b': 'c' } })", 'invalid-metadata 3:1'],
  ])('says where a marker is wrong: %s', (markers, wanted) => {
    const text = kindFile(`${markers}\nexport class Thing extends CustomResource { spec!: { a: string } }`);
    const { model } = analyzeSources({
      [path]: text.replace(
        'Resource, ',
        'Resource, PrintColumn, ScaleSubresource, SelectableField, DeprecatedVersion, Metadata, ',
      ),
    });
    const found = codes(model.kinds.flatMap((kind) => [...verifyKind(kind)]));
    expect(found[0]).toBe(wanted);
  });

  it('is not stored in two versions', () => {
    const text = (version: string): string =>
      kindFile('@StorageVersion()\nexport class Thing extends CustomResource { spec!: { a: string } }', version);
    const { diagnostics } = analyzeSources({ [path]: text('v1'), 'src/api/v2/thing.types.ts': text('v2') });
    expect(diagnostics.map(({ code, position }) => [code, position])).toEqual([
      ['multiple-storage-versions', { file: 'src/api/v2/thing.types.ts', line: 3, column: 1, length: 17 }],
    ]);
  });
});

describe('what contradicts itself', () => {
  // What controller-gen takes without a word, and the API server refuses or cannot use.
  it.each([
    ["/** @enumm 'a' */ it!: string;", 'unknown-tag 1:7'],
    ["@Default('x') it!: Int32;", 'invalid-default 1:3'],
    ["it: Int32 = 'x' as never;", 'invalid-default 1:15'],
    ["@Pattern('([') it!: string;", 'invalid-pattern 1:3'],
    ["@Format('not-a-format') it!: string;", 'unknown-format 1:3'],
    ["@ListType('map') it!: { a: string }[];", 'list-map-without-keys 1:3'],
    ['@Minimum(5) @Maximum(1) it!: Int32;', 'empty-range 1:3'],
    ["@Enum('a', 1) it!: string;", 'invalid-enum-value 1:3'],
    ['@Minimum(1) @Minimum(1) it!: Int32;', 'duplicate-marker 1:15'],
    ['/** @minimum 1 */ @Minimum(1) it!: Int32;', 'duplicate-marker 1:21'],
    ["it!: string; 'it'?: string;", 'duplicate-field 1:16'],
    ["@ListType('map') @ListMapKey('a') @ListMapKey('a') it!: { a: string }[];", 'duplicate-list-map-key 1:37'],
    ["@Enum('a', 'a') it!: string;", 'duplicate-enum-value 1:3'],
  ])('%s: %s', (spec, wanted) => {
    expect(problems(spec)).toEqual([wanted]);
  });
});

describe('a large input', () => {
  const many = isFull ? 10_000 : 2000;

  test('of thousands of fields comes out right', () => {
    const { spec, diagnostics } = specSchema(times(many, (i) => `/** Field ${i}. */ @MaxLength(${i}) f${i}!: string;`));
    expect(diagnostics).toEqual([]);
    expect(Object.keys(spec['properties'])).toHaveLength(many);
    expect(spec['properties'].f1999).toEqual({ type: 'string', description: 'Field 1999.', maxLength: 1999 });
  });

  test('of thousands of mistakes tells each', () => {
    const { diagnostics } = specSchema(times(many, (i) => `@Minimum(${i}) f${i}!: string;`));
    expect(diagnostics).toHaveLength(many);
  });

  test.each([
    ['union', times(1000, (i) => `'v${1000 - i}'`, ' | '), ''],
    ['enum', 'E', `enum E { ${times(5000, (i) => `V${i} = 'v${5000 - i}'`, ',')} }`],
  ])('of a long %s keeps the order of the source', (_, type, before) => {
    const { spec } = specSchema(`it!: ${type};`, before);
    const values = spec['properties'].it.enum as string[];
    expect(values).toEqual(Array.from({ length: values.length }, (_each, i) => `v${values.length - i}`));
    expect(values.length).toBeGreaterThanOrEqual(1000);
  });

  test('of three hundred kinds', () => {
    const sources = Array.from({ length: 300 }, (_, i) => [
      `src/api/v1/k${i}.types.ts`,
      kindFile(`export class K${i} extends CustomResource { spec!: { a: string } }`).replace('things', `k${i}s`),
    ]);
    const { model, diagnostics } = analyzeSources(Object.fromEntries(sources));
    expect(diagnostics).toEqual([]);
    expect(model.kinds).toHaveLength(300);
  });

  test('of two megabytes', () => {
    const { spec, diagnostics } = specSchema(`/** ${'text '.repeat(400_000)}*/ it!: string;`);
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it.description).toHaveLength(1_999_999);
    expect(problems('it!: number;', `export const x = '${'a'.repeat(2_000_000)}';`)).toEqual(['bare-number 1:8']);
  });

  const nested: readonly { what: string; spec: (depth: number) => string; before?: (depth: number) => string }[] = [
    { what: 'objects', spec: (depth) => `it!: ${'{ a: '.repeat(depth)}string${' }'.repeat(depth)};` },
    { what: 'lists', spec: (depth) => `it!: string${'[]'.repeat(depth)};` },
    { what: 'records', spec: (depth) => `it!: ${'Record<string, '.repeat(depth)}string${'>'.repeat(depth)};` },
    {
      what: 'interfaces',
      spec: (depth) => `it!: T${depth};`,
      before: (depth) => `type T0 = string;\n${times(depth, (i) => `interface T${i + 1} { a: T${i} }`)}`,
    },
  ];
  test.each(nested)('of 200 levels of $what is written out', ({ spec, before }) => {
    const { spec: schema, diagnostics } = specSchema(spec(200), before?.(200));
    expect(diagnostics).toEqual([]);
    expect(JSON.stringify(schema).match(/"type":/g)!.length).toBeGreaterThan(200);
  });
  test.each(nested)('with 300 and 5000 levels of $what is reported', ({ spec, before }) => {
    for (const depth of [300, 5000]) {
      const { diagnostics } = specSchema(spec(depth), before?.(depth));
      expect(codes(diagnostics)).toEqual([expect.stringMatching(/^nesting-too-deep \d+:\d+$/)]);
    }
  });

  test('of too many brackets in one file hides no problem of another', () => {
    const { model, diagnostics } = analyzeSources({
      'src/api/v1/a.types.ts': `const a = ${'['.repeat(5000)}${']'.repeat(5000)};\n${kindFile('')}`,
      'src/api/v1/b.types.ts': kindFile('export class B extends CustomResource { spec!: { a: number; b: string } }'),
    });
    expect(codes(sortDiagnostics(diagnostics))).toEqual(['nesting-too-deep 1:5010', 'bare-number 3:53']);
    expect(model.kinds.map(({ kind }) => kind)).toEqual(['B']);
  });

  test('that grows forever is reported once, regardless of how it grows', () => {
    const before = 'interface G<T> { a: G<T[]>; b: G<{ x: T }>; c: G<Record<string, T>> }';
    expect(specSchema('it!: G<string>;', before).diagnostics.map(({ code }) => code)).toEqual(['recursive-type']);
  });

  const doubling = `interface T0 { a: string }\n${times(40, (i) => `interface T${i + 1} { a: T${i}; b: T${i} }`)}`;

  test('that would exceed the limit of every server is reported before it is expanded', () => {
    const { model, diagnostics } = analyzeSources(kindSource({ spec: 'it!: T40;', before: doubling }));
    expect(diagnostics).toEqual([]);
    expect(model.kinds.flatMap((each) => verifyKind(each)).map(({ code }) => code)).toEqual(['crd-too-large']);
    // `inspect` describes it before anyone asks whether there are errors: spec, it and status beside the doubled ones.
    expect(describeModel(model)).toContain(`v1: ${3 + (3 * 2 ** 40 - 2)} fields, `);
  });

  test('that would be larger than any server takes is not compared between versions', () => {
    const version = (name: string, marker: string): string => `import * as api from '@operator-gen/runtime/api';
${doubling}
${marker} @api.Resource({ group: 'example.com', version: '${name}' }, { plural: 'things' })
export class Thing extends api.CustomResource { spec!: T40 }
`;
    const { model, diagnostics } = analyzeSources({
      'src/v1.ts': version('v1', '@api.StorageVersion()'),
      'src/v2.ts': version('v2', ''),
    });
    expect(diagnostics).toEqual([]);
    expect(model.kinds.flatMap((each) => verifyKind(each)).map(({ code }) => code)).toEqual([
      'crd-too-large',
      'crd-too-large',
    ]);
  });
});

describe('a file', () => {
  const bad = kindFile('export class Thing extends CustomResource { spec!: {\n\ta: number } }');
  it.each([
    ['with Windows line ends', bad.replaceAll('\n', '\r\n')],
    ['with old line ends', bad.replaceAll('\n', '\r')],
    ['with a byte order mark', `\ufeff${bad}`],
  ])('%s has the same positions', (_, text) => {
    expect(codes(analyzeSources({ [path]: text }).diagnostics)).toEqual(['bare-number 4:5']);
  });

  it('counts no byte order mark in its first line', () => {
    const text = bad.replaceAll('\n', ' ').replace('number', 'Missing');
    const [plain, marked] = [text, `\ufeff${text}`].map((each) => codes(analyzeSources({ [path]: each }).diagnostics));
    expect(plain).toEqual([expect.stringMatching(/^unresolved-type 1:\d+$/)]);
    expect(marked).toEqual(plain);
  });

  it.each([
    ['an unclosed comment', '/* ', 'syntax-error'],
    ['an unclosed string', "const a = 'b", 'syntax-error'],
    ['bytes that are no text', '\u0000\u0001\ufffd', 'syntax-error'],
    ['a conflict that was never resolved', '<<<<<<< HEAD\n=======\n>>>>>>> other\n', 'syntax-error'],
  ])('with %s hides no problem of another', (_, text, code) => {
    const { model, diagnostics } = analyzeSources({
      'src/api/v1/a.types.ts': `${kindFile('export class A extends CustomResource { spec!: {} }')}${text}`,
      [path]: bad,
    });
    const found = [...new Set(sortDiagnostics(diagnostics).map((each) => `${each.position!.file} ${each.code}`))];
    expect(found).toEqual([`src/api/v1/a.types.ts ${code}`, `${path} bare-number`]);
    expect(model.kinds.map(({ kind }) => kind)).toEqual(['Thing']);
  });

  it('of a circle of imports is read', () => {
    const { diagnostics } = analyzeSources({
      [path]: `import { type A } from './a.js';\n${kindFile('export class Thing extends CustomResource { spec!: { a: A } }')}`,
      'src/api/v1/a.ts': "import { type B } from './b.js';\nexport interface A { b: B }\n",
      'src/api/v1/b.ts':
        "import { type Thing } from './thing.types.js';\nimport { type A } from './a.js';\nexport interface B { name: string; of?: A }\n",
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['recursive-type']);
    expect(diagnostics[0]!.position).toMatchObject({ file: 'src/api/v1/b.ts', line: 3 });
  });
});
