import { ts } from 'ts-morph';

/** A change of the code that a test should notice. */
export interface Mutation {
  /** From the root of the repository. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly before: string;
  /** An expression in place of the one before; undefined where a statement is removed. */
  readonly after?: string;
}

const K = ts.SyntaxKind;

/** Binary operators, and what each is replaced by. */
const operators = new Map<ts.SyntaxKind, string>([
  [K.AmpersandAmpersandToken, '||'],
  [K.BarBarToken, '&&'],
  [K.EqualsEqualsEqualsToken, '!=='],
  [K.ExclamationEqualsEqualsToken, '==='],
  [K.LessThanToken, '<='],
  [K.LessThanEqualsToken, '<'],
  [K.GreaterThanToken, '>='],
  [K.GreaterThanEqualsToken, '>'],
  [K.PlusToken, '-'],
  [K.MinusToken, '+'],
]);

/** Returns the mutations of a file, in the order of their places. */
export function mutationsOf(path: string, text: string): readonly Mutation[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const add = (node: ts.Node, kind: string, after?: string): void => {
    const [start, end] = [node.getStart(file), node.getEnd()];
    const before = text.slice(start, end);
    if (after !== before) found.push({ path, start, end, kind, before, ...(after === undefined ? {} : { after }) });
  };
  const visit = (node: ts.Node): void => {
    // Types are not there at run time, and no test is about the names of modules.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    conditions(node, add);
    operands(node, add);
    literals(node, add);
    results(node, add);
    if (ts.isExpressionStatement(node) && isCall(node.expression)) add(node, 'call removed');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

type Add = (node: ts.Node, kind: string, after?: string) => void;

function conditions(node: ts.Node, add: Add): void {
  const condition =
    ts.isIfStatement(node) || ts.isWhileStatement(node)
      ? node.expression
      : ts.isConditionalExpression(node)
        ? node.condition
        : undefined;
  if (condition !== undefined) add(condition, 'condition negated', `!(${condition.getText()})`);
}

function operands(node: ts.Node, add: Add): void {
  if (!ts.isBinaryExpression(node)) return;
  const [left, right] = [node.left.getText(), node.right.getText()];
  const operator = operators.get(node.operatorToken.kind);
  if (operator !== undefined)
    add(node, `${node.operatorToken.getText()} to ${operator}`, `${left} ${operator} ${right}`);
  if (node.operatorToken.kind === K.QuestionQuestionToken) add(node, '?? removed', right);
}

function literals(node: ts.Node, add: Add): void {
  if (node.kind === K.TrueKeyword) add(node, 'true to false', 'false');
  if (node.kind === K.FalseKeyword) add(node, 'false to true', 'true');
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0 && !isTarget(node))
    add(node, 'array emptied', '[]');
  if (ts.isStringLiteral(node) && isData(node)) add(node, 'string emptied', "''");
  if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent) && node.parent.expression === node) {
    const { text } = node.name;
    if (text === 'some' || text === 'every')
      add(
        node,
        'some and every',
        `${node.expression.getText()}${node.questionDotToken ? '?.' : '.'}${text === 'some' ? 'every' : 'some'}`,
      );
  }
}

/** Reports whether an array is not a value: `[one, other] = ...`. */
function isTarget(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return parent.left === node && parent.operatorToken.kind === K.EqualsToken;
  return ts.isForOfStatement(parent) && parent.initializer === node;
}

/** Reports whether a string is a name or a value: messages have blanks, and tests do not repeat all of them. */
function isData({ text, parent }: ts.StringLiteral): boolean {
  const isName = ts.isPropertyAssignment(parent) && ts.isStringLiteral(parent.name) && parent.name.text === text;
  const isModule = ts.isCallExpression(parent) && parent.expression.kind === K.ImportKeyword;
  return (
    /^[\w./@:-]+$/.test(text) && !isName && !isModule && !ts.isExpressionStatement(parent) && !ts.isEnumMember(parent)
  );
}

function results(node: ts.Node, add: Add): void {
  const result = ts.isReturnStatement(node) ? node.expression : ts.isArrowFunction(node) ? node.body : undefined;
  if (result === undefined || ts.isBlock(result)) return;
  const after = otherResult(typeOfResult(node), result);
  if (after !== undefined && after !== result.getText()) add(result, 'result replaced', after);
}

function typeOfResult(node: ts.Node): string {
  let each: ts.Node | undefined = node;
  while (each !== undefined && !ts.isFunctionLike(each)) each = each.parent;
  return each?.type?.getText() ?? '';
}

/** Returns a value of the declared type, or one that the form of the expression suggests. */
function otherResult(type: string, result: ts.Expression): string | undefined {
  if (type === 'boolean' || / is /.test(type)) return `!(${result.getText()})`;
  if (/\bundefined\b/.test(type)) return 'undefined';
  if (type === 'string' || (type === '' && ts.isTemplateExpression(result))) return "''";
  if (type === 'number') return '0';
  if (/\[\]$|^(?:readonly|ReadonlyArray|Array)\b/.test(type)) return '[]';
  if (
    type === '' &&
    ts.isCallExpression(result) &&
    /\.(?:map|filter|flatMap|toSorted)$/.test(result.expression.getText())
  )
    return '[]';
  return type === '' ? 'undefined' : undefined;
}

function isCall(node: ts.Expression): boolean {
  return ts.isCallExpression(ts.isAwaitExpression(node) ? node.expression : node) && !/^super\b/.test(node.getText());
}
