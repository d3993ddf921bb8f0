import { expect, it } from 'vitest';
import { preservedData } from './preserved-data.js';

const isNames = (data: unknown): data is string[] =>
  Array.isArray(data) && data.every((each) => typeof each === 'string');
const names = preservedData('example.com/v1-names', isNames);
const annotations = { other: 'stays' };

it.each([{ name: 'a' }, { name: 'a', annotations }, {}])('gives back what it was given: %j', (metadata) => {
  const preserved = names.preserve(metadata, ['b', 'ü"']);
  expect(preserved).toEqual({
    ...metadata,
    annotations: { ...metadata.annotations, 'example.com/v1-names': '["b","ü\\""]' },
  });
  expect(names.restore(preserved)).toEqual({ data: ['b', 'ü"'], metadata });
});

it('preserves nothing where there is nothing, and what was there before goes', () => {
  const stale = names.preserve({ annotations }, ['old']);
  expect(names.preserve(stale, undefined)).toEqual({ annotations });
  expect(names.preserve(undefined, undefined)).toEqual({});
});

it.each(['', '[', '{}', 'null', '[1]', '"a"'])('ignores invalid data of others: %s', (text) => {
  const metadata = { name: 'a', annotations: { 'example.com/v1-names': text } };
  expect(names.restore(metadata)).toEqual({ data: undefined, metadata: { name: 'a' } });
});

it('leaves alone what it is given, frozen or not', () => {
  const metadata = Object.freeze({ annotations: Object.freeze({ 'example.com/v1-names': '["a"]' }) });
  names.restore(metadata);
  names.preserve(metadata, ['b']);
  expect(metadata.annotations).toEqual({ 'example.com/v1-names': '["a"]' });
});
