import { posix } from 'node:path';
import { isMap, isScalar, isSeq, LineCounter, visit, type Document, type Node, type YAMLMap } from 'yaml';
import { pathsIncluded } from '../../output/kustomize/included-objects.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { objectPlace } from '../../output/kustomize/object-place.js';
import { podPathOf } from '../../output/kustomize/operator-workloads.js';
import { isYamlProblem, yamlDocuments } from '../../base/text/yaml-documents.js';
import { textAt } from '../../base/model/json-at.js';
import { kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import type { Position } from '../../base/model/position.js';
import { kustomizationIn, kustomizations } from '../../project/paths.js';
import { positionAt } from '../../project/yaml-position.js';
import type { Program } from './deployment.js';

/** A field of a container, such as its command, or of a Pod. */
interface PodField {
  readonly built: BuiltObject;
  /** By default, a field of the Pod. */
  readonly container?: string;
  readonly field: string;
  /** A text among its items, or the name of an item; by default, the whole field. */
  readonly item?: string;
  /** Whether a JSON patch must select the container by its index. */
  readonly isExact?: boolean;
}

/** Returns the position of a field of a container or a Pod: in the outermost patch that sets it, or else in the file of its workload. */
export function fieldPlace(wanted: PodField, { read, folder }: Omit<Program, 'objects'>): Position {
  const { object, file, declaredName } = wanted.built;
  const inPatches = (isExact: boolean): Position | undefined =>
    pathsIncluded(folder ?? posix.dirname(kustomizations.default), read)
      .flatMap((path) => {
        const kustomization = kustomizationIn(path, (each) => read(each) !== undefined);
        return kustomization === undefined ? [] : placesInPatches(kustomization, { ...wanted, isExact }, read);
      })
      .at(0);
  const text = read(file) ?? '';
  return (
    inPatches(true) ??
    placesIn(file, text, wanted)[0] ??
    // A later patch can move containers.
    inPatches(false) ??
    objectPlace(file, text, kindOf(object), declaredName)
  );
}

/** Returns the positions in the patches of a kustomization, starting with the last patch. */
function placesInPatches(path: string, wanted: PodField, read: Program['read']): readonly Position[] {
  const text = read(path) ?? '';
  const lines = new LineCounter();
  const documents = yamlDocuments(text, { lineCounter: lines });
  if (isYamlProblem(documents)) return [];
  const entries = ['patches', 'patchesStrategicMerge', 'patchesJson6902'].flatMap((key) =>
    documents.flatMap((each): readonly unknown[] => itemsOf(each.get(key)).toReversed()),
  );
  return entries.flatMap((entry) => {
    const [file, inline] = isMap(entry) ? [entry.get('path'), entry.get('patch', true)] : fileOrPatch(entry);
    if (typeof file === 'string' && file !== '') {
      const other = posix.join(posix.dirname(path), file);
      return placesIn(other, read(other) ?? '', wanted);
    }
    if (!isScalar(inline) || typeof inline.value !== 'string') return [];
    const start = lines.linePos(inline.range?.[0] ?? 0).line;
    // The text of a block scalar starts on the line after its header. For other scalars, the line is precise enough.
    const isBlock = inline.type === 'BLOCK_LITERAL' || inline.type === 'BLOCK_FOLDED';
    return placesIn(path, inline.value, wanted).map(({ line }) => lineAt(path, text, isBlock ? start + line : start));
  });
}

function itemsOf(list: unknown): readonly unknown[] {
  return isSeq(list) ? list.items : [];
}

/** Returns the file that an entry in a list of patches refers to, or the inline patch. */
function fileOrPatch(entry: unknown): readonly [file: unknown, inline: unknown] {
  const isPatch = isScalar(entry) && typeof entry.value === 'string' && entry.value.includes('\n');
  return isPatch ? [undefined, entry] : [isScalar(entry) ? entry.value : undefined, undefined];
}

/** Returns the position of the first character of a line. */
function lineAt(file: string, text: string, line: number): Position {
  const found = text.split('\n')[line - 1] ?? '';
  return { file, line, column: found.search(/\S|$/) + 1 };
}

/** Returns the positions of the field in the objects, strategic merge patches and JSON patches of a text. */
function placesIn(file: string, text: string, wanted: PodField): readonly Position[] {
  const lines = new LineCounter();
  const documents = yamlDocuments(text, { lineCounter: lines });
  if (isYamlProblem(documents)) return [];
  return documents.flatMap((document) =>
    nodesIn(document, wanted).map((node) => positionAt(file, lines, node.range?.[0] ?? 0)),
  );
}

function nodesIn(document: Document, wanted: PodField): readonly Node[] {
  const { built, container, field, item } = wanted;
  const { contents } = document;
  const found: Node[] = [];
  const add = (key: Node, value: unknown): void => {
    if (item === undefined) found.push(key);
    else found.push(...itemsIn(value, item));
  };
  if (isSeq(contents)) {
    const isWanted = container === undefined ? isOfPod : isOf;
    for (const each of contents.items.filter(isMap)) {
      const path = each.get('path', true);
      if (isScalar(path) && typeof path.value === 'string' && isWanted(wanted, path.value))
        add(path, each.get('value', true));
    }
    return found;
  }
  const name: unknown = document.getIn(['metadata', 'name']);
  if (typeof name === 'string' && name !== built.declaredName && name !== nameOf(built.object)) return [];
  const addFrom = (map: YAMLMap): void => {
    for (const { key, value } of map.items) if (isScalar(key) && key.value === field) add(key, value);
  };
  if (container === undefined) {
    // Fields of a service account are next to its kind.
    const holder: unknown = document.getIn(podPathOf(kindOf(built.object)) ?? [], true);
    if (isMap(holder)) addFrom(holder);
    return found;
  }
  visit(document, {
    Map: (_key, map) => {
      if (map.get('name') === container) addFrom(map);
    },
  });
  return found;
}

/** Returns the nodes with a text or a name: a value, or items of a list. */
function itemsIn(value: unknown, text: string): readonly Node[] {
  const all: readonly unknown[] = isSeq(value) ? value.items : [value];
  return all
    .filter((each) => isScalar(each) || isMap(each))
    .filter((each) => (isMap(each) ? each.get('name') : each.value) === text);
}

/** Reports whether the path of a JSON patch leads to or into a field of the Pods. */
function isOfPod({ built, field }: PodField, path: string): boolean {
  const wanted = `/${[...(podPathOf(kindOf(built.object)) ?? []), field].join('/')}`;
  return path === wanted || path.startsWith(`${wanted}/`);
}

/** Reports whether the path of a JSON patch leads to a container, or to a field in it. */
function isOf({ built, container, field, isExact }: PodField, path: string): boolean {
  const parts = path.split('/');
  return parts.some((list, index) => {
    const [place = '', key] = parts.slice(index + 1);
    if (!/^(?:initContainers|containers)$/.test(list) || ![undefined, field].includes(key)) return false;
    if (!/^(?:\d+|-)$/.test(place)) return false;
    const pod = podPathOf(kindOf(built.object)) ?? [];
    return place === '-' || isExact !== true || textAt(built.object, ...pod, list, Number(place), 'name') === container;
  });
}
