import { typescript, type ts } from './compiler.js';

const runtimeApi = '@operator-gen/runtime/api';

/** The literal that a permission is written as, in the file that it was parsed from, whose positions are those of the text. */
export interface RbacRule {
  readonly file: ts.SourceFile;
  readonly rule: ts.ObjectLiteralExpression;
}

/** The permissions in a source file that are written as literals: of `@Rbac` decorators, and of `@rbac` tags in doc comments. */
export function rbacRules(path: string, text: string): readonly RbacRule[] {
  return /rbac/i.test(text) ? [...decoratorRules(path, text), ...tagRules(path, text)] : [];
}

function decoratorRules(path: string, text: string): readonly RbacRule[] {
  if (!text.includes(runtimeApi)) return [];
  const file = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true);
  const names = namesOfRbac(file);
  const found: RbacRule[] = [];
  const visit = (node: ts.Node): void => {
    const rule = typescript.isDecorator(node) ? ruleOf(node, names) : undefined;
    if (rule !== undefined) found.push({ file, rule });
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The tags `@rbac {...}` of doc comments, each parsed from a file in which all else is blank. */
function tagRules(path: string, text: string): readonly RbacRule[] {
  const comments = [...text.matchAll(/\/\*\*[^]*?\*\//g)];
  const tags = comments.flatMap((comment) =>
    [...comment[0].matchAll(/@rbac\s+(\{[^}]*\})/g)].map((tag) => {
      const end = comment.index + tag.index + tag[0].length;
      return { start: end - tag[1]!.length, end };
    }),
  );
  return tags.flatMap(({ start, end }) => {
    const blank = text.slice(0, start - 1).replaceAll(/[^\r\n]/g, ' ');
    const source = `${blank}(${text.slice(start, end).replaceAll(/(?<=\n[ \t]*)\*/g, ' ')})`;
    const file = typescript.createSourceFile(path, source, typescript.ScriptTarget.Latest, true);
    const [statement] = file.statements;
    if (statement === undefined || !typescript.isExpressionStatement(statement)) return [];
    const { expression } = statement;
    const rule = typescript.isParenthesizedExpression(expression) ? expression.expression : expression;
    return typescript.isObjectLiteralExpression(rule) ? [{ file, rule }] : [];
  });
}

/** What `Rbac` is called in a file. */
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
        if ((propertyName ?? name).text === 'Rbac') names.add(name.text);
  }
  return names;
}

function ruleOf({ expression }: ts.Decorator, names: ReadonlySet<string>): ts.ObjectLiteralExpression | undefined {
  if (!typescript.isCallExpression(expression) || !names.has(expression.expression.getText())) return undefined;
  const [argument] = expression.arguments;
  return argument !== undefined && typescript.isObjectLiteralExpression(argument) ? argument : undefined;
}
