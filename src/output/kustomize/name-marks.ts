import { isMap as isMapping } from 'yaml';
import { kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import { isObject } from '../../base/model/schema.js';
import { asKustomize, isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import type { BuiltObject } from './build.js';
import { mapAt, setKey, textAt, textsIn, valueAt, type Json, type JsonMap } from './json.js';

// Kustomize finds all references to the names of objects. Here, the prefix of the outermost kustomization is a
// character that no name contains, so that every name that depends on a release can be found in the result.
const prefix = '\uE002';
const namespace = '\uE003';

/** The names to use instead of those with the prefix and the namespace of the outermost kustomization. */
export interface BuildNames {
  /**
   * @param declared the name in the file of the object, without prefixes and suffixes
   * @param declared the name in the file of the object, before all prefixes and suffixes
   */
  readonly nameOf: (name: string, kind: string, declared: string) => string;
  readonly namespace: string;
}

/** An object with marks in its name and in its references to other objects. */
export interface MarkedObject extends BuiltObject {
  readonly object: JsonMap;
}

/**
 * Returns a kustomization that marks names and the namespace.
 * @param additional folders that it also lists
 * @returns undefined if the text is not a mapping
 */
export function withMarks(text: string, additional: readonly string[]): string | undefined {
  const document = yamlDocument(text, asKustomize);
  if (isYamlProblem(document) || document.errors.length > 0 || !isMapping(document.contents)) return undefined;
  document.set('namePrefix', prefix);
  document.set('namespace', namespace);
  if (!document.has('sortOptions')) document.set('sortOptions', { order: 'fifo' });
  const listed = textsIn(valueAt(document.toJS() as Json, 'resources'));
  if (additional.length > 0) document.set('resources', [...listed, ...additional]);
  return document.toString({ directives: false });
}

/** Replaces the marks in objects with names; undefined if a replacement has split a name. */
export function finishedNames(objects: readonly MarkedObject[], names: BuildNames): readonly BuiltObject[] | undefined {
  const finished = new FinishedNames(objects, names);
  const built = objects.map(({ object, ...rest }) => ({ ...rest, object: finished.inObject(object) }));
  return finished.isComplete ? built : undefined;
}

class FinishedNames {
  /** Whether a name was found for every mark. */
  isComplete = true;
  readonly #namespace: string;
  /** The new names by the name after the mark, and by the kind of the object. Longer names come first. */
  readonly #names: ReadonlyMap<string, ReadonlyMap<string, string>>;

  constructor(objects: readonly MarkedObject[], names: BuildNames) {
    this.#namespace = names.namespace;
    const found = new Map<string, Map<string, string>>();
    for (const { object, declaredName } of objects) {
      const [before, name] = nameOf(object).split(prefix);
      if (before !== '' || name === undefined) continue;
      const known = found.get(name) ?? new Map<string, string>();
      found.set(name, known.set(kindOf(object), names.nameOf(name, kindOf(object), declaredName)));
    }
    this.#names = new Map([...found].toSorted(([one], [other]) => other.length - one.length));
  }

  inObject(object: JsonMap): JsonMap {
    const finished = this.#in(object) as JsonMap;
    const metadata = mapAt(finished, 'metadata');
    if (metadata !== undefined) setKey(metadata, 'name', this.#inText(nameOf(object), kindOf(object)));
    return finished;
  }

  /** @param field the name of the field with this value */
  #in(value: Json, field = '', parent: JsonMap = {}, parentField = ''): Json {
    if (typeof value === 'string') return this.#inText(value, kindNamedBy(field, parent, parentField));
    if (Array.isArray(value)) return value.map((each) => this.#in(each, field));
    if (!isObject(value)) return value;
    const finished: JsonMap = {};
    for (const [key, each] of Object.entries(value)) setKey(finished, key, this.#in(each, key, value, field));
    return finished;
  }

  /**
   * @param kind the kind of the named object, if it is known
   * @param kind that of the named object, if it is known
   */
  #inText(text: string, kind: string | undefined): string {
    const [before = '', ...marked] = text.split(prefix);
    const named = marked.map((each) => this.#withName(each, kind)).join('');
    return (before + named).replaceAll(namespace, () => this.#namespace);
  }

  /**
   * @param text the text after a mark: a name, and what follows it
   * @param text what stands behind a mark: a name, and what follows it
   */
  #withName(text: string, kind: string | undefined): string {
    const [name, ofKinds] = [...this.#names].find(([each]) => text.startsWith(each)) ?? [];
    if (name === undefined || ofKinds === undefined) {
      this.isComplete = false;
      return text;
    }
    // Objects of several kinds can have the same name. Only fields that name service accounts are recognizable.
    const [usual] = [...ofKinds].filter(([each]) => each !== serviceAccount);
    return (ofKinds.get(kind ?? '') ?? usual?.[1] ?? ofKinds.get(serviceAccount)!) + text.slice(name.length);
  }
}

const serviceAccount = 'ServiceAccount';

/** Returns the kind of the object that a field refers to, if the field determines it. */
function kindNamedBy(field: string, parent: JsonMap, parentField: string): string | undefined {
  if (field === 'serviceAccountName' || field === 'serviceAccount') return serviceAccount;
  if (field !== 'name') return undefined;
  return parentField === 'service' ? 'Service' : textAt(parent, 'kind');
}
