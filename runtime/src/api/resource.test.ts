import type { RawSchema } from './markers.js';
import { expect, it } from 'vitest';
import { resourceMarker } from './decorator.js';
import { CustomResource } from './object.js';
import { resourceInfo } from './resource.js';

it.each([{}, { listKind: 'ThingCollection' }, { kind: 'thing' }])(
  '@Resource keeps what the client needs: %j',
  (names) => {
    class Thing extends CustomResource {}
    resourceMarker({ group: 'example.com', version: 'v1' }, { plural: 'things', ...names })(Thing);
    const info = { group: 'example.com', version: 'v1', kind: 'Thing', plural: 'things', scope: 'Namespaced' };
    expect(resourceInfo(Thing)).toEqual({ ...info, ...names });
  },
);

it('a raw schema can have fields with the names of properties that every object has', () => {
  // The type checker compares such fields with those of Object.
  const schema: RawSchema = {
    properties: { constructor: { type: 'string' }, toString: { type: 'integer' }, a: { properties: {} } },
  };
  // @ts-expect-error There is no such type.
  const wrong: RawSchema = { properties: { constructor: { type: 'text' } } };
  expect(Object.keys({ ...schema.properties, ...wrong.properties })).toEqual(['constructor', 'toString', 'a']);
});
