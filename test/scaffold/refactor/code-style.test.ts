import { expect, test } from 'vitest';
import { inStyleOf } from '../../../src/scaffold/refactor/code/code-style.js';
import { mergeCode } from '../../../src/scaffold/refactor/merge/merge-code.js';

const ours = `import { a } from 'x';
import b from 'it"s';

/** A type.
 * @see b
 */
export interface Foo {
  one: string;
  two(): void;
}

class Bar {
  /**
   * A field.
   */
  #foo = 1;
  [a] = 2;

  run(): void {
    if (a) return;
    for (let i = 0; i < 2; i += 1) b(\`
      text;
    \`, { one: '1' });
    const x = b;
    [x, a].map(b);
    if (a) { b(); }
    a(); b();
  }
}
`;
const inTabs = `import { a } from "x"
import b from 'it"s'

/** A type.
 * @see b
 */
export interface Foo {
	one: string
	two(): void
}

class Bar {
	/**
	 * A field.
	 */
	#foo = 1;
	[a] = 2

	run(): void {
		if (a) return
		for (let i = 0; i < 2; i += 1) b(\`
      text;
    \`, { one: "1" })
		const x = b;
		[x, a].map(b)
		if (a) { b() }
		a(); b()
	}
}
`;
const own = 'import c from "c"\n\nexport function mine() {\n\tif (c) {\n\t\treturn c\n\t}\n}\n';

test('code is written in the style of another file', () => {
  expect(inStyleOf({ existing: own, before: ours, after: ours }, 'a.ts').after).toBe(inTabs);
});

test.each([
  ['with the same style', ours],
  ['that cannot be parsed', `${own}(`],
  ['without anything that shows a style', ''],
])('code stays beside a file %s', (_, existing) => {
  expect(inStyleOf({ existing, before: ours, after: ours }, 'a.ts').after).toBe(ours);
});

test('code is indented with four blanks', () => {
  const existing = ours.replaceAll(/^(?: {2})+/gm, (blanks) => blanks.repeat(2));
  const { after } = inStyleOf({ existing, before: ours, after: ours }, 'a.ts');
  expect(after).toContain('\n        const x = b;\n');
  expect(after).toContain('\n     * A field.\n');
  expect(after).toContain('`\n      text;\n    `');
});

test('an added statement ends before code that could continue it', () => {
  const code = (added: string, more = ''): string =>
    `export function f() {\n  if (x) {\n    y(x)\n  }\n${added}${more}  log(a)\n}\n`;
  const files = { existing: code('', '  [1].map(g)\n'), before: code(''), after: code('  const b = 2\n') };
  expect(mergeCode('a.ts', files)?.files.get('a.ts')).toBe(code('  const b = 2;\n', '  [1].map(g)\n'));
});
