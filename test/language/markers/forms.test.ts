import { readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { arrives, typesPage } from '../../../scripts/docs/type-forms.js';
import { specSchema } from '../../support/generate.js';
import { generateForms, markedPlaces, type FormResult } from '../../support/type-forms.js';

// Every form of a reference to a type, and every place of a marker: the marker is in what is generated, or is reported.

const nameOf = ({ form, place }: FormResult): string => `${place.name}: ${form.type} ${form.beside ?? ''}`;

/** Reports whether a form has no values of the type: names, and another type in place of a scalar. */
const hasNoValues = ({ form, place }: FormResult): boolean =>
  form.type === 'keyof Item' || (form.type.endsWith("'other' }") && place.name === 'scalar');

const titled = generateForms({ decorator: "@Title('marked')", tag: '@title "marked"' });
const plain = generateForms();

test('no marker on a value is lost in any form', () => {
  expect(titled.length).toBeGreaterThan(500);
  const silent = titled.filter((each) => !arrives(each) && each.problems.length === 0);
  expect(silent.filter((each) => !hasNoValues(each)).map(nameOf)).toEqual([]);
  expect(silent).toHaveLength(markedPlaces.length + 1);
});

test('a warning is given only where a marker is lost', () => {
  const both = titled.filter((each) => arrives(each) && each.problems.length > 0);
  expect(both.map(nameOf)).toEqual([]);
});

it.each([
  ['Immutable', '@Immutable()', '@immutable'],
  ['Default', "@Default('a')", "@default 'a'"],
])('@%s, which is about the field, is not lost either', (_, decorator, tag) => {
  const marked = generateForms({ decorator, tag });
  const silent = marked.filter((each, index) => {
    const without = plain[index]!;
    return each.text === without.text && each.problems.join(',') === without.problems.join(',');
  });
  const known = (each: FormResult): boolean =>
    hasNoValues(each) || each.place.name === 'scalar' || each.problems.length > 0;
  expect(silent.filter((each) => !known(each)).map(nameOf)).toEqual([]);
});

test('the table of the page is what is generated; if not: npm run docs', () => {
  const page = readFileSync(new URL('../../../docs/reference/types.md', import.meta.url), 'utf8');
  expect(page).toBe(typesPage(page));
});

it.each([
  ["it!: Item['x'];", ['markers-not-inherited 6:3']],
  ["@Default('b') it!: Item['x'];", []],
  ["@MaxLength(2) it!: Item['x'];", ['markers-not-inherited 6:3']],
  ["it!: Pick<Whole, 'x'>;", ['markers-not-inherited 6:8']],
  ["@MinProperties(1) it!: Pick<Whole, 'x'>;", []],
])('a field repeats the markers that do not follow its type: %s', (field, wanted) => {
  const before =
    "class Item { @MaxLength(3) @Default('a') x!: string } /** @minProperties 1 */ interface Whole { x: string }";
  const { diagnostics } = specSchema(field, before);
  expect(diagnostics.map(({ code }) => code)).toEqual(wanted.map((each) => each.split(' ')[0]));
});

it.each([
  ["Item['x']", { maxLength: 3, description: 'Text.' }],
  ["Item['x'][]", { items: { maxLength: 3 } }],
  ["Record<string, Item['x']>", { additionalProperties: { maxLength: 3 } }],
  ['{ [K in keyof Item]: Item[K][] }', { properties: { x: { items: { maxLength: 3 } } } }],
  ["{ [K in 'x' as `its-${K}`]: Item[K] }", { properties: { 'its-x': { maxLength: 3 } } }],
])('%s has the markers and the description of the field', (type, wanted) => {
  const { spec, diagnostics } = specSchema(`it!: ${type};`, 'interface Item { /** Text. @maxLength 3 */ x: string }');
  expect(diagnostics).toEqual([]);
  expect(spec['properties'].it).toMatchObject(wanted);
});

test('types that refer to each other are followed to an end', () => {
  const before = `type A = A['x']['y'];
type B = B extends B ? B : B;
type C<T> = C<C<T>['x']>['x'];
interface D { x: D['x'] }`;
  const { diagnostics } = specSchema("a!: A; b!: B; c!: C<string>; d!: D['x'];", before);
  expect(diagnostics.length).toBeGreaterThan(0);
});
