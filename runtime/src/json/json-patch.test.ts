import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPatch, type JsonPatchOperation } from './json-patch.js';

/** Applies a JSON patch to a copy, as specified in RFC 6902. */
function applied(document: unknown, patch: readonly JsonPatchOperation[]): unknown {
  const root = { '': JSON.parse(JSON.stringify(document)) as unknown };
  for (const step of patch) {
    const tokens = step.path.split('/').map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = tokens.pop()!;
    let parent: any = root;
    for (const token of tokens) {
      expect(Object.hasOwn(parent, token)).toBe(true);
      parent = parent[token];
    }
    const there = Object.hasOwn(parent, last);
    if (step.op === 'add') {
      if (Array.isArray(parent)) {
        expect(Number(last)).toBeLessThanOrEqual(parent.length);
        parent.splice(Number(last), 0, step.value);
      } else Object.defineProperty(parent, last, { value: step.value, ...free });
    } else {
      expect(there).toBe(true);
      if (step.op === 'replace') Object.defineProperty(parent, last, { value: step.value, ...free });
      else if (step.op !== 'remove') throw new Error(`unexpected ${step.op}`);
      else if (Array.isArray(parent)) parent.splice(Number(last), 1);
      else delete parent[last];
    }
  }
  return root[''];
}

const free = { enumerable: true, configurable: true, writable: true };

const key = fc.oneof(
  fc.constantFrom('a', 'b', '', '/', '~', '~1', 'a/b', '0', '-', '__proto__', 'constructor', 'ü', '💥'),
  fc.string({ maxLength: 4, unit: 'grapheme' }),
);
const value = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, 1, -1.5, '', 'a', '~/'),
    fc.string({ maxLength: 3, unit: 'grapheme' }),
    fc.array(tie('json'), { maxLength: 5 }),
    // Through JSON, in which __proto__ is an ordinary field.
    fc
      .uniqueArray(fc.tuple(key, tie('json')), { maxLength: 4, selector: ([name]) => name })
      .map((fields) => JSON.parse(`{${fields.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`)),
  ),
})).json;

test('a patch turns the one value into the other, whatever they are', () => {
  fc.assert(
    fc.property(value, value, (from, to) => {
      expect(JSON.stringify(sorted(applied(from, createPatch(from, to))))).toBe(JSON.stringify(sorted(to)));
    }),
    { numRuns: 3000 },
  );
});

test('the patch of a value that was changed a little turns the original into it', () => {
  const change = (document: unknown, seeds: readonly number[]): unknown => {
    const copy: any = JSON.parse(JSON.stringify({ root: document }));
    for (const seed of seeds) mutate(copy, seed);
    return copy.root;
  };
  fc.assert(
    fc.property(value, fc.array(fc.nat(), { maxLength: 4 }), (from, seeds) => {
      const to = change(from, seeds);
      const patch = createPatch(from, to);
      expect(JSON.stringify(sorted(applied(from, patch)))).toBe(JSON.stringify(sorted(to)));
      if (seeds.length === 0) expect(patch).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});

/** Changes a random part of a value, determined by the seed. */
function mutate(container: any, seed: number): void {
  const keys = Object.keys(container);
  const chosen = keys[seed % keys.length];
  if (chosen === undefined) return;
  const below = Object.getOwnPropertyDescriptor(container, chosen)!.value;
  if (typeof below === 'object' && below !== null && Object.keys(below).length > 0 && seed % 3 !== 0) {
    return mutate(below, Math.floor(seed / 3));
  }
  if (Array.isArray(container)) container.splice(seed % keys.length, seed % 2, seed);
  else if (seed % 2 === 0 && chosen !== 'root') delete container[chosen];
  else Object.defineProperty(container, chosen, { value: { changed: seed }, ...free });
}

/** Returns the same value with sorted fields. */
function sorted(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(sorted);
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([name, each]) => [name, sorted(each)]);
}

test('an element in front of a list is one step, and the others stay', () => {
  expect(createPatch({ list: [{ a: 1 }, { b: 2 }] }, { list: [{ c: 3 }, { a: 1 }, { b: 2 }] })).toEqual([
    { op: 'add', path: '/list/0', value: { c: 3 } },
  ]);
});

test('names with slashes and tildes are escaped, fields that are null are there', () => {
  const patch = createPatch({ 'a/b': { '~c': null } }, { 'a/b': { '~c': 1, d: null } });
  expect(patch).toEqual([
    { op: 'replace', path: '/a~1b/~0c', value: 1 },
    { op: 'add', path: '/a~1b/d', value: null },
  ]);
});
