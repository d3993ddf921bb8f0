import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { features } from '../src/features.js';
import { importGraph } from './support/import-graph.js';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The first table of docs/architecture.md: the folders of `src/`, from the bottom layer to the top layer. */
const layers = [
  ...readFileSync(`${root}docs/architecture.md`, 'utf8').matchAll(/^\| `src\/([\w/]+)\/` \|[^|]*\|$/gm),
].map(([, folder = '']) => folder);

const { files, importsOf, circles } = importGraph(`${root}src`);

/** Returns the folder of the table that a file is in; undefined for the files of `src/` itself. */
function layerOf(file: string): string | undefined {
  const around = layers.filter((each) => file.startsWith(`${each}/`));
  return around.toSorted((one, other) => other.length - one.length)[0];
}

/** Returns the feature that a file belongs to; undefined for the core. */
function featureOf(file: string): string | undefined {
  return /^features\/(\w+)\//.exec(file)?.[1];
}

/** The folders that are not a part of the core, and the programs and lists at the top. */
const beyondCore = ['features', 'library', 'deployment'];

describe('the folders of src', () => {
  it('all stand in the table of docs/architecture.md', () => {
    const elsewhere = files.filter((file) => file.includes('/') && layerOf(file) === undefined);
    expect(elsewhere).toEqual([]);
    expect(layers.filter((each) => !files.some((file) => layerOf(file) === each))).toEqual([]);
  });

  it.each(layers)('%s imports only what stands above it', (layer) => {
    const wrong = files
      .filter((file) => layerOf(file) === layer)
      .flatMap((file) => importsOf(file).map((imported) => [file, imported] as const))
      .filter(([, imported]) => {
        const other = layerOf(imported);
        // A feature declares what `src/feature.ts` describes; the library installs the features.
        if (other === undefined) return !beyondCore.includes(layer);
        return layers.indexOf(other) > layers.indexOf(layer);
      })
      .map((each) => each.join(' > '));
    expect(wrong).toEqual([]);
  });
});

describe('features', () => {
  const edges = files.flatMap((file) => importsOf(file).map((imported) => [file, imported] as const));

  it('are imported by the list of features alone', () => {
    const wrong = edges
      .filter(([file, imported]) => featureOf(imported) !== undefined && featureOf(file) === undefined)
      .filter(([file, imported]) => file !== 'features.ts' || !imported.endsWith('/feature.ts'))
      .map((each) => each.join(' > '));
    expect(wrong).toEqual([]);
  });

  it('are all in the list, with a declaration and a page for its readers', () => {
    const folders = [...new Set(files.flatMap((file) => featureOf(file) ?? []))];
    expect(features.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
    const incomplete = folders.filter((each) => !existsSync(`${root}src/features/${each}/README.md`));
    expect(incomplete).toEqual([]);
  });

  it.each(features)('$name imports what it requires, and no other feature', ({ name, requires }) => {
    const imported = edges
      .filter(([file]) => featureOf(file) === name)
      .flatMap(([, each]) => featureOf(each) ?? [])
      .filter((each) => each !== name);
    expect([...new Set(imported)].toSorted()).toEqual(requires.toSorted());
  });
});

// The files of a project are read through the host, which refuses what a stranger's project must not reach. What runs in a cluster runs
// programs of the project anyway. Clusters have their files in a private folder of the user.
it('files are opened by these modules alone', () => {
  const opening = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && /from 'node:fs/.test(readFileSync(`${root}src/${path}`, 'utf8')),
  );
  const outsideIo = opening
    .filter((path) => !/^(?:base\/io|deployment|features\/(?:cluster|dev))\//.test(path))
    .toSorted();
  expect(outsideIo).toEqual([
    'base/helper/locate.ts',
    'base/memory/memory.ts',
    'cli/framework/direct-output.ts',
    'cli/framework/last-words.ts',
    'cli/framework/watch-outputs.ts',
    'language/compiler/bounded.ts',
    'language/compiler/code-cache.ts',
    'project/layout/releases.ts',
    'project/layout/template-files.ts',
    'project/layout/templates.ts',
  ]);
});

describe('where to make changes, according to docs/architecture.md and the pages of features', () => {
  const page = readFileSync(`${root}docs/architecture.md`, 'utf8');
  const [, section = ''] = /^## Where to make changes\n(.*?)^## /ms.exec(page) ?? [];
  const rowsOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('| '));
  const ofFeatures = features.flatMap(({ name }) => {
    const rows = rowsOf(readFileSync(`${root}src/features/${name}/README.md`, 'utf8'));
    return rows.map((row) => [`src/features/${name}`, row] as readonly [string, string]);
  });

  it('is a table that a reader sees at once', () => {
    expect(rowsOf(section).length - 1).toBeLessThanOrEqual(20);
  });

  it.each([...rowsOf(section).map((row) => ['', row] as readonly [string, string]), ...ofFeatures])(
    '%s %s',
    (start, row) => {
      // A name without a folder is in the folder that was named before it, and at first in that of the page.
      let folder = start;
      const missing: string[] = [];
      for (const [, path = ''] of row.matchAll(/`([\w./<>-]+(?:\/|\.(?:ts|md)))`/g)) {
        const isWhole = /^(?:src|test|docs|runtime|templates|scripts|upstream|releases)\//.test(path);
        const inPage = path.includes('/') && start !== '' ? `${start}/${path}` : `${folder}/${path}`;
        const whole = isWhole ? path : inPage;
        if (!whole.includes('<') && !existsSync(`${root}${whole}`)) missing.push(whole);
        folder = whole.endsWith('/') ? whole.slice(0, -1) : dirname(whole);
      }
      expect(missing).toEqual([]);
    },
  );
});

it('no file of src imports itself by way of others', () => {
  expect(circles()).toEqual([]);
});
