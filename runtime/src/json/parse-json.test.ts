import { describe, expect, it } from 'vitest';
import { clone } from './copy.js';
import { InexactNumberError, parseJson, refuseInexact } from './parse-json.js';

const parse = <T>(text: string): T => parseJson<T>(text, 'get things a/b');
const refuse = (object: object) => () => refuseInexact(object, 'update things a/b');

describe('a whole number beyond 2^53', () => {
  it.each([
    ['in a field', 'spec.size', '{"spec":{"size":9007199254740993}}'],
    ['below zero', 'spec.size', '{"spec":{"size":-9223372036854775807}}'],
    // 2^60: exact, but written as 1152921504606847000.
    ['that is exact and would be written rounded', 'spec.size', '{"spec":{"size":1152921504606846976}}'],
    ['in a list', 'spec.sizes[1]', '{"spec":{"sizes":[1, 9007199254740993]}}'],
    ['beside a fraction', 'spec.ratios[1]', '{"spec":{"ratios":[0.1234567890123456789, 9007199254740993 ]}}'],
    ['beside one that a double holds', 'b', '{"a":9007199254740992,"b":9007199254740993}'],
    ['that is read as infinite', 'spec.size', '{"spec":{"size":1e999}}'],
    ['that is read as infinite, with a sign and a fraction', 'spec.sizes[1]', '{"spec":{"sizes":[1e300, -1.5E+309]}}'],
    [
      'beside a text that looks like it',
      'spec.size',
      '{"spec":{"text":"{\\"a\\":9007199254740993}","size":9007199254740993}}',
    ],
  ])('can be read, and not written back: %s', (_, field, text) => {
    const object = parse<object>(text);
    expect(refuse(object)).toThrow(InexactNumberError);
    expect(refuse(object)).toThrow(`update things a/b: ${field} is a whole number beyond 2^53`);
    expect(refuse({ ...object })).toThrow(InexactNumberError);
    expect(refuse(clone(object))).toThrow(InexactNumberError);
    expect(JSON.stringify(object)).toBe(JSON.stringify(JSON.parse(text)));
  });

  it.each([
    ['that a double holds exactly', '{"spec":{"size":9007199254740992}}'],
    ['inside a text', '{"spec":{"text":"[9007199254740993]","more":", 9007199254740993 ,"}}'],
    ['inside a text, as a field would be', '{"spec":{"text":":1234567890123456789,"}}'],
    ['a large number that a double holds', '{"spec":{"size":1e300,"small":1e-999}}'],
    ['a fraction', '{"spec":{"ratio":0.12345678901234567890}}'],
    ['after an escaped quote', String.raw`{"spec":{"text":"\",9007199254740993,\\"}}`],
    ['as the key of a record', '{"spec":{"9007199254740993":1}}'],
  ])('is none: %s', (_, text) => {
    expect(refuse(parse(text))).not.toThrow();
  });

  it('marks the item of a list, and the object of a watch event, and not their neighbors', () => {
    const list = parse<{ items: [object, object] }>('{"items":[{"a":1},{"a":9007199254740993}]}');
    expect(refuse(list.items[0])).not.toThrow();
    expect(refuse(list.items[1])).toThrow(InexactNumberError);
    const event = parse<{ object: object }>('{"type":"ADDED","object":{"items":[9007199254740993]}}');
    expect(refuse(event.object)).toThrow(InexactNumberError);
  });
});

it('an error has an end, however long the names of fields are', () => {
  const object = parse<object>(`{"${'x'.repeat(900_000)}":9007199254740993}`);
  let error: unknown;
  try {
    refuseInexact(object, 'update');
  } catch (thrown) {
    error = thrown;
  }
  expect((error as InexactNumberError).message.length).toBeLessThan(500);
  expect((error as InexactNumberError).field.length).toBeLessThan(300);
});

it('reads a field called __proto__ as a field', () => {
  const object = parse<{ spec: object }>('{"spec":{"__proto__":{"a":9007199254740993}}}');
  expect(Object.keys(object.spec)).toEqual(['__proto__']);
  expect(refuse(object)).toThrow(InexactNumberError);
});
