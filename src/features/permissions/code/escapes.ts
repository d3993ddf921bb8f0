import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { codeLibrary } from './code-lib.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { argumentsOf, bare, declarationOf, isExpression, isOfRuntime, visitAll, type Call } from './calls.js';
import { constructorOf } from './heritage.js';
import type { ClientTypes } from '../uses/client-types.js';

/** Client that is converted to a type that is not a client. */
export interface Conversion {
  readonly client: ts.Expression;
  /** Methods of a type of the project; undefined if the type is unspecific, such as `any`. */
  readonly members: readonly ts.Declaration[] | undefined;
}

/** Type to which a value is converted; `any` also stands for code outside of the project. */
type Target = ts.Type | 'any' | undefined;

/** Functions of the standard library that are not in the compiler's library, and call no methods. */
const harmless =
  /^(?:console|JSON|Reflect|Array|Symbol|Object(?!\.(?:create|setPrototypeOf)\b))\.|^(?:String|Boolean|require|import|structuredClone)$/;

/** Returns the clients in the sources that are converted to other types. */
export function conversionsIn(program: SourceProgram, types: ClientTypes): readonly Conversion[] {
  const names = clientNames(program);
  const found: Conversion[] = [];
  const visit = (node: ts.Node): void => {
    if (!typescript.isExpression(node) || !isNamed(node, names)) return;
    // Values that are only read are not converted. Computing the expected type of an object literal takes longest.
    if (typescript.isPropertyAccessExpression(node.parent) || !(types.has(node) || types.isManager(node))) return;
    const target = targetOf(node, program);
    const conversion = target && conversionTo(target, node, types, program);
    if (conversion !== undefined) found.push(conversion);
  };
  for (const file of program.files) visitAll(file, visit);
  return found;
}

function conversionTo(
  target: ts.Type | 'any',
  node: ts.Expression,
  types: ClientTypes,
  { checker }: SourceProgram,
): Conversion | undefined {
  const client = bare(node);
  if (target === 'any' || target.flags & typescript.TypeFlags.Any) return { client, members: undefined };
  const type = checker.getNonNullableType(target);
  if (types.isClient(type)) return undefined;
  const members = types.narrowIn(type);
  if (members.length > 0) return { client, members };
  const index = checker.getIndexTypeOfType(type, typescript.IndexKind.String);
  return index !== undefined && index.flags & typescript.TypeFlags.Any ? { client, members: undefined } : undefined;
}

/** Returns the type that an expression is converted to; undefined if it is not converted. */
function targetOf(node: ts.Expression, program: SourceProgram): Target {
  const { checker } = program;
  const { parent } = node;
  if (typescript.isParenthesizedExpression(parent) || typescript.isNonNullExpression(parent))
    return targetOf(parent, program);
  if (typescript.isAsExpression(parent) || typescript.isTypeAssertionExpression(parent))
    return checker.getTypeFromTypeNode(parent.type);
  if (typescript.isArrayLiteralExpression(parent)) return targetOf(parent, program) === 'any' ? 'any' : undefined;
  if (isCall(parent)) return parent.expression === node ? undefined : argumentTarget(parent, node, program);
  if (
    typescript.isVariableDeclaration(parent) ||
    typescript.isPropertyDeclaration(parent) ||
    typescript.isParameter(parent)
  )
    return parent.initializer === node && parent.type ? checker.getTypeFromTypeNode(parent.type) : undefined;
  if (typescript.isBinaryExpression(parent)) {
    const isAssigned = parent.operatorToken.kind === typescript.SyntaxKind.EqualsToken && parent.right === node;
    return isAssigned ? checker.getTypeAtLocation(parent.left) : undefined;
  }
  if (typescript.isPropertyAssignment(parent) || typescript.isShorthandPropertyAssignment(parent))
    return parent.name === node && typescript.isPropertyAssignment(parent)
      ? undefined
      : propertyTarget(parent.parent, parent.name.getText(), program);
  if (typescript.isReturnStatement(parent) || (typescript.isArrowFunction(parent) && parent.body === node))
    return returnTarget(parent, program);
  return undefined;
}

function isCall(node: ts.Node): node is Call {
  return typescript.isCallExpression(node) || typescript.isNewExpression(node);
}

function argumentTarget(call: Call, node: ts.Expression, program: SourceProgram): Target {
  const { checker } = program;
  const callee = bare(call.expression);
  if (callee.kind === typescript.SyntaxKind.SuperKeyword)
    return hasUnknownBase(typescript.findAncestor(call, typescript.isClassLike), program) ? 'any' : undefined;
  if (typescript.isNewExpression(call) && isMadeByUnknownBase(callee, program)) return 'any';
  if (isUnresolved(callee, program)) return harmless.test(callee.getText()) ? undefined : 'any';
  const declaration = declarationOf(callee, program);
  // Libraries outside of the project keep the types of values that they pass on.
  if (declaration !== undefined && isOfLibrary(declaration, program))
    return isSelf(call, node, program) ? 'any' : undefined;
  const type = checker.getTypeAtLocation(callee);
  const signatures = typescript.isNewExpression(call) ? type.getConstructSignatures() : type.getCallSignatures();
  const index = argumentsOf(call).indexOf(node);
  const types = signatures.flatMap(({ parameters }) => {
    const parameter = parameters[index];
    return parameter === undefined ? [] : [checker.getTypeOfSymbol(parameter)];
  });
  return types.find(({ flags }) => !(flags & typescript.TypeFlags.Any)) ?? types[0];
}

/** Reports whether an expression becomes the `this` of a function of the project: `run.call(client)`. */
function isSelf(call: Call, node: ts.Expression, program: SourceProgram): boolean {
  const callee = bare(call.expression);
  if (!typescript.isPropertyAccessExpression(callee) || argumentsOf(call)[0] !== node) return false;
  const [called] = program.checker.getTypeAtLocation(callee.expression).symbol?.declarations ?? [];
  return /^(?:call|apply|bind)$/.test(callee.name.text) && called !== undefined && !isOfLibrary(called, program);
}

/** Reports whether a class extends an unknown class, such as one of an installed package. */
function hasUnknownBase(declaration: ts.ClassLikeDeclaration | undefined, program: SourceProgram): boolean {
  const [base] =
    declaration?.heritageClauses?.find(({ token }) => token === typescript.SyntaxKind.ExtendsKeyword)?.types ?? [];
  return base !== undefined && isUnresolved(base.expression, program);
}

/** Reports whether a class has the constructor of an unknown base. */
function isMadeByUnknownBase(callee: ts.Expression, program: SourceProgram): boolean {
  const declaration = declarationOf(callee, program);
  if (declaration === undefined || !typescript.isClassLike(declaration)) return false;
  return constructorOf(declaration).length === 0 && hasUnknownBase(declaration, program);
}

function isOfLibrary(declaration: ts.Declaration, program: SourceProgram): boolean {
  return isOfRuntime(declaration, program) || declaration.getSourceFile().fileName === codeLibrary.path;
}

/** Reports whether the target of a call is unknown: it belongs to an installed package, or has no type. */
function isUnresolved(callee: ts.Expression, program: SourceProgram): boolean {
  if (declarationOf(callee, program) !== undefined) return false;
  return (program.checker.getTypeAtLocation(callee).flags & typescript.TypeFlags.Any) !== 0;
}

function propertyTarget(literal: ts.Node, name: string, program: SourceProgram): Target {
  const { checker } = program;
  if (!typescript.isObjectLiteralExpression(literal) || isTakenApart(literal)) return undefined;
  const type = checker.getContextualType(literal);
  if (type === undefined) {
    const call = literal.parent;
    return isCall(call) && argumentTarget(call, literal, program) === 'any' ? 'any' : undefined;
  }
  if (type.flags & typescript.TypeFlags.Any) return 'any';
  const property = checker.getPropertyOfType(checker.getNonNullableType(type), name);
  return property ? checker.getTypeOfSymbol(property) : checker.getIndexTypeOfType(type, typescript.IndexKind.String);
}

/** Reports whether a pattern takes the properties of a literal, which the compiler expects to be `any`. */
function isTakenApart({ parent }: ts.ObjectLiteralExpression): boolean {
  if (typescript.isPropertyAssignment(parent)) return isTakenApart(parent.parent);
  return typescript.isVariableDeclaration(parent) && parent.type === undefined && !typescript.isIdentifier(parent.name);
}

function returnTarget(from: ts.Node, program: SourceProgram): Target {
  const { checker } = program;
  let outer: ts.Node | undefined = from;
  while (outer !== undefined && !typescript.isFunctionLike(outer)) outer = outer.parent;
  if (outer !== undefined && isExpression(outer) && isCall(outer.parent) && outer.parent.expression !== outer)
    return argumentTarget(outer.parent, outer, program) === 'any' ? 'any' : undefined;
  const type = outer?.type && checker.getTypeFromTypeNode(outer.type);
  // The result of an async function is in a Promise.
  return type?.symbol?.name === 'Promise' ? undefined : type;
}

const clientTypeNames =
  /\b(?:Client|Reader|Manager|CachedClient|Subresource\w*|ScaleClient|Cache|ControllerBuilder|EventRecorder)\b/;
const clientLike = /client|reader|recorder|subresource|manager|mgr/i;
/** Properties that are clients if their owner is a client or a manager. */
const parts = new Set(['status', 'cache']);

/** Reports whether an expression may be a client, judging by its last name. */
function isNamed(node: ts.Expression, names: ReadonlySet<string>): boolean {
  if (typescript.isIdentifier(node) && typescript.isPropertyAccessExpression(node.parent) && node.parent.name === node)
    return false;
  const inner = bare(node);
  if (typescript.isPropertyAccessExpression(inner) && parts.has(inner.name.text))
    return isNamed(inner.expression, names) || /manager|mgr/i.test(headOf(inner.expression) ?? '');
  const name = headOf(inner);
  return name !== undefined && (names.has(name) || clientLike.test(name));
}

/** Returns the last name of an expression: `c` of `this.c`, `createClient` of `createClient(config)`. */
function headOf(node: ts.Expression): string | undefined {
  const inner = bare(node);
  if (typescript.isIdentifier(inner)) return inner.text;
  if (typescript.isPropertyAccessExpression(inner)) return inner.name.text;
  return typescript.isCallExpression(inner) ? headOf(inner.expression) : undefined;
}

/** Returns the names in the sources that may be clients: those with such a type, or with a value of another such name. */
function clientNames({ files }: SourceProgram): ReadonlySet<string> {
  const names = new Set<string>();
  const values: (readonly [name: string, value: string])[] = [];
  const visit = (node: ts.Node): void => {
    const { type, name } = node as { readonly type?: ts.Node; readonly name?: ts.Node };
    if (name === undefined) return;
    if (type !== undefined && clientTypeNames.test(type.getText())) names.add(name.getText());
    else if (typescript.isVariableDeclaration(node) && node.initializer !== undefined) {
      const head = headOf(node.initializer);
      if (head !== undefined) values.push([name.getText(), head]);
    } else if (typescript.isBindingElement(node) && node.propertyName !== undefined)
      values.push([name.getText(), node.propertyName.getText()]);
  };
  for (const file of files) visitAll(file, visit);
  for (let before = -1; before !== names.size;) {
    before = names.size;
    for (const [name, value] of values) if (names.has(value) || clientLike.test(value)) names.add(name);
  }
  return names;
}
