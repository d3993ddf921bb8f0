import { describe, expect, test } from 'vitest';
import { mergeCommentLines } from '../../../src/base/merge/comment-lines.js';
import { mergeFile } from '../../../src/base/merge/merge-file.js';
import { sameValues } from '../../../src/base/merge/yaml-comments.js';

const isComment = (line: string): boolean => line.trim().startsWith('#');
const merge = (before: string, after: string, content: string): string =>
  mergeCommentLines({ before, after }, content, isComment, sameValues);

describe('a comment of a change', () => {
  const before = '# Old.\na: 1\nb: 1\nc: 1\n';
  const after = '# New.\na: 1\n# Of b.\nb: 2\nc: 1\n# Below.\n';

  test('is merged where nobody has edited its place', () => {
    expect(merge(before, after, '# Old.\na: 1\nb: 2\nc: 7\n')).toBe('# New.\na: 1\n# Of b.\nb: 2\nc: 7\n');
  });

  test('is left out where the user has a comment', () => {
    expect(merge(before, after, '# Mine.\na: 1\n# Why.\nb: 2\nc: 1\n')).toBe(
      '# Mine.\na: 1\n# Why.\nb: 2\nc: 1\n# Below.\n',
    );
  });

  test('is never merged into a text', () => {
    expect(merge('a: 1\n', '# New.\na: 1\n', 'text: |\n  a: 1\n')).toBe('text: |\n  a: 1\n');
  });

  test('is merged once', () => {
    expect(merge(before, after, after)).toBe(after);
  });
});

test('a comment of the user beside a value of a replaced item stays', () => {
  const rules = (name: string, comments = ['', '']): string =>
    `rules:\n- apiGroups:${comments[0]!}\n  - 'a # b'\n  resources:\n  - ${name}${comments[1]!}\n`;
  const existing = rules('old', [' # mine', ' # why']);
  const merged = mergeFile('role.yaml', { existing, before: rules('old'), after: rules('new') });
  expect(merged.kind === 'merged' && merged.content).toBe(`${rules('new', [' # mine', ''])}  # why\n`);
});
