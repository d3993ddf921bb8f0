import { defined } from '../model/defined.js';
import { typescript, type ts } from './compiler.js';
import type { ImportFiles } from './import-files.js';

/** Returns the options by which names are looked for: path aliases as the project has them, packages as a bundler would. */
export function resolutionOptions({ baseUrl, paths, pathsBasePath }: ts.CompilerOptions): ts.CompilerOptions {
  return {
    ...defined({ baseUrl, paths, pathsBasePath }),
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
  };
}

/**
 * Returns a function that finds the file that a name in a file means; undefined for a package that was installed, which is
 * never read.
 * @param makeOptions called with the first name: most projects have none to look for
 */
export function importResolver(
  root: string,
  files: ImportFiles,
  makeOptions: () => ts.CompilerOptions,
): (name: string, from: string) => string | undefined {
  const host: ts.ModuleResolutionHost = {
    fileExists: (path) => files.read(path) !== undefined,
    readFile: files.read,
    realpath: files.realpath,
    getCurrentDirectory: () => root,
    useCaseSensitiveFileNames: true,
  };
  let options: ts.CompilerOptions | undefined;
  let cache: ts.ModuleResolutionCache | undefined;
  return (name, from) => {
    options ??= makeOptions();
    cache ??= typescript.createModuleResolutionCache(root, (path) => path, options);
    const path = typescript.resolveModuleName(name, from, options, host, cache).resolvedModule?.resolvedFileName;
    return path?.includes('/node_modules/') ? undefined : path;
  };
}
