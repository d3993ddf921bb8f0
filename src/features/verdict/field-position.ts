import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, type Node, type Scalar } from 'yaml';
import { isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import { Lines } from '../../base/model/lines.js';
import type { Position } from '../../base/model/position.js';
import type { JsonValue } from '../../base/model/schema.js';
import { positionAt, positionsIn } from '../../project/yaml-position.js';
import { celPositions, type CelPosition } from './cel-position.js';
import type { Identity, ServerError } from '../../base/helper/protocol.js';
import { manifestsIn, type Manifest } from './manifest.js';
import { patchPosition } from './patches.js';

/** Returns the text of a file, by its path relative to the root. */
export type TextOf = (file: string) => string | undefined;

/** Returns the position of the field that an error is about, or of its nearest parent in the file. */
export function errorPosition(
  manifest: Manifest,
  identity: Identity | undefined,
  error: ServerError,
  textOf: TextOf,
): Position | undefined {
  const { file, kustomization } = manifest;
  if (file === undefined) return undefined;
  const written = manifest.offset === undefined ? writtenAs(file, textOf(file) ?? '', identity) : manifest;
  if (written === undefined) return { file: kustomization ?? file, line: 1, column: 1 };
  const { list, line = 1 } = written;
  const inObject = stepsOf(fieldOf(error));
  const field = identity?.defines === undefined ? inObject : inVersions(inObject);
  if (kustomization !== undefined && isPatched(manifest.text, written.text, field)) {
    return positionOfChange(manifest, identity?.kind, field, textOf);
  }
  const steps = [...(list === undefined ? [] : ['items', String(list.index)]), ...field];
  const at = positionInDocument(file, list?.text ?? written.text, steps, {
    inRule: celPositions(error.message)[0],
    isName: error.message.startsWith('unknown field '),
  });
  return { ...at, line: at.line + line - 1 };
}

/**
 * Reports whether kustomize has changed a field: more of its path exists than in the file, or its value differs. In
 * that case, the mistake is not in the file.
 */
function isPatched(built: string, written: string, steps: readonly string[]): boolean {
  const [after, before] = [yamlDocument(built), yamlDocument(written)];
  if (isYamlProblem(after) || isYamlProblem(before)) return false;
  const [there, here] = [pathIn(after, steps), pathIn(before, steps)];
  if (there.length !== here.length) return there.length > here.length;
  const [value, original] = [after.getIn(there), before.getIn(here)];
  // In a mapping or a list, other parts may have been changed.
  return there.length === steps.length && !isNode(value) && value !== original;
}

/** Returns the position of the patch that has changed a field, or else of the kustomization. */
function positionOfChange(
  manifest: Manifest,
  kind: string | undefined,
  steps: readonly string[],
  textOf: TextOf,
): Position {
  const { kustomization = '', text } = manifest;
  const document = yamlDocument(text);
  const path = isYamlProblem(document) ? [] : pathIn(document, steps);
  const value: unknown = isYamlProblem(document) ? undefined : document.getIn(path);
  const changed = path.length < steps.length || isNode(value) ? undefined : (value as JsonValue);
  const position = patchPosition(manifest, kind, path.map(String), changed, textOf);
  return position ?? { file: kustomization, line: 1, column: 1 };
}

/** Returns the position of a syntax error. The YAML package of the API server reports its line. */
export function textPosition({ file, line = 1 }: Manifest, message: string): Position | undefined {
  if (file === undefined) return undefined;
  const inText = Number(/\bline (\d{1,9}):/.exec(message)?.[1] ?? 1);
  return { file, line: line + inText - 1, column: 1 };
}

/** Returns the path of the field that an error is about. For some errors, only the message contains it. */
export function fieldOf({ field, message }: ServerError): string {
  if (field !== undefined) return field;
  const [, unknown, ofType] =
    /^(?:unknown|duplicate) field "([^"]+)"|Go struct field \w+\.(\S+) of type/.exec(message) ?? [];
  return unknown ?? ofType ?? '';
}

/** Returns the steps of a path such as `spec.rules[0].name` or `metadata.labels[example.com/name]`. */
export function stepsOf(field: string): readonly string[] {
  return Array.from(field.matchAll(/\[([^[\]]*)\]|[^.[\]]+/g), ([text, key = text]) => key);
}

/**
 * Returns a path in a CRD as it is in v1: the internal form of the API server has properties that all versions share
 * next to the versions.
 */
function inVersions(steps: readonly string[]): readonly string[] {
  const [spec = '', field = '', ...rest] = steps;
  const inVersion = field === 'validation' ? 'schema' : field;
  const isCommon = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'].includes(inVersion);
  return spec === 'spec' && isCommon ? ['spec', 'versions', '0', inVersion, ...rest] : steps;
}

/** A document, and the number of its first line. */
interface Parsed {
  readonly text: string;
  readonly line: number;
  readonly lines: LineCounter;
  readonly document: ReturnType<typeof yamlDocument>;
}

/** The last parsed document: each item of a long list can have an error. */
let lastParsed: Parsed | undefined;

function parsed(text: string): Parsed {
  if (lastParsed?.text !== text) {
    const lines = new LineCounter();
    lastParsed = { text, line: firstLine(text), lines, document: yamlDocument(text, { lineCounter: lines }) };
  }
  return lastParsed;
}

function positionInDocument(
  file: string,
  text: string,
  steps: readonly string[],
  { inRule, isName }: { readonly inRule: CelPosition | undefined; readonly isName: boolean },
): Position {
  if (steps.length === 0)
    return { file, line: lastParsed?.text === text ? lastParsed.line : firstLine(text), column: 1 };
  const { document, lines, line } = parsed(text);
  const start = { file, line, column: 1 };
  if (isYamlProblem(document) || document.contents === null) return start;
  const path = pathIn(document, steps);
  if (path.length === 0) return start;
  const rule = inRule && document.getIn(path, true);
  const offset = isScalar(rule) && inRule !== undefined ? offsetInRule(text, rule, inRule) : undefined;
  if (offset !== undefined) return { file, ...new Lines(text).positionOf(offset) };
  const key = isName && path.length === steps.length ? keyAt(document, path) : undefined;
  if (key?.range) return { ...positionAt(file, lines, key.range[0]), length: key.range[1] - key.range[0] };
  return positionsIn(file, document, lines)(...path);
}

/** Returns the name of a field in a document. */
function keyAt(document: Document, path: readonly (string | number)[]): Scalar | undefined {
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined;
  return pair?.key as Scalar | undefined;
}

/** Returns the line of the first field, counted from 1. */
function firstLine(text: string): number {
  const index = text.search(/^[^\s#]/m);
  return index === -1 ? 1 : new Lines(text).positionOf(index).line;
}

/** Returns the part of a path that exists in a document, with indexes as numbers. */
function pathIn(document: Document, steps: readonly string[]): readonly (string | number)[] {
  const path: (string | number)[] = [];
  let node: unknown = document.contents;
  for (const step of steps) {
    const key: string | number | undefined = isSeq(node) ? indexOf(step) : keyIn(node, step);
    const next: unknown = key === undefined || !(isSeq(node) || isMap(node)) ? undefined : node.get(key, true);
    if (key === undefined || !isNode(next)) break;
    path.push(key);
    node = next;
  }
  return path;
}

function indexOf(step: string): number | undefined {
  return /^\d{1,9}$/.test(step) ? Number(step) : undefined;
}

/** Returns the key as YAML parses it: `8080:` is a number. */
function keyIn(node: unknown, step: string): string | number | undefined {
  if (!isMap(node)) return undefined;
  return [step, Number(step)].find((each) => node.has(each));
}

/** Returns the offset of a position in a rule, if the text contains the rule literally. */
function offsetInRule(text: string, rule: Node, { line, column }: CelPosition): number | undefined {
  const { range, value } = rule as Node & { readonly value?: unknown };
  const lineText = String(value).split('\n')[line - 1] ?? '';
  const start = range == null || lineText === '' ? -1 : text.indexOf(lineText, range[0]);
  if (range == null || start === -1 || start > range[1]) return undefined;
  // CEL counts characters, not UTF-16 code units.
  return (
    start +
    Array.from(lineText)
      .slice(0, column - 1)
      .join('').length
  );
}

/**
 * Finds the object from which kustomize has built another one: one of the same kind with the same name or, because
 * kustomize adds prefixes and suffixes, with the longest name that is part of it.
 */
function writtenAs(file: string, text: string, identity: Identity | undefined): Manifest | undefined {
  if (last.file !== file || last.text !== text) last = { file, text, candidates: named(manifestsIn(file, text)) };
  const { candidates } = last;
  if (candidates.length === 1 || identity === undefined) return candidates[0]?.manifest;
  const { kind, name = '' } = identity;
  const matching = candidates.filter((each) => each.kind === kind && name.includes(each.name));
  return matching.toSorted((one, other) => other.name.length - one.name.length)[0]?.manifest;
}

interface Candidate {
  readonly manifest: Manifest;
  readonly kind: unknown;
  readonly name: string;
}

/** The last file that was read, because problems of a file usually follow each other. */
let last: { readonly file: string; readonly text: string; readonly candidates: readonly Candidate[] } = {
  file: '',
  text: '',
  candidates: [],
};

function named(manifests: readonly Manifest[]): readonly Candidate[] {
  return manifests.map((manifest) => {
    const document = yamlDocument(manifest.text);
    if (isYamlProblem(document) || !isMap(document.contents)) return { manifest, kind: undefined, name: '' };
    const name = document.getIn(['metadata', 'name']);
    return { manifest, kind: document.get('kind'), name: typeof name === 'string' ? name : '' };
  });
}
