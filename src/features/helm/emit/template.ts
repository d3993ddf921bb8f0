import { own } from '../../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../../base/model/schema.js';

/** A value that the template computes: it is printed as `{{ code }}`. */
export interface Code {
  readonly is: 'code';
  readonly code: string;
}

/** A text that consists of literal and computed parts. It is always a string, whatever it looks like. */
export interface Text {
  readonly is: 'text';
  readonly parts: readonly (string | Code)[];
}

/** A map or a list that the template computes, such as `toYaml $.Values.manager.resources`. */
export interface Block {
  readonly is: 'block';
  readonly code: string;
}

export interface MapNode {
  readonly is: 'map';
  readonly entries: readonly Entry[];
}

export interface ListNode {
  readonly is: 'list';
  readonly items: readonly Item[];
}

/** A value in a template. Plain JSON is printed unchanged. */
export type Node = Code | Text | Block | MapNode | ListNode | Literal;

export interface Literal {
  readonly is: 'literal';
  readonly value: JsonValue;
}

/** Entries or items that are printed under a condition, or for each element of a list. */
export interface Control<Part> {
  readonly is: 'if' | 'with' | 'range';
  readonly code: string;
  readonly body: readonly Part[];
  readonly otherwise?: readonly Part[];
}

export interface KeyValue {
  readonly is: 'entry';
  readonly key: string;
  readonly value: Node;
}

export type Entry = KeyValue | Block | Control<Entry>;
export type Item = Node | Control<Item>;

export const code = (expression: string): Code => ({ is: 'code', code: expression });
export const text = (...parts: Text['parts']): Text => ({ is: 'text', parts });
export const block = (expression: string): Block => ({ is: 'block', code: expression });
export const literal = (value: JsonValue): Literal => ({ is: 'literal', value });
export const entry = (key: string, value: Node): KeyValue => ({ is: 'entry', key, value });
export const map = (...entries: readonly Entry[]): MapNode => ({ is: 'map', entries });
export const list = (...items: readonly Item[]): ListNode => ({ is: 'list', items });

/** Prints parts if a condition is true. */
export function when<Part>(condition: string, body: readonly Part[], otherwise?: readonly Part[]): Control<Part> {
  return { is: 'if', code: condition, body, ...(otherwise !== undefined && { otherwise }) };
}

/** Returns the value at a path of keys; undefined if the template itself does not contain it. */
export function nodeAt(node: Node | undefined, ...path: readonly string[]): Node | undefined {
  let found = node;
  for (const key of path) {
    if (found?.is === 'literal') {
      const { value }: Literal = found;
      const below: JsonValue | undefined = isObject(value) ? own(value, key) : undefined;
      found = below === undefined ? undefined : literal(below);
    } else if (found?.is === 'map')
      found = found.entries.find((each): each is KeyValue => each.is === 'entry' && each.key === key)?.value;
    else return undefined;
  }
  return found;
}

/** Returns a map whose entries can be changed. */
export function asMap(node: Node | undefined): MapNode {
  if (node?.is === 'map') return node;
  const value = node?.is === 'literal' ? node.value : null;
  const object: JsonObject = isObject(value) ? value : {};
  return map(...Object.entries(object).map(([key, each]) => entry(key, literal(each))));
}

/** Returns a list whose items can be changed. */
export function asList(node: Node | undefined): ListNode {
  if (node?.is === 'list') return node;
  const value = node?.is === 'literal' && Array.isArray(node.value) ? (node.value as readonly JsonValue[]) : [];
  return list(...value.map(literal));
}

/** Returns a map with a different value at a path of keys. Missing keys are added at the end. */
export function withNode(node: Node | undefined, path: readonly string[], value: Node): MapNode {
  const [key = '', ...rest] = path;
  const present = asMap(node);
  const below = rest.length === 0 ? value : withNode(nodeAt(present, key), rest, value);
  return withEntry(present, key, entry(key, below));
}

/** Returns a map in which an entry replaces a key, or is added at the end. */
export function withEntry(node: MapNode, key: string, replaced: Entry): MapNode {
  const isKey = (each: Entry): boolean => keysOf(each).includes(key);
  return node.entries.some(isKey)
    ? map(...node.entries.map((each) => (isKey(each) ? replaced : each)))
    : map(...node.entries, replaced);
}

/** Returns a map with an entry below a path of keys. */
export function withEntryAt(node: Node, path: readonly string[], key: string, replaced: Entry): MapNode {
  if (path.length === 0) return withEntry(asMap(node), key, replaced);
  const [first = '', ...rest] = path;
  return withNode(node, [first], withEntryAt(nodeAt(node, first) ?? map(), rest, key, replaced));
}

/** Returns the keys that an entry can print, if they are known. */
export function keysOf(each: Entry): readonly string[] {
  if (each.is === 'entry') return [each.key];
  return each.is === 'block' ? [] : [...each.body, ...(each.otherwise ?? [])].flatMap(keysOf);
}
