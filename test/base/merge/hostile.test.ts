import fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { expect, it } from 'vitest';
import { mergeFile } from '../../../src/base/merge/merge-file.js';
import { runs } from '../../support/seed.js';

const before = `# Ours.
kind: Deployment
metadata:
  name: m
spec: &s
  args:
  - --leader-elect
  # More.
  - --probe
  volumes: []
  text: |
    one
    two
ref: *s
---
kind: Other
list: [a, {name: b, n: 1}]
`;
const after = before
  .replace('  - --probe\n', '  - --cert\n  - --probe\n  - --last\n')
  .replace('volumes: []', 'volumes:\n  - name: v\n    # Why.\n    secret: x')
  .replace('two', 'three')
  .replace('n: 1}', 'n: 2}, c');

const lineStarts = [...before.matchAll(/^ */gm)].flatMap(({ index, 0: blanks }) => [index, index + blanks.length]);

it('merges a file in which anything was typed, or says why not, and never leaves one that cannot be read', () => {
  let merged = 0;
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.oneof(fc.nat(before.length), fc.constantFrom(...lineStarts)),
          fc.oneof({ arbitrary: fc.constant(0), weight: 3 }, { arbitrary: fc.nat(6), weight: 1 }),
          fc.oneof(
            fc.constantFrom(
              '\n',
              '  ',
              '- ',
              '# x\n',
              ':',
              '{',
              '}',
              '[',
              ']',
              ',',
              '"',
              "'",
              '&s ',
              '*s',
              '---\n',
              '\r',
              '\t',
              '|',
              'k: v\n',
              '? ',
              '!!str ',
            ),
            fc.string({ maxLength: 4 }),
          ),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      fc.boolean(),
      (typed, isBack) => {
        const [old, wanted] = isBack ? [after, before] : [before, after];
        let existing = old;
        for (const [at, length, text] of typed) existing = existing.slice(0, at) + text + existing.slice(at + length);
        const result = mergeFile('config/file.yaml', { existing, before: old, after: wanted });
        if (result.kind === 'refused') {
          expect(result.problems.every(({ lines }) => lines.length > 0)).toBe(true);
          expect(result.problems[0].reason).not.toContain('could not be brought');
          return;
        }
        merged += 1;
        for (const { errors } of parseAllDocuments(result.content, { version: '1.1' })) expect(errors).toEqual([]);
        expect(mergeFile('config/file.yaml', { existing: result.content, before: old, after: wanted })).toEqual(result);
      },
    ),
    { numRuns: runs(200) },
  );
  expect(merged).toBeGreaterThan(10);
});
