import { posix } from 'node:path';
import { refuse } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
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

/** What the package.json of a project asks for: it was said when the project was made, and PROJECT does not say it. */
export function askedPackages(host: Host, root: string): ProjectPackages['specs'] {
  const specs = specsIn(host.read(posix.join(root, 'package.json')) ?? '');
  const [operatorGen = '', runtime = ''] = ['operator-gen', '@operator-gen/runtime'].map((name) => specs.get(name));
  return { operatorGen, runtime, vendored: operatorGen.startsWith('file:vendor/') };
}

function specsIn(text: string): ReadonlyMap<string, string> {
  try {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Record<string, Record<string, string>>;
    return new Map(Object.entries({ ...dependencies, ...devDependencies }));
  } catch {
    // Whatever is there is the user's, and is merged as such.
    return new Map();
  }
}
