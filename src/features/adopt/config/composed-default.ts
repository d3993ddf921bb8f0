import { posix } from 'node:path';
import { toYaml } from '../../../base/text/yaml.js';
import { pathsIncluded, type ReadText } from '../../../output/kustomize/included-objects.js';
import { mostBuilt } from '../../../output/kustomize/other-deployments.js';
import { buildKustomization, type BuiltObject } from '../../../output/kustomize/build.js';
import { operatorContainer, operatorWorkloads } from '../../../output/kustomize/operator-workloads.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import { textAt } from '../../../base/model/json-at.js';
import { kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { isYaml, kustomizationIn, kustomizationNames, kustomizations } from '../../../project/paths.js';
import { isComponent } from '../../verdict/kustomizations.js';

/** Kustomizations for a Go project without `config/default`, with which it deploys the same as from its other folders. */
export interface ComposedDefault {
  /** The texts of the kustomizations that the Go project lacks, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The folders that `config/default` lists. */
  readonly folders: readonly string[];
  /** Whether the only folder has everything that the operator needs, with its names in clusters. */
  readonly isWhole: boolean;
  /** Other folders with kustomizations that deploy the whole operator. */
  readonly others: readonly string[];
}

/** A folder with a kustomization, and its objects. */
interface Part {
  readonly folder: string;
  readonly objects: readonly BuiltObject[];
  /** Whether it can only be built as part of another one. */
  readonly isComponent: boolean;
}

const defaultFolder = posix.dirname(kustomizations.default);
/** The first line of the scaffolded file. */
const title = '# All resources of the operator: `kubectl kustomize config/default`.\n';
/** Folders whose files are listed if they have no kustomization. */
const usualFolders = ['config/crd', 'config/rbac', 'config/manager', 'config/webhook', 'config/certmanager'];
/** Kinds of objects that an operator needs in addition to its workload. */
const needed =
  /^(?:CustomResourceDefinition|ServiceAccount|(?:Cluster)?Role(?:Binding)?|Service|(?:Mutating|Validating)WebhookConfiguration|Issuer|Certificate)$/;
const permitting = /^(?:CustomResourceDefinition|(?:Cluster)?RoleBinding)$/;

/**
 * Returns the kustomizations with which `config/default` deploys the operator as the Go project does from other folders.
 * Undefined if it has a `config/default`, or no workload of the operator.
 * @param paths all files of the Go project
 * @param given returns the text of one of them
 */
export function composedDefault(paths: readonly string[], given: ReadText): ComposedDefault | undefined {
  const known = new Set(paths);
  if (kustomizationIn(defaultFolder, (path) => known.has(path)) !== undefined) return undefined;
  const texts = new Map<string, string>();
  const read = (path: string): string | undefined => texts.get(path) ?? given(path);
  for (const folder of usualFolders.slice(1)) {
    const files =
      kustomizationIn(folder, (path) => known.has(path)) === undefined ? listable(folder, paths, given) : [];
    if (files.length > 0) texts.set(`${folder}/${kustomizationNames[0]!}`, toYaml({ resources: files }).slice(4));
  }
  const parts = partsOf([...paths, ...texts.keys()], read);
  const own = listable(defaultFolder, paths, given);
  const running = byPreference(
    parts.filter(({ objects }) => operatorWorkloads(objects).length > 0),
    read,
  );
  const [first] = running;
  const hasOwn = own.some((path) => objectsOf(given(posix.join(defaultFolder, path))).some(isOperator));
  if (first === undefined && !hasOwn) return undefined;
  const whole = hasOwn ? [] : running.filter(isWhole);
  const [base] = whole;
  const folders = base === undefined ? folderNames(hasOwn ? undefined : first, parts) : [base.folder];
  const entryOf = (folder: string): string => posix.relative(defaultFolder, folder);
  const isPart = (folder: string): boolean => parts.some((each) => each.folder === folder && each.isComponent);
  const resources = [...folders.filter((each) => !isPart(each)).map(entryOf), ...(hasOwn ? own : [])];
  const components = folders.filter(isPart).map(entryOf);
  const lists = { resources, ...(components.length > 0 && { components }) };
  texts.set(kustomizations.default, `${title}${toYaml(lists).slice(4)}`);
  const apart = whole.slice(1).filter(({ folder }) => !pathsIncluded(base!.folder, read).includes(folder));
  return { texts, folders, isWhole: base !== undefined, others: apart.map(({ folder }) => folder) };
}

/** Reports whether a folder has the whole operator. */
function isWhole({ objects }: Part): boolean {
  return objects.some(({ object }) => permitting.test(kindOf(object)));
}

/** Returns the files in a folder that a new kustomization can list: those with objects that no other file has. */
function listable(folder: string, paths: readonly string[], given: ReadText): readonly string[] {
  const seen = new Set<string>();
  const files = paths
    .filter((path) => posix.dirname(path) === folder && isYaml(path))
    .filter((path) => !kustomizationNames.includes(posix.basename(path)))
    .map((path) => ({ path, objects: objectsOf(given(path)) }))
    .filter(({ objects }) => objects.length > 0 && objects.every((each) => kindOf(each) !== '' && nameOf(each) !== ''));
  // A patch also has the name of its object.
  const sorted = files.toSorted((one, other) => sizeOf(other.objects) - sizeOf(one.objects));
  const kept = sorted.filter(({ objects }) => {
    const identities = objects.map(identityOf);
    if (identities.some((each) => seen.has(each))) return false;
    for (const each of identities) seen.add(each);
    return true;
  });
  return kept.map(({ path }) => posix.basename(path)).toSorted();
}

const sizeOf = (objects: readonly JsonObject[]): number => JSON.stringify(objects).length;

function identityOf(object: JsonObject): string {
  return JSON.stringify([
    textAt(object, 'apiVersion'),
    kindOf(object),
    textAt(object, 'metadata', 'namespace'),
    nameOf(object),
  ]);
}

function isOperator(object: JsonObject): boolean {
  const image = textAt(operatorContainer(object) ?? {}, 'image');
  return /^(?:Deployment|StatefulSet|DaemonSet)$/.test(kindOf(object)) && image !== '';
}

/** Returns the folders with kustomizations that `config/default` can list. It cannot list its parent folder. */
function partsOf(paths: readonly string[], read: ReadText): readonly Part[] {
  return paths
    .filter((path) => path.startsWith('config/') && kustomizationNames.includes(posix.basename(path)))
    .map((path) => ({ folder: posix.dirname(path), isComponent: isComponent(read(path) ?? '') }))
    .filter(({ folder }) => folder !== 'config')
    .slice(0, mostBuilt)
    .map((each) => ({ ...each, objects: buildKustomization(each.folder, read).objects }));
}

/**
 * Returns folders in the order in which `config/default` prefers them: the one with that name, the one that the others
 * are based on, and the one with the most objects. Components come last.
 */
function byPreference(parts: readonly Part[], read: ReadText): readonly Part[] {
  const included = parts.map(({ folder }) => new Set(pathsIncluded(folder, read)));
  const rankOf = ({ folder, objects, isComponent: isPart }: Part): readonly number[] => [
    isPart ? 1 : 0,
    posix.basename(folder) === 'default' ? 0 : 1,
    -included.filter((each) => each.has(folder)).length,
    -objects.length,
  ];
  return parts.toSorted((one, other) => {
    const [first, second] = [rankOf(one), rankOf(other)];
    return first.map((rank, index) => rank - second[index]!).find((each) => each !== 0) ?? 0;
  });
}

/** Returns the folder with the workload, and the folders with other objects that the operator needs, without duplicates. */
function folderNames(workload: Part | undefined, parts: readonly Part[]): readonly string[] {
  const found = workload === undefined ? [] : [workload];
  const seen = new Set(found.flatMap(({ objects }) => objects.map(({ object }) => identityOf(object))));
  const orderOf = ({ folder }: Part): number =>
    (usualFolders.indexOf(folder) + usualFolders.length) % usualFolders.length;
  const others = parts
    // A component is only deployed where a kustomization lists it.
    .filter(({ objects, isComponent: isPart }) => !isPart && operatorWorkloads(objects).length === 0)
    .filter(({ objects }) => objects.some(({ object }) => needed.test(kindOf(object))))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
  for (const each of others) {
    const identities = each.objects.map(({ object }) => identityOf(object));
    if (identities.some((identity) => seen.has(identity))) continue;
    for (const identity of identities) seen.add(identity);
    found.push(each);
  }
  return found.map(({ folder }) => folder).toSorted();
}
