import { posix } from 'node:path';
import { refuse } from '../../../base/diagnostics/diagnostic.js';
import { isLocalTypes, packageOf } from '../../../project/package-of.js';
import type { ProjectResource } from '../../../project/project.js';
import { shellLine } from '../../../base/diagnostics/shell-line.js';
import type { Host } from '../../../base/io/host.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import type { Packages } from '../../../project/layout/template-set.js';
import type { Environment } from '../../../output/operation/outcome.js';

/** The dependencies in a project's package.json, and the files that they need. */
export interface ProjectPackages {
  readonly specs: Packages;
  readonly files: readonly DesiredFile[];
}

/**
 * Returns the packages of a new project: exact versions or, while the packages are not published, the tarballs in the
 * folder that `OPERATOR_GEN_PACKAGES` names, copied into the project so that every clone has them.
 */
export function projectPackages({ host, named: disk = host, env, cwd }: Environment, version: string): ProjectPackages {
  const named = env['OPERATOR_GEN_PACKAGES'];
  if (named === undefined || named === '')
    return { specs: { operatorGen: version, runtime: version, vendored: false }, files: [] };
  const folder = posix.resolve(cwd, named);
  const files = tarballs(version);
  for (const file of Object.values(files)) {
    if (disk.kind(posix.join(folder, file)) !== 'file') refuse('packages-missing', { folder, file });
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

function tarballs(version: string): { readonly operatorGen: string; readonly runtime: string } {
  return { operatorGen: `operator-gen-${version}.tgz`, runtime: `operator-gen-runtime-${version}.tgz` };
}

/**
 * Returns the packages of another release for a project.
 * @param present those that it has; tarballs are not replaced by versions of a registry, which may not have them
 * @throws DiagnosticsError if tarballs of the release are needed, and no folder with them is named
 */
export function packagesInstead(environment: Environment, present: Packages, version: string): ProjectPackages {
  const isNamed = (environment.env['OPERATOR_GEN_PACKAGES'] ?? '') !== '';
  if (present.vendored && !isNamed) refuse('packages-missing', { folder: undefined, file: tarballs(version).runtime });
  return projectPackages(environment, version);
}

/** Returns the present dependencies in the project's package.json; none if it cannot be read, which is reported elsewhere. */
export function presentPackages(host: Host, root: string): Packages {
  const { dependencies, devDependencies } = readManifest(host, root);
  const runtime = textIn(dependencies, '@operator-gen/runtime');
  return {
    operatorGen: textIn(devDependencies, 'operator-gen'),
    runtime,
    vendored: runtime.startsWith('file:vendor/'),
  };
}

/** Returns the command that installs the package of an external kind, if package.json does not contain it. */
export function installation(host: Host, root: string, { origin }: ProjectResource): readonly string[] {
  if (origin?.from !== 'external' || origin.path === undefined || isLocalTypes(origin.path)) return [];
  if (origin.module !== undefined) return ['npm install'];
  const name = packageOf(origin.path);
  const { dependencies, devDependencies } = readManifest(host, root);
  return textIn(dependencies, name) + textIn(devDependencies, name) === '' ? [shellLine(['npm', 'install', name])] : [];
}

type Manifest = Readonly<Partial<Record<'dependencies' | 'devDependencies', unknown>>>;

function readManifest(host: Host, root: string): Manifest {
  try {
    const parsed: unknown = JSON.parse(host.read(posix.join(root, 'package.json')) ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

function textIn(map: unknown, key: string): string {
  const value: unknown =
    typeof map === 'object' && map !== null && Object.hasOwn(map, key)
      ? (map as Record<string, unknown>)[key]
      : undefined;
  return typeof value === 'string' ? value : '';
}
