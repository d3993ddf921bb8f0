import { describe, expect, it } from 'vitest';
import { readGo } from '../../src/go/text.js';

describe('the text of a Go file', () => {
  it('has no comments and no contents of strings in its code, at the same offsets', () => {
    const text = 'a("// no comment", `{`) // Owns(\n/* For( */ b(\'"\')\n';
    const { code, problem } = readGo('a.go', text);
    expect(code).toHaveLength(text.length);
    expect(code).not.toMatch(/Owns|For|no comment/);
    expect(code.indexOf('b(')).toBe(text.indexOf('b('));
    expect(problem).toBeUndefined();
  });

  it('finds the bracket that closes another one', () => {
    const text = 'f(g(")"), []string{"("})';
    const { closing } = readGo('a.go', text);
    expect(closing.get(1)).toBe(text.length - 1);
    expect(closing.get(3)).toBe(7);
  });

  it('says where lines begin', () => {
    expect(readGo('a.go', 'a\n\n  b').at(5)).toEqual({ file: 'a.go', line: 3, column: 3 });
  });

  it.each([
    ['a string', 'x := "open\n', 'a string does not end', 6],
    ['a raw string', 'x := `open\n\n', 'a string does not end', 6],
    ['a comment', 'x /* open', 'a comment does not end', 3],
    ['an opening bracket', 'f(', 'a bracket has no counterpart', 2],
    ['a closing bracket', 'f)', 'a bracket has no counterpart', 2],
    ['a bracket of another kind', 'f(]', 'a bracket has no counterpart', 3],
  ])('names the position of %s without an end', (_, text, reason, column) => {
    expect(readGo('a.go', text).problem).toEqual({ reason, position: { file: 'a.go', line: 1, column } });
  });

  it('reads a megabyte of brackets and of quotes', () => {
    expect(readGo('a.go', '('.repeat(1_000_000)).problem).toBeDefined();
    expect(readGo('a.go', '"\\"" '.repeat(200_000)).problem).toBeUndefined();
    expect(readGo('a.go', '/* '.repeat(300_000)).problem).toBeDefined();
  });
});
