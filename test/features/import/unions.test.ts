import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { roundTrip } from '../../round-trip/round-trip.js';
import { definition, objectWith } from '../../support/definitions.js';
import { specSchema } from '../../support/generate.js';

/** Imports a definition, expects that it is the same again, and returns the code. */
async function imported(spec: JsonObject): Promise<string> {
  const { sources, diagnostics, results } = await roundTrip([definition({ spec })], { format: true });
  expect(diagnostics).toEqual([]);
  expect(results.flatMap(({ differences }) => differences)).toEqual([]);
  return sources['src/api/example.com/v1/thing.types.ts']!;
}

/** Returns the schema that the generator writes for fields. */
function generated(fields: string, before: string): JsonObject {
  const { spec, diagnostics } = specSchema(fields, before);
  expect(diagnostics).toEqual([]);
  return spec as JsonObject;
}

const storage = `
class Disk { type!: 'Disk'; path!: string; /** @minimum 1 */ size?: Int32; shared!: string; note: string = 'x' }
class Bucket { type!: 'Bucket'; size!: Int32; /** A region. */ region?: string; shared!: string; note: string = 'x' }
class None { type!: 'None' | 'Off'; shared!: string; note: string = 'x' }
type Storage = Disk | Bucket | None;
`.replace('/** @minimum 1 */ ', '');

describe('a union of objects', () => {
  it('comes back as a union from the schema that the generator writes', async () => {
    const code = await imported(generated('  it!: Storage;', storage));
    expect(code).toMatchInlineSnapshot(`
      "import { CustomResource, Resource, type Int32 } from '@operator-gen/runtime/api';
      import { groupVersion } from './group-version.js';

      export class ItDisk {
        type!: 'Disk';
        note: string = 'x';
        shared!: string;
        path!: string;
        size?: Int32;
      }

      export class ItBucket {
        type!: 'Bucket';
        note: string = 'x';
        shared!: string;
        size!: Int32;
        /** A region. */
        region?: string;
      }

      export class ItNone {
        type!: 'None' | 'Off';
        note: string = 'x';
        shared!: string;
      }

      export type It = ItDisk | ItBucket | ItNone;

      export class ThingSpec {
        it!: It;
      }

      @Resource(groupVersion, { plural: 'things' })
      export class Thing extends CustomResource {
        spec?: ThingSpec;
      }
      "
    `);
  });

  it.each([
    ['of two members', "type U = { on: 'a'; x: string } | { on: 'b' };"],
    ['with values that are not words', "type U = { on: 'a or b'; x?: string } | { on: '--'; y: Int32 } | { on: '' };"],
    [
      'with more values than are compared one by one',
      `type U = ${Array.from('abcdefgh', (each) => `{ on: '${each}'; ${each}x: string; all?: boolean }`).join(' | ')};`,
    ],
    ['with an object as a field', "type U = { on: 'a'; x: { y: string } } | { on: 'b'; z?: { y: string }[] };"],
    ['with names that CEL escapes', "type U = { on: 'a'; 'x-y': string } | { on: 'b'; namespace?: string };"],
    [
      'with a description',
      "/** A choice. */ type U = { /** The sort. */ on: 'a'; /** The x. */ x: string } | { on: 'b' };",
    ],
  ])('%s comes back', async (_, before) => {
    for (const field of ['  it!: U;', '  it?: U;', '  it!: U[];', '  it?: Record<string, U>;', '  it!: U | null;']) {
      const code = await imported(generated(field, before));
      expect(code, field).toMatch(/^export type It = \w+( \| \w+)+;$/m);
      expect(code, field).not.toContain('@XValidation');
    }
  });

  it('can be the spec, and have two descriptions', async () => {
    const schema = generated('  it!: Storage;', storage);
    const union = (schema['properties'] as Record<string, JsonObject>)['it']!;
    expect(await imported(union)).toContain('export type ThingSpec = ');
    await imported(
      objectWith({ a: { ...union, description: 'One.' }, b: { ...union, description: 'Two.' }, c: union }),
    );
    await imported(
      objectWith({
        a: { type: 'array', items: { ...union, description: 'One.' } },
        b: { ...union, description: ' odd\u00a0' },
      }),
    );
  });

  const schema = generated('  it!: Storage;', storage);
  const rules = (each: JsonObject): JsonObject[] => each['x-kubernetes-validations'] as JsonObject[];
  const change = (changed: (union: JsonObject) => JsonObject): JsonObject => {
    const fields = schema['properties'] as Record<string, JsonObject>;
    return { ...schema, properties: { it: changed(fields['it']!) } };
  };
  const properties = (union: JsonObject): Record<string, JsonObject> =>
    union['properties'] as Record<string, JsonObject>;
  it.each<[string, (union: JsonObject) => JsonObject]>([
    [
      'another rule',
      (union) => ({ ...union, 'x-kubernetes-validations': [...rules(union), { rule: 'has(self.path)' }] }),
    ],
    ['another order of the rules', (union) => ({ ...union, 'x-kubernetes-validations': rules(union).toReversed() })],
    [
      'another message',
      (union) => ({
        ...union,
        'x-kubernetes-validations': rules(union).map((each) => ({ ...each, message: `${each['message'] as string}!` })),
      }),
    ],
    [
      'a reason',
      (union) => ({
        ...union,
        'x-kubernetes-validations': rules(union).map((each) => ({ ...each, reason: 'FieldValueInvalid' })),
      }),
    ],
    [
      'another order of the values',
      (union) => ({
        ...union,
        properties: { ...properties(union), type: { type: 'string', enum: ['Off', 'None', 'Bucket', 'Disk'] } },
      }),
    ],
    ['an optional discriminator', (union) => ({ ...union, required: ['shared'] })],
    [
      'a default of the discriminator',
      (union) => ({
        ...union,
        properties: { ...properties(union), type: { ...properties(union)['type'], default: 'Disk' } },
      }),
    ],
    [
      'a default of a bound field',
      (union) => ({ ...union, properties: { ...properties(union), region: { type: 'string', default: 'x' } } }),
    ],
    ['another keyword', (union) => ({ ...union, minProperties: 2 })],
    [
      'a field that no class can have',
      (union) => ({
        ...union,
        properties: Object.fromEntries([...Object.entries(properties(union)), ['constructor', { type: 'string' }]]),
      }),
    ],
  ])('stays an object with rules with %s', async (_, changed) => {
    const code = await imported(change(changed));
    expect(code).not.toContain('export type It');
    expect(code).toContain('export class It {');
  });

  it('can have another value, or one rule less, if that is another union', async () => {
    const less = await imported(change((union) => ({ ...union, 'x-kubernetes-validations': rules(union).slice(1) })));
    expect(less).toMatch(/class ItBucket {[^}]*path\?: string;/);
    const values = ['Disk', 'Bucket', 'None', 'Off', 'More'];
    const type = { type: 'string', enum: values };
    const more = await imported(change((union) => ({ ...union, properties: { ...properties(union), type } })));
    expect(more).toContain("type!: 'None' | 'Off';");
    expect(more).toContain("type!: 'More';");
  });

  it('is not every object with an enum', async () => {
    const object = objectWith(
      { type: { type: 'string', enum: ['a', 'b'] }, x: { type: 'string' } },
      { required: ['type'] },
    );
    expect(await imported(objectWith({ it: object }))).toContain('export class It {');
  });
});
