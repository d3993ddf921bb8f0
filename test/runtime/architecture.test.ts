import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importGraph } from '../support/import-graph.js';
import { filesBelow } from '../support/source-files.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What every folder may import. */
const everywhere = ['api', 'k8s'];

/** The table of docs/architecture-of-the-runtime.md: folders, and what each may import. */
const allowed = new Map(
  [
    ...readFileSync(join(root, 'docs/architecture-of-the-runtime.md'), 'utf8').matchAll(
      /^\| `(\w+)\/` \| ((?:`\w+\/`(?:, )?)*) ?\|$/gm,
    ),
  ].map(([, folder = '', imports = '']) => [folder, [...imports.matchAll(/\w+/g)].map(([name]) => name)] as const),
);

const { files, folders, importsOf, importedBy, circles } = importGraph(join(root, 'runtime', 'src'), (file) =>
  file.startsWith('k8s/'),
);

describe('the folders of the runtime', () => {
  it('all stand in the table of docs/architecture-of-the-runtime.md', () => {
    expect([...allowed.keys()].toSorted()).toEqual(folders.toSorted());
  });

  it.each(folders)('%s imports what the table says, and no more', (folder) => {
    expect(importedBy(folder).filter((each) => !everywhere.includes(each))).toEqual(allowed.get(folder));
  });

  it('import only what stands above them', () => {
    const order = [...allowed.keys()];
    for (const [folder, imports] of allowed) {
      const above = order.slice(0, order.indexOf(folder));
      expect(
        imports.filter((each) => !above.includes(each)),
        folder,
      ).toEqual([]);
    }
  });

  it('have an index for users alone: inside, the file that has a thing is imported', () => {
    const detours = files.flatMap((file) =>
      importsOf(file)
        .filter((path) => file !== 'index.ts' && path.endsWith('/index.ts'))
        .map((path) => `${file} imports ${path}`),
    );
    expect(detours).toEqual([]);
  });
});

it('no file of the runtime imports itself by way of others', () => {
  expect(circles()).toEqual([]);
});

it('starts an API server in tests that are called so, and in no unit test', () => {
  const tests = ['runtime/src/', 'test/docs/'].flatMap((folder) =>
    filesBelow(new URL(`../../${folder}`, import.meta.url)),
  );
  const starting = tests.filter(
    ({ path, text }) => path.endsWith('.test.ts') && text.includes('startTestEnvironment('),
  );
  expect(starting.length).toBeGreaterThan(0);
  expect(starting.map(({ path }) => path).filter((path) => !/(^|[/.])api-server\.test\.ts$/.test(path))).toEqual([]);
});
