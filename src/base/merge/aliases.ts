import { CST, Lexer, stringify, visit } from 'yaml';
import { own } from '../model/json-at.js';
import { isObject } from '../model/schema.js';
import { identityOf, same } from './values.js';
import { applyEdits, placeOf } from '../text/text.js';
import { isYamlProblem, yamlDocuments } from '../text/yaml-documents.js';
import { readYaml, valuesOf, type Element, type YamlSource } from './yaml-source.js';

interface Alias {
  /** The name of its anchor. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function listAliases(text: string): readonly Alias[] {
  if (!text.includes('*')) return [];
  const found: Alias[] = [];
  let at = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const isText = lexeme !== CST.SCALAR && lexeme !== CST.DOCUMENT && lexeme !== CST.FLOW_END;
    if (lexeme.startsWith('*') && !isScalar) found.push({ name: lexeme.slice(1), start: at, end: at + lexeme.length });
    isScalar = lexeme === CST.SCALAR;
    if (isText) at += lexeme.length;
  }
  return found;
}

/** Returns the positions of the first aliases in a YAML text, by the names of their anchors. */
export function aliasesIn(text: string): ReadonlyMap<string, ReturnType<typeof placeOf>> {
  return new Map(
    listAliases(text)
      .toReversed()
      .map(({ name, start }) => [name, placeOf(text, start)]),
  );
}

/**
 * Returns a YAML text in which the value of an anchor stands in place of its aliases, so that the anchor can be removed.
 * Undefined if the anchor is not set exactly once.
 */
export function withoutAliasesOf(name: string, text: string): string | undefined {
  const documents = yamlDocuments(text, { version: '1.1' });
  if (isYamlProblem(documents)) return undefined;
  const values: unknown[] = [];
  for (const document of documents)
    visit(document, { Value: (_, node) => void (node.anchor === name && values.push(node.toJS(document))) });
  if (values.length !== 1) return undefined;
  const printed = stringify(values[0], { version: '1.1', collectionStyle: 'flow' }).trimEnd();
  // A text can mean something else in a flow collection.
  const value = typeof values[0] !== 'object' || printed.includes('\n') ? JSON.stringify(values[0]) : printed;
  const aliases = listAliases(text).filter((each) => each.name === name);
  return applyEdits(
    text,
    aliases.map(({ start, end }) => ({ start, end, text: value })),
  );
}

/** Returns the name of the anchor of an element's value. */
export function anchorOf(text: string, { start, headerEnd }: Element): string | undefined {
  const header = text.slice(start, headerEnd);
  const withoutTag = header.replace(/\s!\S*$/, '');
  const code = withoutTag === header ? header : withoutTag.trimEnd();
  const [last = '', ...before] = code.split(/[\s,[\]{}]/).toReversed();
  // A key in quotes can be next to its value.
  const from = last.startsWith('&') && before.length > 0 ? 0 : last.indexOf(':&') + 1;
  const name = last[from] === '&' ? last.slice(from + 1) : '';
  return name === '' ? undefined : name;
}

/**
 * Returns a YAML text with its aliases replaced by their values, possibly formatted differently; undefined if the text
 * cannot be read.
 */
export function withoutAliases(text: string): string | undefined {
  const source = readYaml(text);
  if ('message' in source) return undefined;
  const options = { version: '1.1', aliasDuplicateObjects: false } as const;
  return source.documents.map(({ root }) => stringify(root.js, options)).join('---\n');
}

/**
 * Returns the paths of values that differ in a merge because the text has aliases. Values that a user has added may
 * differ, because aliases are meant to follow their anchors.
 * @param expected the merge into the text without aliases
 * @param wanted the text that is merged
 * @returns undefined if one of the texts cannot be read
 */
export function differingValues(merged: string, expected: string, wanted: YamlSource): readonly string[] | undefined {
  const sides = [readYaml(merged), readYaml(expected)];
  const [ours, others] = sides.map((side) => ('message' in side ? undefined : valuesOf(side)));
  return ours === undefined || others === undefined ? undefined : differing(ours, others, valuesOf(wanted), '');
}

/** Returns the paths at which two values differ, and at which a third one has a value that the first one lacks. */
function differing(one: unknown, other: unknown, wanted: unknown, path: string): readonly string[] {
  if (same(one, other) || same(one, wanted)) return [];
  // Neither the expected merge nor the merged text has this value, so an alias brings it.
  if (wanted === undefined) return other === undefined ? [path] : [];
  if (Array.isArray(one) && Array.isArray(other) && Array.isArray(wanted)) {
    if (one.length !== other.length) return [path];
    return one.flatMap((item, index) => differing(item, other[index], like(other[index], wanted), `${path}/${index}`));
  }
  if (!isObject(one) || !isObject(other) || !isObject(wanted)) return [path];
  return Object.keys({ ...one, ...other }).flatMap((key) =>
    differing(own(one, key), own(other, key), own(wanted, key), `${path}/${key}`),
  );
}

/** Returns the item of a list that corresponds to another item; if the list has only one item, that one. */
function like(item: unknown, list: readonly unknown[]): unknown {
  const identity = identityOf(item);
  const found = list.find((each) => same(each, item) || (identity !== undefined && identityOf(each) === identity));
  return found ?? (list.length === 1 && identity === undefined && typeof item === 'object' ? list[0] : undefined);
}
