import { describe, expect, it } from 'vitest';
import { mergePatch } from '../client/merge-patch.js';
import { createPatch } from '../json/json-patch.js';
import { applyOperations, mergeInto } from './apply-patch.js';

const before = { a: 1, list: [1, 2, 3], deep: { 'x/y': { '~': true } }, gone: 'yes' };
const after = { a: 2, list: [1, 3, 4], deep: { 'x/y': { '~': false, more: [{}] } } };

describe('mergeInto', () => {
  it('turns one object into another with their merge patch', () => {
    expect(mergeInto(before, mergePatch(before, after))).toEqual(after);
    expect(before.a).toBe(1);
  });

  it('skips values, and sets a field that is called __proto__', () => {
    expect(mergeInto({ a: [1], b: 1 }, { a: [2], b: 2 }, Array.isArray)).toEqual({ a: [1], b: 2 });
    const merged = mergeInto({}, JSON.parse('{"__proto__":{"polluted":true}}'));
    expect(Object.hasOwn(merged, '__proto__')).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('applyOperations', () => {
  it('turns one object into another with their JSON patch', () => {
    expect(applyOperations(before, createPatch(before, after))).toEqual(after);
  });

  it('inserts, appends, moves, copies and replaces everything', () => {
    const list = { list: ['a', 'c'], other: 'x' };
    expect(applyOperations(list, [{ op: 'add', path: '/list/1', value: 'b' }]).list).toEqual(['a', 'b', 'c']);
    expect(applyOperations(list, [{ op: 'add', path: '/list/-', value: 'd' }]).list).toEqual(['a', 'c', 'd']);
    expect(applyOperations(list, [{ op: 'move', from: '/other', path: '/list/0' }])).toEqual({ list: ['x', 'a', 'c'] });
    expect(applyOperations(list, [{ op: 'copy', from: '/list', path: '/other' }]).other).toEqual(['a', 'c']);
    expect(applyOperations(list, [{ op: 'replace', path: '', value: 1 }])).toBe(1);
  });

  it.each([
    [{ op: 'test', path: '/a', value: 2 }, /the test of the patch fails: \/a/],
    [{ op: 'remove', path: '/b' }, /\/b does not exist/],
    [{ op: 'replace', path: '/b', value: 1 }, /\/b does not exist/],
    [{ op: 'add', path: '/b/c', value: 1 }, /\/b\/c does not exist/],
    [{ op: 'remove', path: '/toString' }, /\/toString does not exist/],
  ] as const)('refuses %j', (operation, message) => {
    expect(() => applyOperations({ a: 1 }, [operation])).toThrow(message);
  });
});
