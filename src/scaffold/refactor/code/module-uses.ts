import { withoutAssertions } from '../../../language/compiler/assertions.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { isIdentifierOf } from './identifiers.js';

/** Finds the expressions in a file that evaluate to a module. */
export interface ModuleFinder {
  /** Reports whether an expression is the module as an object: `rt`, `await import('rt')`, `require('rt')`. */
  readonly isModule: (node: ts.Node) => boolean;
  /** Reports whether a pattern or a parameter takes members from the module: `const { x } = await import('rt')`. */
  readonly isTaken: (node: ts.Node) => boolean;
}

const mocks = new Set(['mock', 'doMock']);
const loaders = new Set(['importActual', 'importMock']);
const syncLoaders = new Set(['requireActual', 'requireMock']);

/** Returns a finder for a module, which only follows names that are assigned once. */
export function moduleFinder(checker: ts.TypeChecker, module: string): ModuleFinder {
  const followed = new Set<ts.Node>();
  const isModule = (node: ts.Node): boolean => {
    const bare = withoutAssertions(node);
    if (typescript.isAwaitExpression(bare)) return isPromised(withoutAssertions(bare.expression));
    if (typescript.isIdentifier(bare)) return checker.getSymbolAtLocation(bare)?.declarations?.some(declares) === true;
    if (!typescript.isCallExpression(bare) || !names(bare.arguments[0])) return false;
    return isIdentifierOf(bare.expression, 'require') || isMethodOfMocks(bare.expression, syncLoaders);
  };
  const names = (node: ts.Node | undefined): boolean => isText(node, module);
  const isPromised = (node: ts.Node): boolean => {
    if (!typescript.isCallExpression(node)) return false;
    const { expression: callee, arguments: given } = node;
    const isLoaded = callee.kind === typescript.SyntaxKind.ImportKeyword || isMethodOfMocks(callee, loaders);
    return (isLoaded && names(given[0])) || (typescript.isIdentifier(callee) && isOriginal(callee));
  };
  /** The parameter of a mock: `vi.mock('rt', async (importOriginal) => ...)`. */
  const isOriginal = (callee: ts.Identifier): boolean =>
    checker.getSymbolAtLocation(callee)?.declarations?.some((each) => isFirstParameter(each, isMockOf)) === true;
  const isMockOf = (call: ts.CallExpression): boolean =>
    isMethodOfMocks(call.expression, mocks) && namesMock(call.arguments[0], names);
  const isThen = ({ expression }: ts.CallExpression): boolean =>
    typescript.isPropertyAccessExpression(expression) &&
    expression.name.text === 'then' &&
    isPromised(withoutAssertions(expression.expression));
  const declares = (node: ts.Declaration): boolean => {
    if (typescript.isNamespaceImport(node)) return names(node.parent.parent.moduleSpecifier);
    if (typescript.isImportEqualsDeclaration(node))
      return typescript.isExternalModuleReference(node.moduleReference) && names(node.moduleReference.expression);
    return typescript.isVariableDeclaration(node) || typescript.isParameter(node) ? isTaken(node) : false;
  };
  const isTaken = (node: ts.Node): boolean => {
    if (typescript.isParameter(node)) return isFirstParameter(node, isThen);
    if (!typescript.isVariableDeclaration(node) || node.initializer === undefined || followed.has(node)) return false;
    if (typescript.isIdentifier(node.name) && (node.parent.flags & typescript.NodeFlags.Const) === 0) return false;
    // `const one = other` and `const other = one`.
    followed.add(node);
    const found = isModule(node.initializer);
    followed.delete(node);
    return found;
  };
  return { isModule, isTaken };
}

/** Returns the objects that mocks of a module return instead of it. */
export function mockedModules(call: ts.CallExpression, module: string): readonly ts.ObjectLiteralExpression[] {
  const [first, factory] = call.arguments;
  const names = (node: ts.Node | undefined): boolean => isText(node, module);
  if (!isMethodOfMocks(call.expression, mocks) || !namesMock(first, names) || factory === undefined) return [];
  const found: ts.ObjectLiteralExpression[] = [];
  const add = (node: ts.Node | undefined): void => {
    const bare = node && withoutAssertions(node);
    if (bare !== undefined && typescript.isObjectLiteralExpression(bare)) found.push(bare);
  };
  if (typescript.isArrowFunction(factory) && !typescript.isBlock(factory.body)) add(factory.body);
  else if (typescript.isArrowFunction(factory) || typescript.isFunctionExpression(factory)) {
    const visit = (node: ts.Node): void => {
      if (typescript.isReturnStatement(node)) add(node.expression);
      else if (!typescript.isFunctionLike(node)) typescript.forEachChild(node, visit);
    };
    visit(factory.body);
  }
  return found;
}

/** Reports whether an argument names a module: `vi.mock('rt')` or `vi.mock(import('rt'))`. */
function namesMock(node: ts.Node | undefined, names: (node: ts.Node | undefined) => boolean): boolean {
  const isImport =
    node !== undefined &&
    typescript.isCallExpression(node) &&
    node.expression.kind === typescript.SyntaxKind.ImportKeyword;
  return names(isImport ? node.arguments[0] : node);
}

/** Reports whether a node is the first parameter of a function that is an argument of a call. */
function isFirstParameter(node: ts.Node, isCall: (call: ts.CallExpression) => boolean): boolean {
  if (!typescript.isParameter(node)) return false;
  const { parent } = node;
  const isFunction = typescript.isArrowFunction(parent) || typescript.isFunctionExpression(parent);
  return (
    isFunction && parent.parameters[0] === node && typescript.isCallExpression(parent.parent) && isCall(parent.parent)
  );
}

function isMethodOfMocks(callee: ts.Expression, methods: ReadonlySet<string>): boolean {
  return (
    typescript.isPropertyAccessExpression(callee) &&
    methods.has(callee.name.text) &&
    ['vi', 'vitest', 'jest'].some((each) => isIdentifierOf(callee.expression, each))
  );
}

function isText(node: ts.Node | undefined, text: string): boolean {
  return node !== undefined && typescript.isStringLiteralLike(node) && node.text === text;
}
