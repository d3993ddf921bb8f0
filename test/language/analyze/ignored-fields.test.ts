import { describe, expect, it } from 'vitest';
import { codes, specSchema } from '../../support/generate.js';

describe('a field with @Ignore', () => {
  it.each([
    ['is not in the schema', '@Ignore() a!: string; it!: string;', ''],
    ['has any type', '@Ignore() a!: () => Promise<Date>; it!: string;', ''],
    ['has any initializer', '@Ignore() a = new Map(); it!: string;', ''],
    ['is a method', '/** @ignoreField */ a(): number { return 1; } it!: string;', ''],
    ['is a private name', '/** @ignoreField */ #a = 1; it!: string;', ''],
    ['is named by a symbol', '/** @ignoreField */ [a]!: string; it!: string;', 'declare const a: unique symbol;'],
    ['by its type', 'a?: Code; it!: string;', '/** @ignoreField */ type Code = () => void;'],
  ])('%s', (_, spec, before) => {
    const { spec: schema, diagnostics } = specSchema(`  ${spec}`, before);
    expect(diagnostics).toEqual([]);
    expect(schema).toMatchObject({ properties: { it: { type: 'string' } }, required: ['it'] });
    expect(Object.keys(schema['properties'])).toEqual(['it']);
  });

  it('does not distinguish the members of a union', () => {
    const before = `
      class A { @Ignore() is: 'a' = 'a'; type: 'x' = 'x'; one!: string }
      class B { @Ignore() is: 'b' = 'b'; type: 'y' = 'y'; other!: string }`;
    const { spec, diagnostics } = specSchema('  it!: A | B;', before);
    expect(diagnostics).toEqual([]);
    expect(Object.keys(spec['properties'].it.properties)).toEqual(['one', 'other', 'type']);
  });

  it.each([
    ['is no key of a list', "@ListType('map') @ListMapKey('a') it!: Item[];", ['list-map-key-missing']],
    ['is no field of a choice', '@AtMostOneOf("a", "b") it?: Item;', ['invalid-marker']],
    ['has no other marker', '@Ignore() @MaxLength(3) a?: string; it!: string;', ['misplaced-marker']],
    ['is not an item', '@Items(Ignore()) it!: string[];', ['misplaced-marker']],
  ])('%s: %s', (_, spec, expected) => {
    const { diagnostics } = specSchema(`  ${spec}`, 'class Item { @Ignore() a?: string; b?: string; c?: string }');
    expect(codes(diagnostics).map((each) => each.split(' ')[0])).toEqual(expected);
  });
});
