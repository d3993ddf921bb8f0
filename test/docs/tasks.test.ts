import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTaskPages, taskPages, type BuiltPages } from '../support/task-pages.js';
import { filesBelow } from '../support/source-files.js';

const repository = resolve(import.meta.dirname, '../..');

let built: BuiltPages;
beforeAll(() => {
  built = buildTaskPages();
}, 60_000);
afterAll(() => built?.remove());

describe('the pages', () => {
  const named = taskPages.map((page) => [page.name, page] as const);

  test('fit the types of the runtime, as a scaffolded project compiles them', () => {
    expect(built.problems).toBe('');
  });

  test('pass the linter of a scaffolded project', () => {
    expect(built.lint()).toBe('');
  }, 300_000);

  test('are listed', () => {
    const list = taskPages.find(({ name }) => name === 'README')!.text;
    for (const [name] of named.filter(([each]) => each !== 'README')) expect(list).toContain(`](${name}.md)`);
  });

  test.each(named)('%s shows code in blocks that are tried', (_, { blocks, text }) => {
    const kinds = ['ts', 'json', 'text', 'sh'];
    expect(blocks.map(({ info }) => info).filter((info) => !kinds.includes(info))).toEqual([]);
    expect(blocks.length).toBe(text.match(/^ *```\w/gm)!.length);
  });

  test.each(named.filter(([name]) => name !== 'README'))('%s says what goes wrong', (_, { text }) => {
    expect(text).toContain('\n## Troubleshooting\n');
  });

  test.each(
    named.flatMap(([name, { blocks }]) => blocks.filter(({ info }) => info === 'json').map(({ text }) => [name, text])),
  )('%s shows a line that is logged: %s', (_, line) => {
    const { msg } = JSON.parse(line) as { readonly msg: string };
    expect(
      messages.some((pattern) => pattern.test(msg)),
      msg,
    ).toBe(true);
  });
});

/** What the runtime can say, as patterns: every text in its sources, with anything where a value is put in. */
const messages = filesBelow(new URL('../../runtime/src/', import.meta.url))
  .filter(({ path }) => !path.endsWith('.test.ts') && !path.startsWith('k8s/'))
  .flatMap(({ text }) => [...text.matchAll(/'([^'\n]{8,})'|`([^`\n]{8,})`/g)])
  .map(([, plain, template = '']) => (plain === undefined ? template.split(/\$\{[^}]*\}/) : [plain]))
  // Of values alone, such as a method and a path, any line could be made.
  .filter((parts) => (parts.join('').match(/[a-z]/g) ?? []).length > 5)
  .map((parts) => new RegExp(`^${parts.map(escaped).join('.+')}$`));

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

test('every file that a page links to is there', () => {
  for (const { text } of taskPages) {
    for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      expect(() => readFileSync(join(repository, 'docs/tasks', target)), target).not.toThrow();
    }
  }
});
