import { posix } from 'node:path';
import { buildKustomization } from '../kustomize/build.js';
import { objectsOf } from '../../base/text/yaml-objects.js';
import { textAt } from '../../base/model/json-at.js';
import { kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject, JsonValue } from '../../base/model/schema.js';
import { crdFolder, kustomizationIn, kustomizations, roleFile } from '../../project/paths.js';
import { pathsIncluded, textAt as textOf, type ReadText } from '../kustomize/included-objects.js';

/** A service account with the names in its file. */
interface Account {
  readonly name: string;
  /** Empty if the file sets none. */
  readonly namespace: string;
}

/** The objects that `config/default` includes, other than CRDs and the generated roles. */
export interface DefaultManifests {
  readonly objects: readonly JsonObject[];
  /** The namespace that its kustomization sets; empty if it sets none. */
  readonly namespace: string;
  /** Whether a kustomization moves objects into one namespace. */
  readonly movesObjects: boolean;
  /** The service account of the manager. */
  readonly account: Account | undefined;
  /** Reports whether a service account is among the objects, and has a namespace from its file or from a kustomization. */
  readonly places: (account: Account) => boolean;
}

/** Reads the manifests in `config/default` as they are in their files. */
export function defaultManifests(read: ReadText): DefaultManifests {
  const folder = posix.dirname(kustomizations.default);
  const paths = pathsIncluded(folder, read);
  const namespaceOf = (each: string): string => namespaceIn(each, read);
  const objects = paths
    .filter((path) => path !== roleFile && posix.dirname(path) !== crdFolder)
    .flatMap((path) => objectsOf(textOf(path, read)));
  const accounts = objects
    .filter((each) => kindOf(each) === 'ServiceAccount')
    .map((each) => accountIn(each['metadata']));
  return {
    objects,
    namespace: namespaceOf(folder),
    movesObjects: paths.some((path) => namespaceOf(path) !== ''),
    account: managerAccount(objects, accounts),
    places: ({ name, namespace }) =>
      accounts.some((each) => each.name === name && each.namespace === namespace) &&
      (namespace !== '' || isMoved(name, read)),
  };
}

/** Reports whether a kustomization gives a namespace to a service account whose file has none. */
function isMoved(account: string, read: ReadText): boolean {
  const given = (path: string): string | undefined => textOf(path, read);
  return buildKustomization(posix.dirname(kustomizations.default), given).objects.some(
    ({ object, declaredName }) =>
      kindOf(object) === 'ServiceAccount' && declaredName === account && textAt(object, 'metadata', 'namespace') !== '',
  );
}

/** Returns the names of a service account in its metadata, or in a subject of a binding. */
export function accountIn(value: JsonValue | undefined): Account {
  return { name: textAt(value, 'name'), namespace: textAt(value, 'namespace') };
}

function managerAccount(objects: readonly JsonObject[], accounts: readonly Account[]): Account | undefined {
  const deployments = objects.filter((each) => kindOf(each) === 'Deployment');
  const manager = deployments.find((each) => nameOf(each) === 'controller-manager') ?? deployments[0];
  const name = textAt(manager, 'spec', 'template', 'spec', 'serviceAccountName');
  if (name === '') return undefined;
  return accounts.find((each) => each.name === name) ?? { name, namespace: textAt(manager, 'metadata', 'namespace') };
}

function namespaceIn(folder: string, read: ReadText): string {
  const path = kustomizationIn(folder, (each) => textOf(each, read) !== undefined);
  const [kustomization] = path === undefined ? [] : objectsOf(textOf(path, read));
  return textAt(kustomization, 'namespace');
}
