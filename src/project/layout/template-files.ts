import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { disk } from '../../base/io/disk.js';
import { ownPackage } from '../../base/io/own-package.js';
import { walk } from '../../base/io/walk.js';
import { readReleases } from './releases.js';
import { targetPath } from './target-path.js';

/** The folder with a subfolder for each set of templates. */
export const templatesFolder = join(ownPackage, 'templates').replaceAll('\\', '/');

/** Returns the paths of a set's files, relative to its folder. */
export function templatePaths(set: string): readonly string[] {
  const root = posix.join(templatesFolder, set);
  return [...walk(disk, root)]
    .filter(({ kind }) => kind === 'file')
    .map(({ path }) => posix.relative(root, path))
    .toSorted();
}

let present: ReadonlySet<string> | undefined;
let archived: ReadonlySet<string> | undefined;

/** Reports whether the templates of this or an earlier release have a file with this path, which has hidden folders or names. */
export function isHiddenTarget(path: string): boolean {
  present ??= hiddenTargets(readdirSync(templatesFolder).flatMap(templatePaths));
  if (present.has(path)) return true;
  archived ??= hiddenTargets(archivedPaths());
  return archived.has(path);
}

function hiddenTargets(templates: readonly string[]): ReadonlySet<string> {
  const hidden = templates.filter((path) => /(?:^|\/)_(?!_)/.test(path) && !path.includes('__'));
  return new Set(hidden.map((path) => targetPath(path, {})));
}

function archivedPaths(): readonly string[] {
  try {
    const paths = readReleases().flatMap(({ templates }) => [...templates.keys()]);
    return paths.map((path) => path.slice(path.indexOf('/') + 1));
  } catch {
    // `upgrade` reports an archive that cannot be read.
    return [];
  }
}
