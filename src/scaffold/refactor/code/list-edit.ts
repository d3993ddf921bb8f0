import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { Edit } from './code-edit.js';
import { writtenName } from './identifiers.js';

/** A list in a marker: the text that is replaced, and the text to write before the list. */
export interface ListPlace {
  readonly value: ts.Expression;
  /** The node whose text is replaced. */
  readonly node: ts.Node;
  /** The key, if it is not written, as in `{ verbs }`. */
  readonly key: string;
}

/** Returns the list of a marker that has a key; undefined if it is not written there. */
export function listIn(rule: ts.ObjectLiteralExpression, name: string): ListPlace | undefined {
  for (const property of rule.properties) {
    if (typescript.isShorthandPropertyAssignment(property) && property.name.text === name)
      return { value: property.name, node: property, key: `${name}: ` };
    if (typescript.isPropertyAssignment(property) && writtenName(property.name) === name)
      return placeOf(property.initializer);
  }
  return undefined;
}

/** Returns the place of a list that is written without a key. */
export function placeOf(value: ts.Expression): ListPlace {
  return { value, node: value, key: '' };
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

/** Returns the offset after the comma after an element and the rest of its line; a comment on the next element is kept. */
function behindComma(source: string, end: number): number {
  let at = end;
  // Comments between the element and its comma are removed with the element.
  for (const comment of typescript.getTrailingCommentRanges(source, end) ?? []) at = comment.end;
  for (const comment of typescript.getLeadingCommentRanges(source, at) ?? []) at = comment.end;
  while (/\s/.test(source[at] ?? '')) at += 1;
  if (source[at] !== ',') return end;
  at += 1;
  while (' \t'.includes(source[at] ?? '\n')) at += 1;
  if (source.startsWith('//', at)) at = lineEnd(source, at);
  while (/\s/.test(source[at] ?? '')) at += 1;
  return at;
}

/**
 * Returns the edits of a list of strings; elements that are kept are not changed. Undefined if edits are necessary but
 * impossible.
 */
export function listEdit(
  place: ListPlace | undefined,
  before: readonly string[],
  after: readonly string[],
): readonly Edit[] | undefined {
  if (isSame(before, after)) return [];
  if (place === undefined) return undefined;
  const { value: list, node, key } = place;
  const quote = quoteOf(list.getSourceFile());
  const texts = (values: readonly string[]): readonly string[] => values.map((each) => `${quote}${each}${quote}`);
  const replaced = (parts: readonly string[]): readonly Edit[] => [
    { start: node.getStart(), end: node.end, text: `${key}[${parts.join(', ')}]` },
  ];
  const isLiteral = typescript.isArrayLiteralExpression(list) && list.elements.every(typescript.isStringLiteralLike);
  const fresh = after.filter((each) => !before.includes(each));
  // A list with a name, or with parts that have one, is extended or replaced, because other code can also use it.
  if (!isLiteral) {
    const isExtended = before.every((each) => after.includes(each));
    if (!isExtended) return replaced(texts(after));
    const isList = typescript.isArrayLiteralExpression(list);
    return replaced([
      ...(isList ? list.elements.map((each) => each.getText()) : [`...${list.getText()}`]),
      ...texts(fresh),
    ]);
  }
  const { elements } = list;
  const kept = elements.filter((each) => after.includes((each as ts.StringLiteral).text));
  if (kept.length === 0) return replaced(texts(after));
  const own = kept[0]!.getText()[0]!;
  const source = list.getSourceFile().text;
  const edits = elements.flatMap((each, index): readonly Edit[] => {
    if (kept.includes(each)) return [];
    const next = elements[index + 1];
    // The last element is removed with the comma before it, which belongs to the last element that is kept.
    const previous = elements[index - 1];
    if (next !== undefined && elements.slice(index).some((other) => kept.includes(other)))
      return [{ start: each.getStart(), end: behindComma(source, each.end), text: '' }];
    return [{ start: previous?.end ?? each.getStart(), end: each.end, text: '' }];
  });
  const added = fresh.map((each) => `, ${own}${each}${own}`).join('');
  const last = kept.at(-1)!.end;
  return added === '' ? edits : [...edits, { start: last, end: last, text: added }];
}

/** Returns the quote character that a file uses: that of its first import, or of its first string. */
export function quoteOf(file: ts.SourceFile): string {
  const specifier = file.statements.find(typescript.isImportDeclaration)?.moduleSpecifier;
  return (specifier ?? firstString(file))?.getText(file)[0] ?? "'";
}

function firstString(node: ts.Node): ts.Node | undefined {
  return typescript.isStringLiteral(node) ? node : typescript.forEachChild(node, firstString);
}

/** Reports whether two lists are equal. */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
