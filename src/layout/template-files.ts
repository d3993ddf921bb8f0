import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { disk } from '../io/disk.js';
import { ownPackage } from '../io/own-package.js';
import { walk } from '../io/walk.js';
import { targetPath } from './target-path.js';

/** The folder that has a folder for each set of templates. */
export const templatesFolder = join(ownPackage, 'templates').replaceAll('\\', '/');

/** Returns the paths of a set's files, relative to its folder. */
export function templatePaths(set: string): readonly string[] {
  const root = posix.join(templatesFolder, set);
  return [...walk(disk, root)]
    .filter(({ kind }) => kind === 'file')
    .map(({ path }) => posix.relative(root, path))
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
