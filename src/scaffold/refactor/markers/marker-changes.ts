import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { Edit } from '../code/code-edit.js';
import { entriesThrough, usesOf, type MarkerEntry } from './marker-constants.js';
import { literalOf, valueOf } from './markers-in-code.js';

/** Returns the new text for a text in a marker; undefined if it does not change. */
export type NewText = (text: string) => string | undefined;

/** Texts of one property of a marker that change. */
export interface PropertyChange {
  readonly options: ts.Expression | undefined;
  readonly key: string;
  readonly newText: NewText;
}

export interface MarkerCode {
  readonly checker: ts.TypeChecker;
  readonly files: readonly ts.SourceFile[];
  /** Reports whether an expression is part of a marker of renamed resources. */
  readonly isInMarker: (node: ts.Node) => boolean;
}

/** An edit, and the file that it changes. */
export type PlacedEdit = readonly [file: ts.SourceFile, edit: Edit];

/**
 * Returns the edits that change texts in a property of a marker. A constant changes if only such markers use it;
 * otherwise the new values are written into the marker.
 */
export function propertyEdits(code: MarkerCode, { options, key, newText }: PropertyChange): readonly PlacedEdit[] {
  const entries = entriesThrough(code.checker, options, key);
  const changed = entries.filter(({ node }) => freshText(node, newText) !== undefined);
  if (changed.length === 0) return [];
  const isCertain = changed.every((each) => isOwn(code, each));
  const edits = isCertain
    ? changed.map(({ node }) => literalEdit(node, newText))
    : [inMarker(code, options!, key, newText)];
  return edits.flatMap((each) => (each === undefined ? [] : [each]));
}

function freshText(node: ts.Expression, newText: NewText): string | undefined {
  const literal = literalOf(node);
  const text = literal && newText(literal.text);
  return text === literal?.text ? undefined : text;
}

function literalEdit(node: ts.Expression, newText: NewText): PlacedEdit {
  const file = node.getSourceFile();
  return [file, { start: node.getStart(file) + 1, end: node.end - 1, text: freshText(node, newText)! }];
}

/** Reports whether a value is in the marker itself, or in constants that only markers of renamed resources use. */
function isOwn({ checker, files, isInMarker }: MarkerCode, { node, constants }: MarkerEntry): boolean {
  const isBeside = (use: ts.Identifier, constant: ts.VariableDeclaration): boolean => {
    const value = constants.some((each) => each !== constant && isWithin(use, each));
    return value || isInMarker(use) || readsAnother(checker, use, node);
  };
  return constants.every((each) => usesOf(checker, files, each).every((use) => isBeside(use, each)));
}

/** Reports whether a use of a constant, such as `common.verbs`, reads a property other than the value. */
function readsAnother(checker: ts.TypeChecker, use: ts.Identifier, value: ts.Node): boolean {
  const { parent } = use;
  if (!typescript.isPropertyAccessExpression(parent) || parent.expression !== use) return false;
  const property = checker.getSymbolAtLocation(parent.name)?.valueDeclaration;
  return property !== undefined && !isWithin(value, property);
}

function isWithin(node: ts.Node, outer: ts.Node): boolean {
  return node.getSourceFile() === outer.getSourceFile() && node.pos >= outer.pos && node.end <= outer.end;
}

/** Returns the edit that writes the values of a property into the marker. */
function inMarker(
  { checker }: MarkerCode,
  options: ts.Expression,
  key: string,
  newText: NewText,
): PlacedEdit | undefined {
  const values = entriesThrough(checker, options, key).map(({ node }) => {
    const text = valueOf(checker, node);
    return text === undefined ? undefined : (newText(text) ?? text);
  });
  if (!typescript.isObjectLiteralExpression(options) || values.includes(undefined)) return undefined;
  const file = options.getSourceFile();
  const quote = /['"]/.exec(file.text)?.[0] ?? "'";
  const quoted = values.map((each) => `${quote}${each}${quote}`);
  const text = key === 'resources' ? `[${quoted.join(', ')}]` : quoted[0]!;
  const own = options.properties.find(
    (each) => each.name !== undefined && each.name.getText().replaceAll(/['"]/g, '') === key,
  );
  if (own === undefined) {
    // The values come from a spread, so they must be written after it.
    const spread = options.properties.findLast(typescript.isSpreadAssignment);
    return spread && [file, { start: spread.end, end: spread.end, text: `, ${key}: ${text}` }];
  }
  const start = typescript.isPropertyAssignment(own) ? own.initializer.getStart(file) : own.getStart(file);
  return [file, { start, end: own.end, text: typescript.isPropertyAssignment(own) ? text : `${key}: ${text}` }];
}
