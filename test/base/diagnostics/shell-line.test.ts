import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellLine } from '../../../src/base/diagnostics/shell-line.js';

it('leaves plain words as they are', () => {
  expect(shellLine(['kubectl', 'delete', 'a/b:c@1', '--x=y,z'])).toBe('kubectl delete a/b:c@1 --x=y,z');
});

it.each([
  'a;touch${IFS}x|sh',
  "it's",
  '',
  '$(touch x)',
  '`touch x`',
  'back\\slash',
  'one\ntwo',
  "one\r\n'two\\n'",
  '\u001b[2J\t\u007f',
  '\\\n\\',
  '~',
  '!x',
])('a shell reads %j as one word, from one line that can be printed', (word) => {
  const line = shellLine(['printf', '%s', word, 'end']);
  // oxlint-disable-next-line no-control-regex
  expect(line).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
  expect(execFileSync('bash', ['-c', line], { encoding: 'utf8' })).toBe(`${word}end`);
});
