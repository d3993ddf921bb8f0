import { markersByName, markersByTag } from '../markers/registry.js';
import { typescript, type ts } from '../compiler/compiler.js';
import { positionAt } from '../compiler/position.js';
import type { Analysis } from './analysis.js';
import { readDocComment } from './near-misses.js';

/** A place in a comment: the comment, and the token that follows it. */
interface Place {
  readonly comment: ts.CommentRange;
  readonly token: ts.Node;
}

/**
 * Reports markers in comments that belong to no declaration, and would be silently lost. It runs after everything that
 * reads doc comments.
 */
export function reportUnread(file: ts.SourceFile, analysis: Analysis): void {
  const read = analysis.readComments.get(file) ?? new Map<number, number>();
  const starts = [...read.keys()].toSorted((one, other) => one - other);
  let next = 0;
  for (const { 0: found, 1: name = '', index } of file.text.matchAll(/@([A-Za-z]\w*)/g)) {
    const marker = markersByTag.get(name) ?? markersByName.get(name);
    if (marker === undefined) continue;
    while (next < starts.length && read.get(starts[next]!)! <= index) next += 1;
    if (next < starts.length && starts[next]! <= index) continue;
    const place = commentAt(file, index);
    const isOfType = marker.on === 'schema' || marker.on === 'kind';
    if (place === undefined || (isOfType && !isAtType(place.token))) continue;
    reportAt(place.comment, found, index, file, analysis);
  }
}

function reportAt(comment: ts.CommentRange, label: string, at: number, file: ts.SourceFile, analysis: Analysis): void {
  const text = file.text.slice(comment.pos, comment.end);
  const position = positionAt(file, at, at + label.length, analysis.program.root);
  if (text.startsWith('/**')) {
    const { tags } = readDocComment(text, comment.pos);
    if (!tags.some(({ name, start }) => start === at && markersByTag.has(name))) return;
    const place = 'a doc comment that belongs to no declaration';
    const wanted = 'the doc comment directly above a field or a type';
    analysis.report('misplaced-marker', position, { marker: label, place, wanted });
    return;
  }
  // In prose and after code, a marker is only mentioned.
  const before = text
    .slice(0, at - comment.pos)
    .split('\n')
    .at(-1)!;
  const after = file.text.slice(at + label.length, at + label.length + 1);
  const isMeant = markersByTag.has(label.slice(1)) ? !/[\w(.-]/.test(after) || after === '(' : after === '(';
  if (isMeant && /^[\s/*]*$/.test(before)) analysis.report('marker-in-comment', position, { marker: label });
}

/** Returns the comment at an offset of a file; undefined in code. */
function commentAt(file: ts.SourceFile, at: number): Place | undefined {
  let node: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = node.getChildren(file).find((each) => each.pos <= at && at < each.end);
    if (inner === undefined) break;
    node = inner;
  }
  if (at >= node.getStart(file)) return undefined;
  const comments = [
    ...(typescript.getTrailingCommentRanges(file.text, node.pos) ?? []),
    ...(typescript.getLeadingCommentRanges(file.text, node.pos) ?? []),
  ];
  const comment = comments.find(({ pos, end }) => pos <= at && at < end);
  return comment && { comment, token: node };
}

/** Reports whether a token is a part of a type declaration, or ends the file; comments in functions are not checked. */
function isAtType(token: ts.Node): boolean {
  if (token.kind === typescript.SyntaxKind.EndOfFileToken) return true;
  const around = typescript.findAncestor(
    token,
    (node) =>
      typescript.isBlock(node) ||
      typescript.isArrowFunction(node) ||
      typescript.isObjectLiteralExpression(node) ||
      typescript.isClassLike(node) ||
      typescript.isInterfaceDeclaration(node) ||
      typescript.isTypeAliasDeclaration(node) ||
      typescript.isEnumDeclaration(node),
  );
  return around !== undefined && !typescript.isBlock(around) && !typescript.isExpression(around);
}
