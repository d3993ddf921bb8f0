import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

// The files of a project are read through the host, which refuses what a stranger's project must not reach. What runs in a cluster runs
// programs of the project anyway.
it('files are opened by these modules alone', () => {
  const opening = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && /from 'node:fs/.test(readFileSync(`${root}src/${path}`, 'utf8')),
  );
  const outsideIo = opening.filter((path) => !/^(?:io|deployment)\//.test(path)).toSorted();
  expect(outsideIo).toEqual([
    'cli/direct-output.ts',
    'cli/last-words.ts',
    'cli/source-positions.ts',
    'cli/watch-outputs.ts',
    'compiler/bounded.ts',
    'compiler/code-cache.ts',
    'layout/releases.ts',
    'layout/template-files.ts',
    'layout/templates.ts',
    'memory/memory.ts',
    'upstream/locate.ts',
  ]);
});

describe('where to make changes, according to docs/architecture.md', () => {
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8');
  const [, section = ''] = /^## Where to make changes\n(.*?)^## /ms.exec(page) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| '));

  it('is a table of more than forty rows', () => {
    expect(rows.length).toBeGreaterThan(40);
  });

  it.each(rows)('is in files that exist: %s', (row) => {
    // A name without a folder is in the folder that was named before it; `<command>` stands for any folder.
    let folder = '';
    const missing: string[] = [];
    for (const [, path = ''] of row.matchAll(/`([\w./<>-]+(?:\/|\.(?:ts|md)))`/g)) {
      const whole = path.includes('/') ? path : `${folder}/${path}`;
      if (!whole.includes('<') && !existsSync(`${root}${whole}`)) missing.push(whole);
      folder = path.endsWith('/') ? whole.slice(0, -1) : dirname(whole);
    }
    expect(missing).toEqual([]);
  });
});

it('no file of src imports itself by way of others', () => {
  expect(circles()).toEqual([]);
});
