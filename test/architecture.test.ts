import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importGraph } from './support/import-graph.js';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The first table of docs/architecture.md: the folders of `src/`, and what each imports. */
const allowed = new Map(
  [...readFileSync(`${root}docs/architecture.md`, 'utf8').matchAll(/^\| `src\/(\w+)\/` \|[^|]*\|([^|]*)\|$/gm)].map(
    ([, folder = '', imports = '']) =>
      [folder, [...imports.matchAll(/`(\w+)\/`/g)].map(([, name = '']) => name)] as const,
  ),
);

const { folders, importedBy, circles } = importGraph(`${root}src`);

describe('the folders of src', () => {
  it('all stand in the table of docs/architecture.md', () => {
    expect([...allowed.keys()].toSorted()).toEqual(folders.toSorted());
  });

  it.each(folders)('%s imports what the table says, and no more', (folder) => {
    expect(importedBy(folder)).toEqual(allowed.get(folder));
  });

  it('import only what stands above them', () => {
    const order = [...allowed.keys()];
    const wrong = [...allowed].flatMap(([folder, imports]) =>
      imports.filter((each) => order.indexOf(each) >= order.indexOf(folder)).map((each) => `${folder} > ${each}`),
    );
    expect(wrong).toEqual([]);
  });
});

it('no file of src imports itself by way of others', () => {
  expect(circles()).toEqual([]);
});
