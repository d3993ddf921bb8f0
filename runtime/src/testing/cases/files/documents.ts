import {
  isScalar,
  LineCounter,
  parseAllDocuments,
  type Document,
  type Node,
  type ParsedNode,
  type TagId,
  type Tags,
} from 'yaml';
import { isJsonObject } from '../../../json/json-object.js';
import { refuseInvalid } from '../case-error.js';
import type { CaseObject, FieldPath, Place } from '../model.js';

/** Maximum number of nodes that the aliases of a document can stand for. */
const mostAliases = 100;

/**
 * Reads the objects of a YAML or JSON file, with the places of their fields. Documents without fields are skipped.
 * @throws CaseError if it is not valid, or a document has no kind
 */
export function readObjects(file: string, text: string): readonly CaseObject[] {
  return readDocuments(file, text).map(requireKind);
}

/**
 * Reads the objects of a YAML or JSON file, also those without a kind, which is then empty. Documents without fields are
 * skipped.
 * @throws CaseError if it is not valid
 */
export function readDocuments(file: string, text: string): readonly CaseObject[] {
  const lines = new LineCounter();
  // The decoder of Kubernetes reads YAML 1.1, in which `yes` is a Boolean.
  const documents = parseAllDocuments(text, {
    version: '1.1',
    customTags: withoutForeignTypes,
    lineCounter: lines,
    logLevel: 'error',
  });
  return documents.flatMap((document: Document.Parsed) => objectOf(file, document, lines) ?? []);
}

/** Types of YAML 1.1 that the decoder of Kubernetes does not have: their values are strings. */
const foreignTypes = ['timestamp', 'binary', 'omap', 'pairs', 'set'];

function withoutForeignTypes(tags: Tags): Tags {
  return tags.filter((each) => {
    if (typeof each === 'string') return !foreignTypes.includes(each satisfies TagId);
    const isTime = 'format' in each && each.format === 'TIME';
    return !isTime && !foreignTypes.includes(each.tag.replace('tag:yaml.org,2002:', ''));
  });
}

function objectOf(file: string, document: Document.Parsed, lines: LineCounter): CaseObject | undefined {
  const [error] = document.errors;
  if (error !== undefined) {
    const place = { file, line: error.linePos?.[0].line, column: error.linePos?.[0].col };
    return refuseInvalid(place, `it is not valid YAML: ${firstLine(error.message)}`, 'correct the file');
  }
  const fields = valueOf(file, document);
  const place = { file, ...positionOf(document.contents, lines) };
  if (fields === null || fields === undefined) return undefined;
  if (!isJsonObject(fields))
    return refuseInvalid(place, 'it is not an object', 'write an object with apiVersion and kind');
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    apiVersion: textOf(fields['apiVersion']),
    kind: textOf(fields['kind']),
    fields,
    place,
    placeOf: (path) => placeIn(file, document, lines, path),
  };
}

/** @throws CaseError if an object has no kind */
export function requireKind(object: CaseObject): CaseObject {
  const { kind, fields, place } = object;
  if (kind === '') return refuseInvalid(place, 'the object has no kind', 'add kind');
  if (typeof fields['apiVersion'] !== 'string')
    return refuseInvalid(place, `the ${kind} has no apiVersion`, 'add apiVersion');
  return object;
}

function valueOf(file: string, document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: mostAliases }) as unknown;
  } catch {
    return refuseInvalid({ file }, 'its aliases cannot be resolved', 'write the values without aliases');
  }
}

function placeIn(file: string, document: Document.Parsed, lines: LineCounter, path: FieldPath): Place {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    const found = isNode(node) ? positionOf(node, lines) : undefined;
    if (found !== undefined) return { file, ...found };
  }
  return { file, ...positionOf(document.contents, lines) };
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || (typeof value === 'object' && value !== null && 'range' in value);
}

function positionOf(node: Node | ParsedNode | null, lines: LineCounter): Pick<Place, 'line' | 'column'> | undefined {
  const start = node?.range?.[0];
  if (start === undefined) return undefined;
  const { line, col: column } = lines.linePos(start);
  return { line, column };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.replace(/:$/, '');
}
