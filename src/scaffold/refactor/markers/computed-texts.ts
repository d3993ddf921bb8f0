import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { followed, type MarkerEntry } from './marker-constants.js';
import type { PlacedEdit } from './marker-changes.js';
import { valueOf } from './markers-in-code.js';

/** A literal piece of a computed text. */
interface Piece {
  readonly file: ts.SourceFile;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether it is in a constant that the text refers to, and to which other texts can refer as well. */
  readonly isShared: boolean;
}

/** Returns the text of a value in a marker: a literal, or a combination of literals and constants. */
export function textOf(checker: ts.TypeChecker, entry: MarkerEntry): string | undefined {
  const pieces = piecesOf(checker, entry, false);
  return pieces === undefined ? valueOf(checker, entry.node) : joined(pieces);
}

/**
 * Returns the edit that replaces a text. In a combined text, only the piece that differs changes; a constant changes
 * only at its end, such as a domain in a group. Otherwise, a literal replaces the text.
 */
export function textEdit(
  checker: ts.TypeChecker,
  entry: MarkerEntry,
  old: string,
  fresh: string,
): PlacedEdit | undefined {
  const pieces = piecesOf(checker, entry, false);
  if (pieces === undefined || joined(pieces) !== old || old === fresh) return undefined;
  for (const [index, { file, start, end, isShared }] of pieces.entries()) {
    const [before, after] = [joined(pieces.slice(0, index)), joined(pieces.slice(index + 1))];
    const fits = before.length + after.length <= fresh.length && fresh.startsWith(before) && fresh.endsWith(after);
    if (fits && (!isShared || after === ''))
      return [file, { start, end, text: fresh.slice(before.length, fresh.length - after.length) }];
  }
  const file = entry.node.getSourceFile();
  const quote = /['"]/.exec(file.text)?.[0] ?? "'";
  return [file, { start: entry.node.getStart(file), end: entry.node.end, text: quote + fresh + quote }];
}

function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

function piecesOf(
  checker: ts.TypeChecker,
  { node, constants }: MarkerEntry,
  isShared: boolean,
): readonly Piece[] | undefined {
  const file = node.getSourceFile();
  const piece = (literal: ts.LiteralLikeNode, tail: number): Piece => ({
    file,
    start: literal.getStart(file) + 1,
    end: literal.end - tail,
    text: literal.text,
    isShared,
  });
  if (typescript.isStringLiteralLike(node)) return [piece(node, 1)];
  const within = (part: ts.Expression): readonly Piece[] | undefined => {
    const value = followed(checker, { node: part, constants });
    const isConstant = value.constants.length > constants.length;
    return value.node === node ? undefined : piecesOf(checker, value, isShared || isConstant);
  };
  if (constants.length > mostConstants) return undefined;
  if (typescript.isTemplateExpression(node) && node.templateSpans.length <= mostSpans)
    return all([
      [piece(node.head, 2)],
      ...node.templateSpans.flatMap(({ expression, literal }) => [
        within(expression),
        [piece(literal, typescript.isTemplateTail(literal) ? 1 : 2)],
      ]),
    ]);
  const isSum = typescript.isBinaryExpression(node) && node.operatorToken.kind === typescript.SyntaxKind.PlusToken;
  return isSum ? all([within(node.left), within(node.right)]) : undefined;
}

// A text can combine others, each of which combines others.
const mostConstants = 3;
const mostSpans = 8;

function all(parts: readonly (readonly Piece[] | undefined)[]): readonly Piece[] | undefined {
  return parts.every((each) => each !== undefined) ? parts.flat() : undefined;
}
