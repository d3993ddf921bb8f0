import { readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { specSchema } from '../support/generate.js';
import { withoutForms } from '../../scripts/docs/type-forms.js';
import { blocksOf } from '../support/pages.js';

// Another test compares the generated table of forms.
const page = withoutForms(readFileSync(new URL('../../docs/reference/types.md', import.meta.url), 'utf8'));
const before = blocksOf(page).find(({ info }) => info === 'ts')!.text;

/** The rows of all tables with this head, cell by cell. */
function rowsOf(head: string): string[][] {
  const tables = page.split(`| ${head} |\n`).slice(1);
  return tables.flatMap((table) => {
    const [, ...lines] = table.split('\n');
    const end = lines.findIndex((line) => !line.startsWith('|'));
    return lines.slice(0, end).map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map(cellText),
    );
  });
}

/** What a cell shows: code without its fence, a bar without its backslash. */
function cellText(cell: string): string {
  const text = cell.trim().replaceAll('\\|', '|');
  return /^(`+) ?(.*?) ?\1$/.exec(text)?.[2] ?? text;
}

const types = rowsOf('TypeScript | schema');
const fields = rowsOf('field | schema | required');
const refused = rowsOf('TypeScript | problem');

it.each(types)('%s', (type, schema) => {
  const { spec, diagnostics } = specSchema(`  it!: ${type};`, before);
  expect(diagnostics).toEqual([]);
  expect(spec['properties'].it).toEqual(parse(schema));
});

it.each(fields)('%s', (field, schema, required) => {
  const { spec, diagnostics } = specSchema(`  ${field};`, before);
  expect(diagnostics).toEqual([]);
  expect(spec['properties'].it).toEqual(parse(schema));
  expect(spec['required'] ?? []).toEqual(required === 'yes' ? ['it'] : []);
});

it.each(refused)('%s is refused', (type, problem) => {
  const { diagnostics } = specSchema(`  it!: ${type};`, before);
  expect(diagnostics.map(({ code }) => `[${code}](../diagnostics/${code}.md)`)).toEqual([problem]);
});

test('every table is tried', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('|')).length;
  const heads = page.match(/^\|---/gm)!.length;
  expect(types.length + fields.length + refused.length).toBe(rows - 2 * heads);
});
