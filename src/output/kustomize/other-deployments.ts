import { posix } from 'node:path';
import { partsIncluded, textAt, type ReadText } from './included-objects.js';
import { kustomizationNames, kustomizations } from '../../project/paths.js';
import { buildKustomization, type BuiltObject } from './build.js';
import type { BuiltPatch, UnplacedPatch } from './patches.js';
import { operatorWorkloads } from './operator-workloads.js';

/** A kustomization other than `config/default` that deploys the operator, such as an overlay for production. */
export interface OtherDeployment {
  readonly folder: string;
  readonly objects: readonly BuiltObject[];
}

/** Maximum number of kustomizations that are built. */
export const mostBuilt = 50;

/** A kustomization that is not part of another one. */
export interface BuiltRoot extends OtherDeployment {
  readonly patches: readonly BuiltPatch[];
  /** Patches that cannot be applied, because an object lacks what they change. */
  readonly unplaced: readonly UnplacedPatch[];
  /** The kinds of objects that are not evaluated. An empty string stands for any kind. */
  readonly hidden: readonly string[];
}

/**
 * Builds the kustomizations in `config/` other than `config/default` that deploy the operator. Those that are part of
 * others are not deployed on their own.
 * @param paths all files in `config/`
 */
export function otherDeployments(paths: readonly string[], read: ReadText): readonly OtherDeployment[] {
  return deploymentsAmong(builtRoots(paths, read));
}

/** Builds the kustomizations in `config/` that are not part of others. @param paths all files in `config/` */
export function builtRoots(paths: readonly string[], read: ReadText): readonly BuiltRoot[] {
  const folders = paths
    .filter((path) => path.startsWith('config/') && kustomizationNames.includes(posix.basename(path)))
    .filter((path) => !/^kind:\s*Component\b/m.test(textAt(path, read) ?? ''))
    .map((path) => posix.dirname(path));
  const parts = partsIncluded(folders, read);
  return folders
    .filter((each) => !parts.has(each))
    .slice(0, mostBuilt)
    .map((folder) => ({ folder, ...buildKustomization(folder, read) }));
}

/** Returns the builds other than `config/default` that deploy the operator. */
export function deploymentsAmong(roots: readonly BuiltRoot[]): readonly OtherDeployment[] {
  const usual = posix.dirname(kustomizations.default);
  return roots.filter(({ folder, objects }) => folder !== usual && operatorWorkloads(objects).length > 0);
}
