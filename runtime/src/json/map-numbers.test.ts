import { expect, it } from 'vitest';
import { mapNumbers } from './map-numbers.js';

const marked = (json: string): string => mapNumbers(json, (number) => `<${number}>`);

it.each([
  ['1', '<1>'],
  ['[-1.5e+3,{"a":0}]', '[<-1.5e+3>,{"a":<0>}]'],
  [String.raw`{"1":"2\"3\\","4\\\\":5}`, String.raw`{"1":"2\"3\\","4\\\\":<5>}`],
  ['"1', '"1'],
  ['[true,null,""]', '[true,null,""]'],
])('%s', (json, expected) => expect(marked(json)).toBe(expected));

it('passes over texts with millions of escapes', () => {
  const text = JSON.stringify('\n'.repeat(10_000_000));
  expect(marked(`[${text},1]`).slice(-5)).toBe(',<1>]');
});
