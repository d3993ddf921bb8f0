import { describe, expect, it } from 'vitest';
import { createLogger, type LogFormat } from './create-logger.js';
import { shortened } from './shorten.js';

const huge = 'x'.repeat(10_485_760);
const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
const failure = (message: string, cause?: unknown): Error => new Error(message, { cause });
const chain = (length: number): Error => {
  let error = new Error('the first');
  for (let at = 0; at < length; at += 1) error = new Error(`number ${at}`, { cause: error });
  return error;
};

const fields: readonly (readonly [string, Record<string, unknown>])[] = [
  ['a text', { text: huge }],
  ['an error with a long message', { error: failure(huge) }],
  ['an error with a long cause', { error: failure('short', failure(huge)) }],
  ['many errors', { error: new AggregateError(Array.from({ length: 1000 }, () => failure(huge.slice(0, 10_000)))) }],
  ['a long chain of causes', { error: chain(20_000) }],
  ['a deep object', { object: nested(20_000) }],
  ['a wide object', { object: Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`key${at}`, at])) }],
  ['long names', { object: { [huge]: 1 }, [huge]: 2 }],
  ['a long list', { list: Array.from({ length: 1_000_000 }, (_, at) => at) }],
  ['a list of long texts', { list: Array.from({ length: 5000 }, () => huge.slice(0, 100_000)) }],
  ['bytes', { bytes: Buffer.alloc(10_000_000) }],
  ['many fields', Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`field${at}`, huge.slice(0, 1000)]))],
];

const formats: readonly LogFormat[] = ['json', 'console'];

describe.each(formats)('a line as %s', (format) => {
  const lineOf = (message: string, given: Record<string, unknown>): string => {
    let line = '';
    createLogger({ format, write: (each) => (line = each) }).error(message, given);
    return line;
  };

  it.each(fields)('has an end, with %s', (_, given) => {
    const line = lineOf('failed', { first: 'stays', ...given });
    expect(line.length).toBeLessThan(140_000);
    expect(line).toContain('stays');
    expect(line).toContain('failed');
    if (format === 'json') {
      expect(line.length).toBeLessThan(70_000);
      expect(JSON.parse(line)).toMatchObject({ msg: 'failed', first: 'stays', level: 'error' });
    }
  });

  it('has an end, with a long message, and says how long it was', () => {
    const line = lineOf(huge, { last: 'stays' });
    expect(line.length).toBeLessThan(10_000);
    expect(line).toContain('... 10,485,760 characters in all');
    expect(line).toContain('stays');
  });
});

it('an error with a long message says where it comes from', () => {
  let line = '';
  createLogger({ write: (each) => (line = each) }).error('failed', { error: failure(huge) });
  expect(JSON.parse(line)).toMatchObject({
    error: {
      message: expect.stringMatching(/^x+\.\.\. 10,485,760 characters in all$/),
      stack: expect.stringContaining('bounds.test.ts'),
    },
  });
});

it('no half of a character stays behind', () => {
  expect(shortened('ab💥cd', 3)).toBe('ab... 6 characters in all');
  expect(shortened('ab💥cd', 4)).toBe('ab💥... 6 characters in all');
  expect(shortened('ab💥cd', 6)).toBe('ab💥cd');
});
