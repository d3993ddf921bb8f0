import { describe, expect, it } from 'vitest';
import { keepParts, unchangedParts } from '../../../src/language/analyze/parts.js';
import { analyze } from '../../../src/language/analyze/analyze.js';
import { emitSchema } from '../../../src/output/emit/schema.js';
import { runtimeDeclarations } from '../../../src/base/io/runtime-declarations.js';
import { disk } from '../../../src/base/io/disk.js';
import { analyzeSources, codes, kindSource, root, specSchema } from '../../support/generate.js';

const path = 'src/api/v1/thing.types.ts';

function field(type: string, before: string): any {
  const { spec, diagnostics } = specSchema(`  it!: ${type};`, before);
  expect(diagnostics).toEqual([]);
  return spec['properties'].it;
}

/** The schema of the spec where another file adds to the types of the kind's. */
function withOther(other: string, spec = '', file = 'src/api/v1/extra.ts'): any {
  const { model, diagnostics } = analyzeSources({ ...kindSource({ spec }), [file]: other });
  expect(diagnostics).toEqual([]);
  return model.kinds[0]!.versions[0]!.schema.properties!.find(({ name }) => name === 'spec')!.schema;
}

describe('all declarations of a type count', () => {
  it.each([
    ['two interfaces', '/** A. */ interface A { a?: string }\n/** @minProperties 1 */ interface A { b?: string }'],
    ['the first of two', '/** A. @minProperties 1 */ interface A { a?: string }\ninterface A { b?: string }'],
    ['a class and an interface', '@MinProperties(1) class A { a?: string }\n/** A. */ interface A { b?: string }'],
    ['an interface before its class', '/** A. */ interface A { b?: string }\n@MinProperties(1) class A { a?: string }'],
    [
      'what says the same twice',
      '/** A. @minProperties 1 */ interface A { a?: string }\n/** A.\n@minProperties 1 */ interface A { b?: string }',
    ],
    [
      'three of them',
      'interface A { a?: string }\n/** A. */ interface A {}\n/** @minProperties 1 */ interface A { b?: string }',
    ],
  ])('%s', (_, before) => {
    expect(field('A', before)).toMatchObject({
      description: 'A.',
      minProperties: 1,
      properties: { a: { type: 'string' }, b: { type: 'string' } },
    });
  });

  it('with the bases of each', () => {
    const before = `/** @maxProperties 3 */ interface B { b?: string }
@XValidation({ rule: 'has(self.c)' }) class C { c?: string }
interface A { a?: string }
interface A extends B {}
interface A extends C {}`;
    expect(field('A', before)).toMatchObject({
      maxProperties: 3,
      properties: { a: {}, b: {}, c: {} },
      'x-kubernetes-validations': [{ rule: 'has(self.c)' }],
    });
  });

  it('of a base, and of a base of a base', () => {
    const before = `interface B { b?: string }
/** @maxProperties 3 */ interface B {}
interface A extends B { a?: string }
interface Z extends A {}`;
    expect(field('A', before).maxProperties).toBe(3);
    expect(field('Z', before).maxProperties).toBe(3);
  });

  it('of enums, with the values of each', () => {
    const before = "/** E. */ enum E { A = 'a' }\n/** @title 'x' */ enum E { B = 'b' }";
    expect(field('E', before)).toEqual({ type: 'string', description: 'E.', title: 'x', enum: ['a', 'b'] });
  });

  it('of a namespace in several parts', () => {
    const before = `namespace N { /** @minProperties 1 */ export interface A { a?: string } }
namespace N { /** A. */ export interface A { b?: string } }`;
    expect(field('N.A', before)).toMatchObject({ description: 'A.', minProperties: 1, properties: { a: {}, b: {} } });
  });

  it('of a generic, with what its arguments are called', () => {
    const before = `/** @minimum 1 */ type Port = Int32;
interface A<T> { a?: T }
interface A<T> { b?: T }
interface B<T> { c?: T }
interface A<T> extends B<T> {}`;
    const port = { type: 'integer', format: 'int32', minimum: 1 };
    expect(field('A<Port>', before).properties).toEqual({ a: port, b: port, c: port });
  });

  it('of an index signature', () => {
    const before = '/** @maxLength 3 */ type Name = string;\ninterface A {}\ninterface A { [key: string]: Name }';
    expect(field('A', before)).toEqual({ type: 'object', additionalProperties: { type: 'string', maxLength: 3 } });
  });

  it('of a field that each of them has', () => {
    const before = 'interface A { /** a. */ a?: string }\ninterface A { /** @maxLength 3 */ a?: string }';
    expect(field('A', before).properties.a).toEqual({ type: 'string', description: 'a.', maxLength: 3 });
  });

  it('of the class of a kind', () => {
    const source = kindSource({})[path]!;
    const merged = `${source}\n/** A thing. @xValidation { rule: 'true' } */\nexport interface Thing { more?: string }\n`;
    const { model, diagnostics } = analyzeSources({ [path]: merged });
    expect(diagnostics).toEqual([]);
    const { schema } = model.kinds[0]!.versions[0]!;
    expect(schema).toMatchObject({ description: 'A thing.', validations: [{ rule: 'true' }] });
    expect(schema.properties!.map(({ name }) => name)).toContain('more');
    const reserved = `${source}\nexport interface Thing { metadata: { name: string } }\n`;
    expect(codes(analyzeSources({ [path]: reserved }).diagnostics)).toContain('duplicate-field 18:26');
  });
});

describe('another file may add to a type', () => {
  const added = '/** @maxProperties 3 */ interface ThingSpec { /** More. */ more?: string }';
  it.each([
    ['by a module', `export {};\ndeclare module './thing.types.js' { ${added} }\n`],
    ['by a module that it imports', `import './thing.types.js';\ndeclare module './thing.types.js' { ${added} }\n`],
  ])('%s', (_, text) => {
    const spec = withOther(text);
    expect(spec).toMatchObject({ maxProperties: 3, properties: [{ name: 'more', schema: { description: 'More.' } }] });
  });

  it('to a global one', () => {
    const global = `export {};\ndeclare global { interface Shared { a?: string } }\n`;
    const script = '/** @maxProperties 3 */\ninterface Shared { b?: string }\n';
    const { model, diagnostics } = analyzeSources({
      ...kindSource({ spec: 'it?: Shared;' }),
      'src/one.ts': global,
      'src/two.ts': script,
    });
    expect(diagnostics).toEqual([]);
    const [shared] = model.kinds[0]!.versions[0]!.schema.properties![0]!.schema.properties!;
    expect(shared!.schema).toMatchObject({ maxProperties: 3, properties: [{ name: 'b' }, { name: 'a' }] });
  });

  it('whatever file is read first', () => {
    const spec = '/** @maxLength 3 */ a?: string;';
    const text = `export {};\ndeclare module './thing.types.js' { ${added} }\n`;
    const [one, other] = ['src/api/v1/a.ts', 'src/api/v1/z.ts'].map((file) => withOther(text, spec, file));
    expect(emitSchema(one)).toEqual(emitSchema(other));
  });

  it('also when the others are known from an earlier run', () => {
    const sources = Object.entries(kindSource({})).map(([file, text]) => ({ path: `${root}/${file}`, text }));
    const input = { root, runtime: runtimeDeclarations(), read: disk.read, realpath: (file: string) => file };
    const { parts } = analyze({ ...input, sources });
    const more = [
      ...sources,
      { path: `${root}/src/api/v1/extra.ts`, text: `export {};\ndeclare module './thing.types.js' { ${added} }\n` },
    ];
    const known = unchangedParts(keepParts(parts!, sources, 'epoch'), more);
    expect(known.size).toBe(1);
    const { model } = analyze({ ...input, sources: more, known });
    expect(JSON.stringify(model)).toContain('"more"');
  });
});

describe('contradicting declarations are reported', () => {
  it.each([
    [
      'two descriptions',
      '/** A. */ interface A {}\n/** B. */ interface A {}',
      'conflicting-declarations 5:21',
      'its description',
    ],
    [
      'two values',
      '/** @title "a" */ interface A {}\n/** @title "b" */ interface A {}',
      'conflicting-declarations 5:5',
      '@title',
    ],
    [
      'a decorator and a tag',
      '@Title("a") class A {}\n/** @title "b" */ interface A {}',
      'conflicting-declarations 5:5',
      '@title',
    ],
    ['two types', 'interface A { a?: string }\ninterface A { a?: Int32 }', 'conflicting-declarations 5:15', 'its type'],
    [
      'a field that is required once',
      'interface A { a?: string }\ninterface A { a: string }',
      'conflicting-declarations 5:15',
      'whether it is required',
    ],
    [
      'a class with its interface',
      'class A { a!: string }\ninterface A { a: boolean }',
      'conflicting-declarations 5:15',
      'its type',
    ],
    [
      'two enums',
      '/** A. */ enum A { A = "a" }\n/** B. */ enum A { B = "b" }',
      'conflicting-declarations 5:16',
      'its description',
    ],
    [
      'a field with two descriptions',
      'interface A { /** a. */ a?: string }\ninterface A { /** b. */ a?: string }',
      'conflicting-declarations 5:25',
      'its description',
    ],
    [
      'markers of items',
      '/** @items maxLength(1) */ type N = string[];\ninterface A { /** @items maxLength(1) */ a?: N }\ninterface A { /** @items maxLength(2) */ a?: N }',
      'conflicting-declarations 6:19',
      '@items',
    ],
  ])('%s', (_, before, place, what) => {
    const { diagnostics } = specSchema('  it!: A;', before);
    expect(codes(diagnostics)).toEqual([place]);
    expect(diagnostics[0]!.message).toContain(what);
    expect(diagnostics[0]!.message).toContain(`${path}:`);
  });

  it.each([
    ['class A { a!: string }\nclass A { b!: string }', ['duplicate-declaration 5:7']],
    ['type A = string;\ninterface A { b: string }', ['duplicate-declaration 5:11']],
    ['enum A { A = "a" }\nclass A { b!: string }', ['duplicate-declaration 5:7']],
  ])('%s', (before, wanted) => {
    expect(
      codes(specSchema('  it!: A;', before).diagnostics).filter((each) => each.startsWith('duplicate-declaration')),
    ).toEqual(wanted);
  });

  it('and not the parts of an intersection, of which each has a separate field', () => {
    const before = 'interface A { /** a. */ a?: string }\ninterface B { /** b. */ a?: string }';
    expect(field('A & B', before).properties.a.description).toBe('b.');
  });
});
