import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, type Scalar } from 'yaml';
import { isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import type { JsonValue } from '../../base/model/schema.js';
import type { Position } from '../../base/model/position.js';
import { hasContent, manifestsIn, type Manifest } from './manifest.js';
import { pointerSteps } from '../../output/kustomize/json-patch.js';

/** A document that lets a kustomization change objects: a file that it reads, or an inline text. */
interface Patch {
  readonly file: string;
  /** Number of lines before the document. */
  readonly before: number;
  /** Number of columns before each line. */
  readonly indentation: number;
  readonly contents: Node;
  readonly lines: LineCounter;
}

/** The documents of each build. Its objects share the list of files that it has read. */
const known = new WeakMap<readonly string[], readonly Patch[]>();

/** Maximum size of all files that are searched for patches, in characters. */
const largest = 2_000_000;

/**
 * Finds the patch that sets a field of an object that kustomize has built: a strategic merge patch or a JSON patch, in a
 * file or in a kustomization.
 * @param kind kind of the object, which strategic merge patches name
 * @param steps path of the field
 * @param value what the field is set to; undefined for an object or a list
 */
export function patchPosition(
  { read = [], file, kustomization = '' }: Manifest,
  kind: string | undefined,
  steps: readonly string[],
  value: JsonValue | undefined,
  textOf: (file: string) => string | undefined,
): Position | undefined {
  const patches = known.get(read) ?? patchesIn(new Set([kustomization, ...read]), textOf);
  known.set(read, patches);
  for (const patch of patches) {
    if (patch.file === file || !isFor(patch.contents, kind)) continue;
    for (const node of settersIn(patch.contents, steps)) {
      const isSame = isScalar(node) ? node.value === value : value === undefined;
      if (isSame && node.range) return positionOf(patch, node);
    }
  }
  return undefined;
}

/** Reports whether a patch can be for objects of a kind. With a target, its name can differ. */
function isFor(contents: Node, kind: string | undefined): boolean {
  const named: unknown = isMap(contents) ? contents.get('kind') : undefined;
  return named === undefined || named === kind;
}

function positionOf({ file, before, indentation, lines }: Patch, { range }: Node): Position {
  const { line, col } = lines.linePos(range![0]);
  return { file, line: before + line, column: indentation + col };
}

function patchesIn(files: Iterable<string>, textOf: (file: string) => string | undefined): readonly Patch[] {
  const patches: Patch[] = [];
  let size = 0;
  for (const file of files) {
    const text = textOf(file) ?? '';
    size += text.length;
    if (size > largest) break;
    for (const { text: part, line = 1 } of manifestsIn(file, text)) {
      patches.push(...patchIn(part, { file, before: line - 1, indentation: 0 }));
      patches.push(...inlinePatches(part, file, line - 1));
    }
  }
  return patches;
}

function patchIn(text: string, place: Pick<Patch, 'file' | 'before' | 'indentation'>): readonly Patch[] {
  const lines = new LineCounter();
  const document = yamlDocument(text, { lineCounter: lines });
  return isYamlProblem(document) || document.contents === null
    ? []
    : [{ ...place, contents: document.contents, lines }];
}

const fieldsWithPatches = ['patches', 'patchesJson6902', 'patchesStrategicMerge'];

/** Returns the inline patches of a kustomization. */
function inlinePatches(text: string, file: string, before: number): readonly Patch[] {
  if (!fieldsWithPatches.some((each) => text.includes(`${each}:`))) return [];
  const lines = new LineCounter();
  const document = yamlDocument(text, { lineCounter: lines });
  if (isYamlProblem(document)) return [];
  return fieldsWithPatches
    .flatMap((field) => {
      const list: unknown = document.get(field);
      return isSeq(list) ? list.items : [];
    })
    .flatMap((item): readonly Patch[] => {
      const node: unknown = isMap(item) ? item.get('patch', true) : item;
      return isBlock(node) ? blockPatches(node, text, { file, before, lines }) : [];
    });
}

/** Reports whether a node is a block scalar, whose lines are the same in the file. */
function isBlock(node: unknown): node is Scalar<string> {
  return isScalar(node) && node.type === 'BLOCK_LITERAL' && typeof node.value === 'string';
}

function blockPatches(
  { value, range }: Scalar<string>,
  text: string,
  { file, before, lines }: { readonly file: string; readonly before: number; readonly lines: LineCounter },
): readonly Patch[] {
  if (range == null) return [];
  const header = lines.linePos(range[0]).line;
  const [first = ''] = value.split('\n');
  const written = text.split('\n')[header] ?? '';
  const indentation = written.length - first.length;
  return manifestsIn(file, value)
    .filter((each) => hasContent(each.text))
    .flatMap((each) => patchIn(each.text, { file, before: before + header + (each.line ?? 1) - 1, indentation }));
}

/** Yields the values that a patch sets for a field. Items of a list can have different indexes in the patch and in the object. */
function* settersIn(contents: Node, steps: readonly string[]): Generator<Node> {
  if (!isSeq(contents)) {
    yield* valuesAt(contents, steps);
    return;
  }
  for (const operation of contents.items) {
    if (!isMap(operation)) continue;
    const [path, value] = [operation.get('path'), operation.get('value', true) as unknown];
    const pointer = typeof path === 'string' ? pointerSteps(path) : undefined;
    if (pointer === undefined || !isNode(value) || !isPrefix(pointer, steps)) continue;
    yield* valuesAt(value, steps.slice(pointer.length));
  }
}

/** Reports whether a pointer leads to a field or to one of its parents. `-` is the end of a list. */
function isPrefix(pointer: readonly string[], steps: readonly string[]): boolean {
  return (
    pointer.length <= steps.length &&
    pointer.every((step, index) => step === steps[index] || (step === '-' && /^\d+$/.test(steps[index]!)))
  );
}

function* valuesAt(node: unknown, [step, ...rest]: readonly string[]): Generator<Node> {
  if (step === undefined) {
    if (isNode(node)) yield node;
  } else if (isSeq(node)) {
    for (const item of node.items) yield* valuesAt(item, rest);
  } else if (isMap(node)) {
    const key = [step, Number(step)].find((each) => node.has(each));
    if (key !== undefined) yield* valuesAt(node.get(key, true), rest);
  }
}
