import { typescript, type ts } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import { CallSites } from './call-sites.js';
import {
  argumentsOf,
  bare,
  isFunctionLike,
  isOfRuntime,
  nameOf,
  symbolAt,
  type FunctionLike,
  type Origins,
} from './calls.js';

/** Most values that are followed for one question: more are treated as unknown. */
const mostSteps = 2000;

/** Methods of collections that return the same elements. */
const sameElements = new Set([
  'filter',
  'slice',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'values',
  'concat',
  'flat',
]);
const oneElement = new Set(['at', 'find', 'findLast', 'pop', 'shift', 'get', 'next']);

/**
 * Follows values through the code of a project: variables, parameters, properties, collections, functions that return
 * them, and closures. What a name can be is the union over all calls.
 */
export class Tracer {
  readonly #program: SourceProgram;
  readonly #sites: CallSites;

  constructor(program: SourceProgram) {
    this.#program = program;
    this.#sites = new CallSites(program, (expression) => this.originsOf(expression));
  }

  /** Returns the functions of the project that a call can call. */
  functionsOf(call: ts.CallExpression): readonly FunctionLike[] {
    return this.#sites.functionsOf(call);
  }

  /** Returns the expressions that the value of an expression comes from. */
  originsOf(expression: ts.Expression): Origins {
    const trace = new Trace(this.#program, this.#sites);
    trace.follow(expression);
    return trace;
  }

  /** Returns what a property of the value of an expression comes from. */
  originsOfProperty(expression: ts.Expression, name: string): Origins {
    const trace = new Trace(this.#program, this.#sites);
    trace.followProperty(expression, name);
    return trace;
  }
}

class Trace implements Origins {
  readonly values = new Set<ts.Expression>();
  isOpen = false;
  readonly #program: SourceProgram;
  readonly #sites: CallSites;
  readonly #seen = new Set<string>();
  /** What is being followed now, by this trace and those that it is a part of. */
  readonly #active: Set<string>;
  readonly #budget: { steps: number };

  constructor(program: SourceProgram, sites: CallSites, active = new Set<string>(), budget = { steps: mostSteps }) {
    this.#program = program;
    this.#sites = sites;
    this.#active = active;
    this.#budget = budget;
  }

  follow(expression: ts.Expression): void {
    const node = bare(expression);
    this.#once('value', node, () => this.#followValue(node));
  }

  #followValue(node: ts.Expression): void {
    if (typescript.isIdentifier(node)) this.#followName(node, symbolAt(node, this.#program));
    else if (typescript.isPropertyAccessExpression(node)) this.#followMember(node, symbolAt(node.name, this.#program));
    else if (typescript.isElementAccessExpression(node)) {
      const name = nameOf(node);
      if (name === undefined) this.#followElements(node.expression);
      else this.#followMember(node, symbolAt(name, this.#program));
    } else if (typescript.isConditionalExpression(node)) {
      this.follow(node.whenTrue);
      this.follow(node.whenFalse);
    } else if (typescript.isBinaryExpression(node)) this.#followOperator(node);
    else if (typescript.isCallExpression(node)) this.#followCall(node);
    else this.values.add(node);
  }

  followProperty(owner: ts.Expression, name: string): void {
    const node = bare(owner);
    this.#once(`property ${name}`, node, () => {
      const { checker } = this.#program;
      const property = checker.getPropertyOfType(checker.getTypeAtLocation(node), name);
      const declaration = property?.declarations?.[0];
      const isOwn = declaration !== undefined && this.#isOfProject(declaration);
      if (isOwn && !typescript.isPropertySignature(declaration)) return this.#followDeclarations(property!);
      const { values, isOpen } = this.#part((trace) => trace.follow(node));
      const found = this.#part((trace) => {
        for (const value of values) trace.#propertyOf(value, name);
      });
      for (const value of found.values) this.values.add(value);
      if (!isOpen && !found.isOpen) return;
      // The object can be any that has the type: all literals of the type are followed.
      if (isOwn) this.#followDeclarations(property!);
      else this.isOpen = true;
    });
  }

  #propertyOf(value: ts.Expression, name: string): void {
    if (typescript.isObjectLiteralExpression(value)) {
      const property = value.properties.find((each) => declarationName(each) === name);
      if (property !== undefined) this.#followDeclaration(property);
      // A spread can contain it.
      else
        for (const each of value.properties)
          if (typescript.isSpreadAssignment(each)) this.followProperty(each.expression, name);
    } else if (typescript.isArrayLiteralExpression(value) && /^\d+$/.test(name)) {
      const element = value.elements[Number(name)];
      if (element === undefined || value.elements.some(typescript.isSpreadElement)) this.#elementsOf(value);
      else this.follow(element);
    } else this.isOpen = true;
  }

  #followName(node: ts.Identifier, symbol: ts.Symbol | undefined): void {
    const declaration = symbol?.declarations?.[0];
    if (declaration === undefined) {
      if (node.text !== 'undefined') this.isOpen = true;
      return;
    }
    if (isOfRuntime(declaration, this.#program) || typescript.isClassDeclaration(declaration)) this.values.add(node);
    else if (isFunctionLike(declaration)) this.values.add(declaration as unknown as ts.Expression);
    else if (!this.#isOfProject(declaration)) this.isOpen = true;
    else this.#followDeclarations(symbol!);
  }

  #followMember(node: ts.PropertyAccessExpression | ts.ElementAccessExpression, symbol: ts.Symbol | undefined): void {
    const declaration = symbol?.declarations?.[0];
    if (declaration === undefined) {
      const name = nameOf(node);
      // The type says nothing, as with `any`: the value can.
      this.followProperty(node.expression, name === undefined ? '' : unquoted(name));
    } else if (isOfRuntime(declaration, this.#program)) this.values.add(node);
    else if (isFunctionLike(declaration) && !typescript.isGetAccessorDeclaration(declaration))
      this.values.add(declaration as unknown as ts.Expression);
    else if (typescript.isPropertySignature(declaration) && this.#isOfProject(declaration))
      this.followProperty(node.expression, declarationName(declaration));
    else if (this.#isOfProject(declaration)) this.#followDeclarations(symbol!);
    else this.isOpen = true;
  }

  #followOperator(node: ts.BinaryExpression): void {
    const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken, CommaToken, EqualsToken } =
      typescript.SyntaxKind;
    const kind = node.operatorToken.kind;
    if (kind === BarBarToken || kind === QuestionQuestionToken) this.follow(node.left);
    if ([AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken, CommaToken, EqualsToken].includes(kind))
      this.follow(node.right);
    else this.values.add(node);
  }

  #followCall(node: ts.CallExpression): void {
    const functions = this.#sites.functionsOf(node);
    if (functions.length > 0) {
      for (const each of functions) this.#followReturns(each);
      return;
    }
    const callee = bare(node.expression);
    if (typescript.isPropertyAccessExpression(callee)) {
      const method = callee.name.text;
      const declaration = symbolAt(callee.name, this.#program)?.declarations?.[0];
      if (method === 'bind') return this.follow(callee.expression);
      const isStatic = typescript.isIdentifier(callee.expression) && callee.expression.text === 'Object';
      if (isStatic && method === 'freeze' && node.arguments[0]) return this.follow(node.arguments[0]);
      if (declaration !== undefined && !isOfRuntime(declaration, this.#program) && oneElement.has(method))
        return this.#isMap(callee.expression)
          ? this.#followEntries(callee.expression, '1')
          : this.#followElements(callee.expression);
    }
    this.values.add(node);
  }

  #followReturns(from: FunctionLike): void {
    const { body } = from;
    if (body === undefined) return;
    this.#once('returns', from, () => {
      if (!typescript.isBlock(body)) return this.follow(body);
      for (const each of returnsOf(body)) this.follow(each);
    });
  }

  #followDeclarations(symbol: ts.Symbol): void {
    for (const declaration of symbol.declarations ?? []) this.#followDeclaration(declaration);
  }

  #followDeclaration(declaration: ts.Declaration): void {
    this.#once('declaration', declaration, () => this.#followDeclared(declaration));
  }

  #followDeclared(declaration: ts.Declaration): void {
    if (typescript.isVariableDeclaration(declaration)) this.#followVariable(declaration);
    else if (typescript.isBindingElement(declaration)) this.#followBinding(declaration);
    else if (typescript.isParameter(declaration)) {
      this.#followParameter(declaration);
      // A parameter property is assigned in the class as well.
      if (typescript.isParameterPropertyDeclaration(declaration, declaration.parent))
        for (const value of this.#sites.assignedTo(declaration).values) this.follow(value);
    } else if (typescript.isPropertyAssignment(declaration)) this.follow(declaration.initializer);
    else if (typescript.isShorthandPropertyAssignment(declaration)) this.follow(declaration.name);
    else if (typescript.isPropertyDeclaration(declaration)) {
      if (declaration.initializer !== undefined) this.follow(declaration.initializer);
      const overrides = this.#sites.overridesOf(declaration.parent, declarationName(declaration));
      for (const each of overrides) this.#followDeclaration(each);
      if (overrides.length === 0) this.#followAssignments(declaration);
    } else if (typescript.isPropertySignature(declaration)) this.#followAssignments(declaration);
    else if (typescript.isGetAccessorDeclaration(declaration)) this.#followReturns(declaration);
    else if (isFunctionLike(declaration)) this.values.add(declaration as unknown as ts.Expression);
    else this.isOpen = true;
  }

  #followVariable(declaration: ts.VariableDeclaration): void {
    const loop = declaration.parent.parent;
    if (typescript.isForOfStatement(loop)) this.#followElements(loop.expression);
    else if (declaration.initializer !== undefined) this.follow(declaration.initializer);
    const isDeclared = typescript.getCombinedModifierFlags(declaration) & typescript.ModifierFlags.Ambient;
    if (isDeclared) this.isOpen = true;
    const isConstant = (typescript.getCombinedNodeFlags(declaration) & typescript.NodeFlags.Const) !== 0;
    if (!isConstant) this.#followAssignments(declaration);
  }

  /** Follows one name of a destructuring. */
  #followBinding(declaration: ts.BindingElement): void {
    const pattern = declaration.parent;
    if (declaration.initializer !== undefined) this.follow(declaration.initializer);
    const name = typescript.isArrayBindingPattern(pattern)
      ? `${pattern.elements.indexOf(declaration)}`
      : unquoted(declaration.propertyName ?? declaration.name);
    const source = pattern.parent;
    if (declaration.dotDotDotToken !== undefined) this.isOpen = true;
    else if (typescript.isBindingElement(source)) {
      const outer = this.#part((trace) => trace.#followBinding(source));
      this.isOpen ||= outer.isOpen;
      for (const value of outer.values) this.followProperty(value, name);
    } else if (typescript.isParameter(source)) {
      for (const value of this.#argumentsFor(source)) this.followProperty(value, name);
    } else if (typescript.isForOfStatement(source.parent.parent)) {
      const { values, isOpen } = this.#part((trace) =>
        trace.#followElements((source.parent.parent as ts.ForOfStatement).expression),
      );
      this.isOpen ||= isOpen;
      for (const value of values) this.followProperty(value, name);
    } else if (source.initializer !== undefined) this.followProperty(source.initializer, name);
    else this.isOpen = true;
  }

  #followParameter(parameter: ts.ParameterDeclaration): void {
    if (parameter.initializer !== undefined) this.follow(parameter.initializer);
    for (const value of this.#argumentsFor(parameter)) this.follow(value);
  }

  /** Returns the arguments that calls pass for a parameter. */
  #argumentsFor(parameter: ts.ParameterDeclaration): readonly ts.Expression[] {
    const owner = parameter.parent;
    if (!isFunctionLike(owner)) {
      this.isOpen = true;
      return [];
    }
    const index = owner.parameters.indexOf(parameter);
    const { calls, isOpen, elements } = this.#sites.callsOf(owner);
    this.isOpen ||= isOpen;
    const given: ts.Expression[] = [];
    for (const call of calls) {
      const all = argumentsOf(call);
      if (parameter.dotDotDotToken !== undefined || all.slice(0, index + 1).some(typescript.isSpreadElement)) {
        for (const each of all.slice(parameter.dotDotDotToken === undefined ? 0 : index))
          given.push(typescript.isSpreadElement(each) ? each.expression : each);
        this.isOpen ||= parameter.dotDotDotToken === undefined;
      } else if (all[index] !== undefined) given.push(all[index]);
    }
    if (index === 0) {
      for (const collection of elements) {
        const { values, isOpen: more } = this.#part((trace) => trace.#followElements(collection));
        this.isOpen ||= more;
        given.push(...values);
      }
    }
    return given;
  }

  /** Follows what is assigned to a variable or a property, in classes and in object literals. */
  #followAssignments(declaration: ts.NamedDeclaration): void {
    const { values, isOpen } = this.#sites.assignedTo(declaration);
    this.isOpen ||= isOpen;
    for (const value of values) this.follow(value);
  }

  #followElements(collection: ts.Expression): void {
    const node = bare(collection);
    this.#once('elements', node, () => {
      if (typescript.isArrayLiteralExpression(node)) return this.#elementsOf(node);
      const [declaration] = (typescript.isIdentifier(node) && symbolAt(node, this.#program)?.declarations) || [];
      // The arguments are its elements.
      if (declaration !== undefined && typescript.isParameter(declaration) && declaration.dotDotDotToken !== undefined)
        return this.#followParameter(declaration);
      const { values, isOpen } = this.#part((trace) => trace.follow(node));
      this.isOpen ||= isOpen;
      for (const value of values) this.#elementsOf(value);
    });
  }

  #elementsOf(value: ts.Expression): void {
    if (typescript.isArrayLiteralExpression(value)) {
      for (const each of value.elements) {
        if (typescript.isSpreadElement(each)) this.#followElements(each.expression);
        else this.follow(each);
      }
    } else if (typescript.isObjectLiteralExpression(value)) {
      for (const each of value.properties) {
        if (typescript.isSpreadAssignment(each)) this.#followElements(each.expression);
        else this.#followDeclaration(each);
      }
    } else if (typescript.isNewExpression(value)) this.#elementsOfNew(value);
    else if (typescript.isCallExpression(value)) this.#elementsOfCall(value);
    else this.isOpen = true;
  }

  /** Follows the elements of `new Set([...])`, and the values of `new Map([[key, value]])`. */
  #elementsOfNew(value: ts.NewExpression): void {
    const [given] = argumentsOf(value);
    const name = value.expression.getText();
    if (!['Set', 'Map'].includes(name)) this.isOpen = true;
    else if (given !== undefined && name === 'Set') this.#followElements(given);
    else if (given !== undefined) {
      const { values, isOpen } = this.#part((trace) => trace.#followElements(given));
      this.isOpen ||= isOpen;
      for (const entry of values) this.values.add(entry);
    }
    this.#followMutations(value);
  }

  /** Values that are added later cannot be told from others: `set.add(kind)`. */
  #followMutations(value: ts.NewExpression): void {
    if (argumentsOf(value).length === 0) this.isOpen = true;
  }

  #elementsOfCall(value: ts.CallExpression): void {
    const callee = bare(value.expression);
    const [first] = value.arguments;
    if (!typescript.isPropertyAccessExpression(callee)) {
      this.isOpen = true;
      return;
    }
    const method = callee.name.text;
    const owner = typescript.isIdentifier(callee.expression) ? callee.expression.text : '';
    if (owner === 'Object' && ['values', 'freeze'].includes(method) && first) this.#followElements(first);
    else if (owner === 'Promise' && first) this.#followElements(first);
    else if (owner === 'Array' && first) this.#followElements(first);
    else if ((owner === 'Object' && method === 'entries') || method === 'entries') {
      // The pairs are not expressions of the code, so that both of their parts are followed.
      this.#followElements(owner === 'Object' && first ? first : callee.expression);
    } else if ((method === 'map' || method === 'flatMap') && first !== undefined) {
      const { values } = this.#part((trace) => trace.follow(first));
      for (const each of values) {
        if (!isFunctionLike(each)) this.isOpen = true;
        else if (method === 'map') this.#followReturns(each);
        else {
          const returned = this.#part((trace) => trace.#followReturns(each));
          for (const list of returned.values) this.#elementsOf(list);
        }
      }
    } else if ((method === 'values' || method === 'keys') && this.#isMap(callee.expression))
      this.#followEntries(callee.expression, method === 'keys' ? '0' : '1');
    else if (sameElements.has(method)) this.#followElements(callee.expression);
    else this.isOpen = true;
  }

  #isMap(owner: ts.Expression): boolean {
    return /^(?:Readonly)?Map$/.test(this.#program.checker.getTypeAtLocation(owner).symbol?.name ?? '');
  }

  /** Follows the keys or the values of a map. */
  #followEntries(map: ts.Expression, name: '0' | '1'): void {
    const { values, isOpen } = this.#part((trace) => trace.#followElements(map));
    this.isOpen ||= isOpen;
    for (const entry of values) this.#propertyOf(entry, name);
  }

  /** Follows something by itself, so that its values can be looked into. */
  #part(follow: (trace: Trace) => void): Origins {
    const trace = new Trace(this.#program, this.#sites, this.#active, this.#budget);
    follow(trace);
    return trace;
  }

  #isOfProject(node: ts.Node): boolean {
    return this.#sites.has(node.getSourceFile());
  }

  /** Follows a node unless that is done already: names of a recursive function refer to themselves. */
  #once(what: string, node: ts.Node, follow: () => void): void {
    const key = `${what} ${node.getSourceFile().fileName} ${node.pos} ${node.end}`;
    if (this.#seen.has(key) || this.#active.has(key)) return;
    this.#budget.steps -= 1;
    if (this.#budget.steps < 0) {
      this.isOpen = true;
      return;
    }
    this.#seen.add(key);
    this.#active.add(key);
    follow();
    this.#active.delete(key);
  }
}

function returnsOf(body: ts.Block): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (isFunctionLike(node)) return;
    if (typescript.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    typescript.forEachChild(node, visit);
  };
  typescript.forEachChild(body, visit);
  return found;
}

/** Returns a name as text, without quotes. */
function unquoted(name: ts.Node): string {
  return name.getText().replaceAll(/^['"]|['"]$/g, '');
}

function declarationName(declaration: ts.Declaration): string {
  const name = typescript.getNameOfDeclaration(declaration);
  return name === undefined ? '' : unquoted(name);
}
