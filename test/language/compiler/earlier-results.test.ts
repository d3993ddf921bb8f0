import { describe, expect, it } from 'vitest';
import { EarlierResults } from '../../../src/language/compiler/earlier-results.js';
import type { ImportFiles } from '../../../src/language/compiler/import-files.js';

/** Files of which `link` leads to another place. */
function files(texts: Readonly<Record<string, string>>, target = '/project/a.ts'): ImportFiles {
  return { read: (path) => texts[path], realpath: (path) => (path === '/project/link' ? target : path) };
}

const before = { '/project/a.ts': 'a', '/project/b.ts': 'b' };

/** Results of work that has read one file, looked for another in vain, and followed a link. */
function resultsOf(key: string): EarlierResults<string> {
  const results = new EarlierResults<string>();
  const work = results.note(key, files(before));
  work.files.read('/project/a.ts');
  work.files.read('/project/missing.ts');
  work.files.realpath('/project/link');
  work.keep('first');
  return results;
}

describe('a result of earlier work', () => {
  it.each([
    ['a file that was not read changes', files({ ...before, '/project/b.ts': 'other' })],
    ['a file that was not read is new', files({ ...before, '/project/c.ts': 'c' })],
  ])('is found if %s', (_, now) => {
    expect(resultsOf('key').find('key', now)).toBe('first');
  });

  it.each([
    ['a file changes', files({ ...before, '/project/a.ts': 'other' })],
    ['a file is gone', files({ '/project/b.ts': 'b' })],
    ['a file that was missing is there', files({ ...before, '/project/missing.ts': '' })],
    ['a link leads to another place', files(before, '/project/b.ts')],
    [
      'a file is refused',
      {
        ...files(before),
        read: () => {
          throw new Error('refused');
        },
      },
    ],
  ])('is not found if %s', (_, now) => {
    expect(resultsOf('key').find('key', now)).toBeUndefined();
  });

  it('is not found for other work', () => {
    expect(resultsOf('key').find('other', files(before))).toBeUndefined();
  });

  it('is found beside that of other files, until there are too many', () => {
    const results = resultsOf('key');
    const keep = (text: string): void => {
      const work = results.note('key', files({ '/project/a.ts': text }));
      work.files.read('/project/a.ts');
      work.keep(text);
    };
    keep('second');
    expect(results.find('key', files(before))).toBe('first');
    for (let index = 0; index < 16; index += 1) keep(`${index}`);
    expect(results.find('key', files(before))).toBeUndefined();
    expect(results.find('key', files({ '/project/a.ts': '0' }))).toBe('0');
  });
});
