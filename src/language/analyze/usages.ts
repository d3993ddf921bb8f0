import { suggest } from '../../base/diagnostics/suggest.js';
import { tagName, type Marker } from '../markers/marker.js';
import { markersByName, markersByTag } from '../markers/registry.js';
import { remedyOf, replacementOfTag } from '../markers/go-counterparts.js';
import { typescript, type ts } from '../compiler/compiler.js';
import { positionAt } from '../compiler/position.js';
import type { Analysis } from './analysis.js';
import type { Position } from '../../base/model/position.js';
import { dereference } from './evaluate.js';
import type { DocComment, DocTag } from './doc-comment.js';
import { nearMissOf, readDocComment } from './near-misses.js';
import { calledMarker, tagArguments } from './tag-arguments.js';
import type { Usage } from './usage.js';
import type { Annotations } from './usage.js';

const runtimeApi = '@operator-gen/runtime/api';

/** Reads the doc comment and the markers of a declaration, both decorators and tags. */
export function annotationsOf(declaration: ts.Node, analysis: Analysis): Annotations {
  const known = analysis.annotations.get(declaration);
  if (known !== undefined) return known;
  const comments = docCommentsOf(declaration, analysis);
  const comment = comments.at(-1) ?? { description: '', tags: [] };
  for (const { label, position } of comments.slice(0, -1).flatMap((each) => tagUsages(declaration, each, analysis))) {
    const place = 'a doc comment before another one';
    analysis.report('misplaced-marker', position, { marker: label, place, wanted: 'the last doc comment' });
  }
  const annotations = {
    description: comment.description,
    usages: [...tagUsages(declaration, comment, analysis), ...decoratorUsages(declaration, analysis)],
  };
  analysis.annotations.set(declaration, annotations);
  return annotations;
}

/** Yields the markers of one type in one place, each once unless it can be repeated; repetitions are reported. */
export function* usagesOn<On extends Marker['on']>(
  on: On,
  usages: readonly Usage[],
  analysis: Analysis,
): Generator<{ readonly usage: Usage; readonly marker: Extract<Marker, { on: On }> }> {
  const seen = new Set<Marker>();
  for (const usage of usages) {
    const { marker, label, position } = usage;
    if (!isOn(marker, on)) continue;
    if (seen.has(marker) && !marker.repeatable) analysis.report('duplicate-marker', position, { marker: label });
    else yield { usage, marker };
    seen.add(marker);
  }
}

function isOn<On extends Marker['on']>(marker: Marker, on: On): marker is Extract<Marker, { on: On }> {
  return marker.on === on;
}

/** Returns the doc comments of a declaration, in source order: above its decorators, and between them and its name. */
function docCommentsOf(declaration: ts.Node, analysis: Analysis): readonly DocComment[] {
  const file = declaration.getSourceFile();
  const isDoc = ({ pos, end }: ts.CommentRange): boolean => file.text.startsWith('/**', pos) && end - pos > 4;
  const { modifiers = [] } = declaration as { readonly modifiers?: readonly ts.ModifierLike[] };
  const leading = [declaration.pos, ...modifiers.map(({ end }) => end)].flatMap((start) => [
    ...(typescript.getTrailingCommentRanges(file.text, start) ?? []).filter(
      (range) => start !== declaration.pos || !isRemark(range, declaration),
    ),
    ...(typescript.getLeadingCommentRanges(file.text, start) ?? []),
  ]);
  const unique = new Map(leading.filter(isDoc).map((range) => [range.pos, range]));
  const read = analysis.readComments.get(file) ?? new Map<number, number>();
  for (const { pos, end } of unique.values()) read.set(pos, end);
  analysis.readComments.set(file, read);
  return [...unique.values()].map(({ pos, end }) =>
    readDocComment(file.text.slice(pos, end), pos, isOfType(declaration)),
  );
}

/** Reports whether a comment is a remark on what precedes it on the same line, such as another field. */
function isRemark({ pos, end }: ts.CommentRange, declaration: ts.Node): boolean {
  const { text } = declaration.getSourceFile();
  if (text[declaration.pos - 1] === '{' || text.slice(pos, end).includes('\n')) return false;
  return text.slice(end, declaration.getStart()).includes('\n');
}

function tagUsages(declaration: ts.Node, comment: DocComment, analysis: Analysis): Usage[] {
  const file = declaration.getSourceFile();
  return comment.tags.flatMap((tag) => {
    const position = positionAt(file, tag.start, tag.end, analysis.program.root);
    const marker = markersByTag.get(tag.name);
    if (marker === undefined) {
      reportNearMiss(tag, position, declaration, analysis);
      return [];
    }
    const { expressions: read, problem, meant } = tagArguments(tag, marker);
    if (problem !== undefined) {
      analysis.report('invalid-tag', position, { tag: tag.name, message: problem, meant, ...plain(tag) });
      return [];
    }
    const usage = (of: Marker, expressions: readonly ts.Expression[]): Usage => ({
      marker: of,
      label: `@${tagName(of)}`,
      position,
      expressions,
      where: () => position,
      meant,
      ...plain(tag),
      nested: (call) => {
        const named = calledMarker(call);
        return named && usage(named, call.arguments);
      },
    });
    return [usage(marker, read)];
  });
}

/** Reports tags that are almost a marker and would be silently lost. Tags of documentation tools are ignored. */
function reportNearMiss(tag: DocTag, position: Position, declaration: ts.Node, analysis: Analysis): void {
  const nearMiss = nearMissOf(tag.name, isOfType(declaration));
  if (nearMiss !== undefined) analysis.report('unknown-tag', position, { tag: tag.name, ...nearMiss, ...plain(tag) });
}

/** Returns how to mention a tag that follows text of a description, because it may not have been meant as a tag. */
function plain({ name, inText }: DocTag): { readonly plain?: string } {
  return inText ? { plain: `\`@${name}\`` } : {};
}

function isOfType(node: ts.Node): boolean {
  return (
    typescript.isClassLike(node) ||
    typescript.isInterfaceDeclaration(node) ||
    typescript.isTypeAliasDeclaration(node) ||
    typescript.isEnumDeclaration(node) ||
    typescript.isClassElement(node) ||
    typescript.isTypeElement(node)
  );
}

/**
 * Returns the markers among the decorators of a node. The compiler also parses decorators in places where the language
 * does not allow them.
 */
export function decoratorUsages(declaration: ts.Node, analysis: Analysis): Usage[] {
  const { modifiers = [] } = declaration as { readonly modifiers?: readonly ts.ModifierLike[] };
  return modifiers.filter(typescript.isDecorator).flatMap((decorator) => decoratorUsage(decorator, analysis) ?? []);
}

/** Returns the marker of a decorator, identified by the import of its name; other decorators are ignored. */
function decoratorUsage(decorator: ts.Decorator, analysis: Analysis): Usage | undefined {
  const expression = dereference(decorator.expression, analysis);
  const call = typescript.isCallExpression(expression) ? expression : undefined;
  const callee = typescript.isTaggedTemplateExpression(expression) ? expression.tag : (call?.expression ?? expression);
  const marker = markerNamed(callee, analysis);
  if (typeof marker === 'object' && call !== undefined) return callUsage(marker, call, decorator, analysis);
  if (typeof marker === 'object') analysis.report('marker-not-called', decorator, { marker: marker.name });
  else if (marker === 'not imported') reportMissing(decorator, nameOf(callee)!.text, analysis);
  else if (givesMarkers(expression, analysis)) {
    analysis.report('computed-marker', decorator, { expression: decorator.expression.getText() });
  }
  return undefined;
}

/** Reports an undeclared decorator: a marker without its import, or with a misspelled name. */
function reportMissing(decorator: ts.Decorator, name: string, analysis: Analysis): void {
  if (markersByName.has(name)) {
    analysis.report('marker-not-imported', decorator, { marker: name });
    return;
  }
  const replaced = replacementOfTag(name);
  const suggestion = suggest(name, markersByName.keys());
  if (replaced !== undefined) analysis.report('unknown-tag', decorator, { tag: name, remedy: remedyOf(replaced) });
  else if (suggestion !== undefined) analysis.report('unknown-tag', decorator, { tag: name, suggestion });
}

/**
 * Reports whether an expression that is not a marker call still evaluates to a marker, by its type or because it refers
 * to one.
 */
function givesMarkers(expression: ts.Expression, analysis: Analysis): boolean {
  const type = analysis.checker.getTypeAtLocation(expression);
  const declaration = (type.aliasSymbol ?? type.getSymbol())?.declarations?.[0];
  if (declaration !== undefined && analysis.isOurs(declaration.getSourceFile(), 'api/decorator')) return true;
  const namesMarker = (node: ts.Node): boolean =>
    (typescript.isCallExpression(node) && typeof markerNamed(node.expression, analysis) === 'object') ||
    (typescript.forEachChild(node, namesMarker) ?? false);
  return namesMarker(expression);
}

function callUsage(marker: Marker, call: ts.CallExpression, at: ts.Node, analysis: Analysis): Usage {
  return {
    marker,
    label: `@${marker.name}`,
    position: analysis.positionOf(at),
    expressions: call.arguments,
    where: (node) => analysis.positionOf(node),
    nested: (inner) => {
      const named = markerNamed(inner.expression, analysis);
      return typeof named === 'object' ? callUsage(named, inner, inner, analysis) : undefined;
    },
  };
}

function markerNamed(callee: ts.Expression, analysis: Analysis): Marker | 'not imported' | undefined {
  const name = nameOf(dereference(callee, analysis));
  if (name === undefined) return undefined;
  const symbol = analysis.symbolAt(name);
  const declaredIn = symbol?.declarations?.[0]?.getSourceFile();
  if (declaredIn === undefined) return isForeign(callee, analysis) ? undefined : 'not imported';
  return analysis.isOurs(declaredIn, 'api/') ? markersByName.get(symbol!.name) : undefined;
}

/** Reports whether a name is imported from another module, which is not read. */
function isForeign(callee: ts.Expression, analysis: Analysis): boolean {
  let first = callee;
  while (typescript.isPropertyAccessExpression(first)) first = first.expression;
  const declaration = analysis.checker.getSymbolAtLocation(first)?.declarations?.[0];
  const statement = declaration && typescript.findAncestor(declaration, typescript.isImportDeclaration);
  const specifier = statement?.moduleSpecifier;
  return specifier !== undefined && typescript.isStringLiteral(specifier) && specifier.text !== runtimeApi;
}

/** Returns `Minimum` for `Minimum` and for `api.Minimum`. */
function nameOf(callee: ts.Expression): ts.Identifier | undefined {
  const name = typescript.isPropertyAccessExpression(callee) ? callee.name : callee;
  return typescript.isIdentifier(name) ? name : undefined;
}
