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
    const place = { file, line: error.linePos?.[0].line };
    return refuseInvalid(place, `it is not valid YAML: ${firstLine(error.message)}`, 'correct the file');
  }
  const fields = valueOf(file, document);
  const place = { file, line: lineOf(document.contents, lines) };
  if (fields === null || fields === undefined) return undefined;
  if (!isJsonObject(fields))
    return refuseInvalid(place, 'it is not an object', 'write an object with apiVersion and kind');
  const { kind, apiVersion } = fields;
  if (typeof kind !== 'string' || kind === '') return refuseInvalid(place, 'the object has no kind', 'add kind');
  if (typeof apiVersion !== 'string') return refuseInvalid(place, `the ${kind} has no apiVersion`, 'add apiVersion');
  return { apiVersion, kind, fields, place, placeOf: (path) => placeIn(file, document, lines, path) };
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
    const line = isNode(node) ? lineOf(node, lines) : undefined;
    if (line !== undefined) return { file, line };
  }
  return { file, line: lineOf(document.contents, lines) };
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || (typeof value === 'object' && value !== null && 'range' in value);
}

function lineOf(node: Node | ParsedNode | null, lines: LineCounter): number | undefined {
  const start = node?.range?.[0];
  return start === undefined ? undefined : lines.linePos(start).line;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.replace(/:$/, '');
}
