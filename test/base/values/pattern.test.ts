import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { compilePattern } from '../../../src/base/values/pattern.js';

const pieces = `a b - [ [^ ] ( (?: (?i (?= ) * + ? ?? | ^ $ . \\d \\w \\s \\b \\- \\] \\/ \\ \\1 a-z z-a && : [: [:alpha:] 0-9 / { } {2} {1001} ' é`;

const patterns = fc
  .array(fc.constantFrom(' ', ...pieces.split(' ')), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''));

function isPatternOfRe2(pattern: string): boolean {
  try {
    return RE2JS.compile(pattern) instanceof RE2JS;
  } catch {
    return false;
  }
}

it('calls exactly those patterns sound that RE2 takes, whether or not RE2 has to be asked', () => {
  fc.assert(
    fc.property(patterns, (pattern) => {
      expect('matches' in compilePattern(pattern)).toBe(isPatternOfRe2(pattern));
    }),
    { numRuns: 5000 },
  );
});

it('matches as RE2 does where RE2 and JavaScript differ', () => {
  const pattern = compilePattern('^a\\sb$');
  expect('matches' in pattern && pattern.matches('a b')).toBe(true);
  expect('matches' in pattern && pattern.matches('a\u00A0b')).toBe(false);
});
