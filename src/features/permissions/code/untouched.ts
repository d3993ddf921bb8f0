import { isAssertion } from '../../../language/compiler/assertions.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { bare, declarationOf, isAssignment, isOfRuntime, symbolAt, visitAll } from './calls.js';

/** Results for constants, which are the same for all calls that use them. */
const known = new WeakMap<ts.VariableDeclaration, boolean>();

/** Functions other than those of the runtime that do not change their arguments. */
const harmless = /^(?:structuredClone|JSON\.stringify|Object\.(?:freeze|keys|values|entries)|console\.\w+|String)$/;

/**
 * Reports whether the object of a constant is never changed: nothing assigns to its properties, and it is not passed to
 * code that could. Only then does a name in it limit a permission.
 */
export function isUntouched(declaration: ts.VariableDeclaration, program: SourceProgram): boolean {
  const found = known.get(declaration) ?? isFixed(declaration) ?? !isTouched(declaration, program);
  known.set(declaration, found);
  return found;
}

/** Reports whether the compiler rejects every change. */
function isFixed({ initializer }: ts.VariableDeclaration): true | undefined {
  return initializer !== undefined && typescript.isAsExpression(initializer) && isConstType(initializer.type)
    ? true
    : undefined;
}

function isConstType(type: ts.TypeNode): boolean {
  return typescript.isTypeReferenceNode(type) && type.typeName.getText() === 'const';
}

function isTouched(declaration: ts.VariableDeclaration, program: SourceProgram): boolean {
  const { name } = declaration;
  if (!typescript.isIdentifier(name)) return true;
  let touched = false;
  for (const scope of scopesOf(declaration, program)) {
    visitAll(scope, (node) => {
      if (touched || !typescript.isIdentifier(node) || node.text !== name.text || node === name) return;
      if (symbolAt(node, program)?.declarations?.includes(declaration) === true) touched = isChangedAt(node, program);
    });
  }
  return touched;
}

/** Returns the code in which a constant is visible: its block, or all files if it is exported. */
function scopesOf(declaration: ts.VariableDeclaration, { files }: SourceProgram): readonly ts.Node[] {
  const block = declaration.parent.parent.parent;
  if (block === undefined) return [declaration.getSourceFile()];
  if (!typescript.isSourceFile(block)) return [block];
  const name = declaration.name.getText();
  return files.filter(({ text }) => text.includes(name));
}

/** Reports whether a mention can change the object, or passes it to code that can. */
function isChangedAt(node: ts.Identifier, program: SourceProgram): boolean {
  if (typescript.isTypeNode(node.parent) || typescript.isTypeQueryNode(node.parent)) return false;
  if (typescript.isExportSpecifier(node.parent)) return node.parent.propertyName !== undefined;
  if (typescript.isImportSpecifier(node.parent)) return node.parent.propertyName !== undefined;
  const value = whole(node);
  const { parent } = value;
  if (isTarget(value)) return true;
  if (value !== node && isPrimitive(program.checker.getTypeAtLocation(value))) return false;
  if (typescript.isCallExpression(parent)) return parent.expression === value || !isHarmless(parent, program);
  if (isAssignment(parent)) return true;
  if (typescript.isBinaryExpression(parent)) return passesOn.has(parent.operatorToken.kind);
  if (typescript.isSpreadAssignment(parent)) return value === node && hasParts(node, program);
  return !(
    typescript.isTemplateSpan(parent) ||
    typescript.isExpressionStatement(parent) ||
    typescript.isIfStatement(parent) ||
    typescript.isTypeOfExpression(parent)
  );
}

/** Operators other than assignments whose result can be the object. */
const passesOn: ReadonlySet<ts.SyntaxKind> = new Set([
  typescript.SyntaxKind.BarBarToken,
  typescript.SyntaxKind.AmpersandAmpersandToken,
  typescript.SyntaxKind.QuestionQuestionToken,
  typescript.SyntaxKind.CommaToken,
]);

/** Returns the whole chain of properties that starts with a name: `key.metadata!.name` of `key`. */
function whole(node: ts.Expression): ts.Expression {
  const { parent } = node;
  const isPart =
    (typescript.isPropertyAccessExpression(parent) || typescript.isElementAccessExpression(parent)) &&
    parent.expression === node;
  return isPart || isAssertion(parent) ? whole(parent) : node;
}

/** Reports whether an expression is the target of an assignment, a pattern, an increment or decrement, or a deletion. */
function isTarget(node: ts.Node): boolean {
  const { parent } = node;
  const isInPattern =
    typescript.isArrayLiteralExpression(parent) ||
    typescript.isObjectLiteralExpression(parent) ||
    typescript.isPropertyAssignment(parent);
  if (isInPattern) return isTarget(parent);
  if (typescript.isForOfStatement(parent) || typescript.isForInStatement(parent)) return parent.initializer === node;
  if (typescript.isBinaryExpression(parent)) {
    const kind = parent.operatorToken.kind;
    const { FirstAssignment, LastAssignment } = typescript.SyntaxKind;
    return parent.left === node && kind >= FirstAssignment && kind <= LastAssignment;
  }
  return (
    typescript.isPrefixUnaryExpression(parent) ||
    typescript.isPostfixUnaryExpression(parent) ||
    typescript.isDeleteExpression(parent)
  );
}

function isPrimitive({ flags }: ts.Type): boolean {
  const { StringLike, NumberLike, BooleanLike, Undefined, Null } = typescript.TypeFlags;
  return (flags & (StringLike | NumberLike | BooleanLike | Undefined | Null)) !== 0;
}

function isHarmless(call: ts.CallExpression, program: SourceProgram): boolean {
  const callee = bare(call.expression);
  return isOfRuntime(declarationOf(callee, program), program) || harmless.test(callee.getText());
}

/** Reports whether an object contains objects, which a copy of it shares. */
function hasParts(node: ts.Identifier, program: SourceProgram): boolean {
  const { checker } = program;
  const type = checker.getTypeAtLocation(node);
  return checker.getPropertiesOfType(type).some((each) => !isPrimitive(checker.getTypeOfSymbol(each)));
}
