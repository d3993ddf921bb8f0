import { isAssertion } from '../../../language/compiler/assertions.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import {
  argumentsOf,
  bare,
  isAssignment,
  declarationName,
  isOfRuntime,
  refersTo,
  symbolAt,
  visitAll,
  type Call,
  type FunctionLike,
} from './calls.js';
import { isMap } from './map-type.js';
import type { CallsOfFunction, CodeIndex, Invocation, Passed } from './calls-of-function.js';
import { isAssignedByPattern } from './patterns.js';
import { enclosing, isDeclaredName, isUndeclaredMember, outermost } from './surroundings.js';
import { constructorOf } from './heritage.js';

/** Node.js functions that call their first argument, and the index from which they pass arguments to it. */
const scheduled: Readonly<Record<string, number>> = {
  ...{ setTimeout: 2, setInterval: 2, setImmediate: 1, queueMicrotask: 1, 'process.nextTick': 1 },
};

/** Search for the calls of one function. */
export class Search implements CallsOfFunction {
  readonly calls: Invocation[] = [];
  readonly passed: Passed[] = [];
  isOpen = false;
  /**
   * Whether it is passed to the runtime, which only calls implementations of its interfaces, with arguments that are
   * known anyway.
   */
  isHandedOver = false;
  readonly #program: SourceProgram;
  readonly #sites: CodeIndex;
  readonly #seen: Set<ts.Node>;

  constructor(program: SourceProgram, sites: CodeIndex, seen = new Set<ts.Node>()) {
    this.#program = program;
    this.#sites = sites;
    this.#seen = seen;
  }

  /** Finds the calls of a function that is the value of an expression, or of a declared name. */
  startAt(value: ts.Expression | ts.BindingElement): void {
    if (typescript.isBindingElement(value)) this.#declared(value);
    else if (isAssignedByPattern(value))
      for (const each of symbolAt(value, this.#program)?.declarations ?? []) this.#declared(each);
    else this.#passedOn(value);
  }

  start(from: FunctionLike): void {
    if (typescript.isConstructorDeclaration(from)) this.#classUsed(from.parent);
    else if (typescript.isFunctionDeclaration(from)) this.#declared(from);
    else if (typescript.isMethodDeclaration(from)) {
      this.#declared(from);
      for (const base of this.#sites.signaturesOf(from)) this.#declared(base);
    } else this.#passedOn(from as ts.Node as ts.Expression);
  }

  /** Finds the uses of a declaration whose value is the function. */
  #declared(declaration: ts.NamedDeclaration): void {
    if (this.#seen.has(declaration)) return;
    this.#seen.add(declaration);
    // The runtime calls implementations of its interfaces, with arguments from calls that are known anyway.
    if (isOfRuntime(declaration, this.#program)) return;
    for (const node of this.#referencesTo(declaration)) this.#used(node);
  }

  #classUsed(declaration: ts.ClassLikeDeclaration): void {
    for (const node of this.#referencesTo(declaration)) {
      const { parent } = node;
      if (typescript.isNewExpression(parent) && parent.expression === node) this.#called(parent);
      else if (typescript.isExpressionWithTypeArguments(parent)) this.#subclass(parent.parent.parent);
    }
  }

  /** Follows a subclass: without a constructor, it has that of its base; otherwise, its constructor calls that of the base. */
  #subclass(node: ts.Node): void {
    if (!typescript.isClassLike(node)) return;
    const own = node.members.find(typescript.isConstructorDeclaration);
    if (own === undefined) return this.#classUsed(node);
    visitAll(own, (each) => {
      if (typescript.isCallExpression(each) && each.expression.kind === typescript.SyntaxKind.SuperKeyword)
        this.#called(each);
    });
  }

  /** @param node a name that refers to the function */
  #used(node: ts.Node): void {
    const { parent } = node;
    const isMember =
      (typescript.isPropertyAccessExpression(parent) && parent.name === node) ||
      (typescript.isElementAccessExpression(parent) && parent.argumentExpression === node);
    const value = isMember ? parent : node;
    if (typescript.isExpression(value) && !isDeclaredName(node)) this.#passedOn(value);
  }

  /** Follows a value that is the function to the places where it is called. */
  #passedOn(value: ts.Expression): void {
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    const { parent } = value;
    if (isAssertion(parent) || typescript.isAwaitExpression(parent) || typescript.isConditionalExpression(parent))
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
    if (call.expression === value) return this.#called(call);
    const delayed = scheduled[call.expression.getText()];
    if (delayed !== undefined) return void this.calls.push({ call, given: argumentsOf(call).slice(delayed) });
    if (call.expression.getText() === 'Reflect.apply') return this.#applied(call, argumentsOf(call)[2]);
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
      this.#inLibrary(call, call.expression);
    else if (index === 1 && call.expression.getText() === 'Array.from')
      this.passed.push({ index: 0, from: argumentsOf(call)[0]!, as: 'element' });
    else if (declarations.length === 0 || isOfLibrary) this.isOpen = true;
    else this.isHandedOver = true;
  }

  #called(call: Call): void {
    this.calls.push({ call, given: argumentsOf(call) });
  }

  #applied(call: Call, list: ts.Expression | undefined): void {
    const inner = list && bare(list);
    const isLiteral = inner !== undefined && typescript.isArrayLiteralExpression(inner);
    const spread = inner === undefined ? [] : [typescript.factory.createSpreadElement(inner)];
    this.calls.push({ call, given: isLiteral ? inner.elements : spread });
  }

  /** Follows the result of `bind`, whose arguments come first in each call. */
  #bound(call: ts.CallExpression): void {
    const bound = new Search(this.#program, this.#sites, this.#seen);
    const first = call.arguments.slice(1);
    bound.#passedOn(call);
    this.calls.push(...bound.calls.map((each) => ({ ...each, given: [...first, ...each.given] })));
    this.passed.push(...bound.passed.map((each) => ({ ...each, index: each.index + first.length })));
    this.isOpen ||= bound.isOpen;
    this.isHandedOver ||= bound.isHandedOver;
  }

  #inLibrary(call: ts.Expression, { name: { text: method }, expression: owner }: ts.PropertyAccessExpression): void {
    if (method === 'forEach' && isMap(owner, this.#program))
      this.passed.push({ index: 0, from: owner, as: '1' }, { index: 1, from: owner, as: '0' });
    else if (method === 'reduce')
      this.passed.push({ index: 0, from: call, as: 'value' }, { index: 1, from: owner, as: 'element' });
    else this.passed.push({ index: 0, from: owner, as: method === 'then' ? 'value' : 'element' });
  }

  /** Follows `call`, `apply` and `bind`. */
  #member(access: ts.PropertyAccessExpression): void {
    const call = access.parent;
    if (!typescript.isCallExpression(call) || call.expression !== access) this.isOpen = true;
    else if (access.name.text === 'call') this.calls.push({ call, given: call.arguments.slice(1) });
    else if (access.name.text === 'apply') this.#applied(call, call.arguments[1]);
    else if (access.name.text === 'bind') this.#bound(call);
    else this.isOpen = true;
  }

  #assigned(assignment: ts.BinaryExpression, value: ts.Expression): void {
    if (!isAssignment(assignment) || assignment.right !== value) return this.#passedOn(assignment);
    const target = assignment.left;
    const name = typescript.isPropertyAccessExpression(target) ? target.name : target;
    const declarations = symbolAt(name, this.#program)?.declarations ?? [];
    for (const each of declarations) this.#declared(each);
    if (declarations.length === 0) this.#assignedUntyped(target);
  }

  /** Follows a property of an object without a type to all uses of properties with this name on such objects. */
  #assignedUntyped(target: ts.Expression): void {
    if (!typescript.isPropertyAccessExpression(target)) {
      this.isOpen = true;
      return;
    }
    for (const node of this.#sites.nodesNamed(target.name.text)) {
      const isUntyped = node !== target.name && symbolAt(node, this.#program) === undefined;
      if (isUntyped && typescript.isPropertyAccessExpression(node.parent)) this.#used(node);
    }
  }

  #inObject(property: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): void {
    this.#declared(property);
    for (const each of this.#sites.signaturesOf(property)) this.#declared(each);
    this.#inTable(property.parent);
  }

  /** Follows a function in an object whose properties are accessed by names that are known only at run time. */
  #inTable(table: ts.ObjectLiteralExpression): void {
    const holder = outermost(table).parent;
    if (!typescript.isVariableDeclaration(holder) && !typescript.isPropertyDeclaration(holder)) return;
    for (const node of this.#referencesTo(holder)) {
      const isMember = typescript.isPropertyAccessExpression(node.parent) && node.parent.name === node;
      const access = outermost(isMember ? node.parent : node).parent;
      if (isUndeclaredMember(access, this.#program)) this.#passedOn(access);
      else if (typescript.isCallExpression(access) && /^Object\.(?:values|entries)$/.test(access.expression.getText()))
        this.isOpen = true;
    }
  }

  #returned(from: FunctionLike | undefined): void {
    if (from === undefined) return;
    for (const { call } of this.#sites.callsOf(from).calls) this.#passedOn(call);
  }

  /** Returns the names that refer to a declaration, including renamed imports and exports. */
  #referencesTo(declaration: ts.NamedDeclaration): readonly ts.Node[] {
    const refers = (node: ts.Node): boolean => refersTo(node, declaration, this.#program);
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
