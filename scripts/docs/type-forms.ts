import { generateForms, markedPlaces, typeForms, type FormResult } from '../../test/support/type-forms.js';

const begin = '<!-- Generated from test/support/type-forms.ts: npm run docs. Changes made here are lost. -->';
const end = '<!-- End of the generated table. -->';

/** Returns the page of types with the table of all forms of a reference to a type. */
export function typesPage(page: string): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error('docs/reference/types.md has no place for the table of forms');
  return `${before}${begin}\n\n${formsTable()}\n\n${end}${after}`;
}

/** Returns the page without the table of forms. */
export function withoutForms(page: string): string {
  return page.split(begin)[0]! + page.split(end)[1]!;
}

/** Returns the table, with one row for all forms that have the same result in all places. */
function formsTable(): string {
  const results = generateForms({ decorator: "@Title('marked')", tag: '@title "marked"' });
  const rows = new Map<string, string[]>();
  for (const form of typeForms) {
    const cells = markedPlaces.map((place) =>
      cellOf(results.find((each) => each.form === form && each.place === place)),
    );
    const written = [form.type, ...(form.beside === undefined ? [] : [form.beside])].map(asCode).join(' with ');
    rows.set(cells.join(' | '), [...(rows.get(cells.join(' | ')) ?? []), written]);
  }
  const head = ['form', ...markedPlaces.map(({ name }) => name)];
  return [
    `| ${head.join(' | ')} |`,
    `|${'---|'.repeat(head.length)}`,
    ...[...rows].map(([cells, forms]) => `| ${forms.join('<br>')} | ${cells} |`),
  ].join('\n');
}

/** Returns `arrives`, the code of the diagnostic, or a dash if the form has no values of the type. */
export function cellOf(result: FormResult | undefined): string {
  if (result === undefined) return '—';
  if (arrives(result)) return 'arrives';
  const [code] = result.problems;
  return code === undefined ? '—' : `[${code}](../diagnostics/${code}.md)`;
}

/** Reports whether the effect of a marker is in the generated schema: a title, or the format of a scalar. */
export function arrives({ text, place }: FormResult): boolean {
  return text.includes(place.name === 'scalar' ? '"format":"int32"' : '"title":"marked"');
}

function asCode(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  const padded = text.startsWith('`') || text.endsWith('`') ? ` ${text} ` : text;
  return `${fence}${padded.replaceAll('|', String.raw`\|`)}${fence}`;
}
