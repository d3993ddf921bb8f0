import { describe, expect, it } from 'vitest';
import { specSchema } from '../../support/generate.js';

/** The schema of one field, with no problem found. */
function field(type: string, before = ''): any {
  const { spec, diagnostics } = specSchema(`  it!: ${type};`, before);
  expect(diagnostics).toEqual([]);
  return spec['properties'].it;
}

function problems(spec: string, before = ''): string[] {
  return specSchema(`  ${spec}`, before).diagnostics.map(({ code }) => code);
}

const port = '/** @minimum 1 */ type Port = Int32;\n/** @maximum 9 */ type Small = Int32;\n';
const named = { type: 'integer', format: 'int32', minimum: 1 };

describe('the markers of a named type are found', () => {
  it.each([
    ['Readonly<Port[]>', '', ['items']],
    ['NonNullable<Port>', '', []],
    ['Holder["port"]', 'interface Holder { port: Port }', []],
    ['Id<Id<Port>>', 'type Id<T> = T;', []],
    ['Box<Port>', 'interface Box<T> { item: { value: T } }', ['properties', 'item', 'properties', 'value']],
    [
      'Derived',
      'interface Box<T> { value: T }\ninterface Derived extends Partial<Box<Port>> {}',
      ['properties', 'value'],
    ],
    ['M<Port, Small>', 'interface M<A, B> { [k: string]: A }', ['additionalProperties']],
    ['M', 'interface M { [k: string]: Port }', ['additionalProperties']],
    ['Pair<Small, Port>', 'type Pair<A, B> = { [k: string]: B };', ['additionalProperties']],
    ['Record<string, Port>', '', ['additionalProperties']],
    ['Record<string, Readonly<Record<string, Port>>>', '', ['additionalProperties', 'additionalProperties']],
  ])('in %s', (type, before, path) => {
    const schema = field(type, `${port}${before}`);
    expect(path.reduce((inner, key) => inner[key], schema)).toEqual(named);
  });

  it('of what an interface extends under another name', () => {
    const before =
      '/** @minProperties 1 */ interface A { a?: string }\ntype Alias = A;\ninterface D extends Alias { b?: string }';
    expect(field('D', before).minProperties).toBe(1);
  });

  it('of every declaration of a field', () => {
    const before = 'interface A { /** A. */ n?: Int32 }';
    const { n } = field('A & { /** @minimum 1 */ n?: Int32 }', before).properties;
    expect(n).toEqual({ ...named, description: 'A.' });
  });

  it('and not where a mapped type gives a field another type', () => {
    const before = `${port}interface F { /** On or off. @maximum 30 */ a: Port }`;
    const { spec, diagnostics } = specSchema('  it!: { [K in keyof F]: boolean };', before);
    expect(spec['properties'].it.properties.a).not.toHaveProperty('maximum');
    expect(spec['properties'].it.properties.a).toMatchObject({ type: 'boolean' });
    expect(diagnostics.map(({ code }) => code)).toEqual(['markers-not-inherited']);
    const lists = field('{ [K in keyof F]: F[K][] }', before).properties.a;
    expect(lists).not.toHaveProperty('maximum');
    expect(lists.items).toMatchObject({ minimum: 1, maximum: 30 });
    expect(field('{ [K in keyof F]?: F[K] | null }', before).properties.a).toMatchObject({
      minimum: 1,
      maximum: 30,
      nullable: true,
    });
  });
});

describe('embedded metadata', () => {
  it('has the five fields under every spelling', () => {
    const before = "import type { ObjectMeta } from '@operator-gen/runtime/k8s/meta/v1';";
    for (const type of ['ObjectMeta', 'Partial<ObjectMeta>', 'ObjectMeta & {}']) {
      const names = ['annotations', 'finalizers', 'labels', 'name', 'namespace'];
      expect(Object.keys(field(type, before).properties).toSorted(), type).toEqual(names);
    }
  });
});

describe('a type that contains itself', () => {
  it.each(['a?: A; b?: B;', 'b?: B; a?: A;'])('is cut at the same places, whatever comes first: %s', (fields) => {
    const before = 'class A { @PreserveUnknownFields() b?: B; n?: string }\nclass B { @PreserveUnknownFields() a?: A }';
    const { spec, diagnostics } = specSchema(fields, before);
    expect(diagnostics).toEqual([]);
    const { a, b } = spec['properties'];
    expect(a.properties.n).toEqual({ type: 'string' });
    expect(a.properties.b.properties.a).toEqual({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true });
    expect(b.properties.a.properties.n).toEqual({ type: 'string' });
  });
});

describe('a union', () => {
  it('has no default of a discriminator that a class initializes', () => {
    const before = `class A { kind: 'a' = 'a'; x!: string }
class B { /** Which. */ kind: 'b' = 'b'; y!: string }`;
    const { properties, required } = field('A | B', before);
    expect(properties.kind).toEqual({ type: 'string', enum: ['a', 'b'], description: 'Which.' });
    expect(required).toEqual(['kind']);
  });

  it('cannot give a default to some of its members', () => {
    const before = "class A { kind!: 'a'; x: Int32 = 1 }\nclass B { kind!: 'b' }";
    expect(problems('it!: A | B;', before)).toEqual(['union-field-default']);
    const all = "class A { kind!: 'a'; x: Int32 = 1 }\nclass B { kind!: 'b'; x: Int32 = 1 }";
    expect(field('A | B', all).properties.x).toMatchObject({ default: 1 });
  });

  it('keeps what fields ask of the object, and refuses what a member asks as a whole', () => {
    const before = "interface A { kind: 'a'; /** @immutable */ x?: string }\ninterface B { kind: 'b' }";
    expect(field('A | B', before)['x-kubernetes-validations']).toContainEqual({
      rule: '!has(oldSelf.x) || has(self.x)',
      message: 'field x is immutable once set',
    });
    const whole = "/** @maxProperties 3 */ interface A { kind: 'a' }\ninterface B { kind: 'b' }";
    expect(problems('it!: A | B;', whole)).toEqual(['misplaced-marker']);
  });

  it('needs names that CEL can say', () => {
    expect(problems("it!: { kind: 'a'; '$x': string } | { kind: 'b' };")).toEqual(['union-field-name']);
    expect(problems("it!: { kind: 'a'; '$x': string } | { kind: 'b'; '$x': string };")).toEqual([]);
  });

  it('tells defaults apart by all that is in them', () => {
    const member = (kind: string, title: string): string =>
      `interface ${kind} { kind: '${kind}'; /** @default { title: '${title}' } */ x?: { title?: string } }`;
    expect(problems('it!: A | B;', `${member('A', 'one')}\n${member('B', 'two')}`)).toEqual([
      'conflicting-union-field',
    ]);
  });

  it('is in the order of the text through aliases', () => {
    const before = `interface Sq { kind: 'sq' }\ninterface El { kind: 'el' }\ninterface Ci { kind: 'ci' }
type Round = Ci | El;`;
    expect(field('Round | Sq', before).properties.kind.enum).toEqual(['ci', 'el', 'sq']);
  });
});

describe('a field and its type', () => {
  it('may allow fewer values, and no others', () => {
    const before = "type Mode = 'a' | 'b' | 'c';";
    expect(specSchema("@Enum('a', 'b') it!: Mode;", before).spec['properties'].it.enum).toEqual(['a', 'b']);
    expect(problems("@Enum('a', 'd') it!: Mode;", before)).toEqual(['invalid-marker']);
  });
  it('may each name a format, of which the nearer one holds', () => {
    const before = "/** @format 'ipv4' */ type Address = string;";
    const { it: schema } = specSchema("@Format('hostname') it!: Address;", before).spec['properties'];
    expect(schema).toEqual({ type: 'string', format: 'hostname' });
  });
  it('give a default once', () => {
    expect(problems('@Default(1) it: Int32 = 2;')).toEqual(['duplicate-marker']);
  });
});

describe('tags of documentation tools', () => {
  it.each(['description', 'external', 'variation', 'class', 'interface', 'summary', 'example'])(
    '@%s stays theirs',
    (tag) => {
      expect(problems(`/** Text.\n * @${tag} text */ it!: string;`)).toEqual([]);
    },
  );
  it('are no near misses of a marker on code that is not a type', () => {
    const before = '/** @minimun 1\n * @option a */ function helper() {}';
    expect(problems('it!: string;', before)).toEqual([]);
    expect(problems('/** @minimun 1 */ it!: Int32;')).toEqual(['unknown-tag']);
    expect(problems('it!: string;', '/** @rback {} */ function helper() {}')).toEqual(['unknown-tag']);
  });
});
