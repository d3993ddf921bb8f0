import nodeModule from 'node:module';
import { makePrivateFolder } from './private-folder.js';
import { cachePlace } from './user-folders.js';

/** Additions to the module in Node.js 22, which the types of older releases lack. */
interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly getCompileCacheDir?: () => string | undefined;
}

const { enableCompileCache, getCompileCacheDir } = nodeModule as unknown as CompileCache;

/**
 * Makes Node.js cache the machine code of modules that are loaded from now on. Node.js runs that code unchecked, so it
 * is stored in a folder of this user, and not in the default folder, which all users of the machine share; without such
 * a folder there is no cache. The user's `NODE_COMPILE_CACHE` or `NODE_DISABLE_COMPILE_CACHE` takes precedence.
 */
export function keepCompiledModules(env: Readonly<Record<string, string | undefined>>): void {
  if (enableCompileCache === undefined) return;
  if (getCompileCacheDir?.() !== undefined || env['NODE_DISABLE_COMPILE_CACHE']) return;
  const place = cachePlace(env, 'compiled');
  const folder = place && makePrivateFolder(place);
  if (folder !== undefined) enableCompileCache(folder);
}
