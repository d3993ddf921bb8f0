import { posix } from 'node:path';
import { isMap, isScalar, isSeq, LineCounter, visit, type Document, type Node } from 'yaml';
import { pathsIncluded } from '../../generate/included-objects.js';
import type { BuiltObject } from '../../kustomize/build.js';
import { objectPlace } from '../../kustomize/object-place.js';
import { isYamlProblem, yamlDocuments } from '../../merge/yaml-documents.js';
import { kindOf, nameOf } from '../../model/kubernetes-object.js';
import type { Position } from '../../model/position.js';
import { kustomizationIn, kustomizations } from '../../project/paths.js';
import { positionAt } from '../../project/yaml-position.js';
import type { Program } from './deployment.js';

/** A field of a container, such as its command. */
interface ContainerField {
  readonly built: BuiltObject;
  readonly container: string;
  readonly field: string;
  /** One of its items; by default the whole. */
  readonly item?: string;
}

/** Returns the position of a field of a container: in the outermost patch that sets it, or else in the file of its workload. */
export function fieldPlace(wanted: ContainerField, { read, folder }: Omit<Program, 'objects'>): Position {
  const { object, file, declaredName } = wanted.built;
  const places = pathsIncluded(folder ?? posix.dirname(kustomizations.default), read).flatMap((path) => {
    const kustomization = kustomizationIn(path, (each) => read(each) !== undefined);
    return kustomization === undefined ? [] : placesInPatches(kustomization, wanted, read);
  });
  const text = read(file) ?? '';
  return places[0] ?? placesIn(file, text, wanted)[0] ?? objectPlace(file, text, kindOf(object), declaredName);
}

/** Returns the positions in the patches of a kustomization, with that of the last patch first. */
function placesInPatches(path: string, wanted: ContainerField, read: Program['read']): readonly Position[] {
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
    // The text of a block scalar begins in the line after its header. For other scalars, the line of the scalar is enough.
    const isBlock = inline.type === 'BLOCK_LITERAL' || inline.type === 'BLOCK_FOLDED';
    return placesIn(path, inline.value, wanted).map(({ line }) => lineAt(path, text, isBlock ? start + line : start));
  });
}

function itemsOf(list: unknown): readonly unknown[] {
  return isSeq(list) ? list.items : [];
}

/** Returns the file that a text in a list of patches names, or the patch that it is. */
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
function placesIn(file: string, text: string, wanted: ContainerField): readonly Position[] {
  const lines = new LineCounter();
  const documents = yamlDocuments(text, { lineCounter: lines });
  if (isYamlProblem(documents)) return [];
  return documents.flatMap((document) =>
    nodesIn(document, wanted).map((node) => positionAt(file, lines, node.range?.[0] ?? 0)),
  );
}

function nodesIn(document: Document, { built, container, field, item }: ContainerField): readonly Node[] {
  const { contents } = document;
  const found: Node[] = [];
  const add = (key: Node, value: unknown): void => {
    if (item === undefined) found.push(key);
    else found.push(...itemsIn(value, item));
  };
  if (isSeq(contents)) {
    for (const each of contents.items.filter(isMap)) {
      const path = each.get('path', true);
      if (isScalar(path) && typeof path.value === 'string' && isOf(field, path.value))
        add(path, each.get('value', true));
    }
    return found;
  }
  const name: unknown = document.getIn(['metadata', 'name']);
  if (typeof name === 'string' && name !== built.declaredName && name !== nameOf(built.object)) return [];
  visit(document, {
    Map: (_key, map) => {
      if (map.get('name') !== container) return;
      for (const { key, value } of map.items) if (isScalar(key) && key.value === field) add(key, value);
    },
  });
  return found;
}

/** Returns the nodes with a text: a value, or items of a list. */
function itemsIn(value: unknown, text: string): readonly Node[] {
  const all: readonly unknown[] = isSeq(value) ? value.items : [value];
  return all.filter((each) => isScalar(each)).filter((each) => each.value === text);
}

/** Reports whether the path of a JSON patch leads to a container, or to a field of one. */
function isOf(field: string, path: string): boolean {
  const parts = path.split('/');
  return parts.some((part, index) => {
    const isList = /^(?:initContainers|containers)$/.test(part) && /^(?:\d+|-)$/.test(parts[index + 1] ?? '');
    return isList && [undefined, field].includes(parts[index + 2]);
  });
}
