import { expect, test } from 'vitest';
import { diagnostic } from '../../../src/base/diagnostics/diagnostic.js';
import { printAnnotation } from '../../../src/base/diagnostics/print-github.js';

const base = diagnostic('missing-file', { path: 'x', fix: 'y' });

test('an annotation names the file, the line, the column and the code', () => {
  const position = { file: 'src/a.ts', line: 3, column: 7, length: 4 };
  expect(printAnnotation({ ...base, message: 'broken', help: 'mend it', position }, (file) => `sub/${file}`)).toBe(
    '::error file=sub/src/a.ts,line=3,col=7,endColumn=11,title=missing-file::broken%0Amend it',
  );
});

test('a warning without a position is a warning for the whole run', () => {
  expect(printAnnotation({ ...base, severity: 'warning', message: 'm', help: 'h' }, (file) => file)).toBe(
    '::warning title=missing-file::m%0Ah',
  );
});

test('a note is a notice, as GitHub calls it', () => {
  expect(printAnnotation({ ...base, severity: 'note', message: 'm', help: 'h' }, (file) => file)).toBe(
    '::notice title=missing-file::m%0Ah',
  );
});

test("GitHub's own characters are escaped, those of properties in properties only", () => {
  const position = { file: 'a,b:c%d.ts', line: 1, column: 1 };
  const shown = printAnnotation({ ...base, message: '100%, a:b\n::error::x\r', help: 'h', position }, (file) => file);
  expect(shown).toBe('::error file=a%2Cb%3Ac%25d.ts,line=1,col=1,title=missing-file::100%25, a:b\\n::error::x\\r%0Ah');
  expect(shown.split('\n')).toHaveLength(1);
});
