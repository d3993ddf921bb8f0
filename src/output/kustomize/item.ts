import { groupOf, kindOf, versionOf } from '../../base/model/kubernetes-object.js';
import { textAt, type JsonMap } from './json.js';

/** An object while its kustomization is built. */
export interface Item {
  object: JsonMap;
  /** The file that declares it. */
  readonly file: string;
  /** The names it has had, starting with the name in its file. */
  readonly names: string[];
  /** The namespaces it has had, each at the index of the name that it had at the time. */
  readonly namespaces: string[];
  /** The names of its containers with the placeholder of the operator's image in that file. */
  readonly placeholders?: readonly string[];
}

/** Returns a built object, with what is known about it in its file. */
export function builtOf({ object, file, names: [declaredName = ''], placeholders }: Item) {
  return { object, file, declaredName, ...(placeholders && { placeholders }) };
}

/** A selector of a kustomization. Absent fields match all objects. */
export interface Selector {
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
}

export function selectorOf(map: JsonMap | undefined): Selector {
  const [group, version, kind, name, namespace] = ['group', 'version', 'kind', 'name', 'namespace'].map((key) =>
    textAt(map, key),
  );
  return { group, version, kind, name, namespace };
}

/** Reports whether a selector selects an object, by any name that it has had. */
export function isSelected(item: Item, { group, version, kind, name, namespace }: Selector): boolean {
  return (
    isFor(group, [groupOf(item.object)]) &&
    isFor(version, [versionOf(item.object)]) &&
    isFor(kind, [kindOf(item.object)]) &&
    isFor(name, item.names) &&
    isFor(namespace, item.namespaces)
  );
}

/** Characters with a special meaning in a pattern. A dot also matches itself. */
const special = /[*+?()[\]{}|\\^$]/;

/** Reports whether a selector contains a pattern that is not evaluated. */
export function hasPattern({ name, namespace, kind }: Selector): boolean {
  return [name, namespace, kind].some((each) => each !== undefined && each !== '.*' && special.test(each));
}

function isFor(wanted: string | undefined, present: readonly string[]): boolean {
  return wanted === undefined || wanted === '' || wanted === '.*' || present.includes(wanted);
}
