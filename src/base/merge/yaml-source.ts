import {
  Composer,
  type CST,
  type Document,
  isCollection,
  isPair,
  isScalar,
  type Node,
  type Pair,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import { lineStart } from '../text/text.js';
import { type YamlProblem, yamlTokens } from '../text/yaml-limits.js';
import { defined } from '../model/defined.js';

/** A value in a YAML text, and the positions of its parts. Offsets are those of the text. */
export interface Value {
  /** Opaque values are compared and replaced as a whole: an alias, a set, a mapping inside a flow sequence. */
  readonly kind: 'map' | 'seq' | 'scalar' | 'null' | 'opaque';
  readonly style: 'block' | 'flow';
  readonly js: unknown;
  readonly start: number;
  readonly end: number;
  /** The keys of a map with their values, or the items of a list. */
  readonly elements: readonly Element[];
  /** The offset of a comma after the last element of a flow collection. */
  readonly lastComma?: number;
}

export interface Element {
  /** The source of a map's key; undefined in a list. */
  readonly key?: string;
  readonly start: number;
  /**
   * The offset after `:` or `-`, and after the anchor and the tag of the value; the start of the value in a flow
   * sequence.
   */
  readonly headerEnd: number;
  readonly end: number;
  /** The offset of the comma before it, in a flow collection. */
  readonly comma?: number;
  readonly value: Value;
}

export interface YamlDocument {
  /** The offset of its `---`, or of its first line. */
  readonly start: number;
  /** The offset after the line of `---`. */
  readonly bodyStart: number;
  readonly end: number;
  readonly root: Value;
}

export interface YamlSource {
  readonly text: string;
  readonly documents: readonly YamlDocument[];
}

/** Returns the values of the documents. */
export function valuesOf({ documents }: YamlSource): readonly unknown[] {
  return documents.map(({ root }) => root.js);
}

/** Reads a YAML text with the positions of everything in it. */
export function readYaml(text: string): YamlSource | YamlProblem {
  const read = yamlTokens(text);
  if ('problem' in read) return read.problem;
  const { tokens } = read;
  const composed: Document.Parsed[] = [
    ...new Composer({ version: '1.1', keepSourceTokens: true, logLevel: 'error' }).compose(tokens),
  ];
  for (const { errors } of composed) {
    const [error] = errors;
    if (error !== undefined) return { offset: error.pos[0], message: error.message };
  }
  const starts = tokens.filter((token) => token.type === 'document');
  try {
    const documents = composed.map((document, index) => {
      const token = starts[index]!;
      const marker = token.start.find(({ type }) => type === 'doc-start');
      const start = marker?.offset ?? (index === 0 ? 0 : token.offset);
      const newline = marker === undefined ? undefined : text.indexOf('\n', marker.offset) + 1;
      const bodyStart = newline === undefined ? start : newline === 0 ? text.length : newline;
      const next = starts[index + 1];
      const end = next?.start.find(({ type }) => type === 'doc-start')?.offset ?? next?.offset ?? text.length;
      return { start, bodyStart, end, root: valueOf(document.contents, document, bodyStart) };
    });
    return { text, documents };
  } catch (error) {
    // More aliases than any handwritten file has.
    return { offset: 0, message: (error as Error).message };
  }
}

function valueOf(node: Node | null, document: Document, at: number): Value {
  const token = node?.srcToken;
  if (!node || token === undefined) {
    return { kind: 'null', style: 'block', js: null, start: at, end: at, elements: [] };
  }
  const span = { start: token.offset, end: tokenEnd(token) };
  const style = token.type === 'block-map' || token.type === 'block-seq' ? 'block' : 'flow';
  // Computed on demand: most values are compared as part of a surrounding one, and each contains everything below it.
  let known: { readonly js: unknown } | undefined;
  const js = (): unknown => (known ??= { js: node.toJS(document) as unknown }).js;
  const value = (parts: Pick<Value, 'kind'> & Partial<Value>): Value => ({
    style,
    ...span,
    elements: [],
    ...parts,
    get js() {
      return js();
    },
  });
  const opaque = value({ kind: 'opaque' });
  if (isScalar(node)) return value({ kind: node.value === null && node.source === '' ? 'null' : 'scalar' });
  if (!isCollection(node) || !('items' in token)) return opaque;
  const kind = node.constructor === YAMLMap ? 'map' : node.constructor === YAMLSeq ? 'seq' : undefined;
  const items = token.items.filter((item) => isElement(item, token.type));
  if (kind === undefined || items.length !== node.items.length) return opaque;
  const elements = node.items.map((each, index) => elementOf(each as Node | Pair, items[index]!, document));
  if (elements.some((each) => each === undefined || (kind === 'map') !== (each.key !== undefined))) return opaque;
  const last = token.items.at(-1);
  const lastComma = last !== undefined && last !== items.at(-1) ? offsetOf(last.start, 'comma') : undefined;
  return value({ kind, elements: elements as Element[], ...defined({ lastComma }) });
}

type Item = (CST.BlockMap | CST.BlockSequence | CST.FlowCollection)['items'][number];

function isElement(item: Item, type: CST.Token['type']): boolean {
  if (type === 'block-seq') return item.start.some((each) => each.type === 'seq-item-ind');
  return 'key' in item || 'sep' in item || ('value' in item && item.value !== undefined);
}

function elementOf(node: Node | Pair, item: Item, document: Document): Element | undefined {
  const comma = offsetOf(item.start, 'comma');
  const own = significant(item.start).filter(({ type }) => type !== 'comma');
  const start = own[0]?.offset ?? item.key?.offset ?? item.sep?.[0]?.offset ?? item.value?.offset;
  if (start === undefined) return undefined;
  const at = { start, ...defined({ comma }) };
  const value = item.value ?? undefined;
  if (!isPair(node)) {
    if (item.key !== undefined || item.sep !== undefined) return undefined;
    const headerEnd = endOf(own.at(-1)) ?? start;
    const parsed = valueOf(node, document, headerEnd);
    return { ...at, headerEnd, end: value === undefined ? headerEnd : parsed.end, value: parsed };
  }
  const keyEnd = item.key ? tokenEnd(item.key) : (endOf(own.at(-1)) ?? start);
  const headerEnd = endOf(significant(item.sep ?? []).at(-1)) ?? keyEnd;
  const parsed = valueOf(node.value as Node | null, document, headerEnd);
  const { key } = node;
  // YAML 1.1 reads keys such as `on` and `n` as booleans, which their authors do not intend.
  const name = isScalar(key) ? (key.source ?? String(key.value)) : JSON.stringify((key as Node).toJS(document));
  return { ...at, key: name, headerEnd, end: value === undefined ? headerEnd : parsed.end, value: parsed };
}

function significant(tokens: readonly CST.SourceToken[]): CST.SourceToken[] {
  return tokens.filter(({ type }) => type !== 'space' && type !== 'newline' && type !== 'comment');
}

function offsetOf(tokens: readonly CST.SourceToken[], type: CST.SourceToken['type']): number | undefined {
  return tokens.find((each) => each.type === type)?.offset;
}

function endOf(token: CST.SourceToken | undefined): number | undefined {
  return token === undefined ? undefined : token.offset + token.source.length;
}

/** Returns the end of a value, without the comment and the blank lines after it. */
function tokenEnd(token: CST.Token): number {
  switch (token.type) {
    case 'block-scalar':
      return blockScalarEnd(token);
    case 'flow-collection':
      return token.end[0] === undefined ? token.offset + 1 : endOf(token.end[0])!;
    case 'block-map':
    case 'block-seq': {
      const items: readonly Item[] = token.items;
      const item = items.findLast((each) => isElement(each, token.type));
      if (item === undefined) return token.offset;
      if (item.value) return tokenEnd(item.value);
      return (
        endOf(significant(item.sep ?? []).at(-1)) ??
        (item.key ? tokenEnd(item.key) : endOf(significant(item.start).at(-1))!)
      );
    }
    default:
      return endOf(token as CST.SourceToken)!;
  }
}

function blockScalarEnd({ offset, props, source }: CST.BlockScalar): number {
  const tokens = props as readonly CST.SourceToken[];
  const header = tokens.find(({ type }) => type === 'block-scalar-header')?.source ?? '';
  const bodyStart = endOf(tokens.at(-1)) ?? offset;
  // Trailing blank lines matter only if `+` keeps them.
  const body = header.includes('+') ? source.replace(/\r?\n$/, '') : withoutBlankEnd(source);
  return body === '' ? offset + header.length : bodyStart + body.length;
}

/** Returns a text without its trailing blank lines. */
function withoutBlankEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end -= 1;
  return text.includes('\n', end) ? text.slice(0, end) : text;
}

/** Returns the column of a block collection's elements, counted from 0. */
export function columnOf(text: string, { elements }: Value): number {
  const [first] = elements;
  return first === undefined ? 0 : first.start - lineStart(text, first.start);
}
