import { CST, Lexer, stringify } from 'yaml';
import { identityOf, same } from './values.js';
import { placeOf } from './text.js';
import { readYaml, type YamlSource } from './yaml-source.js';

/** Returns the position of the first alias in a YAML text; undefined if it has none. */
export function aliasIn(text: string): ReturnType<typeof placeOf> | undefined {
  if (!text.includes('*')) return undefined;
  let at = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const isText = lexeme !== CST.SCALAR && lexeme !== CST.DOCUMENT && lexeme !== CST.FLOW_END;
    if (lexeme.startsWith('*') && !isScalar) return placeOf(text, at);
    isScalar = lexeme === CST.SCALAR;
    if (isText) at += lexeme.length;
  }
  return undefined;
}

/** Returns a YAML text with values in place of its aliases, in another form; undefined if it cannot be read. */
export function withoutAliases(text: string): string | undefined {
  const source = readYaml(text);
  if ('message' in source) return undefined;
  const options = { version: '1.1', aliasDuplicateObjects: false } as const;
  return source.documents.map(({ root }) => stringify(root.js, options)).join('---\n');
}

/**
 * Reports whether a merge into a text with aliases has the values that it has without them. What a user has added can
 * differ, because aliases follow their anchors on purpose.
 * @param expected the merge into the text without aliases
 * @param wanted the text that is merged
 */
export function followsAliases(merged: string, expected: string, wanted: YamlSource): boolean {
  const sides = [readYaml(merged), readYaml(expected)];
  const [ours, others] = sides.map((side) => ('message' in side ? undefined : valuesOf(side)));
  return ours !== undefined && others !== undefined && agree(ours, others, valuesOf(wanted));
}

function valuesOf({ documents }: YamlSource): readonly unknown[] {
  return documents.map(({ root }) => root.js);
}

/** Reports whether two values are equal as far as a third one also has the value, or the first has that of the third. */
function agree(one: unknown, other: unknown, wanted: unknown): boolean {
  if (wanted === undefined || same(one, other) || same(one, wanted)) return true;
  if (Array.isArray(one) && Array.isArray(other) && Array.isArray(wanted))
    return (
      one.length === other.length && one.every((item, index) => agree(item, other[index], like(other[index], wanted)))
    );
  if (!isMap(one) || !isMap(other) || !isMap(wanted)) return false;
  return Object.keys({ ...one, ...other }).every((key) =>
    agree(valueAt(one, key), valueAt(other, key), valueAt(wanted, key)),
  );
}

/** Returns the item of a list that another item stands for; the only one of a list of one. */
function like(item: unknown, list: readonly unknown[]): unknown {
  const identity = identityOf(item);
  const found = list.find((each) => same(each, item) || (identity !== undefined && identityOf(each) === identity));
  return found ?? (list.length === 1 && identity === undefined && typeof item === 'object' ? list[0] : undefined);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(map: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
