import { readdirSync } from 'node:fs';
import { posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { targetPath } from './target-path.js';

/** The folder that contains a folder for each set of templates. */
export const templatesFolder = fileURLToPath(new URL('../../templates', import.meta.url)).replaceAll('\\', '/');

/** Returns the paths of a set's files, relative to its folder. */
export function templatePaths(set: string): readonly string[] {
  const root = posix.join(templatesFolder, set);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, posix.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

let hidden: ReadonlySet<string> | undefined;

/** Returns the files of a project for which the templates use hidden folders or hidden names. */
export function hiddenTargets(): ReadonlySet<string> {
  hidden ??= new Set(
    readdirSync(templatesFolder)
      .flatMap(templatePaths)
      .filter((path) => /(?:^|\/)_(?!_)/.test(path) && !path.includes('__'))
      .map((path) => targetPath(path, {})),
  );
  return hidden;
}
