import { posix } from 'node:path';
import { listedIn, objectsIncluded, pathsIncluded } from '../../output/kustomize/included-objects.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import { kustomizationIn, kustomizations } from '../../project/paths.js';

/** Deployed objects that can run the operator. */
export interface Program {
  readonly objects: readonly BuiltObject[];
  readonly read: (path: string) => string | undefined;
  /** The folder of the kustomization, if it is not `config/default`. */
  readonly folder?: string;
}

/** The build of `config/default`, and the generated objects. */
export interface Deployment extends Program {
  /** The generated objects, with the files that they are in. */
  readonly generated: readonly GeneratedObject[];
  /** Whether the build is complete. */
  readonly isWhole: boolean;
}

export interface GeneratedObject {
  readonly object: JsonObject;
  readonly path: string;
}

/**
 * Returns how to deploy a generated file in place of another one. A kustomization can list files in its own folder and
 * its subfolders, and any folder with a kustomization whose objects are not deployed yet.
 * @param other the file that is listed instead
 */
export function listingRemedy(path: string, other: string, deployment: Deployment): string {
  const from = `${posix.dirname(other)}/`;
  if (path.startsWith(from)) return `list ${path} instead of ${other} in its kustomization`;
  const { read } = deployment;
  const folder = folderFor(path, read);
  const kustomization = kustomizationIn(folder, (each) => read(each) !== undefined);
  const entry = posix.relative(folder, path);
  const place = kustomization ?? `${folder}/kustomization.yaml`;
  const isListed = pathsIncluded(folder, read).includes(path);
  const isDeployed = pathsIncluded(posix.dirname(kustomizations.default), read).includes(folder);
  const doubled =
    isDeployed || kustomization === undefined ? [] : doubledEntries(folder, path, kustomization, deployment);
  return [
    isDeployed ? `remove ${other} from its kustomization` : `list ${folder} instead of ${other} in its kustomization`,
    ...(isListed ? [] : [`${kustomization === undefined ? 'create' : 'change'} ${place} so that it lists ${entry}`]),
    ...(doubled.length === 0 ? [] : [`remove from ${place} what is deployed from other files: ${doubled.join(', ')}`]),
  ].join(', and ');
}

/** Returns the nearest parent folder of a file with a kustomization; the file's own folder if there is none. */
function folderFor(path: string, read: Deployment['read']): string {
  const folders = path.split('/').slice(0, -1);
  const all = folders.map((_, index) => folders.slice(0, folders.length - index).join('/')).slice(0, -1);
  return all.find((each) => kustomizationIn(each, (one) => read(one) !== undefined) !== undefined) ?? all[0]!;
}

/** Returns the entries of a kustomization whose objects are also deployed from other files. */
function doubledEntries(
  folder: string,
  path: string,
  kustomization: string,
  { objects, read }: Deployment,
): readonly string[] {
  return listedIn(read(kustomization) ?? '', ['resources']).filter((entry) => {
    const place = posix.join(folder, entry);
    if (place === path) return false;
    const isElsewhere = ({ file }: BuiltObject): boolean => file !== place && !file.startsWith(`${place}/`);
    return objectsIncluded(folder, [entry], read).some((object) =>
      objects.some(
        (each) => isElsewhere(each) && kindOf(each.object) === kindOf(object) && each.declaredName === nameOf(object),
      ),
    );
  });
}

/** Returns the line of `resources` in the text of a kustomization. */
export function lineOfEntries(text: string): number {
  return (
    Math.max(
      0,
      text.split('\n').findIndex((line) => line.startsWith('resources:')),
    ) + 1
  );
}
