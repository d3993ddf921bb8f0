import { expect, test } from 'vitest';
import { makeRules } from '../../../src/base/merge/makefile.js';
import { mergeFile } from '../../../src/base/merge/merge-file.js';

const before = 'all: build\n\nbuild:\n\ttsc\n\ncheck:\n\tcheck\n';
const after = 'all: build\n\nbuild: check\n\ttsc\n\ncheck:\n\tcheck\n\nverify: check ## Alias.\n';
const merge = (existing: string, options = {}) => mergeFile('Makefile', { existing, before, after }, options);

test.each([['verify:\n\techo mine\n'], ['mine verify : ; echo mine\n'], ['verify: \\\n  all\n\techo mine\n']])(
  'a target that the user has does not get a second rule: %j',
  (own) => {
    const existing = `${before}\n${own}`;
    const whole = merge(existing);
    expect(whole.kind === 'refused' && whole.problems.map(({ reason }) => reason)).toEqual([
      'already has a target verify',
    ]);
    const part = merge(existing, { partial: true });
    expect(part).toEqual({ kind: 'merged', content: existing.replace('build:\n', 'build: check\n') });
  },
);

test.each([
  ['a rule with two colons', 'verify::\n\techo mine\n'],
  ['a variable of a target', 'verify: FLAG = 1\n'],
  ['a special target', '.PHONY: verify\n'],
  ['a command', 'mine:\n\techo verify: done\n'],
  ['a variable', 'verify := 1\n'],
])('a target is added beside %s', (_, own) => {
  expect(merge(`${own}\n${before}`)).toEqual({ kind: 'merged', content: `${own}\n${after}` });
});

test('a target that the user has as the release has it is not reported', () => {
  const existing = before.replace('check:\n', 'verify: check ## Alias.\n\ncheck:\n');
  const content = existing.replace('build:\n', 'build: check\n');
  expect(merge(existing)).toEqual({ kind: 'merged', content });
  expect(merge(content)).toEqual({ kind: 'merged', content });
  expect(merge(after)).toEqual({ kind: 'merged', content: after });
});

test('a rule has its targets and prerequisites', () => {
  const [rule, ...others] = makeRules('# a: b\r\nx y: z \\\r\n  w # v\r\n\trun: it\r\n');
  expect(others).toEqual([]);
  expect(rule?.targets).toEqual(['x', 'y']);
  expect(rule?.prerequisites.match(/\w+/g)).toEqual(['z', 'w']);
});
