import { groupOf, isCrd, kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import { isObject } from '../../base/model/schema.js';
import { isOfTheCluster } from '../../project/cluster-scope.js';
import { pluralOf } from '../../project/plural.js';
import { changeEach } from './field-path.js';
import { isSelected, type Item } from './item.js';
import { mapAt, mapIn, mapsIn, setKey, textAt, valueAt, type Json, type JsonMap } from './json.js';
import { isFieldOf, type FieldSpec } from './references.js';

/** Kinds whose names do not get prefixes and suffixes. */
const keepName = new Set(['CustomResourceDefinition', 'APIService', 'Namespace']);

function addIdentity({ names, namespaces }: Item, name: string, namespace: string): void {
  names.push(name);
  namespaces.push(namespace);
}

/** Renames all objects except those of kinds that keep their names. */
export function rename(items: readonly Item[], change: (name: string, declared: string) => string): void {
  for (const item of items) {
    if (keepName.has(kindOf(item.object))) continue;
    const name = change(nameOf(item.object), item.names[0] ?? '');
    addIdentity(item, name, item.namespaces.at(-1) ?? '');
    setKey(mapIn(item.object, 'metadata'), 'name', name);
  }
}

/** Adds a prefix and a suffix to names, one after the other: patches can refer to the intermediate names. */
export function addAffixes(items: readonly Item[], prefix: string, suffix: string): void {
  if (prefix !== '') rename(items, (name) => prefix + name);
  if (suffix !== '') rename(items, (name) => name + suffix);
}

/** Moves all objects into a namespace. @param fields other fields that contain the namespace */
export function setNamespace(items: readonly Item[], namespace: string, fields: readonly FieldSpec[]): void {
  for (const item of items) {
    const isNamespace = kindOf(item.object) === 'Namespace';
    addIdentity(item, isNamespace ? namespace : (item.names.at(-1) ?? ''), namespace);
    if (isNamespace) {
      setKey(mapIn(item.object, 'metadata'), 'name', namespace);
    } else if (!isOfTheCluster(groupOf(item.object), pluralOf(kindOf(item.object))))
      setKey(mapIn(item.object, 'metadata'), 'namespace', namespace);
    if (/^(?:Cluster)?RoleBinding$/.test(kindOf(item.object)))
      for (const subject of mapsIn(valueAt(item.object, 'subjects')))
        if (subject['kind'] === 'ServiceAccount' && subject['name'] === 'default') subject['namespace'] = namespace;
    for (const spec of fields.filter((each) => isFieldOf(item, each)))
      changeEach(item.object, spec.path.split('/'), (parent, key) => setKey(parent, key, namespace));
  }
}

/** The places of labels other than the metadata. */
export interface LabelTargets {
  readonly selectors: boolean;
  readonly templates: boolean;
}

const withPods = new Set(['Deployment', 'DaemonSet', 'StatefulSet', 'ReplicaSet', 'Job']);

/** Adds labels to all objects. */
export function addLabels(items: readonly Item[], pairs: JsonMap, { selectors, templates }: LabelTargets): void {
  for (const { object } of items) {
    addPairs(mapIn(object, 'metadata'), 'labels', pairs);
    const kind = kindOf(object);
    const spec = mapAt(object, 'spec');
    if (spec === undefined) continue;
    if ((selectors || templates) && withPods.has(kind))
      addPairs(mapIn(mapIn(spec, 'template'), 'metadata'), 'labels', pairs);
    if (!selectors) continue;
    if (withPods.has(kind) && kind !== 'Job') addPairs(mapIn(spec, 'selector'), 'matchLabels', pairs);
    if (kind === 'Service' && isObject(spec['selector'])) addPairs(spec, 'selector', pairs);
    if (kind === 'NetworkPolicy' && mapAt(spec, 'podSelector', 'matchLabels') !== undefined)
      addPairs(mapIn(spec, 'podSelector'), 'matchLabels', pairs);
    if (kind === 'PodDisruptionBudget' && mapAt(spec, 'selector', 'matchLabels') !== undefined)
      addPairs(mapIn(spec, 'selector'), 'matchLabels', pairs);
  }
}

export function addAnnotations(items: readonly Item[], pairs: JsonMap): void {
  for (const { object } of items) {
    addPairs(mapIn(object, 'metadata'), 'annotations', pairs);
    const template = withPods.has(kindOf(object)) ? mapAt(object, 'spec', 'template') : undefined;
    if (template !== undefined) addPairs(mapIn(template, 'metadata'), 'annotations', pairs);
  }
}

function addPairs(map: JsonMap, key: string, pairs: JsonMap): void {
  const target = mapIn(map, key);
  for (const [name, value] of Object.entries(pairs)) setKey(target, name, value);
}

/** Sets the number of replicas of the objects with a name. */
export function setReplicas(items: readonly Item[], entry: JsonMap): void {
  const count = valueAt(entry, 'count');
  for (const item of items)
    if (
      isSelected(item, { name: textAt(entry, 'name') }) &&
      mapAt(item.object, 'spec') !== undefined &&
      count !== undefined
    )
      setKey(mapIn(item.object, 'spec'), 'replicas', count);
}

/** Sets the names, tags and digests of images. */
export function setImage(items: readonly Item[], entry: JsonMap): void {
  const name = textAt(entry, 'name') ?? '';
  const changeIn = (pod: JsonMap): void => {
    for (const key of ['containers', 'initContainers'])
      for (const container of mapsIn(valueAt(pod, key))) {
        const image = textAt(container, 'image');
        if (image !== undefined && partsOf(image).name === name) setKey(container, 'image', changedImage(image, entry));
      }
  };
  const changeAll = (value: Json | undefined): void => {
    if (Array.isArray(value)) value.forEach(changeAll);
    if (!isObject(value)) return;
    changeIn(value);
    Object.values(value).forEach(changeAll);
  };
  for (const { object } of items) {
    if (isCrd(object)) continue;
    // Kustomize first processes the known places, then all others: an image that keeps its name gets a suffix twice.
    for (const path of [['spec'], ['spec', 'template', 'spec']]) changeIn(mapAt(object, ...path) ?? {});
    changeAll(object);
  }
}

/** Returns the parts of an image reference. */
export function partsOf(image: string): { readonly name: string; readonly tag: string; readonly digest: string } {
  const [reference = '', digest = ''] = image.split('@');
  const colon = reference.indexOf(':', reference.lastIndexOf('/') + 1);
  return colon < 0
    ? { name: reference, tag: '', digest }
    : { name: reference.slice(0, colon), tag: reference.slice(colon + 1), digest };
}

function changedImage(image: string, entry: JsonMap): string {
  const old = partsOf(image);
  const [newName = '', newDigest = '', suffix = ''] = ['newName', 'digest', 'tagSuffix'].map((key) =>
    textAt(entry, key),
  );
  const tagOf = valueAt(entry, 'newTag');
  const newTag = typeof tagOf === 'string' || typeof tagOf === 'number' ? String(tagOf) : '';
  const name = newName === '' ? old.name : newName;
  // A new tag or digest replaces both the tag and the digest.
  const isReplaced = newTag !== '' || newDigest !== '';
  const tag = isReplaced ? newTag : old.tag + suffix;
  const digest = isReplaced || suffix !== '' ? newDigest : old.digest;
  return `${name}${tag === '' ? '' : `:${tag}`}${digest === '' ? '' : `@${digest}`}`;
}
