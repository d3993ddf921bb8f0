import { suggest } from '../diagnostics/suggest.js';
import { tagName, type Marker } from '../markers/marker.js';
import { markersByName, markersByTag } from '../markers/registry.js';
import { typescript, type ts } from '../ts/compiler.js';
import { positionAt } from '../ts/position.js';
import type { Analysis } from './analysis.js';
import type { Usage } from './arguments.js';
import { parseDocComment, type DocComment, type DocTag } from './doc-comment.js';

/** What is said of a declaration beside its type: its doc comment, and its markers in source order. */
export interface Annotations {
  readonly description: string;
  readonly usages: readonly Usage[];
}

const annotationCache = new WeakMap<ts.Node, Annotations>();

/** Reads the doc comment and the markers of a declaration, decorators and tags alike. */
export function annotationsOf(declaration: ts.Node, analysis: Analysis): Annotations {
  const known = annotationCache.get(declaration);
  if (known !== undefined) return known;
  const comment = docCommentOf(declaration);
  const annotations = {
    description: comment.description,
    usages: [...tagUsages(declaration.getSourceFile(), comment, analysis), ...decoratorUsages(declaration, analysis)],
  };
  annotationCache.set(declaration, annotations);
  return annotations;
}

function docCommentOf(declaration: ts.Node): DocComment {
  const file = declaration.getSourceFile();
  const isDoc = ({ pos }: ts.CommentRange): boolean => file.text.startsWith('/**', pos);
  const last =
    (typescript.getLeadingCommentRanges(file.text, declaration.pos) ?? []).findLast(isDoc) ??
    // On the line of what comes before, as in `{ /** text */ a: string }`. Behind another field, and with the declaration on
    // the next line, it is a remark on that field.
    (typescript.getTrailingCommentRanges(file.text, declaration.pos) ?? [])
      .filter(({ pos, end }) => {
        const isRemark = file.text.slice(end, declaration.getStart(file)).includes('\n');
        return !isRemark || file.text[declaration.pos - 1] === '{' || file.text.slice(pos, end).includes('\n');
      })
      .findLast(isDoc);
  return last === undefined
    ? { description: '', tags: [] }
    : parseDocComment(file.text.slice(last.pos, last.end), last.pos, (name) => markersByTag.has(name));
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
    return [usage(marker, tagExpressions(tag))];
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

/** The arguments of a tag: JavaScript literals, separated by commas. */
function tagExpressions(tag: DocTag): readonly ts.Expression[] {
  const file = typescript.createSourceFile('tag.ts', `[${tag.text}]`, typescript.ScriptTarget.ES2022, true);
  const statement = file.statements[0];
  if (statement !== undefined && typescript.isExpressionStatement(statement)) {
    const { expression } = statement;
    if (typescript.isArrayLiteralExpression(expression) && file.statements.length === 1) return expression.elements;
    return [expression];
  }
  return [];
}

function decoratorUsages(declaration: ts.Node, analysis: Analysis): Usage[] {
  const decorators = typescript.canHaveDecorators(declaration) ? (typescript.getDecorators(declaration) ?? []) : [];
  return decorators.flatMap((decorator) => decoratorUsage(decorator, analysis) ?? []);
}

/** A decorator that is one of our markers, known by what its name was imported from; others are not ours to judge. */
function decoratorUsage(decorator: ts.Decorator, analysis: Analysis): Usage | undefined {
  const { expression } = decorator;
  const call = typescript.isCallExpression(expression) ? expression : undefined;
  const marker = markerNamed(call?.expression ?? expression, analysis);
  if (marker === 'not imported') {
    analysis.report('marker-not-imported', decorator, { marker: nameOf(call?.expression ?? expression)!.text });
  }
  if (marker === undefined || marker === 'not imported') return undefined;
  if (call === undefined) {
    analysis.report('marker-not-called', decorator, { marker: marker.name });
    return undefined;
  }
  return callUsage(marker, call, decorator, analysis);
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
  const name = nameOf(callee);
  if (name === undefined) return undefined;
  const symbol = analysis.symbolAt(name);
  const declaredIn = symbol?.declarations?.[0]?.getSourceFile();
  if (declaredIn === undefined) return markersByName.has(name.text) ? 'not imported' : undefined;
  return analysis.isOurs(declaredIn, 'api/') ? markersByName.get(symbol!.name) : undefined;
}

/** `Minimum` of `Minimum` and of `api.Minimum`. */
function nameOf(callee: ts.Expression): ts.Identifier | undefined {
  const name = typescript.isPropertyAccessExpression(callee) ? callee.name : callee;
  return typescript.isIdentifier(name) ? name : undefined;
}
