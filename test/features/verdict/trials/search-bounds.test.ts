import { expect, it } from 'vitest';
import { markerFor, type Bound, type Growing } from '../../../../src/features/verdict/trials/bounds.js';
import { searchBounds } from '../../../../src/features/verdict/trials/search-bounds.js';
import type { SchemaStep } from '../../../../src/features/verdict/crd-position.js';

const field = (name: string): SchemaStep => ({ into: 'properties', name });
const list: Growing = { keyword: 'maxItems', field: 'list', trail: [field('list')] };
const item: Growing = { keyword: 'maxLength', field: 'list', trail: [field('list'), { into: 'items' }] };
const other: Growing = { keyword: 'maxProperties', field: 'other', trail: [field('other')] };

/** Returns the result of a search, with the number of sets that it tried; the costs of a set decide. */
async function search(nodes: readonly Growing[], costs: (limitOf: (node: Growing) => number) => number, most: number) {
  let count = 0;
  const passes = (bounds: readonly Bound[]): Promise<boolean> => {
    count += 1;
    const limitOf = (node: Growing): number => bounds.find((each) => each.node === node)?.value ?? 1e6;
    return Promise.resolve(costs(limitOf) <= most);
  };
  const found = await searchBounds(nodes, passes);
  return { found: found?.map(({ node, value }) => markerFor(node, value)), count };
}

it('takes the largest limit that passes alone', async () => {
  const { found } = await search([list, other], (limitOf) => limitOf(list) ** 2, 1e6);
  expect(found).toEqual(['@MaxItems(1000)']);
});

it('takes the largest of several limits of which each is enough', async () => {
  const { found } = await search([list, other], (limitOf) => limitOf(list) * limitOf(other) ** 2, 1e15);
  expect(found).toEqual(['@MaxProperties(10000)']);
});

it('takes as few limits as possible', async () => {
  const { found } = await search([other, list, item], (limitOf) => limitOf(list) * limitOf(item), 1e5);
  expect(found).toEqual(['@MaxItems(200)', '@Items(MaxLength(256))']);
});

it('takes the limits below one that is there', async () => {
  const limited = { ...list, limit: 200 };
  expect((await search([limited], (limitOf) => limitOf(limited), 1e3)).found).toEqual(['@MaxItems(100)']);
});

it('finds nothing where no limits help, and asks few questions', async () => {
  const { found, count } = await search([other, list, item], () => 2, 1);
  expect({ found, count }).toEqual({ found: undefined, count: 4 });
});

it('asks at most 40 times', async () => {
  const many = Array.from({ length: 8 }, (_, index): Growing => ({ ...list, trail: [field(`list${index}`)] }));
  const costs = (limitOf: (node: Growing) => number): number =>
    limitOf(many[5]!) * limitOf(many[6]!) * limitOf(many[7]!);
  const { found, count } = await search(many, costs, 3e6);
  expect(found).toEqual(['@MaxItems(200)', '@MaxItems(100)', '@MaxItems(100)']);
  expect(count).toBeLessThanOrEqual(40);
});
