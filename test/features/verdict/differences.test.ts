import { expect, it } from 'vitest';
import { differences } from '../../../src/features/verdict/differences.js';

it('defaults, removed fields and changed values, each with its path', () => {
  const written = { spec: { list: [{ a: 1 }, { a: 2 }], 'x.y/z': 1, gone: true, same: null } };
  const stored = { spec: { list: [{ a: 1, b: 5 }, { a: 3 }], 'x.y/z': 2, same: null, made: {} } };
  expect(differences(written, stored)).toEqual([
    { path: 'spec.list[0].b', value: 5 },
    { path: 'spec.list[1].a', value: 3 },
    { path: 'spec[x.y/z]', value: 2 },
    { path: 'spec.gone', value: undefined },
    { path: 'spec.made', value: {} },
  ]);
});

it('lists of different lengths differ as a whole', () => {
  expect(differences({ a: [1] }, { a: [1, 2] })).toEqual([{ path: 'a', value: [1, 2] }]);
});

it('a field named like one of the prototype is a field', () => {
  expect(differences({}, JSON.parse('{"toString": 1, "__proto__": 2}') as never)).toEqual([
    { path: 'toString', value: 1 },
    { path: '__proto__', value: 2 },
  ]);
});
