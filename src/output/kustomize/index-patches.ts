import { posix } from 'node:path';
import { isMap, isNode, isSeq, type Node } from 'yaml';
import { placeOf } from '../../base/text/text.js';
import { isYamlProblem, yamlDocuments } from '../../base/text/yaml-documents.js';
import { textAt } from '../../base/model/json-at.js';
import type { Position } from '../../base/model/position.js';
import type { JsonObject, JsonValue } from '../../base/model/schema.js';
import { movedElement, objectPairs, type ObjectPair } from './moved-elements.js';

/** A patch that selects an element of a list by an index that now belongs to another element. */
export interface MovedPatch {
  /** The path as written, up to the index that has moved, such as `/webhooks/1`. */
  readonly index: string;
  /** The present indexes of the elements that had this index, as a phrase. */
  readonly place: string;
  readonly position: Position;
}

/** A JSON patch contains `/webhooks/1/failurePolicy`, a replacement `webhooks.1.failurePolicy`. */
const pathForm = /\/[\w$~:./-]+|[\w.-]+/g;
const index = /^\d{1,4}$/;

/** Returns the part of a path up to its last index; undefined if it has none. */
function indexedPath(path: string): string | undefined {
  const mark = path.startsWith('/') ? '/' : '.';
  const parts = path.split(mark);
  const last = parts.findLastIndex((part, at) => at > 0 && index.test(part));
  const isWhole = parts.slice(mark === '/' ? 1 : 0, last).every((part) => part !== '');
  return last < 0 || !isWhole ? undefined : parts.slice(0, last + 1).join(mark);
}

/** A text with a patch, and the object that it changes; empty names if that can be any object. */
interface Patch {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  readonly name: string;
}

/**
 * Returns the patches of kustomizations that change a different element of a list in the new objects than in the old
 * ones.
 * @param texts the YAML files of `config/` by their paths
 */
export function movedPatches(
  texts: ReadonlyMap<string, string>,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
): readonly MovedPatch[] {
  const pairs = objectPairs(before, after);
  const found = new Map<string, MovedPatch>();
  for (const patch of [...texts.keys()].flatMap((each) => patchesIn(each, texts))) {
    const { path, from, to } = patch;
    const text = texts.get(path)!;
    const selected = pairs.filter((each) => canBe(patch, each));
    for (const match of text.slice(from, to).matchAll(pathForm)) {
      const indexed = indexedPath(match[0]);
      const offset = from + match.index;
      if (indexed === undefined || isComment(text, offset)) continue;
      const moved = selected.flatMap((each) => movedElement(each, segmentsOf(indexed)) ?? []);
      if (moved.length === 0) continue;
      const length = Math.min(...moved.map((each) => each.length));
      const position = { file: path, ...placeOf(text, offset) };
      const place = moved.map((each) => each.place).join('; ');
      found.set(`${path}:${offset}`, { index: prefixOf(indexed, length), place, position });
    }
  }
  return [...found.values()];
}

/** Returns the parts of a path. */
function segmentsOf(path: string): readonly string[] {
  if (!path.startsWith('/')) return path.split('.');
  const parts = path.slice(1).split('/');
  return parts.map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the first parts of a path, as written. */
function prefixOf(path: string, length: number): string {
  const mark = path.startsWith('/') ? '/' : '.';
  const parts = path.split(mark);
  return parts.slice(0, mark === '/' ? length + 1 : length).join(mark);
}

/**
 * Reports whether a patch can apply to an object. A target can be a regular expression, and contain the prefix of its
 * kustomization.
 */
function canBe({ kind, name }: Patch, { before }: ObjectPair): boolean {
  const [ofKind, ofName] = [textAt(before, 'kind'), textAt(before, 'metadata', 'name')];
  const isOfKind = kind === '' || kind === ofKind || /\W/.test(kind);
  return isOfKind && (name === '' || /[^\w.-]/.test(name) || name.endsWith(ofName));
}

function isComment(text: string, offset: number): boolean {
  return /^\s*#/.test(text.slice(text.lastIndexOf('\n', offset) + 1, offset));
}

/** Returns the patches of a kustomization: inline ones, those in other files, and its replacements. */
function patchesIn(path: string, texts: ReadonlyMap<string, string>): readonly Patch[] {
  const text = texts.get(path)!;
  if (!/patches|replacements/.test(text)) return [];
  const documents = yamlDocuments(text);
  if (isYamlProblem(documents)) return [];
  return documents
    .filter(({ errors }) => errors.length === 0)
    .flatMap((document) => {
      const patches = ['patches', 'patchesJson6902'].flatMap((key) => entriesOf(document.get(key)));
      const replacements = entriesOf(document.get('replacements'));
      const targets = replacements.flatMap((each) => (isMap(each) ? entriesOf(each.get('targets')) : []));
      return [
        ...patches.flatMap((each) => patchOf(path, each, 'target', texts)),
        ...targets.flatMap((each) => patchOf(path, each, 'select', texts)),
        ...replacements.flatMap((each) => (isMap(each) ? sourceOf(path, each.get('source')) : [])),
      ];
    });
}

function entriesOf(list: unknown): readonly Node[] {
  return isSeq(list) ? list.items.filter(isNode) : [];
}

function patchOf(path: string, entry: Node, key: string, texts: ReadonlyMap<string, string>): readonly Patch[] {
  const value = entry.toJSON() as JsonValue;
  const target = { kind: textAt(value, key, 'kind'), name: textAt(value, key, 'name') };
  const file = textAt(value, 'path') && posix.join(posix.dirname(path), textAt(value, 'path'));
  const other = texts.get(file);
  return other === undefined ? rangeOf(path, entry, target) : [{ path: file, from: 0, to: other.length, ...target }];
}

function sourceOf(path: string, source: unknown): readonly Patch[] {
  if (!isMap(source)) return [];
  const value = source.toJSON() as JsonValue;
  return rangeOf(path, source, { kind: textAt(value, 'kind'), name: textAt(value, 'name') });
}

function rangeOf(path: string, { range }: Node, target: Pick<Patch, 'kind' | 'name'>): readonly Patch[] {
  return range ? [{ path, from: range[0], to: range[1], ...target }] : [];
}
