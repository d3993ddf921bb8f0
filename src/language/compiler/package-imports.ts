import { posix } from 'node:path';
import { readConfig } from './project-config.js';
import { importResolver, resolutionOptions } from './resolve-import.js';
import type { ImportFiles } from './import-files.js';

/** Resolves an import that is neither relative nor our own: a path alias, or another package of the workspace. */
export type PackageImports = (name: string, from: string) => string | undefined;

/**
 * Returns a resolver for path aliases from the project's tsconfig.json, and for packages as in a bundler. Installed
 * packages are never read, because their declarations can be thousands of files.
 */
export function packageImports(root: string, files: ImportFiles): PackageImports {
  const find = importResolver(root, files, () =>
    resolutionOptions(readConfig(posix.join(root, 'tsconfig.json'), files)?.options ?? {}),
  );
  return (name, from) => {
    const path = find(name, from);
    return path !== undefined && /\.[cm]?ts$/.test(path) ? path : undefined;
  };
}
