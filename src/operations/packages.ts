import { posix } from 'node:path';
import { refuse } from '../diagnostics/diagnostic.js';
import type { InitContext } from '../scaffold/contexts.js';
import type { DesiredFile } from '../scaffold/plan.js';
import type { Environment } from './outcome.js';

/** What a project's package.json asks for, and the files that it then needs. */
export interface ProjectPackages {
  readonly specs: InitContext['packages'];
  readonly files: readonly DesiredFile[];
}

/**
 * The packages of a new project: exact versions, or, while there is nothing to install from, the tarballs in the folder
 * that `OPERATOR_GEN_PACKAGES` names, copied into the project so that every clone of it has them.
 */
export function projectPackages({ host, env, cwd }: Environment, version: string): ProjectPackages {
  const named = env['OPERATOR_GEN_PACKAGES'];
  if (named === undefined || named === '')
    return { specs: { operatorGen: version, runtime: version, vendored: false }, files: [] };
  const folder = posix.resolve(cwd, named);
  const files = { operatorGen: `operator-gen-${version}.tgz`, runtime: `operator-gen-runtime-${version}.tgz` };
  for (const file of Object.values(files)) {
    if (host.kind(posix.join(folder, file)) !== 'file') refuse('packages-missing', { folder, file });
  }
  return {
    specs: {
      operatorGen: `file:vendor/${files.operatorGen}`,
      runtime: `file:vendor/${files.runtime}`,
      vendored: true,
    },
    files: Object.values(files).map((file) => ({
      path: `vendor/${file}`,
      content: `a copy of ${file}\n`,
      ownership: 'scaffolded',
      copyOf: posix.join(folder, file),
    })),
  };
}
