import { error } from './entry.js';

/** Diagnostics of packages that a project uses. */
export const packageDiagnostics = {
  /** @property folder undefined if no folder is named and the project has packages in vendor */
  'packages-missing': error<{ folder: string | undefined; file: string }>(
    ({ folder, file }) =>
      folder === undefined
        ? `the project has its packages in vendor, and OPERATOR_GEN_PACKAGES names no folder with ${file}`
        : `OPERATOR_GEN_PACKAGES is set to ${folder}, which does not contain ${file}`,
    ({ folder }) =>
      folder === undefined
        ? 'set OPERATOR_GEN_PACKAGES to a folder with both packages of the release (npm run pack:local -- <folder>); or, to use those of the registry, replace both file:vendor/ entries with versions in package.json first'
        : 'pack both packages into one folder: npm run pack:local -- <folder>',
  ),
  'invalid-package': error<{ path: string }>(
    ({ path }) => `--external-api-package: ${JSON.stringify(path)} is not a valid package or module of a package`,
    ({ path }) =>
      path.lastIndexOf('@') > 0
        ? 'pass the version with --external-api-module'
        : 'use the name that an import uses, such as @example/certificates/v1',
  ),
  'invalid-module': error<{ module: string; name: string }>(
    ({ module, name }) => `--external-api-module: ${JSON.stringify(module)} is not the package ${name} with a version`,
    ({ name }) => `use ${name}@1.2.3, or omit the flag and install the package yourself`,
  ),
  'module-version-conflict': error<{ module: string }>(
    ({ module }) => `PROJECT already has ${module}, and a project can have only one version of a package`,
    ({ module }) => `pass --external-api-module ${module}, or omit it`,
  ),
};
