import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { mergePatch } from '../client/merge-patch.js';
import { clone, freeze } from './copy.js';
import { deepEqual } from './deep-equal.js';
import { createPatch } from './json-patch.js';
import { parseJson, refuseInexact, refuseInexactPatch } from './parse-json.js';
import { stringify } from './stringify.js';

// The API server accepts 10,000.
const levels = 20_000;

interface Shape {
  readonly name: string;
  readonly text: (leaf: string) => string;
}

const shapes: readonly Shape[] = [
  { name: 'objects', text: (leaf) => `${'{"a":'.repeat(levels)}${leaf}${'}'.repeat(levels)}` },
  { name: 'lists', text: (leaf) => `${'['.repeat(levels)}${leaf}${']'.repeat(levels)}` },
  { name: 'both in turns', text: (leaf) => `${'{"a":['.repeat(levels / 2)}${leaf}${']}'.repeat(levels / 2)}` },
  {
    name: 'objects with a neighbor at each level',
    text: (leaf) => `${'{"b":[1],"a":'.repeat(levels)}${leaf}${',"c":null}'.repeat(levels)}`,
  },
  { name: '__proto__ at each level', text: (leaf) => `${'{"__proto__":'.repeat(levels)}${leaf}${'}'.repeat(levels)}` },
];

describe.each(shapes)(`$name, nested ${levels} levels deep`, ({ text }) => {
  const parsed = (leaf = '1'): object => JSON.parse(text(leaf)) as object;

  it('are written as text', () => {
    expect(stringify({ spec: parsed() })).toBe(`{"spec":${text('1')}}`);
  });

  it('are copied, and the copy shares nothing', () => {
    const original = freeze(parsed());
    const copy = clone(original);
    expect(stringify(copy)).toBe(text('1'));
    expect([...parts(copy)].filter((each) => Object.isFrozen(each))).toHaveLength(0);
  });

  it('are frozen at every depth', () => {
    expect([...parts(freeze(parsed()))].filter((each) => !Object.isFrozen(each))).toHaveLength(0);
  });

  it('are compared down to the leaf', () => {
    expect(deepEqual(parsed(), parsed())).toBe(true);
    expect(deepEqual(parsed(), parsed('2'))).toBe(false);
  });

  it('have merge patches', () => {
    expect(mergePatch({ spec: parsed() }, { spec: parsed() })).toEqual({});
    const patch = mergePatch({ spec: parsed(), other: 1 }, { spec: parsed('2'), other: 1 });
    expect(stringify(patch)).toMatch(/^\{"spec":.*[[:]2[\]},]/);
    expect(stringify(patch)).not.toContain('other');
  });

  it('have JSON patches', () => {
    expect(createPatch({ spec: parsed() }, { spec: parsed() })).toEqual([]);
    const steps = createPatch({ spec: parsed() }, { spec: parsed('2') });
    expect(steps).toMatchObject([{ op: 'replace', path: expect.stringMatching(/^\/spec\//) }]);
  });

  it('are searched for numbers that cannot be held', () => {
    const object = parseJson<object>(`{"spec":${text('9007199254740993')}}`, 'get things a/b');
    expect(() => refuseInexact(object, 'update')).toThrow('is a whole number beyond 2^53');
    expect(() => refuseInexactPatch(object, { spec: parsed('9007199254740994') }, 'patch')).toThrow('beyond 2^53');
  });
});

/** Yields the lists and objects in a value, except those in `b`. */
function* parts(value: unknown): Generator<object> {
  for (let each = value; typeof each === 'object' && each !== null;) {
    yield each;
    const [key] = Object.keys(each).filter((name) => name !== 'b');
    each = Object.getOwnPropertyDescriptor(each, key!)?.value;
  }
}

it('a value that contains itself is refused, and does not take forever', () => {
  const circle: Record<string, unknown> = {};
  circle['one'] = circle['other'] = circle;
  expect(() => clone(circle)).toThrow(RangeError);
  expect(() => deepEqual(circle, { one: circle, other: { one: circle, other: circle } })).not.toThrow();
  expect(() => stringify(circle)).toThrow(TypeError);
  const long: Record<string, unknown> = JSON.parse(shapes[0]!.text('{}'));
  const leaf = [...parts(long)].at(-1) as Record<string, unknown>;
  leaf['a'] = long;
  expect(() => stringify(long)).toThrow(RangeError);
  expect(Object.isFrozen(freeze(circle))).toBe(true);
});

it('a wide value is no different', () => {
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, [index, 'x']]));
  const list = Array.from({ length: 100_000 }, (_, index) => index);
  const value = { wide, list };
  expect(deepEqual(clone(value), value)).toBe(true);
  const changed = { wide: { ...wide, key7: 'changed' }, list };
  expect(mergePatch(value, changed)).toEqual({ wide: { key7: 'changed' } });
  expect(createPatch(value, changed)).toEqual([{ op: 'replace', path: '/wide/key7', value: 'changed' }]);
});

test('long texts full of escapes beside a number that cannot be held', () => {
  const text = `{"text":"${String.raw`\"\\`.repeat(1_000_000)}","size":9007199254740993,"huge":1${'0'.repeat(400)}}`;
  const object = parseJson<object>(text, 'get things a/b');
  expect(() => refuseInexact(object, 'update')).toThrow('size is a whole number beyond 2^53');
});

const leaf = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -0,
    NaN,
    1.5,
    undefined,
    '',
    '\ud800',
    '"',
    new Date(0),
    Object(1),
    Object('x'),
    () => 1,
  ),
  fc.string(),
);
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'a'), fc.string()), tie('value')),
  ),
})).value;

test('the text of a deep value is the one that JSON.stringify would write', () => {
  const before = '['.repeat(levels);
  fc.assert(
    fc.property(anything, (value) => {
      let deep: unknown = [value];
      for (let level = 1; level < levels; level += 1) deep = [deep];
      expect(stringify(deep)).toBe(`${before}${JSON.stringify([value]).slice(1, -1)}${']'.repeat(levels)}`);
    }),
    { numRuns: 30 },
  );
});
