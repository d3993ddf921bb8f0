import { describe, expect, it } from 'vitest';
import { specSchema } from '../../support/generate.js';

/** The schema of one field, with no problem found. */
function field(type: string, before = ''): unknown {
  const { spec, diagnostics } = specSchema(`  it!: ${type};`, before);
  expect(diagnostics).toEqual([]);
  return spec['properties'].it;
}

describe('scalars', () => {
  const quantity = { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true };
  it.each([
    ['string', { type: 'string' }],
    ['boolean', { type: 'boolean' }],
    ['Int32', { type: 'integer', format: 'int32' }],
    ['Int64', { type: 'integer', format: 'int64' }],
    ['Double', { type: 'number', format: 'double' }],
    ['Integer', { type: 'integer' }],
    ['JsonNumber', { type: 'number' }],
    ['IntOrString', quantity],
    ['Quantity', { ...quantity, pattern: expect.stringContaining('[KMGTPE]i') }],
    ['Duration', { type: 'string' }],
    ['Time', { type: 'string', format: 'date-time' }],
    ['MicroTime', { type: 'string', format: 'date-time' }],
    ['Bytes', { type: 'string', format: 'byte' }],
    ['Json', { 'x-kubernetes-preserve-unknown-fields': true }],
    ['RawExtension', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
  ])('%s', (type, schema) => {
    expect(field(type)).toEqual(schema);
  });

  it.each(['Pick<Small, "it">["it"]', 'Partial<Small>["it"] & {}', 'Same<Int32>'])(
    'keeps its flavour through %s',
    (type) => {
      const before = 'interface Small { it: Int32 }\ntype Same<T> = T;';
      expect(field(type, before)).toEqual({ type: 'integer', format: 'int32' });
    },
  );
});

describe('literals', () => {
  it('makes an enum of a union, in the order of the source', () => {
    expect(field("'b' | 'a' | 'c'")).toEqual({ type: 'string', enum: ['b', 'a', 'c'] });
  });
  it('keeps that order through an alias, whatever file was read first', () => {
    const before = "type Zero = 'a';\ntype Policy = 'c' | 'b' | 'a';";
    expect(field('Policy', before)).toEqual({ type: 'string', enum: ['c', 'b', 'a'] });
  });
  it('reads enums of strings and of numbers', () => {
    expect(field('Phase', "enum Phase { Running = 'RUNNING', Error = 'ERROR' }")).toEqual({
      type: 'string',
      enum: ['RUNNING', 'ERROR'],
    });
    expect(field('Level', 'enum Level { Low, High = 7 }')).toEqual({ type: 'integer', enum: [0, 7] });
  });
  it.each([
    ['a constant list', '(typeof sizes)[number]', "const sizes = ['small', 'large', 'huge'] as const;"],
    [
      'a constant object',
      '(typeof sizes)[keyof typeof sizes]',
      "const sizes = { s: 'small', l: 'large', h: 'huge' } as const;",
    ],
  ])('keeps the order of %s', (_, type, before) => {
    expect(field(type, before)).toEqual({ type: 'string', enum: ['small', 'large', 'huge'] });
  });
  it('reads whole numbers', () => {
    expect(field('1 | 3')).toEqual({ type: 'integer', enum: [1, 3] });
  });
});

describe('structures', () => {
  it.each(['string[]', 'readonly string[]', 'Array<string>', 'ReadonlyArray<string>'])('reads %s as a list', (type) => {
    expect(field(type)).toEqual({ type: 'array', items: { type: 'string' } });
  });
  it.each(['Record<string, Int32>', '{ [key: string]: Int32 }'])('reads %s as a record', (type) => {
    expect(field(type)).toEqual({ type: 'object', additionalProperties: { type: 'integer', format: 'int32' } });
  });
  it('reads a record of named keys as an object', () => {
    expect(field("Record<'cpu' | 'memory', string>")).toEqual({
      type: 'object',
      properties: { cpu: { type: 'string' }, memory: { type: 'string' } },
      required: ['cpu', 'memory'],
    });
  });
  it('expands classes, interfaces, literals, inheritance and intersections', () => {
    const before = `class Base { a!: string }
interface Extra { b?: string }
class Derived extends Base { c!: boolean }`;
    expect(field('Derived & Extra & { d: string }', before)).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'boolean' }, d: { type: 'string' } },
      required: ['a', 'c', 'd'],
    });
  });
  it('gives generics their arguments', () => {
    const before = 'interface Box<T> { content: T; more?: T[] }';
    expect(field('Box<Int32>', before)).toMatchObject({
      properties: { content: { format: 'int32' }, more: { items: { format: 'int32' } } },
      required: ['content'],
    });
  });
  it('keeps field names that JavaScript would take for its own', () => {
    const { spec, diagnostics } = specSchema(
      "  __proto__!: string;\n  toString!: string;\n  'storage-size'!: string;\n  constructor_!: string;",
    );
    expect(diagnostics).toEqual([]);
    expect(Object.getOwnPropertyNames(spec['properties'])).toEqual([
      '__proto__',
      'constructor_',
      'storage-size',
      'toString',
    ]);
    expect(spec['required']).toEqual(['__proto__', 'constructor_', 'storage-size', 'toString']);
  });
  it('expands Condition with everything that the API server checks', () => {
    expect(field('Condition[]')).toMatchObject({
      items: {
        properties: {
          lastTransitionTime: { format: 'date-time' },
          observedGeneration: { format: 'int64', minimum: 0 },
          reason: { minLength: 1, maxLength: 1024 },
          status: { enum: ['True', 'False', 'Unknown'] },
        },
        required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
      },
    });
  });
});

describe('presence', () => {
  it('requires what is neither optional nor has a default', () => {
    const { spec } = specSchema(
      "  a!: string;\n  b?: string;\n  c: string = 'x';\n  d!: string | undefined;\n  @Default('y') e!: string;",
    );
    expect(spec['required']).toEqual(['a']);
    expect(spec['properties'].c.default).toBe('x');
    expect(spec['properties'].e.default).toBe('y');
  });
  it('reads null as nullable', () => {
    expect(field('string | null')).toEqual({ type: 'string', nullable: true });
  });
  it.each([
    ['[]', 'string[]', []],
    ['{ a: 1 }', 'Record<string, Int32>', { a: 1 }],
    ['-3', 'Int32', -3],
    ['`text`', 'string', 'text'],
    ['(true as boolean)', 'boolean', true],
    ['limits.most', 'Int32', 7],
    ['Phase.Running', 'Phase', 'RUNNING'],
  ])('reads the default %s', (text, type, value) => {
    const before = "const limits = { most: 7 } as const;\nenum Phase { Running = 'RUNNING' }";
    const { spec, diagnostics } = specSchema(`  it: ${type} = ${text};`, before);
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it.default).toEqual(value);
  });
});

describe('defaults', () => {
  it('may be calculated from what is written', () => {
    const before = "const hour = 60 * 60;\nconst prefix = 'app';";
    const fields = "a: Int32 = 2 * hour - 1; b: string = `${prefix}-${hour}`; c: string = prefix + '-x';";
    const { spec, diagnostics } = specSchema(fields, before);
    expect(diagnostics).toEqual([]);
    expect(spec['properties']).toMatchObject({
      a: { default: 7199 },
      b: { default: 'app-3600' },
      c: { default: 'app-x' },
    });
  });
});

describe('documentation', () => {
  it('becomes the description, without tags, to-dos and what follows a rule', () => {
    const { spec } = specSchema(`  /**
   * First line.
   *
   * Second paragraph.
   * TODO: not this
   * @remarks nor this
   */
  a!: string;
  /** One line. --- is kept
   * --- this is not */
  b!: string;`);
    expect(spec['properties'].a.description).toBe('First line.\n\nSecond paragraph.');
    expect(spec['properties'].b.description).toBe('One line. --- is kept');
  });
  it.each([
    ['one.\n *\n *\n *\n * two.', 'one.\n\ntwo.'],
    ['one.\r\n *\r\n * \r\n *   - two.\r\n', 'one.\n\n  - two.'],
    ['```\n * a\n *\n *\n * b\n * ```', '```\na\n\nb\n```'],
    ['one.\n * TODO: two\n * three.', 'one.\nthree.'],
    ['one.\n *\n * ---\n * two.', 'one.'],
  ])('has one of several blank lines: %j', (comment, description) => {
    const { spec, diagnostics } = specSchema(`  /**\n * ${comment}\n */\n  it!: string;`);
    expect(diagnostics).toEqual([]);
    expect(spec['properties'].it.description).toBe(description);
  });

  it('may have its tags indented, or behind its text', () => {
    const { spec, diagnostics } = specSchema(`  /** Indented.
   *  @minLength 1
   *   @maxLength 3 */
  a!: string;
  /** It's behind the text. @minLength 1 @maxLength 3 */
  b!: string;
  /** Like \`a @minLength 1\`, mail@minimum, @acme/tool:
   *
   *     @minLength 1
   */
  c!: string;
  /** @exampleValue 'a @minLength 9' */
  d!: string;`);
    expect(diagnostics).toEqual([]);
    const text = { type: 'string', minLength: 1, maxLength: 3 };
    expect(spec['properties']).toEqual({
      a: { ...text, description: 'Indented.' },
      b: { ...text, description: "It's behind the text." },
      c: { type: 'string', description: 'Like `a @minLength 1`, mail@minimum, @acme/tool:\n\n    @minLength 1' },
      d: { type: 'string', example: 'a @minLength 9' },
    });
  });
  it("falls back to the type's own, and the field's wins", () => {
    const before = '/** A port. */\ntype Port = Int32;\n/** A place. */\ninterface Place { x: string }';
    const { spec } = specSchema('  a!: Port;\n  /** Mine. */\n  b!: Port;\n  c!: Place;', before);
    expect(spec['properties'].a.description).toBe('A port.');
    expect(spec['properties'].b.description).toBe('Mine.');
    expect(spec['properties'].c.description).toBe('A place.');
  });
});
