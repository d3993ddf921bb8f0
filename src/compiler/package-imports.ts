import { posix } from 'node:path';
import { typescript, type ts } from './compiler.js';
import { readConfig } from './project-config.js';
import type { ImportFiles } from './import-files.js';

/** Finds what an import means that is neither relative nor our own: a path alias, or another package of the workspace. */
export type PackageImports = (name: string, from: string) => string | undefined;

/**
 * Reads path aliases from the project's tsconfig.json, and packages as a bundler would. A package that was installed is
 * never read: its declarations can be thousands of files.
 */
export function packageImports(root: string, files: ImportFiles): PackageImports {
  const host: ts.ModuleResolutionHost = {
    fileExists: (path) => files.read(path) !== undefined,
    readFile: files.read,
    realpath: files.realpath,
    getCurrentDirectory: () => root,
    useCaseSensitiveFileNames: true,
  };
  // Both are made with the first import that asks: most projects have none.
  let options: ts.CompilerOptions | undefined;
  let cache: ts.ModuleResolutionCache | undefined;
  return (name, from) => {
    options ??= { ...pathsOf(root, files), ...resolutionOptions };
    cache ??= typescript.createModuleResolutionCache(root, (path) => path, options);
    const { resolvedModule } = typescript.resolveModuleName(name, from, options, host, cache);
    const path = resolvedModule?.resolvedFileName;
    const isOpen = path !== undefined && /\.[cm]?ts$/.test(path) && !path.includes('/node_modules/');
    return isOpen ? path : undefined;
  };
}

const resolutionOptions: ts.CompilerOptions = {
  module: typescript.ModuleKind.ESNext,
  moduleResolution: typescript.ModuleResolutionKind.Bundler,
};

/** `paths` and `baseUrl` of the project's tsconfig.json and of what it extends. */
function pathsOf(root: string, files: ImportFiles): ts.CompilerOptions {
  const { baseUrl, paths, pathsBasePath } = readConfig(posix.join(root, 'tsconfig.json'), files)?.options ?? {};
  return { baseUrl, paths, pathsBasePath } as ts.CompilerOptions;
}
