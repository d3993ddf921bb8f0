import { describe, expect, it } from 'vitest';
import { clone, freeze } from './copy.js';

interface Value {
  a: { b: unknown }[];
  d: { e: string };
}

const text = '{"a":[{"b":null},1],"__proto__":{"polluted":true},"constructor":"x","d":{"e":"","f":false}}';

describe('a clone', () => {
  it('is equal, and shares nothing', () => {
    const original = JSON.parse(text) as Value;
    const copy = clone(original);
    expect(JSON.stringify(copy)).toBe(text);
    copy.a[0]!.b = 'changed';
    copy.a.push({ b: 2 });
    expect(JSON.stringify(original)).toBe(text);
  });

  it('of a frozen object can be changed, at every depth', () => {
    const copy = clone(freeze(JSON.parse(text) as Value));
    copy.a[0]!.b = 1;
    copy.d.e = 'x';
    expect(copy).toMatchObject({ a: [{ b: 1 }, 1], d: { e: 'x' } });
  });

  it('takes a field called __proto__ for a field', () => {
    const copy = clone(JSON.parse(text) as object);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy).not.toHaveProperty('polluted');
  });
});

it('freezes every depth', () => {
  const frozen = freeze(JSON.parse(text) as Value) as Value;
  expect(() => (frozen.a[0]!.b = 1)).toThrow(TypeError);
  expect(() => frozen.a.push({ b: 2 })).toThrow(TypeError);
  expect(() => Object.assign(frozen, { new: 1 })).toThrow(TypeError);
});
