import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../api/object.js';
import { clone, freeze } from '../json/copy.js';
import { deepEqual } from '../json/deep-equal.js';
import { InexactNumberError, parseJson } from '../json/parse-json.js';
import { mergeFrom, mergePatch } from './merge-patch.js';

type Thing = KubernetesObject & { spec?: { size?: number; list?: unknown[] } };

/** Applies a patch by the algorithm of RFC 7396, section 2, word for word. */
function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof target === 'object' && target !== null && !Array.isArray(target);
  const result = new Map<string, unknown>(isObject ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, applyMergePatch(result.get(key), value));
  }
  return Object.fromEntries(result);
}

const key = fc.oneof(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', ''), fc.string({ maxLength: 3 }));
const { object: json } = fc.letrec<{ object: object; value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(0, 1, '', 'x', true, false),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc
    .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 4, selector: ([name]) => name })
    .map(Object.fromEntries),
}));

describe('a merge patch', () => {
  it('makes the new object of the old one, whatever they are', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const patch: unknown = JSON.parse(JSON.stringify(mergePatch(before, after)));
        expect(applyMergePatch(before, patch)).toEqual(after);
      }),
      { numRuns: 2000 },
    );
  });

  it('of nothing is empty, and of one field says that field alone', () => {
    fc.assert(
      fc.property(json, (object) => {
        expect(mergePatch(object, clone(object))).toEqual({});
      }),
    );
    const before = { spec: { size: 1, list: [1, 2], gone: true, same: { x: 1 } }, metadata: { name: 'n' } };
    const after = { spec: { size: 2, list: [1], same: { x: 1 }, absent: undefined }, metadata: { name: 'n' } };
    expect(mergePatch(before, after)).toEqual({ spec: { size: 2, list: [1], gone: null } });
  });
});

describe('a patch from an object', () => {
  it('is of what is changed in it afterwards', () => {
    const thing: Thing = { metadata: { name: 'n', resourceVersion: '7' }, spec: { size: 1 } };
    const patch = mergeFrom(thing);
    const locked = mergeFrom(freeze(clone(thing)) as Thing, { optimisticLock: true });
    thing.spec = { size: 2 };
    expect(patch(thing)).toEqual({ spec: { size: 2 } });
    thing.metadata!.labels = { a: 'b' };
    expect(locked(thing)).toEqual({ spec: { size: 2 }, metadata: { labels: { a: 'b' }, resourceVersion: '7' } });
  });

  it('cannot hold on to a version that there is not', () => {
    expect(() => mergeFrom({ metadata: { name: 'n' } }, { optimisticLock: true })).toThrow('n was not read');
  });

  it('leaves a number alone that it would change, and is refused where it cannot', () => {
    const text = '{"metadata":{"name":"n"},"spec":{"size":9007199254740993,"list":[9007199254740993,1]}}';
    const thing = clone(parseJson<Thing>(text, 'get')) as Thing;
    const patch = mergeFrom(thing);
    thing.metadata!.labels = { a: 'b' };
    expect(patch(thing)).toEqual({ metadata: { labels: { a: 'b' } } });
    thing.spec!.list!.push(2);
    expect(() => patch(thing)).toThrow(InexactNumberError);
    expect(() => patch(thing)).toThrow('patch n: spec.list[0] is a whole number');
  });
});

it.each([
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1 }, { b: undefined, a: 1 }, true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [[1, 2], [2, 1], false],
  [[1], { 0: 1 }, false],
  [{}, [], false],
  [null, {}, false],
  [undefined, null, false],
  ['1', 1, false],
  [0, -0, true],
  [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 1 }] } }, true],
  [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }, false],
  [{ toString: 1 }, {}, false],
])('%j and %j say the same: %s', (one, other, same) => {
  expect(deepEqual(one, other)).toBe(same);
  expect(deepEqual(other, one)).toBe(same);
});

it('a patch from another object is refused, before it would change what the two objects differ in', () => {
  const [one, other] = [{ metadata: { name: 'a', namespace: 'n' } }, { metadata: { name: 'b', namespace: 'n' } }];
  expect(() => mergeFrom(one)(other)).toThrow(
    new TypeError(
      'patch b: mergeFrom was called with a: call mergeFrom with the object that is patched, before it is changed',
    ),
  );
  expect(() => mergeFrom(one)({ metadata: { name: 'a', namespace: 'm' } })).toThrow(
    'patch m: mergeFrom was called with n',
  );
  expect(mergeFrom({ metadata: { name: 'a' } })({ metadata: { namespace: 'n', name: 'a' } })).toEqual({
    metadata: { namespace: 'n' },
  });
});
