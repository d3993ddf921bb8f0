import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import { walk } from '../../../base/io/walk.js';
import type { LayoutFile } from '../../../project/layout/layout.js';
import { importedFiles } from '../../refactor/imports/imports.js';

/**
 * Returns the scaffolded tests that their user has moved, by their templates: a test exports nothing, so it is found by
 * a title that no other test has and by the files that it imports.
 * @param pathOf returns the present path of a scaffolded file
 */
export function movedTests(
  host: Host,
  root: string,
  files: readonly LayoutFile[],
  pathOf: (path: string) => string,
): ReadonlyMap<string, string> {
  const isThere = (path: string): boolean => host.kind(posix.join(root, path)) === 'file';
  const missing = files.filter(({ path }) => /^src\/.*\.test\.ts$/.test(path) && !isThere(path));
  const found = new Map<string, string>();
  if (missing.length === 0) return found;
  const scaffolded = new Set(files.map(({ path }) => path));
  const tests = testsIn(host, root).filter(({ path }) => !scaffolded.has(path));
  for (const { id, path, content } of missing) {
    const titles = titlesIn(content);
    const imported = codeFilesOf(path, content).map(pathOf);
    const [only, ...others] = tests.filter(
      (each) =>
        titles.some((title) => each.text.includes(title)) &&
        imported.every((file) => codeFilesOf(each.path, each.text).includes(file)),
    );
    if (only !== undefined && others.length === 0) found.set(id, only.path);
  }
  return found;
}

interface TestFile {
  readonly path: string;
  readonly text: string;
}

function testsIn(host: Host, root: string): readonly TestFile[] {
  if (host.kind(posix.join(root, 'src')) !== 'directory') return [];
  return [...walk(host, posix.join(root, 'src'), (each) => each === 'node_modules')]
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.test.ts'))
    .map(({ path }) => ({ path: posix.relative(root, path), text: host.read(path) ?? '' }));
}

/** Reports whether a file has tests that the scaffolded ones lack. */
export function hasOwnTests(text: string, scaffolded: readonly string[]): boolean {
  const known = new Set(scaffolded.flatMap(titlesIn));
  return titlesIn(text.replaceAll('"', "'")).some((title) => !known.has(title));
}

function titlesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/\b(?:it|test)\('([^'\n]+)'/g), ([, title]) => title!);
}

function codeFilesOf(path: string, text: string): readonly string[] {
  return importedFiles(path, text).filter((each) => each.endsWith('.ts'));
}
