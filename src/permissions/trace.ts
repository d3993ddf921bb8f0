import { typescript, type ts } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import type { CallSites } from './call-sites.js';
import {
  bare,
  declarationName,
  isFunctionLike,
  isGenerator,
  isOfRuntime,
  nameOf,
  returnedIn,
  symbolAt,
  unquoted,
  visitAll,
  type FunctionLike,
  type Origins,
} from './calls.js';
import { followElementsOf, isMap } from './collections.js';
import { followDeclared, followParameter } from './declared-values.js';
import type { Following } from './following.js';

/** Most values that are followed for one question: more are treated as unknown. */
const mostSteps = 2000;

/** Methods of collections that return one of the elements. */
const oneElement = new Set(['at', 'find', 'findLast', 'pop', 'shift', 'get', 'next']);

/** Search for the origins of one value; see `Following`. */
export class Trace implements Following {
  readonly values = new Set<ts.Expression>();
  isOpen = false;
  readonly program: SourceProgram;
  readonly sites: CallSites;
  readonly #seen = new Set<string>();
  /** Nodes that are being followed now, by this trace and those that it is a part of. */
  readonly #active: Set<string>;
  readonly #budget: { steps: number };

  constructor(program: SourceProgram, sites: CallSites, active = new Set<string>(), budget = { steps: mostSteps }) {
    this.program = program;
    this.sites = sites;
    this.#active = active;
    this.#budget = budget;
  }

  follow(expression: ts.Expression): void {
    const node = bare(expression);
    this.#once('value', node, () => this.#followValue(node));
  }

  #followValue(node: ts.Expression): void {
    if (typescript.isIdentifier(node)) this.#followName(node, symbolAt(node, this.program));
    else if (typescript.isPropertyAccessExpression(node)) this.#followMember(node, symbolAt(node.name, this.program));
    else if (typescript.isElementAccessExpression(node)) {
      const name = nameOf(node);
      if (name === undefined) this.followElements(node.expression);
      else this.#followMember(node, symbolAt(name, this.program));
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
      const { checker } = this.program;
      const property = checker.getPropertyOfType(checker.getTypeAtLocation(node), name);
      const declaration = property?.declarations?.[0];
      const isOwn = declaration !== undefined && this.#isOfProject(declaration);
      if (isOwn && !typescript.isPropertySignature(declaration)) return this.#followDeclarations(property!);
      const { values, isOpen } = this.part((trace) => trace.follow(node));
      const found = this.part((trace) => {
        for (const value of values) trace.followPropertyOf(value, name);
      });
      for (const value of found.values) this.values.add(value);
      if (!isOpen && !found.isOpen) return;
      // The object can be any that has the type: all literals of the type are followed.
      if (isOwn) this.#followDeclarations(property!);
      else this.isOpen = true;
    });
  }

  followPropertyOf(value: ts.Expression, name: string): void {
    if (typescript.isObjectLiteralExpression(value)) {
      const property = value.properties.find((each) => declarationName(each) === name);
      if (property !== undefined) return this.followDeclaration(property);
      for (const each of value.properties)
        if (typescript.isSpreadAssignment(each)) this.followProperty(each.expression, name);
      this.#followLater(value, name);
    } else if (typescript.isArrayLiteralExpression(value) && /^\d+$/.test(name)) {
      const element = value.elements[Number(name)];
      if (element === undefined || value.elements.some(typescript.isSpreadElement)) this.followElementsOf(value);
      else this.follow(element);
    } else this.isOpen = true;
  }

  /** Follows what is assigned to a property of an object after it was made without it. */
  #followLater(object: ts.ObjectLiteralExpression, name: string): void {
    const { checker } = this.program;
    const type = checker.getContextualType(object);
    const property = type && checker.getPropertyOfType(checker.getNonNullableType(type), name);
    const [declaration] = property?.declarations ?? [];
    if (declaration === undefined || !this.#isOfProject(declaration)) return;
    for (const value of this.sites.assignedTo(declaration).values) this.follow(value);
  }

  #followName(node: ts.Identifier, symbol: ts.Symbol | undefined): void {
    const declaration = symbol?.declarations?.[0];
    if (declaration === undefined) {
      if (node.text !== 'undefined') this.isOpen = true;
      return;
    }
    if (isOfRuntime(declaration, this.program) || typescript.isClassDeclaration(declaration)) this.values.add(node);
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
    } else if (isOfRuntime(declaration, this.program)) this.values.add(node);
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
    const functions = this.sites.functionsOf(node);
    if (functions.length > 0) {
      for (const each of functions) this.followReturns(each);
      return;
    }
    const callee = bare(node.expression);
    if (typescript.isPropertyAccessExpression(callee)) {
      const method = callee.name.text;
      const declaration = symbolAt(callee.name, this.program)?.declarations?.[0];
      if (method === 'bind') return this.follow(callee.expression);
      const isStatic = typescript.isIdentifier(callee.expression) && callee.expression.text === 'Object';
      const isPromise = typescript.isIdentifier(callee.expression) && callee.expression.text === 'Promise';
      const isSame = (isStatic && method === 'freeze') || (isPromise && method === 'resolve');
      if (isSame && node.arguments[0]) return this.follow(node.arguments[0]);
      if (declaration !== undefined && !isOfRuntime(declaration, this.program) && oneElement.has(method))
        return isMap(callee.expression, this.program)
          ? this.followEntries(callee.expression, '1')
          : this.followElements(callee.expression);
    }
    this.values.add(node);
  }

  followReturns(from: FunctionLike): void {
    const { body } = from;
    if (body === undefined) return;
    this.#once('returns', from, () => {
      if (!typescript.isBlock(body)) return this.follow(body);
      for (const each of returnedIn(body)) this.follow(each);
    });
  }

  #followDeclarations(symbol: ts.Symbol): void {
    for (const declaration of symbol.declarations ?? []) this.followDeclaration(declaration);
  }

  #followYields({ body }: FunctionLike): void {
    if (body === undefined) return;
    visitAll(body, (node) => {
      if (!typescript.isYieldExpression(node) || node.expression === undefined) return;
      if (node.asteriskToken === undefined) this.follow(node.expression);
      else this.followElements(node.expression);
    });
  }

  followDeclaration(declaration: ts.Declaration): void {
    this.#once('declaration', declaration, () => followDeclared(declaration, this));
  }

  followElements(collection: ts.Expression): void {
    const node = bare(collection);
    this.#once('elements', node, () => {
      if (typescript.isArrayLiteralExpression(node)) return this.followElementsOf(node);
      const [declaration] = (typescript.isIdentifier(node) && symbolAt(node, this.program)?.declarations) || [];
      // The arguments are its elements.
      if (declaration !== undefined && typescript.isParameter(declaration) && declaration.dotDotDotToken !== undefined)
        return followParameter(declaration, this);
      const generators = typescript.isCallExpression(node) ? this.sites.functionsOf(node).filter(isGenerator) : [];
      for (const each of generators) this.#followYields(each);
      const { values, isOpen } = this.part((trace) => (generators.length > 0 ? undefined : trace.follow(node)));
      this.isOpen ||= isOpen;
      for (const value of values) this.followElementsOf(value);
      for (const each of this.sites.addedTo(node)) this.follow(each);
    });
  }

  followElementsOf(value: ts.Expression): void {
    followElementsOf(value, this);
  }

  /** Follows the keys or the values of a map. */
  followEntries(map: ts.Expression, name: '0' | '1'): void {
    const { values, isOpen } = this.part((trace) => trace.followElements(map));
    this.isOpen ||= isOpen;
    for (const entry of values) {
      // What is set later is not a pair.
      if (typescript.isArrayLiteralExpression(entry)) this.followPropertyOf(entry, name);
      else if (name === '1') this.follow(entry);
    }
  }

  /** Follows something by itself, so that its values can be looked into. */
  part(follow: (trace: Trace) => void): Origins {
    const trace = new Trace(this.program, this.sites, this.#active, this.#budget);
    follow(trace);
    return trace;
  }

  #isOfProject(node: ts.Node): boolean {
    return this.sites.has(node.getSourceFile());
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
