import { typescript, type ts } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import {
  argumentsOf,
  isFunctionLike,
  isOfRuntime,
  symbolAt,
  visitAll,
  type Call,
  type FunctionLike,
  type Origins,
} from './calls.js';

/** The calls of a function. */
export interface CallsOfFunction {
  readonly calls: readonly Call[];
  /** Collections whose elements are the first argument: `kinds.map((kind) => ...)`. */
  readonly elements: readonly ts.Expression[];
  /** Whether it is also called from where nothing is known, such as by an installed package. */
  readonly isOpen: boolean;
}

/** Who calls a function, what a call can call, and who assigns to a declaration, in the sources of a project. */
export class CallSites {
  readonly #program: SourceProgram;
  readonly #originsOf: (expression: ts.Expression) => Origins;
  readonly #files: ReadonlySet<ts.SourceFile>;
  readonly #named = new Map<string, readonly ts.Node[]>();
  readonly #calls = new Map<FunctionLike, CallsOfFunction>();
  #classes: readonly ts.ClassLikeDeclaration[] | undefined;

  constructor(program: SourceProgram, originsOf: (expression: ts.Expression) => Origins) {
    this.#program = program;
    this.#originsOf = originsOf;
    this.#files = new Set(program.files);
  }

  /** Reports whether a file is one of the project. */
  has(file: ts.SourceFile): boolean {
    return this.#files.has(file);
  }

  /** Returns the functions of the project that a call can call. */
  functionsOf(call: ts.CallExpression): readonly FunctionLike[] {
    const callee = call.expression;
    const name = typescript.isPropertyAccessExpression(callee) ? callee.name : callee;
    const declarations = symbolAt(name, this.#program)?.declarations ?? [];
    if (declarations.some((each) => !this.has(each.getSourceFile()))) return [];
    const functions = declarations.flatMap((each) => this.#bodiesOf(each));
    if (functions.length > 0) return functions;
    return functionsIn([...this.#originsOf(callee).values]);
  }

  /** Returns the calls of a function, also through variables, parameters and objects that hold it. */
  callsOf(from: FunctionLike): CallsOfFunction {
    const known = this.#calls.get(from);
    if (known !== undefined) return known;
    const search = new Search(this.#program, this);
    // A function that calls itself, or passes itself on, finds what is known by then.
    this.#calls.set(from, search);
    search.start(from);
    return search;
  }

  /** Returns what is assigned to a variable or a property, by assignments and in object literals of its type. */
  assignedTo(declaration: ts.NamedDeclaration): Origins {
    const values = new Set<ts.Expression>();
    const { checker } = this.#program;
    const means = (node: ts.Node): boolean =>
      symbolAt(node, this.#program)?.declarations?.includes(declaration) ?? false;
    for (const node of this.nodesNamed(nameOfDeclaration(declaration))) {
      const { parent } = node;
      const target = typescript.isPropertyAccessExpression(parent) && parent.name === node ? parent : node;
      const assignment = target.parent;
      if (typescript.isBinaryExpression(assignment) && assignment.left === target) {
        if (assignment.operatorToken.kind === typescript.SyntaxKind.EqualsToken && means(node))
          values.add(assignment.right);
      } else if (typescript.isObjectLiteralElement(parent) && parent.name === node) {
        const type = checker.getContextualType(parent.parent as ts.ObjectLiteralExpression);
        const property =
          type && checker.getPropertyOfType(checker.getNonNullableType(type), nameOfDeclaration(declaration));
        if (!property?.declarations?.includes(declaration)) continue;
        if (typescript.isPropertyAssignment(parent)) values.add(parent.initializer);
        else if (typescript.isShorthandPropertyAssignment(parent)) values.add(parent.name);
        else if (isFunctionLike(parent)) values.add(parent as unknown as ts.Expression);
      }
    }
    return { values, isOpen: values.size === 0 && !hasInitializer(declaration) };
  }

  /** Returns all names in the sources with this text. */
  nodesNamed(text: string): readonly ts.Node[] {
    const known = this.#named.get(text);
    if (known !== undefined) return known;
    const found: ts.Node[] = [];
    for (const file of this.#files) {
      if (!file.text.includes(text)) continue;
      visitAll(file, (node) => {
        if ((typescript.isIdentifier(node) || typescript.isPrivateIdentifier(node)) && node.text === text)
          found.push(node);
      });
    }
    this.#named.set(text, found);
    return found;
  }

  /** Returns the members with a name of the classes that implement an interface, or extend a class. */
  overridesOf(owner: ts.Node, name: string): readonly ts.ClassElement[] {
    this.#classes ??= [...this.#files].flatMap((file) => {
      const found: ts.ClassLikeDeclaration[] = [];
      visitAll(file, (node) => {
        if (typescript.isClassLike(node) && node.heritageClauses !== undefined) found.push(node);
      });
      return found;
    });
    return this.#classes
      .filter((each) => basesOf(each, this.#program).includes(owner))
      .flatMap((each) => [
        ...each.members.filter((member) => member.name?.getText() === name),
        ...this.overridesOf(each, name),
      ]);
  }

  #bodiesOf(declaration: ts.Declaration): readonly FunctionLike[] {
    if (typescript.isMethodSignature(declaration))
      return functionsIn(this.overridesOf(declaration.parent, declaration.name.getText()));
    if (!isFunctionLike(declaration)) return [];
    const overrides = typescript.isMethodDeclaration(declaration)
      ? functionsIn(this.overridesOf(declaration.parent, declaration.name.getText()))
      : [];
    return declaration.body === undefined ? overrides : [declaration, ...overrides];
  }
}

/** Search for the calls of one function. */
class Search implements CallsOfFunction {
  readonly calls: Call[] = [];
  readonly elements: ts.Expression[] = [];
  isOpen = false;
  readonly #program: SourceProgram;
  readonly #sites: CallSites;
  readonly #seen = new Set<ts.Node>();

  constructor(program: SourceProgram, sites: CallSites) {
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
    if (index === 0 && isOfLibrary && typescript.isPropertyAccessExpression(call.expression)) {
      const owner = call.expression.expression;
      if (!typescript.isIdentifier(owner) || owner.text !== 'Promise') this.elements.push(owner);
    } else if (declarations.length === 0 || isOfLibrary) this.isOpen = true;
  }

  /** Follows `call`, `apply` and `bind`. */
  #member(access: ts.PropertyAccessExpression): void {
    const call = access.parent;
    if (access.name.text === 'bind' && typescript.isCallExpression(call) && call.arguments.length <= 1)
      this.#passedOn(call);
    else this.isOpen = true;
  }

  #assigned(assignment: ts.BinaryExpression, value: ts.Expression): void {
    const isAssignment = assignment.operatorToken.kind === typescript.SyntaxKind.EqualsToken;
    if (!isAssignment || assignment.right !== value) return this.#passedOn(assignment);
    const target = assignment.left;
    const name = typescript.isPropertyAccessExpression(target) ? target.name : target;
    for (const each of symbolAt(name, this.#program)?.declarations ?? []) this.#declared(each as ts.NamedDeclaration);
  }

  #inObject(property: ts.PropertyAssignment | ts.ShorthandPropertyAssignment): void {
    this.#declared(property);
    const { checker } = this.#program;
    const type = checker.getContextualType(property.parent);
    const expected = type && checker.getPropertyOfType(checker.getNonNullableType(type), property.name.getText());
    for (const each of expected?.declarations ?? []) this.#declared(each as ts.NamedDeclaration);
  }

  #returned(from: FunctionLike | undefined): void {
    if (from === undefined) return;
    for (const call of this.#sites.callsOf(from).calls) this.#passedOn(call);
  }

  /** Returns the names that refer to a declaration, also under another name of an import or an export. */
  #referencesTo(declaration: ts.NamedDeclaration): readonly ts.Node[] {
    const names = new Set([nameOfDeclaration(declaration)]);
    const found: ts.Node[] = [];
    for (const name of names) {
      for (const node of this.#sites.nodesNamed(name)) {
        const { parent } = node;
        if (!symbolAt(node, this.#program)?.declarations?.includes(declaration)) continue;
        if (typescript.isImportSpecifier(parent) || typescript.isExportSpecifier(parent)) names.add(parent.name.text);
        else found.push(node);
      }
    }
    return found;
  }
}

function functionsIn(nodes: readonly ts.Node[]): readonly FunctionLike[] {
  return nodes.flatMap((each) => (isFunctionLike(each) ? [each] : []));
}

function nameOfDeclaration(declaration: ts.NamedDeclaration): string {
  return (
    typescript
      .getNameOfDeclaration(declaration)
      ?.getText()
      .replaceAll(/^['"]|['"]$/g, '') ?? ''
  );
}

function hasInitializer(declaration: ts.NamedDeclaration): boolean {
  return 'initializer' in declaration && declaration.initializer !== undefined;
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

/** Returns the declarations of the classes and interfaces that a class or an interface extends or implements. */
function basesOf(
  declaration: ts.ClassLikeDeclaration | ts.InterfaceDeclaration,
  program: SourceProgram,
): readonly ts.Node[] {
  const types = declaration.heritageClauses?.flatMap(({ types: each }) => [...each]) ?? [];
  return types.flatMap(({ expression }) => symbolAt(expression, program)?.declarations ?? []);
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
