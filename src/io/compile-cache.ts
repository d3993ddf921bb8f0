import nodeModule from 'node:module';
import { makePrivateFolder } from './private-folder.js';
import { cachePlace } from './user-folders.js';

/** What Node.js 22 added to the module, and the types of older releases do not have. */
interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly getCompileCacheDir?: () => string | undefined;
}

const { enableCompileCache, getCompileCacheDir } = nodeModule as unknown as CompileCache;

/**
 * Lets Node.js keep the machine code of the modules that are loaded from now on. It runs that code as it finds it, so it is kept
 * in a folder of this user, and not where Node.js has it by default, a folder that all users of the machine share; without such
 * a folder there is no cache. What the user has chosen with `NODE_COMPILE_CACHE` or `NODE_DISABLE_COMPILE_CACHE` stays.
 */
export function keepCompiledModules(env: Readonly<Record<string, string | undefined>>): void {
  if (enableCompileCache === undefined) return;
  if (getCompileCacheDir?.() !== undefined || env['NODE_DISABLE_COMPILE_CACHE']) return;
  const place = cachePlace(env, 'compiled');
  const folder = place && makePrivateFolder(place);
  if (folder !== undefined) enableCompileCache(folder);
}
