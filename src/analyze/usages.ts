import { suggest } from '../diagnostics/suggest.js';
import { tagName, type Marker } from '../markers/marker.js';
import { markersByName, markersByTag } from '../markers/registry.js';
import { typescript, type ts } from '../ts/compiler.js';
import { positionAt } from '../ts/position.js';
import type { Analysis } from './analysis.js';
import type { Usage } from './arguments.js';
import { dereference } from './evaluate.js';
import { parseDocComment, type DocComment, type DocTag } from './doc-comment.js';

/** What is said of a declaration beside its type: its doc comment, and its markers in source order. */
export interface Annotations {
  readonly description: string;
  readonly usages: readonly Usage[];
}

const runtimeApi = '@operator-gen/runtime/api';
const annotationCache = new WeakMap<ts.Node, Annotations>();

/** Reads the doc comment and the markers of a declaration, decorators and tags alike. */
export function annotationsOf(declaration: ts.Node, analysis: Analysis): Annotations {
  const known = annotationCache.get(declaration);
  if (known !== undefined) return known;
  const comments = docCommentsOf(declaration);
  const comment = comments.at(-1) ?? { description: '', tags: [] };
  const file = declaration.getSourceFile();
  for (const { label, position } of comments.slice(0, -1).flatMap((each) => tagUsages(file, each, analysis))) {
    const place = 'a doc comment that another one follows';
    analysis.report('marker-place', position, { marker: label, place, wanted: 'the last doc comment' });
  }
  const annotations = {
    description: comment.description,
    usages: [...tagUsages(file, comment, analysis), ...decoratorUsages(declaration, analysis)],
  };
  annotationCache.set(declaration, annotations);
  return annotations;
}

/** The doc comments of a declaration, in source order: above its decorators, and between them and its name. */
function docCommentsOf(declaration: ts.Node): readonly DocComment[] {
  const file = declaration.getSourceFile();
  const isDoc = ({ pos, end }: ts.CommentRange): boolean => file.text.startsWith('/**', pos) && end - pos > 4;
  const { modifiers = [] } = declaration as { readonly modifiers?: readonly ts.ModifierLike[] };
  const leading = [declaration.pos, ...modifiers.map(({ end }) => end)].flatMap((start) => [
    // A comment on the line of what comes before is its own, but for `{ /** text */ a: string }`.
    ...(typescript.getTrailingCommentRanges(file.text, start) ?? []).filter(
      ({ end }) => start !== declaration.pos || !file.text.slice(end, declaration.getStart(file)).includes('\n'),
    ),
    ...(typescript.getLeadingCommentRanges(file.text, start) ?? []),
  ]);
  const unique = new Map(leading.filter(isDoc).map((range) => [range.pos, range]));
  return [...unique.values()].map(({ pos, end }) =>
    parseDocComment(file.text.slice(pos, end), pos, (name) => markersByTag.has(name)),
  );
}

function tagUsages(file: ts.SourceFile, comment: DocComment, analysis: Analysis): Usage[] {
  return comment.tags.flatMap((tag) => {
    const position = positionAt(file, tag.start, tag.end, analysis.program.root);
    const marker = markersByTag.get(tag.name);
    if (marker === undefined) {
      reportNearMiss(tag, position, analysis);
      return [];
    }
    const usage = (of: Marker, expressions: readonly ts.Expression[]): Usage => ({
      marker: of,
      label: `@${tagName(of)}`,
      position,
      expressions,
      where: () => position,
      nested: ({ expression, arguments: inner }) => {
        // Under the decorator's name as well: `enum` and `default` are words of the language.
        const name = typescript.isIdentifier(expression) ? expression.text : '';
        const named = markersByTag.get(name) ?? markersByName.get(name);
        return named && usage(named, inner);
      },
    });
    const expressions = tagExpressions(tag);
    if (typeof expressions !== 'string') return [usage(marker, expressions)];
    analysis.report('tag-unreadable', position, { tag: tag.name, message: expressions });
    return [];
  });
}

/** Tags of documentation tools stay theirs; one that almost is a marker would otherwise be lost without a word. */
function reportNearMiss(tag: DocTag, position: Usage['position'], analysis: Analysis): void {
  if (documentationTags.has(tag.name)) return;
  const suggestion = suggest(tag.name, markersByTag.keys());
  if (suggestion !== undefined) analysis.report('unknown-tag', position, { tag: tag.name, suggestion });
}

// https://tsdoc.org/pages/spec/tag_kinds/ and the commonest of JSDoc.
const documentationTags = new Set(
  `alpha author beta category decorator defaultValue deprecated eventProperty example experimental group inheritDoc
  internal label link module override packageDocumentation param privateRemarks property public readonly remarks returns
  return sealed see since template throws todo type typeParam version virtual`.split(/\s+/),
);

// The built-in types say the same few things a thousand times, and each would be a file to parse.
const parsedTags = new Map<string, readonly ts.Expression[] | string>();

/** The arguments of a tag: JavaScript literals, separated by commas; a sentence where the text is no such list. */
function tagExpressions({ text }: DocTag): readonly ts.Expression[] | string {
  const expressions = parsedTags.get(text) ?? parseTag(text);
  parsedTags.set(text, expressions);
  return expressions;
}

function parseTag(text: string): readonly ts.Expression[] | string {
  const file = typescript.createSourceFile('tag.ts', `[${text}\n]`, typescript.ScriptTarget.ES2022, true);
  const [problem] = (file as unknown as { readonly parseDiagnostics: readonly ts.Diagnostic[] }).parseDiagnostics;
  if (problem !== undefined)
    return typescript.flattenDiagnosticMessageText(problem.messageText, ' ').replace(/\.$/, '');
  const [statement, ...others] = file.statements;
  const list = statement && typescript.isExpressionStatement(statement) ? statement.expression : undefined;
  if (list === undefined || others.length > 0 || !typescript.isArrayLiteralExpression(list)) return 'it is no list';
  return list.elements;
}

/** The markers among the decorators of a node; the compiler parses them in places, too, where the language has none. */
export function decoratorUsages(declaration: ts.Node, analysis: Analysis): Usage[] {
  const { modifiers = [] } = declaration as { readonly modifiers?: readonly ts.ModifierLike[] };
  return modifiers.filter(typescript.isDecorator).flatMap((decorator) => decoratorUsage(decorator, analysis) ?? []);
}

/** A decorator that is one of our markers, known by what its name was imported from; others are not ours to judge. */
function decoratorUsage(decorator: ts.Decorator, analysis: Analysis): Usage | undefined {
  const expression = dereference(decorator.expression, analysis);
  const call = typescript.isCallExpression(expression) ? expression : undefined;
  const callee = typescript.isTaggedTemplateExpression(expression) ? expression.tag : (call?.expression ?? expression);
  const marker = markerNamed(callee, analysis);
  if (typeof marker === 'object' && call !== undefined) return callUsage(marker, call, decorator, analysis);
  if (typeof marker === 'object') analysis.report('marker-not-called', decorator, { marker: marker.name });
  else if (marker === 'not imported') reportMissing(decorator, nameOf(callee)!.text, analysis);
  else if (givesMarkers(expression, analysis)) {
    analysis.report('marker-computed', decorator, { expression: decorator.expression.getText() });
  }
  return undefined;
}

/** A decorator that nothing declares: a marker without its import, or one whose name is misspelt. */
function reportMissing(decorator: ts.Decorator, name: string, analysis: Analysis): void {
  if (markersByName.has(name)) {
    analysis.report('marker-not-imported', decorator, { marker: name });
    return;
  }
  const suggestion = suggest(name, markersByName.keys());
  if (suggestion !== undefined) analysis.report('unknown-tag', decorator, { tag: name, suggestion });
}

/** Whether an expression that is no call of a marker makes one nevertheless: by its type, or because it names one. */
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

/** Whether a name was imported from a module that is not ours, which is not read. */
function isForeign(callee: ts.Expression, analysis: Analysis): boolean {
  let first = callee;
  while (typescript.isPropertyAccessExpression(first)) first = first.expression;
  const declaration = analysis.checker.getSymbolAtLocation(first)?.declarations?.[0];
  const statement = declaration && typescript.findAncestor(declaration, typescript.isImportDeclaration);
  const specifier = statement?.moduleSpecifier;
  return specifier !== undefined && typescript.isStringLiteral(specifier) && specifier.text !== runtimeApi;
}

/** `Minimum` of `Minimum` and of `api.Minimum`. */
function nameOf(callee: ts.Expression): ts.Identifier | undefined {
  const name = typescript.isPropertyAccessExpression(callee) ? callee.name : callee;
  return typescript.isIdentifier(name) ? name : undefined;
}
