import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';

/** The files of a source folder, and what each of them imports. Paths are relative to the folder. */
export interface ImportGraph {
  readonly files: readonly string[];
  /** The folders directly below the source folder. */
  readonly folders: readonly string[];
  /** Returns the files that a file imports, including types and dynamic imports. */
  readonly importsOf: (file: string) => readonly string[];
  /** Returns the other folders that the files of a folder import, in alphabetical order. */
  readonly importedBy: (folder: string) => readonly string[];
  /** Returns each circular import. */
  readonly circles: () => readonly string[];
}

export const folderOf = (path: string): string => path.split('/', 1)[0]!;

/** Reads the imports of the files below `source`, except for tests and the files for which `isLeftOut` is true. */
export function importGraph(source: string, isLeftOut: (file: string) => boolean = () => false): ImportGraph {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !isLeftOut(file));
  const known = new Set(files);
  const imports = new Map(files.map((file) => [file, readImports(source, file)]));
  const importsOf = (file: string): readonly string[] => imports.get(file) ?? [];
  return {
    files,
    folders: [...new Set(files.filter((file) => file.includes('/')).map(folderOf))],
    importsOf,
    importedBy: (folder) => {
      const imported = files
        .filter((file) => file.includes('/') && folderOf(file) === folder)
        .flatMap(importsOf)
        .map(folderOf);
      return [...new Set(imported)].filter((each) => each !== folder).toSorted();
    },
    circles: () => {
      const done = new Set<string>();
      const circles: string[] = [];
      const visit = (file: string, way: readonly string[]): void => {
        if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '));
        if (way.includes(file) || done.has(file) || !known.has(file)) return;
        for (const each of importsOf(file)) visit(each, [...way, file]);
        done.add(file);
      };
      for (const file of files) visit(file, []);
      return circles;
    },
  };
}

function readImports(source: string, file: string): readonly string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, path = '']) =>
    posix.join(dirname(file), path).replace(/\.js$/, '.ts'),
  );
}
