import { defined } from '../../base/model/defined.js';
import { typescript, type ts } from './compiler.js';
import type { ImportFiles } from './import-files.js';

/** Returns the options for resolving names: path aliases as in the project, packages as in a bundler. */
export function resolutionOptions({ baseUrl, paths, pathsBasePath }: ts.CompilerOptions): ts.CompilerOptions {
  return {
    ...defined({ baseUrl, paths, pathsBasePath }),
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
  };
}

/**
 * Returns a function that resolves a name in a file to a file; undefined for an installed package, which is never read.
 * @param makeOptions called for the first name, because most projects have no names to resolve
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
