import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseFile } from '../../../language/compiler/parse-source.js';
import { offsetOf } from '../../../language/compiler/position.js';
import { placeOf } from '../../../base/text/text.js';
import type { Position } from '../../../base/model/position.js';
import { applyEdits, type Edit } from '../code/code-edit.js';
import { runtimeApi } from './rbac-rules.js';
import { unusedImportEdits } from '../imports/unused-imports.js';

/** Returns a file without `@Webhook` on its classes; the same text if it has none. */
export function withoutWebhookMarkers(path: string, text: string): string {
  if (!text.includes('Webhook')) return text;
  const file = parseFile(path, text);
  const names = namesOfWebhook(file);
  const found = file.statements.flatMap((each) =>
    typescript.isClassDeclaration(each) ? (typescript.getDecorators(each) ?? []).filter((one) => isOf(one, names)) : [],
  );
  if (found.length === 0) return text;
  const edits = found.map((each) => removalOf(file, each));
  return applyEdits(text, [...edits, ...unusedImportEdits(file, found)]);
}

/** Code without some markers, and the classes that had them. */
export interface UnmarkedCode {
  readonly text: string;
  readonly classes: readonly { readonly symbol: string; readonly position: Position }[];
}

/** Returns a file without the decorators and doc tags of its classes at some positions, and these classes with their new positions. */
export function withoutMarkersAt(path: string, text: string, positions: readonly Position[]): UnmarkedCode {
  const file = parseFile(path, text);
  const offsets = positions.map((each) => offsetOf(file, each));
  const marked = classesIn(file).map((node) => {
    const decorators = (typescript.getDecorators(node) ?? []).filter((each) =>
      offsets.some((offset) => each.pos <= offset && offset < each.end),
    );
    const tags = offsets.flatMap((offset) => (offset < node.getStart(file) && offset >= node.pos ? [offset] : []));
    return { node, decorators, tags };
  });
  const decorators = marked.flatMap((each) => each.decorators);
  const edits = [
    ...decorators.map((each) => removalOf(file, each)),
    ...marked.flatMap(({ tags }) => tags.flatMap((each) => tagEdits(text, each))),
    ...unusedImportEdits(file, decorators),
  ];
  const changed = applyEdits(text, edits);
  const after = parseFile(path, changed);
  const found = classesIn(after);
  const classes = marked.flatMap((each, index) => {
    if (each.decorators.length + each.tags.length === 0) return [];
    const symbol = each.node.name?.text ?? 'the class';
    return [{ symbol, position: { file: path, ...placeOf(changed, found[index]!.getStart(after)) } }];
  });
  return { text: changed, classes };
}

function classesIn(file: ts.SourceFile): readonly ts.ClassLikeDeclaration[] {
  const found: ts.ClassLikeDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (typescript.isClassLike(node)) found.push(node);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function removalOf(file: ts.SourceFile, decorator: ts.Decorator): Edit {
  const blanks = /^\s*/.exec(file.text.slice(decorator.end))![0];
  return { start: decorator.getStart(file), end: decorator.end + blanks.length, text: '' };
}

/**
 * Returns the edits that remove a tag from a comment, with its lines; if the comment contains nothing else, the whole
 * comment is removed.
 */
function tagEdits(text: string, offset: number): readonly Edit[] {
  const start = text.lastIndexOf('/**', offset);
  const end = text.indexOf('*/', offset);
  if (start < 0 || end < 0) return [];
  const rest = text.slice(offset, end);
  const next = /\n(?:[ \t]*\*)?[ \t]*(?=@\w)/.exec(rest);
  const length = next?.index ?? withoutStar(rest.trimEnd()).trimEnd().length;
  const others = text.slice(start + 3, offset) + text.slice(offset + length, end);
  if (/^[\s*]*$/.test(others)) {
    const blanks = /^\s*/.exec(text.slice(end + 2))![0];
    return [{ start, end: end + 2 + blanks.length, text: '' }];
  }
  const before = text.slice(start + 3, offset);
  const above = withoutLineEnd(withoutBlanks(withoutStar(withoutBlanks(before)))).length - before.length;
  return [{ start: offset + above, end: offset + length, text: '' }];
}

/** Returns text without trailing white space. */
function withoutBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end -= 1;
  return text.slice(0, end);
}

const withoutStar = (text: string): string => (text.endsWith('*') ? text.slice(0, -1) : text);
const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '');

function isOf({ expression }: ts.Decorator, names: ReadonlySet<string>): boolean {
  return typescript.isCallExpression(expression) && names.has(expression.expression.getText());
}

/** Returns the names under which a file imports `Webhook`. */
function namesOfWebhook(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of file.statements) {
    if (!typescript.isImportDeclaration(statement)) continue;
    const { moduleSpecifier, importClause } = statement;
    const bindings = importClause?.namedBindings;
    if (!typescript.isStringLiteral(moduleSpecifier) || bindings === undefined) continue;
    if (typescript.isNamespaceImport(bindings)) {
      if (moduleSpecifier.text === runtimeApi) names.add(`${bindings.name.text}.Webhook`);
    } else
      for (const { name, propertyName } of bindings.elements)
        if ((propertyName ?? name).text === 'Webhook') names.add(name.text);
  }
  return names;
}
