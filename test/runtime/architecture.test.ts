import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const runtime = join(root, 'runtime', 'src');

/** What every folder may import. */
const everywhere = ['api', 'k8s'];

/** The table of docs/architecture.md: folders, and what each may import. */
const allowed = new Map(
  [
    ...readFileSync(join(root, 'docs/architecture.md'), 'utf8').matchAll(
      /^\| `(\w+)\/` \| ((?:`\w+\/`(?:, )?)*) ?\|$/gm,
    ),
  ].map(([, folder = '', imports = '']) => [folder, [...imports.matchAll(/\w+/g)].map(([name]) => name)] as const),
);

const files = readdirSync(runtime, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(sep, '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('k8s/'));

/** The files that a file imports, types included, by their paths below `src`. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(runtime, file), 'utf8');
  return [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path = '']) => posix.join(dirname(file), path));
}

const folderOf = (path: string): string => path.split('/', 1)[0]!;

/** The other folders that the files of a folder import. */
function importedBy(folder: string): string[] {
  const imported = files
    .filter((file) => folderOf(file) === folder)
    .flatMap(importsOf)
    .map(folderOf);
  return [...new Set(imported)].filter((each) => each !== folder && !everywhere.includes(each)).toSorted();
}

describe('the folders of the runtime', () => {
  const folders = [...new Set(files.filter((file) => file.includes('/')).map(folderOf))];

  it('all stand in the table of docs/architecture.md', () => {
    expect([...allowed.keys()].toSorted()).toEqual(folders.toSorted());
  });

  it.each(folders)('%s imports what the table says, and no more', (folder) => {
    expect(importedBy(folder)).toEqual(allowed.get(folder));
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
        .filter((path) => file !== 'index.ts' && path.endsWith('/index.js'))
        .map((path) => `${file} imports ${path}`),
    );
    expect(detours).toEqual([]);
  });
});

it('no file of the runtime imports itself by way of others', () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '));
    if (way.includes(file) || done.has(file) || !files.includes(file)) return;
    for (const path of importsOf(file)) visit(path.replace(/\.js$/, '.ts'), [...way, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});
