import { describe, expect, it } from 'vitest';
import { analyzeSources, codes, kindSource, root, specSchema } from '../../support/generate.js';

describe('types that no schema can say', () => {
  it.each([
    ['number', 'bare-number'],
    ['number[]', 'bare-number'],
    ['any', 'any-type'],
    ['unknown', 'any-type'],
    ['object', 'any-type'],
    ['Missing', 'unresolved-type'],
    ['[string, string]', 'unsupported-type'],
    ['() => void', 'unsupported-type'],
    ['bigint', 'unsupported-type'],
    ['symbol', 'unsupported-type'],
    ['Date', 'unsupported-type'],
    ['Map<string, string>', 'unsupported-type'],
    ['Set<string>', 'unsupported-type'],
    ['never', 'unsupported-type'],
    ['string | Int32', 'ambiguous-union'],
    ['{ a: string } | { b: string }', 'ambiguous-union'],
    ['{ t: 1; a: string } | { t: 1.5; b: string }', 'ambiguous-union'],
    ['{ t: 2.5; a: string } | { t: 1; b: string }', 'ambiguous-union'],
    ['Record<number, string>', 'invalid-record-key'],
    ['Tree', 'recursive-type'],
  ])('%s is %s', (type, code) => {
    const { diagnostics } = specSchema(`  it!: ${type};`, 'interface Tree { children: Tree[] }');
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
    expect(diagnostics[0]!.message).not.toBe('');
    expect(diagnostics[0]!.help).not.toBe('');
  });

  it('points at the type, in its own file', () => {
    const { diagnostics } = specSchema('  fine!: string;\n  wrong!: number;');
    expect(diagnostics[0]!.position).toEqual({ file: 'src/api/v1/thing.types.ts', line: 7, column: 11, length: 6 });
  });

  it('shows the way around a cycle', () => {
    const before = 'interface A { b: B }\ninterface B { a?: A }';
    expect(specSchema('  a!: A;', before).diagnostics[0]!.message).toContain('A -> B -> A');
  });

  it('reports every problem of a run, not the first', () => {
    const { diagnostics } = specSchema('  a!: number;\n  b!: any;\n  @Minimum("x") c!: Int32;');
    expect(diagnostics.map(({ code }) => code)).toEqual(['bare-number', 'any-type', 'argument-type']);
  });
});

describe('markers that do not fit', () => {
  it.each([
    ['@Minimum(1) it!: string;', 'marker-type-mismatch'],
    ['@MinLength(1) it!: Int32;', 'marker-type-mismatch'],
    ['@MaxItems(1) it!: string;', 'marker-type-mismatch'],
    ['@MinProperties(1) it!: string[];', 'marker-type-mismatch'],
    ['@Minimum(1.5) it!: Int32;', 'invalid-marker'],
    ['@MultipleOf(0) it!: Int32;', 'invalid-marker'],
    ['@Enum() it!: string;', 'invalid-marker'],
    ["@ExactlyOneOf('a', 'b') it!: { /** @default 'x' */ a?: string; b?: string };", 'invalid-marker'],
    ["@Keys(Pattern('(?=a)')) it!: Record<string, string>;", 'invalid-marker'],
    ["@Keys(Pattern('([')) it!: Record<string, string>;", 'invalid-marker'],
    ["@Keys(Enum('a', 1)) it!: Record<string, string>;", 'invalid-marker'],
    ['@PreserveUnknownFields() it!: Record<string, string>;', 'invalid-marker'],
    ['@Minimum() it!: Int32;', 'missing-argument'],
    ['@Minimum(1, 2) it!: Int32;', 'too-many-arguments'],
    ['@Minimum("1") it!: Int32;', 'argument-type'],
    ['@MinLength(-1) it!: string;', 'argument-type'],
    ['@ListType("bag") it!: string[];', 'argument-type'],
    ['@Pattern(/a/i) it!: string;', 'argument-type'],
    ['@Minimum(Math.random()) it!: Int32;', 'not-a-literal'],
    ['@Minimum(1) @Minimum(2) it!: Int32;', 'duplicate-marker'],
    ['@Minimum it!: Int32;', 'marker-not-called'],
    ['@StatusSubresource() it!: string;', 'misplaced-marker'],
    ['/** @minimun 1 */ it!: Int32;', 'unknown-tag'],
    ['it: Int32 = compute();', 'default-not-a-literal'],
  ])('%s is %s', (text, code) => {
    const { diagnostics } = specSchema(`  ${text}`, 'declare function compute(): number; declare const Math: any;');
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
  });

  it('points at the argument and suggests its name', () => {
    const source = kindSource({ kindMarkers: "@PrintColumn({ name: 'A', type: 'string', jsonpath: '.spec.a' })" });
    const { diagnostics } = analyzeSources(source);
    expect(codes(diagnostics)).toEqual(['unknown-argument 12:43']);
    expect(diagnostics[0]!.help).toContain('jsonPath');
  });

  it('does not take a decorator of the same name for ours', () => {
    const { spec, diagnostics } = specSchema(
      '  @mine.Minimum("x") it!: Int32;',
      'declare namespace mine { const Minimum: any }',
    );
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it).toEqual({ type: 'integer', format: 'int32' });
  });

  it('knows its markers under any import', () => {
    const { spec, diagnostics } = specSchema('  @api.Minimum(3) it!: Int32;');
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it.minimum).toBe(3);
  });

  it('leaves the tags of documentation tools alone', () => {
    const { diagnostics } = specSchema(
      '  /** Text.\n   * @deprecated use b\n   * @see b\n   * @owner me */\n  a!: string;',
    );
    expect(diagnostics).toEqual([]);
  });
});

describe('kinds', () => {
  const kind = (
    name: string,
    plural: string,
  ): string => `import { CustomResource, Resource } from '@operator-gen/runtime/api';
@Resource({ group: 'example.com', version: 'v1' }, { plural: '${plural}' })
export class ${name} extends CustomResource { spec!: { a: string } }
`;

  it('refuses two with one plural', () => {
    const { diagnostics } = analyzeSources({
      'src/api/v1/a.types.ts': kind('A', 'things'),
      'src/api/v1/b.types.ts': kind('B', 'things'),
    });
    expect(codes(diagnostics)).toEqual(['plural-taken 2:1']);
  });
  it('may share a file', () => {
    const { model, diagnostics } = analyzeSources({
      'src/api/v1/a.types.ts': kind('A', 'as') + kind('B', 'bs').split('\n').slice(1).join('\n'),
    });
    expect(diagnostics).toEqual([]);
    expect(model.kinds.map((each) => each.kind)).toEqual(['A', 'B']);
  });
  it('refuses the same kind twice', () => {
    const { diagnostics } = analyzeSources({
      'src/api/v1/a.types.ts': kind('A', 'as'),
      'src/api/v1/b.types.ts': kind('A', 'as'),
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['duplicate-kind']);
  });
  it('wants a CustomResource', () => {
    const { diagnostics } = analyzeSources({
      'src/api/v1/a.types.ts': kind('A', 'as').replace(' extends CustomResource', ''),
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['not-a-custom-resource']);
  });
  it('refuses one field twice', () => {
    expect(specSchema("  a!: string;\n  'a'!: string;").diagnostics.map(({ code }) => code)).toEqual([
      'duplicate-field',
    ]);
  });
  it('says where a file does not parse, and still reads the others', () => {
    const { model, diagnostics } = analyzeSources({
      'src/api/v1/a.types.ts': kind('A', 'as'),
      'src/api/v1/b.types.ts': `${kind('B', 'bs')}class {{`,
    });
    expect(codes(diagnostics)).toContain('syntax-error 4:8');
    expect(model.kinds.map((each) => each.kind)).toEqual(['A']);
  });
  it('never reads a file outside the project', () => {
    const source = {
      'src/api/v1/a.types.ts': `import type { Secret } from '../../../../outside.js';\n${kind('A', 'as').replace('a: string', 'a: Secret')}`,
    };
    expect(codes(analyzeSources(source).diagnostics)).toEqual(['unsupported-import 1:29']);
    expect(root).toBe('/project');
  });
});
