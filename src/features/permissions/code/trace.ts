import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
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
import { followCall } from './call-values.js';
import { followElementsOf } from './collections.js';
import { followDeclared, followParameter, followRest } from './declared-values.js';
import type { Following } from './following.js';
import { isSignature } from './heritage.js';
import { followOperator } from './operators.js';
import { followPropertyOf, isIndex, isOfWhole } from './properties.js';
import { isRest } from './rest.js';
import { Steps } from './steps.js';

/** Search for the origins of one value; see `Following`. */
export class Trace implements Following {
  readonly values = new Set<ts.Expression>();
  isOpen = false;
  readonly program: SourceProgram;
  readonly sites: CallSites;
  readonly #steps: Steps;

  /** All followed expressions, including those that led to no value. */
  readonly visited: Set<ts.Expression>;
  /** Those whose value can be that of the first expression, and not only an object that contains it. */
  readonly flow: Set<ts.Expression>;
  /** Lists and results of the runtime that contain the value. */
  readonly wholes: Set<ts.Expression>;

  constructor(
    program: SourceProgram,
    sites: CallSites,
    steps = new Steps(),
    visited = new Set<ts.Expression>(),
    flow = new Set<ts.Expression>(),
    wholes = new Set<ts.Expression>(),
  ) {
    this.program = program;
    this.sites = sites;
    this.#steps = steps;
    this.visited = visited;
    this.flow = flow;
    this.wholes = wholes;
  }

  get isUnused(): boolean {
    return this.#steps.isUnused;
  }

  set isUnused(isUnused: boolean) {
    this.#steps.isUnused = isUnused;
  }

  follow(expression: ts.Expression): void {
    const node = bare(expression);
    this.visited.add(node);
    this.flow.add(node);
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
    } else if (typescript.isNewExpression(node) && node.expression.getText() === 'Proxy' && node.arguments?.[0])
      this.follow(node.arguments[0]);
    else if (typescript.isBinaryExpression(node)) followOperator(node, this);
    else if (typescript.isCallExpression(node)) followCall(node, this);
    else this.values.add(node);
  }

  followProperty(owner: ts.Expression, name: string): void {
    const node = bare(owner);
    this.#once(`property ${name}`, node, () => {
      const { checker } = this.program;
      const [named] = (typescript.isIdentifier(node) && symbolAt(node, this.program)?.declarations) || [];
      if (isIndex(name) && isRest(named)) return followRest(named, Number(name), this);
      const property = checker.getPropertyOfType(checker.getTypeAtLocation(node), name);
      const declaration = property?.declarations?.[0];
      const isOwn = declaration !== undefined && this.#isOfProject(declaration);
      if (isOwn && isOfClass(declaration)) return this.#followDeclarations(property!);
      const { cycles } = this.#steps;
      if (isOfWhole(owner, name, this.program)) this.wholes.add(owner);
      const { values, isOpen } = this.aside((trace) => trace.follow(node));
      const isCycle = this.#steps.cycles > cycles;
      const found = this.part((trace) => {
        for (const value of values) trace.followPropertyOf(value, name);
        // In a record without known names, it can be any of them.
        if (declaration === undefined) trace.#followAdded(node);
      });
      for (const value of found.values) this.values.add(value);
      // The object can be any that has the type, or a part of itself: all literals of the type are followed.
      if (isOwn && (isOpen || found.isOpen || isCycle)) this.#followDeclarations(property!);
      else this.isOpen ||= isOpen || found.isOpen;
    });
  }

  followPropertyOf(value: ts.Expression, name: string): void {
    followPropertyOf(value, name, this);
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
      // The type is unspecific, as with `any`, but the value may show it.
      const { values, isOpen } = this.part((trace) =>
        trace.followProperty(node.expression, name === undefined ? '' : unquoted(name)),
      );
      for (const value of values) this.values.add(value);
      if (isOpen) this.values.add(node);
    } else if (isOfRuntime(declaration, this.program) || typescript.isEnumMember(declaration)) this.values.add(node);
    else if (isFunctionLike(declaration) && !typescript.isGetAccessorDeclaration(declaration))
      this.values.add(declaration as unknown as ts.Expression);
    else if (!isOfClass(declaration) && this.#isOfProject(declaration))
      this.followProperty(node.expression, declarationName(declaration));
    else if (this.#isOfProject(declaration)) this.#followDeclarations(symbol!);
    else this.isOpen = true;
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

  followYields({ body }: FunctionLike): void {
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
      const symbol = typescript.isIdentifier(node) ? symbolAt(node, this.program) : undefined;
      const [declaration] = symbol?.declarations ?? [];
      // The arguments are its elements.
      if (isRest(declaration)) return followParameter(declaration, this);
      if (declaration !== undefined && typescript.isSourceFile(declaration)) return this.#followExports(symbol!);
      const generators = typescript.isCallExpression(node) ? this.sites.functionsOf(node).filter(isGenerator) : [];
      for (const each of generators) this.followYields(each);
      const { values, isOpen } = this.part((trace) => (generators.length > 0 ? undefined : trace.follow(node)));
      this.isOpen ||= isOpen;
      for (const value of values) this.followElementsOf(value);
      this.#followAdded(node);
      this.#followAliases(node, values);
    });
  }

  /** Follows the values that are added to a collection under another name. */
  #followAliases(collection: ts.Expression, values: ReadonlySet<ts.Expression>): void {
    for (const { to, added } of this.sites.additionsOf(this.program.checker.getTypeAtLocation(collection))) {
      const others = this.aside((trace) => trace.follow(to)).values;
      if ([...others].some((each) => values.has(each))) for (const each of added) this.follow(each);
    }
  }

  #followAdded(collection: ts.Expression): void {
    for (const each of this.sites.addedTo(collection)) {
      if (typescript.isSpreadElement(each)) this.followElements(each.expression);
      else this.follow(each);
    }
  }

  /** Follows the exports of a module. */
  #followExports(module: ts.Symbol): void {
    for (const each of this.program.checker.getExportsOfModule(module)) {
      const [declaration] = each.declarations ?? [];
      const name = declaration && typescript.getNameOfDeclaration(declaration);
      if (name !== undefined && typescript.isIdentifier(name)) this.#followName(name, symbolAt(name, this.program));
      else this.isOpen = true;
    }
  }

  followElementsOf(value: ts.Expression): void {
    followElementsOf(value, this);
  }

  /** Follows the keys or the values of a map. */
  followEntries(map: ts.Expression, name: '0' | '1'): void {
    const { values, isOpen } = this.part((trace) => trace.followElements(map));
    this.isOpen ||= isOpen;
    for (const entry of values) {
      // A value that is set later is not a pair.
      if (typescript.isArrayLiteralExpression(entry)) this.followPropertyOf(entry, name);
      else if (name === '1') this.follow(entry);
    }
  }

  /** Follows something separately, so that its values can be inspected. */
  part(follow: (trace: Trace) => void): Origins {
    return this.#part(follow, this.flow, this.wholes);
  }

  /** Follows something that is not itself the value, such as an object that contains it. */
  aside(follow: (trace: Trace) => void): Origins {
    return this.#part(follow, new Set(), new Set());
  }

  #part(follow: (trace: Trace) => void, flow: Set<ts.Expression>, wholes: Set<ts.Expression>): Origins {
    const trace = new Trace(this.program, this.sites, this.#steps.forPart(), this.visited, flow, wholes);
    follow(trace);
    return trace;
  }

  #isOfProject(node: ts.Node): boolean {
    return this.sites.has(node.getSourceFile());
  }

  #once(what: string, node: ts.Node, follow: () => void): void {
    if (!this.#steps.take(what, node, follow)) this.isOpen = true;
  }
}

/** Reports whether a property belongs to a class, so that it has the same values in all objects. */
function isOfClass(declaration: ts.Declaration): boolean {
  return !isSignature(declaration) && !typescript.isObjectLiteralExpression(declaration.parent);
}
