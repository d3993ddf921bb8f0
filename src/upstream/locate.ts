import { statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { ownPackage } from '../io/own-package.js';
import { privateFolder } from '../io/private-folder.js';
import { cachePlace } from '../io/user-folders.js';

/** The variable with the path of the helper; `none` means that no helper is used. */
export const helperVariable = 'OPERATOR_GEN_UPSTREAM';

/** The helper on disk. */
export interface HelperFile {
  readonly path: string;
  /** Differs for another helper, also at the same path. */
  readonly identity: string;
}

/** Name of the optional package with the helper for this platform. */
export const helperPackage = `@operator-gen/upstream-${process.platform}-${process.arch}`;

/** Name of the helper's file, in the package and in the cache. */
export const helperFileName = process.platform === 'win32' ? 'operator-gen-upstream.exe' : 'operator-gen-upstream';

/**
 * Finds the helper that answers for the API server: the one that the user names, that of the installed optional package,
 * or the one that `npm run upstream` has built into the user's cache. A project cannot supply it.
 * @param root the project
 */
export function locateHelper(env: Readonly<Record<string, string | undefined>>, root?: string): HelperFile | undefined {
  const named = env[helperVariable];
  if (named === 'none') return undefined;
  // A wrong path is reported when the helper is started.
  if (named !== undefined && named !== '') return helperAt(named) ?? { path: named, identity: named };
  return installedHelper() ?? cachedHelper(env, root);
}

/** Finds the optional package as Node.js would: in each `node_modules` above this package. */
function installedHelper(): HelperFile | undefined {
  for (let folder = ownPackage; ; folder = dirname(folder)) {
    const found = helperAt(join(folder, 'node_modules', helperPackage, helperFileName));
    if (found !== undefined || dirname(folder) === folder) return found;
  }
}

function cachedHelper(env: Readonly<Record<string, string | undefined>>, root?: string): HelperFile | undefined {
  const place = cachePlace(env, 'upstream');
  const folder = place && privateFolder(place, root);
  return folder === undefined ? undefined : helperAt(join(folder, helperFileName));
}

function helperAt(path: string): HelperFile | undefined {
  const stats = isAbsolute(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (stats?.isFile() !== true) return undefined;
  return { path, identity: `${path} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}` };
}
