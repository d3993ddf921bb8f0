import { typescript, type ts } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import {
  argumentsOf,
  declarationName,
  isFunctionLike,
  isOfRuntime,
  symbolAt,
  visitAll,
  type Call,
  type FunctionLike,
} from './calls.js';
import { basesOf } from './heritage.js';

/** The calls of a function. */
export interface CallsOfFunction {
  readonly calls: readonly Call[];
  /** Calls by `f.call(self, ...)`, whose first argument is not one of the function. */
  readonly boundCalls: readonly ts.CallExpression[];
  /** Arguments that the standard library passes. */
  readonly passed: readonly Passed[];
  /** Whether it is also called from where nothing is known, such as by an installed package. */
  readonly isOpen: boolean;
}

/** Argument that the standard library passes: `kinds.map((kind) => ...)`, `promise.then((kind) => ...)`. */
export interface Passed {
  readonly index: number;
  /** Expression whose elements are passed, or whose value is. */
  readonly from: ts.Expression;
  readonly isElement: boolean;
}

/** Names and calls in the sources of a project. */
export interface CodeIndex {
  has(file: ts.SourceFile): boolean;
  nodesNamed(text: string): readonly ts.Node[];
  /** Returns the names that imports give to default exports. */
  defaultImports(): readonly ts.Identifier[];
  functionsOf(call: ts.CallExpression): readonly FunctionLike[];
  callsOf(from: FunctionLike): CallsOfFunction;
}

/** Search for the calls of one function. */
export class Search implements CallsOfFunction {
  readonly calls: Call[] = [];
  readonly boundCalls: ts.CallExpression[] = [];
  readonly passed: Passed[] = [];
  isOpen = false;
  readonly #program: SourceProgram;
  readonly #sites: CodeIndex;
  readonly #seen = new Set<ts.Node>();

  constructor(program: SourceProgram, sites: CodeIndex) {
    this.#program = program;
    this.#sites = sites;
  }

  start(from: FunctionLike): void {
    if (typescript.isConstructorDeclaration(from)) this.#classUsed(from.parent);
    else if (typescript.isFunctionDeclaration(from)) this.#declared(from);
    else if (typescript.isMethodDeclaration(from)) {
      this.#declared(from);
      for (const base of signaturesOf(from, this.#program)) this.#declared(base);
    } else this.#passedOn(from as ts.Node as ts.Expression);
  }

  /** Finds the uses of a declaration whose value is the function. */
  #declared(declaration: ts.NamedDeclaration): void {
    if (this.#seen.has(declaration)) return;
    this.#seen.add(declaration);
    // The runtime calls what implements its interfaces, and passes what it gets from calls that are seen anyway.
    if (isOfRuntime(declaration, this.#program)) return;
    for (const node of this.#referencesTo(declaration)) this.#used(node);
  }

  #classUsed(declaration: ts.ClassLikeDeclaration): void {
    for (const node of this.#referencesTo(declaration)) {
      const { parent } = node;
      if (typescript.isNewExpression(parent) && parent.expression === node) this.calls.push(parent);
      else if (typescript.isExpressionWithTypeArguments(parent)) this.#subclass(parent.parent.parent);
    }
  }

  /** A subclass without a constructor has that of its base; one with a constructor calls it. */
  #subclass(node: ts.Node): void {
    if (!typescript.isClassLike(node)) return;
    const own = node.members.find(typescript.isConstructorDeclaration);
    if (own === undefined) return this.#classUsed(node);
    visitAll(own, (each) => {
      if (typescript.isCallExpression(each) && each.expression.kind === typescript.SyntaxKind.SuperKeyword)
        this.calls.push(each);
    });
  }

  /** @param node a name that refers to the function */
  #used(node: ts.Node): void {
    const { parent } = node;
    const isMember = typescript.isPropertyAccessExpression(parent) && parent.name === node;
    const value = isMember ? parent : node;
    if (typescript.isExpression(value) && !isDeclaredName(node)) this.#passedOn(value);
  }

  /** Follows a value that is the function to where it is called. */
  #passedOn(value: ts.Expression): void {
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    const { parent } = value;
    if (
      typescript.isParenthesizedExpression(parent) ||
      typescript.isAsExpression(parent) ||
      typescript.isSatisfiesExpression(parent) ||
      typescript.isNonNullExpression(parent) ||
      typescript.isAwaitExpression(parent) ||
      typescript.isConditionalExpression(parent)
    )
      this.#passedOn(parent);
    else if (typescript.isBinaryExpression(parent)) this.#assigned(parent, value);
    else if (typescript.isCallExpression(parent) || typescript.isNewExpression(parent)) this.#inCall(parent, value);
    else if (typescript.isPropertyAccessExpression(parent) && parent.expression === value) this.#member(parent);
    else if (typescript.isVariableDeclaration(parent) || typescript.isPropertyDeclaration(parent))
      this.#declared(parent);
    else if (typescript.isPropertyAssignment(parent) || typescript.isShorthandPropertyAssignment(parent))
      this.#inObject(parent);
    else if (typescript.isExportAssignment(parent)) this.#declared(parent);
    else if (typescript.isReturnStatement(parent)) this.#returned(enclosing(parent));
    else if (typescript.isArrowFunction(parent) && parent.body === value) this.#returned(parent);
    else if (!typescript.isExpressionStatement(parent) && !typescript.isTypeNode(parent)) this.isOpen = true;
  }

  #inCall(call: Call, value: ts.Expression): void {
    if (call.expression === value) {
      this.calls.push(call);
      return;
    }
    const index = argumentsOf(call).indexOf(value);
    const name = typescript.isPropertyAccessExpression(call.expression) ? call.expression.name : call.expression;
    const declarations = symbolAt(name, this.#program)?.declarations ?? [];
    const functions = typescript.isNewExpression(call)
      ? declarations.flatMap((each) => constructorOf(each))
      : declarations.every((each) => this.#sites.has(each.getSourceFile()))
        ? this.#sites.functionsOf(call)
        : [];
    for (const each of functions) {
      const parameter = each.parameters[index] ?? each.parameters.at(-1);
      if (parameter !== undefined) this.#declared(parameter);
    }
    if (functions.length > 0) return;
    const isOfLibrary = declarations.length > 0 && !isOfRuntime(declarations[0], this.#program);
    if (index === 0 && isOfLibrary && typescript.isPropertyAccessExpression(call.expression))
      this.#inLibrary(call.expression);
    else if (declarations.length === 0 || isOfLibrary) this.isOpen = true;
  }

  #inLibrary({ name: { text: method }, expression: owner }: ts.PropertyAccessExpression): void {
    const isElement = method !== 'then';
    this.passed.push({ index: method === 'reduce' ? 1 : 0, from: owner, isElement });
  }

  /** Follows `call`, `apply` and `bind`. */
  #member(access: ts.PropertyAccessExpression): void {
    const call = access.parent;
    if (!typescript.isCallExpression(call) || call.expression !== access) this.isOpen = true;
    else if (access.name.text === 'call') this.boundCalls.push(call);
    else if (access.name.text === 'bind' && call.arguments.length <= 1) this.#passedOn(call);
    else this.isOpen = true;
  }

  #assigned(assignment: ts.BinaryExpression, value: ts.Expression): void {
    const isAssignment = assignment.operatorToken.kind === typescript.SyntaxKind.EqualsToken;
    if (!isAssignment || assignment.right !== value) return this.#passedOn(assignment);
    const target = assignment.left;
    const name = typescript.isPropertyAccessExpression(target) ? target.name : target;
    for (const each of symbolAt(name, this.#program)?.declarations ?? []) this.#declared(each);
  }

  #inObject(property: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): void {
    this.#declared(property);
    const { checker } = this.#program;
    const type = checker.getContextualType(property.parent);
    const expected = type && checker.getPropertyOfType(checker.getNonNullableType(type), property.name.getText());
    for (const each of expected?.declarations ?? []) this.#declared(each);
  }

  #returned(from: FunctionLike | undefined): void {
    if (from === undefined) return;
    const { calls, boundCalls } = this.#sites.callsOf(from);
    for (const call of [...calls, ...boundCalls]) this.#passedOn(call);
  }

  /** Returns the names that refer to a declaration, also under another name of an import or an export. */
  #referencesTo(declaration: ts.NamedDeclaration): readonly ts.Node[] {
    const refers = (node: ts.Node): boolean =>
      symbolAt(node, this.#program)?.declarations?.includes(declaration) ?? false;
    const defaults = this.#sites.defaultImports().filter(refers);
    const names = new Set([declarationName(declaration), ...defaults.map(({ text }) => text)]);
    const found: ts.Node[] = [];
    for (const name of names) {
      for (const node of this.#sites.nodesNamed(name)) {
        const { parent } = node;
        if (!refers(node)) continue;
        if (typescript.isImportSpecifier(parent) || typescript.isExportSpecifier(parent)) names.add(parent.name.text);
        else found.push(node);
      }
    }
    return found;
  }
}

/** Reports whether a name declares something, and does not refer to it. */
function isDeclaredName(node: ts.Node): boolean {
  const { parent } = node;
  const isReference = typescript.isPropertyAccessExpression(parent) || typescript.isShorthandPropertyAssignment(parent);
  return !isReference && 'name' in parent && parent.name === node;
}

function enclosing(node: ts.Node): FunctionLike | undefined {
  let outer = node.parent;
  while (outer !== undefined && !isFunctionLike(outer)) outer = outer.parent;
  return outer;
}

function constructorOf(declaration: ts.Declaration): readonly FunctionLike[] {
  if (!typescript.isClassLike(declaration)) return [];
  const own = declaration.members.find(typescript.isConstructorDeclaration);
  return own === undefined ? [] : [own];
}

/** Returns the declarations of a method in the classes and interfaces that its class extends or implements. */
function signaturesOf(method: ts.MethodDeclaration, program: SourceProgram): readonly ts.NamedDeclaration[] {
  const name = method.name.getText();
  const found: ts.NamedDeclaration[] = [];
  const search = (owner: ts.Node): void => {
    if (!typescript.isClassLike(owner) && !typescript.isInterfaceDeclaration(owner)) return;
    for (const base of basesOf(owner, program)) {
      if (!typescript.isClassLike(base) && !typescript.isInterfaceDeclaration(base)) continue;
      const members: readonly ts.NamedDeclaration[] = [...base.members];
      found.push(...members.filter((each) => each.name?.getText() === name));
      search(base);
    }
  };
  search(method.parent);
  return found;
}
