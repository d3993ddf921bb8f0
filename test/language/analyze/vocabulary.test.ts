import { describe, expect, it } from 'vitest';
import { codes, specSchema } from '../../support/generate.js';

/** The schema of one field, with no problem found. */
function field(type: string, before = ''): any {
  const { spec, diagnostics } = specSchema(`  it!: ${type};`, before);
  expect(diagnostics).toEqual([]);
  return spec['properties'].it;
}

function problems(type: string, before = ''): string[] {
  return specSchema(`  it!: ${type};`, before).diagnostics.map(({ code }) => code);
}

const text = { type: 'string' };
const int32 = { type: 'integer', format: 'int32' };

describe('utility types', () => {
  const spec = `interface Whole { /** A. */ a: string; b?: Int32; /** @maxLength 5 */ c: string }`;
  const a = { ...text, description: 'A.' };
  const c = { ...text, maxLength: 5 };
  it.each([
    ['Pick<Whole, "a">', { type: 'object', properties: { a }, required: ['a'] }],
    ['Omit<Whole, "a" | "b">', { type: 'object', properties: { c }, required: ['c'] }],
    ['Partial<Whole>', { type: 'object', properties: { a, b: int32, c } }],
    ['Required<Pick<Whole, "b">>', { type: 'object', properties: { b: int32 }, required: ['b'] }],
    ['Readonly<Pick<Whole, "a">>', { type: 'object', properties: { a }, required: ['a'] }],
    ['Record<"x" | "y", Int32>', { type: 'object', properties: { x: int32, y: int32 }, required: ['x', 'y'] }],
    ['Partial<Record<"x", Whole["c"]>>', { type: 'object', properties: { x: c } }],
    ['{ [K in "x"]: Int32 }', { type: 'object', properties: { x: int32 }, required: ['x'] }],
    ['NonNullable<Whole["b"] | null>', int32],
    ['Exclude<"a" | "b" | "c", "b">', { type: 'string', enum: ['a', 'c'] }],
    ['keyof Whole', { type: 'string', enum: ['a', 'b', 'c'] }],
    ['Capitalize<"a" | "b">', { type: 'string', enum: ['A', 'B'] }],
    ['Whole["a"] | undefined', a],
  ])('%s', (type, schema) => {
    expect(field(type, spec)).toEqual(schema);
  });
});

describe('what a name says', () => {
  const port = '/** A port.\n * @minimum 1 */\ntype Port = Int32;\n';
  const schema = { ...int32, minimum: 1, description: 'A port.' };
  it('goes with a type argument', () => {
    expect(field('Box<Port>', `${port}class Box<T> { value!: T }`).properties.value).toEqual(schema);
    expect(field('Box<Port>', `${port}type Box<T> = { value: T }`).properties.value).toEqual(schema);
    expect(field('List<Port>', `${port}type List<T> = T[]`).items).toEqual(schema);
    expect(field('ByName<Port>', `${port}type ByName<T> = Record<string, T>`).additionalProperties).toEqual(schema);
  });
  it('goes with a type argument through bases, intersections and other generics', () => {
    const before = `${port}interface Base<T> { value?: T }\ninterface Box<T> extends Base<T> { other?: T[] }
interface Pair<T, U = string> { first?: Box<T>; second?: U }`;
    const { properties } = field('Pair<Port> & { name?: string }', before);
    expect(properties.first.properties).toEqual({ value: schema, other: { type: 'array', items: schema } });
    expect(properties.second).toEqual(text);
    expect(field('Partial<Box<Port>>', before).properties.value).toEqual(schema);
  });
  it('is kept apart for two arguments of the same type', () => {
    const before = `${port}type Small = Int32;\nclass Box<T> { value!: T }`;
    const { spec } = specSchema('  one!: Box<Port>;\n  two!: Box<Small>;', before);
    expect(spec['properties'].one.properties.value.minimum).toBe(1);
    expect(spec['properties'].two.properties.value).toEqual(int32);
  });
});

describe('bases', () => {
  it('give their fields and their rules', () => {
    const before = `@XValidation({ rule: 'self.a != ""' }) class Base { /** A. */ a!: string }
class Middle extends Base { b?: Int32 }
/** All. */
@MaxProperties(3) class Whole extends Middle { c?: boolean }`;
    expect(field('Whole', before)).toEqual({
      type: 'object',
      description: 'All.',
      maxProperties: 3,
      properties: { a: { ...text, description: 'A.' }, b: int32, c: { type: 'boolean' } },
      required: ['a'],
      'x-kubernetes-validations': [{ rule: 'self.a != ""' }],
    });
  });
  it('of an interface and the parts of an intersection do so too', () => {
    const before = `/** @minProperties 1 */ interface One { a?: string }\n/** @maxProperties 2 */ interface Two extends One { b?: string }`;
    expect(field('Two', before)).toMatchObject({ minProperties: 1, maxProperties: 2 });
    expect(field('Two & { c?: string }', before)).toMatchObject({ minProperties: 1, maxProperties: 2 });
  });
});

describe('template literals', () => {
  it.each([
    ['`a-${string}`', '^a-.*$'],
    ['`${number}%`', '^-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?%$'],
    ['`${bigint}.${Int32}`', '^-?[0-9]+\\.-?[0-9]+$'],
    ['`x${boolean}`', null],
    ['"auto" | `${bigint}Gi`', '^(-?[0-9]+Gi|auto)$'],
    ['`${"b" | "a"}-${string}`', '^(a-.*|b-.*)$'],
  ])('%s', (type, pattern) => {
    expect(field(type)).toEqual(
      pattern === null ? { type: 'string', enum: ['xfalse', 'xtrue'] } : { ...text, pattern },
    );
  });
  it('refuses what it cannot say', () => {
    expect(problems('Uppercase<string>')).toEqual(['unsupported-type']);
    expect(problems('Int32 | `${number}%`')).toEqual(['ambiguous-union']);
  });
  it('knows the idiom of an open enum', () => {
    expect(field('"a" | "b" | (string & {})')).toEqual(text);
  });
});

describe('literals', () => {
  it('may be booleans, members of enums and constant enums', () => {
    expect(field('true')).toEqual({ type: 'boolean', enum: [true] });
    expect(field('false | undefined')).toEqual({ type: 'boolean', enum: [false] });
    const before = "const enum Size { Small = 's', Large = 'l' }";
    expect(field('Size', before)).toEqual({ ...text, enum: ['s', 'l'] });
    expect(field('Size.Large', before)).toEqual({ ...text, enum: ['l'] });
    // The API server refuses null beside an enum, and not above one.
    expect(field('Size | null', before)).toEqual({ ...text, allOf: [{ enum: ['s', 'l'] }], nullable: true });
  });
});

describe('brands', () => {
  const before = `/** @maxLength 5 */
type Name = string & { readonly __brand: 'Name' };
type Plain = string & { readonly __brand: 'Plain' };
declare const port: unique symbol;
type Port = Int32 & { readonly [port]: true };`;
  it.each([
    ['Name', { ...text, maxLength: 5 }],
    ['Port', { type: 'integer', format: 'int32' }],
    ["Plain | 'auto'", text],
    ['Record<Name, boolean>', { type: 'object', additionalProperties: { type: 'boolean' } }],
  ])('of %s are no part of the value', (type, schema) => {
    expect(field(type, before)).toEqual(schema);
  });
  it('say nothing of whether a number is whole', () => {
    expect(problems("number & { __brand: 'x' }")).toEqual(['bare-number']);
  });
});

describe('types of the standard library', () => {
  it('are read where they compute other types', () => {
    const before = 'class Part { name!: string }\ndeclare function read(path: string): Promise<Part>;';
    const part = { type: 'object', properties: { name: text }, required: ['name'] };
    expect(field('Awaited<ReturnType<typeof read>>', before)).toEqual(part);
    expect(field('InstanceType<typeof Part>', before)).toEqual(part);
    expect(field('Parameters<typeof read>[0]', before)).toEqual(text);
  });
  it.each(['URL', 'Buffer', 'Uint8Array', 'ReadonlyMap<string, string>', 'ReadonlySet<string>', 'String', 'Error'])(
    '%s is refused where it stands',
    (type) => {
      const { diagnostics } = specSchema(`  it!: ${type};`);
      expect(codes(diagnostics)).toEqual([expect.stringMatching(/^unsupported-type \d+:8$/)]);
    },
  );
});

describe('discriminated unions', () => {
  const before = `interface S3 { /** Where. */ type: 'S3'; bucket: string; region?: string; name: string }
interface Disk { type: 'Disk'; path: string; name?: string }
interface Memory { type: 'Memory' | 'Swap'; name: string }
/** What keeps the data. */
type Storage = Disk | S3 | Memory;`;
  it('become one object, with rules that bind the fields to the discriminator', () => {
    expect(field('Storage', before)).toEqual({
      type: 'object',
      description: 'What keeps the data.',
      properties: {
        type: { ...text, enum: ['Disk', 'S3', 'Memory', 'Swap'], description: 'Where.' },
        bucket: text,
        region: text,
        path: text,
        name: text,
      },
      required: ['type'],
      'x-kubernetes-validations': [
        { rule: '!has(self.path) || self.type == "Disk"', message: 'path may only be set when type is Disk' },
        { rule: 'has(self.path) || !(self.type == "Disk")', message: 'path is required when type is Disk' },
        {
          rule: 'has(self.name) || !(self.type == "S3" || self.type == "Memory" || self.type == "Swap")',
          message: 'name is required when type is S3 or Memory or Swap',
        },
        { rule: '!has(self.bucket) || self.type == "S3"', message: 'bucket may only be set when type is S3' },
        { rule: 'has(self.bucket) || !(self.type == "S3")', message: 'bucket is required when type is S3' },
        { rule: '!has(self.region) || self.type == "S3"', message: 'region may only be set when type is S3' },
      ],
    });
  });
  it('may be told apart by true and false', () => {
    expect(field('{ on: true; level: Int32 } | { on: false }')).toMatchObject({
      properties: { on: { type: 'boolean', enum: [true, false] } },
      'x-kubernetes-validations': [
        { rule: '!has(self.level) || self.on == true' },
        { rule: 'has(self.level) || !(self.on == true)' },
      ],
    });
  });
  it('leave fields of any JSON value unbound, because rules cannot name them', () => {
    expect(field('{ type: "a"; x: Json; y?: Json[] } | { type: "b" }')).not.toHaveProperty('x-kubernetes-validations');
  });
  it('may share fields with the same rules', () => {
    const members = ['one', 'two'].map((name) => `{ type: '${name}'; /** @immutable */ a: string }`);
    expect(field(members.join(' | '))).toMatchObject({
      properties: { a: { 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } },
    });
  });
  it('may be null, and stand in lists', () => {
    expect(field('(Storage | null)[]', before)).toMatchObject({ items: { nullable: true, type: 'object' } });
  });
  it.each([
    ['{ type: "a"; x: string } | { type: "b"; x: Int32 }', 'conflicting-union-field'],
    ['{ type: "a"; x: string } | { type: "a"; y: string }', 'ambiguous-union'],
    ['{ type?: "a"; x: string } | { type: "b" }', 'ambiguous-union'],
    ['{ type: "a" } | string', 'ambiguous-union'],
    ['{ type: "a" } | { type: 1 }', 'ambiguous-union'],
  ])('%s is %s', (type, code) => {
    expect(problems(type)).toEqual([code]);
  });
});

describe('recursive types', () => {
  const tree = 'class Tree { name!: string; @PreserveUnknownFields() children?: Tree[] }';
  it('end where a field preserves unknown fields', () => {
    const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    expect(field('Tree', tree)).toEqual({
      type: 'object',
      properties: { name: text, children: { type: 'array', items: open } },
      required: ['name'],
    });
  });
  it('end where a field is schemaless', () => {
    const before = 'class Tree { @Schemaless() children?: Tree[] }';
    expect(field('Tree', before).properties.children).toEqual({ 'x-kubernetes-preserve-unknown-fields': true });
  });
  it('are refused when they grow without end', () => {
    expect(problems('Box<string>', 'interface Box<T> { next?: Box<T[]> }')).toEqual(['recursive-type']);
  });
});

describe('a type that is reached twice', () => {
  it('reports its problems once', () => {
    const before = 'interface Part { size: number }';
    const { diagnostics } = specSchema('  one!: Part;\n  two?: Part[];', before);
    expect(diagnostics.map(({ code }) => code)).toEqual(['bare-number']);
  });
});

describe('names', () => {
  it.each(['__proto__', 'toString', 'constructor', 'hasOwnProperty', '🦊', 'storage-size', 'x'.repeat(300), '1'])(
    '%s is a field like any other',
    (name) => {
      const { spec, diagnostics } = specSchema(`  ${JSON.stringify(name)}!: string;\n  other?: string;`);
      expect(diagnostics).toEqual([]);
      expect(Object.keys(spec['properties'])).toEqual(expect.arrayContaining([name, 'other']));
      expect(spec['required']).toEqual([name]);
    },
  );
});

describe('an embedded kind', () => {
  it('has what every object has', () => {
    const before = `@Resource({ group: 'example.com', version: 'v1' }, { plural: 'parts' })
class Part extends CustomResource { spec!: { a: string } }`;
    const { spec, diagnostics } = specSchema('  it!: Part;', before);
    expect(diagnostics).toEqual([]);
    expect(Object.keys(spec['properties'].it.properties)).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
    expect(spec['properties'].it.required).toEqual(['spec']);
  });
});
