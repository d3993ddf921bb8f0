import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseErrors, parseFile, parseSource } from '../../../language/compiler/parse-source.js';

/** The module with the decorators. */
export const runtimeApi = '@operator-gen/runtime/api';

/** A permission as written, and the file from which it was parsed, whose positions are those of the text. */
export interface RbacRule {
  readonly file: ts.SourceFile;
  /** The literal with the rule, or with the options after a kind; a kind can have none. */
  readonly rule: ts.ObjectLiteralExpression | undefined;
  /** The first arguments of a permission that names a kind. */
  readonly ofKind?: { readonly kind: ts.Expression; readonly verbs: ts.Expression };
}

/** A permission in a decorator. */
export interface DecoratorRule extends RbacRule {
  readonly decorator: ts.Decorator;
}

/**
 * Returns the permissions in a source file that are written as literals: in `@Rbac` decorators, and in `@rbac` tags of
 * doc comments.
 */
export function rbacRules(path: string, text: string): readonly RbacRule[] {
  return /rbac/i.test(text) ? [...decoratorRules(path, text), ...tagRules(path, text)] : [];
}

/** Returns the permissions in the `@Rbac` decorators of a source file that are written as literals, or name a kind. */
export function decoratorRules(path: string, text: string): readonly DecoratorRule[] {
  if (!text.includes(runtimeApi)) return [];
  const file = parseFile(path, text);
  const names = namesOfRbac(file);
  const found: DecoratorRule[] = [];
  const visit = (node: ts.Node): void => {
    const written = typescript.isDecorator(node) ? ruleOf(node, names) : undefined;
    if (written !== undefined) found.push({ file, ...written, decorator: node as ts.Decorator });
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * Returns the rules in `@rbac {...}` tags of doc comments. All are parsed as one file in which everything else is
 * blank, because one file per tag would each be as long as the text.
 */
function tagRules(path: string, text: string): readonly RbacRule[] {
  let source = '';
  for (const { at, start, end } of tagsOf(text)) {
    // An operator makes the brace start an expression; it replaces the name of the tag.
    source += `${blankOf(text.slice(source.length, at))};!${text.slice(at + 2, start)}${literalIn(text.slice(start, end))}`;
  }
  const file = parseFile(path, source);
  return file.statements.flatMap((statement) => {
    const expression = typescript.isExpressionStatement(statement) ? statement.expression : undefined;
    const rule = expression && typescript.isPrefixUnaryExpression(expression) ? expression.operand : undefined;
    return rule !== undefined && typescript.isObjectLiteralExpression(rule) ? [{ file, rule }] : [];
  });
}

/**
 * Yields the tags whose braces contain a literal: the offsets of the last two letters of the name, of the braces, and
 * of their end.
 */
function* tagsOf(text: string): Generator<{ readonly at: number; readonly start: number; readonly end: number }> {
  for (const { 0: comment, index: commentStart } of text.matchAll(/\/\*\*[^]*?(?:\*\/|$)/g)) {
    if (!comment.endsWith('*/')) return;
    for (const { 0: tag, index, 1: space } of comment.matchAll(/@rbac(\s+)\{[^}]*(?:\}|$)/g)) {
      const at = commentStart + index;
      const start = at + '@rbac'.length + space!.length;
      const end = at + tag.length;
      if (tag.endsWith('}') && isLiteral(text.slice(start, end))) yield { at: at + '@rb'.length, start, end };
    }
  }
}

/** Reports whether a text is a single object literal: an unclosed bracket would extend into the next tag. */
function isLiteral(text: string): boolean {
  const file = parseSource('tag.ts', `(${literalIn(text)})`, typescript.ScriptTarget.Latest, false);
  const [statement, ...others] = file.statements;
  return parseErrors(file).length === 0 && others.length === 0 && statement !== undefined;
}

/** Returns the text of a tag without the asterisks at the start of its lines. */
function literalIn(tag: string): string {
  return tag.replaceAll(/\n([ \t]*)\*/g, '\n$1 ');
}

function blankOf(text: string): string {
  return text.replaceAll(/[^\r\n]/g, ' ');
}

/** Returns the first name under which a file imports `Rbac`; undefined if it does not. */
export function importOfRbac(file: ts.SourceFile): string | undefined {
  return [...namesOfRbac(file)][0];
}

/** Returns the names under which a file imports `Rbac`. */
function namesOfRbac(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of file.statements) {
    if (!typescript.isImportDeclaration(statement)) continue;
    const { moduleSpecifier, importClause } = statement;
    const bindings = importClause?.namedBindings;
    if (!typescript.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== runtimeApi || bindings === undefined)
      continue;
    if (typescript.isNamespaceImport(bindings)) names.add(`${bindings.name.text}.Rbac`);
    else
      for (const { name, propertyName } of bindings.elements)
        if ((propertyName ?? name).text === 'Rbac' && !importClause!.isTypeOnly) names.add(name.text);
  }
  return names;
}

function ruleOf({ expression }: ts.Decorator, names: ReadonlySet<string>): Omit<RbacRule, 'file'> | undefined {
  if (!typescript.isCallExpression(expression) || !names.has(expression.expression.getText())) return undefined;
  const [first, verbs, options] = expression.arguments;
  if (first === undefined) return undefined;
  if (typescript.isObjectLiteralExpression(first)) return { rule: first };
  const isWhole = options === undefined || typescript.isObjectLiteralExpression(options);
  return verbs === undefined || !isWhole ? undefined : { rule: options, ofKind: { kind: first, verbs } };
}
