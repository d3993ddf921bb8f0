import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import {
  declarationName,
  isFunctionLike,
  nameOf,
  refersTo,
  symbolAt,
  visitAll,
  type FunctionLike,
  type Origins,
} from './calls.js';
import { callChangesIn, changeAt, type PropertyChange } from './changes.js';
import { additionsAt, additionsIn, type Addition } from './additions.js';
import { assignedPlaceAt, type AssignedPart, type AssignedPlace } from './patterns.js';
import type { CallsOfFunction } from './calls-of-function.js';
import { Search } from './function-calls.js';
import {
  allBasesOf,
  hasMembersOf,
  instanceType,
  isSignature,
  membersOf,
  type Contract,
  type Signature,
} from './heritage.js';

/** Values that are assigned to a variable or a property. */
export interface Assigned extends Origins {
  /** Values that are assigned by destructuring. */
  readonly parts: readonly AssignedPart[];
}

/** The calls of functions, and the assignments to declarations, in the sources of a project. */
export class CallSites {
  readonly #program: SourceProgram;
  readonly #originsOf: (expression: ts.Expression) => Origins;
  readonly #files: ReadonlySet<ts.SourceFile>;
  readonly #named = new Map<string, readonly ts.Node[]>();
  readonly #calls = new Map<FunctionLike, CallsOfFunction>();
  readonly #assignments = new Map<string, readonly AssignedPlace[]>();
  readonly #expected = new Map<ts.Node, readonly ts.NamedDeclaration[]>();
  readonly #additionsOf = new Map<ts.Type, readonly Addition[]>();
  readonly #changes = new Map<string, readonly PropertyChange[]>();
  #callChanges: ReturnType<typeof callChangesIn> | undefined;
  #additions: readonly Addition[] | undefined;
  #defaults: readonly ts.Identifier[] | undefined;
  readonly #bases = new Map<ts.ClassLikeDeclaration, ReadonlySet<ts.Node>>();
  #classes: readonly ts.ClassLikeDeclaration[] | undefined;

  constructor(program: SourceProgram, originsOf: (expression: ts.Expression) => Origins) {
    this.#program = program;
    this.#originsOf = originsOf;
    this.#files = new Set(program.files);
  }

  /** Reports whether a file belongs to the project. */
  has(file: ts.SourceFile): boolean {
    return this.#files.has(file);
  }

  /** Returns the functions of the project that a call may call. */
  functionsOf(call: ts.CallExpression): readonly FunctionLike[] {
    const callee = call.expression;
    const name = typescript.isPropertyAccessExpression(callee) ? callee.name : callee;
    const declarations = symbolAt(name, this.#program)?.declarations ?? [];
    if (declarations.some((each) => !this.has(each.getSourceFile()))) return [];
    if (declarations.some(isSignature)) return functionsIn([...this.#originsOf(callee).values]);
    const functions = declarations.flatMap((each) => this.#bodiesOf(each));
    if (functions.length > 0) return functions;
    const [exported] = declarations;
    const value = exported !== undefined && typescript.isExportAssignment(exported) ? exported.expression : callee;
    return functionsIn([...this.#originsOf(value).values]);
  }

  /** Returns the calls of a function, including calls through variables, parameters and objects that hold it. */
  callsOf(from: FunctionLike): CallsOfFunction {
    const known = this.#calls.get(from);
    if (known !== undefined) return known;
    const search = new Search(this.#program, this);
    // A function that calls itself, or passes itself on, gets the results so far.
    this.#calls.set(from, search);
    search.start(from);
    return search;
  }

  /** Returns the calls of a function that is the value of an expression, or of a declared name. */
  callsOfValue(value: ts.Expression | ts.BindingElement): Search {
    const search = new Search(this.#program, this);
    search.startAt(value);
    return search;
  }

  /** Returns the values that are assigned to a variable or a property, in assignments and in object literals of its type. */
  assignedTo(declaration: ts.NamedDeclaration): Assigned {
    const values = new Set<ts.Expression>();
    const parts: AssignedPart[] = [];
    const means = (node: ts.Node): boolean => refersTo(node, declaration, this.#program);
    for (const place of this.#assignmentsTo(declaration)) {
      if ('literal' in place) {
        if (this.#expectedAt(place.literal).includes(declaration)) values.add(place.value);
      } else if (!means(place.node)) continue;
      else if ('part' in place) parts.push(place.part);
      else values.add(place.value);
    }
    return { values, parts, isOpen: values.size + parts.length === 0 && !hasInitializer(declaration) };
  }

  /** Returns the places in the sources that assign to something with the name of a declaration. */
  #assignmentsTo(declaration: ts.NamedDeclaration): readonly AssignedPlace[] {
    const name = declarationName(declaration);
    const known = this.#assignments.get(name) ?? this.nodesNamed(name).flatMap((node) => assignedPlaceAt(node) ?? []);
    this.#assignments.set(name, known);
    return known;
  }

  /** Returns the changes of properties with this name, of any object. */
  changesOf(name: string): readonly PropertyChange[] {
    this.#callChanges ??= [...this.#files].flatMap((file) => callChangesIn(file));
    const known = this.#changes.get(name);
    if (known !== undefined) return known;
    const found = [
      ...this.nodesNamed(name).flatMap((node) => changeAt(node) ?? []),
      ...this.#callChanges.flatMap(({ object, of }) => of(name).map((to) => ({ object, to }))),
    ];
    this.#changes.set(name, found);
    return found;
  }

  /** Returns the declaration of a property in the expected type of its object literal. */
  #expectedAt(property: ts.ObjectLiteralElement): readonly ts.NamedDeclaration[] {
    const known = this.#expected.get(property);
    if (known !== undefined) return known;
    const { checker } = this.#program;
    const type = checker.getContextualType(property.parent as ts.ObjectLiteralExpression);
    const expected = type && checker.getPropertyOfType(checker.getNonNullableType(type), declarationName(property));
    const declarations = expected?.declarations ?? [];
    this.#expected.set(property, declarations);
    return declarations;
  }

  /**
   * Returns the values that are added to a collection under the name of an expression: `kinds.push(Pod)`, `kinds[name]
   * = Pod`.
   */
  addedTo(collection: ts.Expression): readonly ts.Expression[] {
    const name = nameOf(collection);
    const declarations = name && symbolAt(name, this.#program)?.declarations;
    if (name === undefined || declarations === undefined) return [];
    return this.nodesNamed(name.getText()).flatMap((node) => {
      const added = additionsAt(node);
      if (added.length === 0) return [];
      return symbolAt(node, this.#program)?.declarations?.some((each) => declarations.includes(each)) ? added : [];
    });
  }

  /** Returns the values that are added to collections of a type under other names: through aliases and parameters. */
  additionsOf(type: ts.Type): readonly Addition[] {
    this.#additions ??= [...this.#files].flatMap((file) => additionsIn(file));
    const known = this.#additionsOf.get(type);
    if (known !== undefined) return known;
    const found = this.#additions.filter(({ to }) => this.#program.checker.getTypeAtLocation(to) === type);
    this.#additionsOf.set(type, found);
    return found;
  }

  /** Returns the names that imports give to default exports. */
  defaultImports(): readonly ts.Identifier[] {
    this.#defaults ??= [...this.#files].flatMap(({ statements }) =>
      statements.flatMap((each) => (typescript.isImportDeclaration(each) && each.importClause?.name) || []),
    );
    return this.#defaults;
  }

  /** Returns all name nodes in the sources with this text. */
  nodesNamed(text: string): readonly ts.Node[] {
    const known = this.#named.get(text);
    if (known !== undefined) return known;
    const found: ts.Node[] = [];
    for (const file of this.#files) {
      if (!file.text.includes(text)) continue;
      visitAll(file, (node) => {
        if (isName(node) && node.text === text) found.push(node);
      });
    }
    this.#named.set(text, found);
    return found;
  }

  /** Returns the members with this name in classes that extend a class. */
  overridesOf(owner: ts.Node, name: string): readonly ts.ClassElement[] {
    return this.#classesOf()
      .filter((each) => each.heritageClauses !== undefined && this.#basesOf(each).has(owner))
      .flatMap(({ members }) => members.filter((member) => member.name?.getText() === name));
  }

  /** Returns the members of classes that implement a member of an interface, even if the classes do not declare this. */
  implementationsOf(signature: Signature): readonly ts.Declaration[] {
    const owner = signature.parent as Contract;
    const name = declarationName(signature);
    const classes = this.#classesOf().filter(
      (each) => this.#basesOf(each).has(owner) || hasMembersOf(instanceType(each, this.#program), owner, this.#program),
    );
    return [...new Set(classes.flatMap((each) => membersOf(each, name, this.#program)))];
  }

  /** Returns the members of interfaces and base classes that a member of a class or an object literal implements. */
  signaturesOf(member: ts.ClassElement | ts.ObjectLiteralElement): readonly ts.NamedDeclaration[] {
    const owner = member.parent;
    const isClass = typescript.isClassLike(owner);
    const bases: ReadonlySet<ts.Node> = isClass ? this.#basesOf(owner) : new Set();
    const type = isClass ? instanceType(owner, this.#program) : this.#program.checker.getTypeAtLocation(owner);
    const found = this.nodesNamed(declarationName(member)).flatMap(({ parent }): readonly ts.NamedDeclaration[] => {
      if (!isSignature(parent)) return typescript.isClassElement(parent) && bases.has(parent.parent) ? [parent] : [];
      const contract = parent.parent as Contract;
      return bases.has(contract) || hasMembersOf(type, contract, this.#program) ? [parent] : [];
    });
    return isClass ? found : [...this.#expectedAt(member as ts.ObjectLiteralElement), ...found];
  }

  #classesOf(): readonly ts.ClassLikeDeclaration[] {
    this.#classes ??= [...this.#files].flatMap((file) => {
      const found: ts.ClassLikeDeclaration[] = [];
      visitAll(file, (node) => {
        if (typescript.isClassLike(node)) found.push(node);
      });
      return found;
    });
    return this.#classes;
  }

  #basesOf(declaration: ts.ClassLikeDeclaration): ReadonlySet<ts.Node> {
    const known = this.#bases.get(declaration) ?? allBasesOf(declaration, this.#program);
    this.#bases.set(declaration, known);
    return known;
  }

  #bodiesOf(declaration: ts.Declaration): readonly FunctionLike[] {
    if (!isFunctionLike(declaration)) return [];
    const overrides = typescript.isMethodDeclaration(declaration)
      ? functionsIn(this.overridesOf(declaration.parent, declaration.name.getText()))
      : [];
    return declaration.body === undefined ? overrides : [declaration, ...overrides];
  }
}

function functionsIn(nodes: readonly ts.Node[]): readonly FunctionLike[] {
  return nodes.flatMap((each) => (isFunctionLike(each) ? [each] : []));
}

/** Reports whether a node is a name, or a quoted name: `kinds['pod']`. */
function isName(node: ts.Node): node is ts.Identifier | ts.PrivateIdentifier | ts.StringLiteralLike {
  if (typescript.isIdentifier(node) || typescript.isPrivateIdentifier(node)) return true;
  return typescript.isStringLiteralLike(node) && typescript.isElementAccessExpression(node.parent);
}

function hasInitializer(declaration: ts.NamedDeclaration): boolean {
  return 'initializer' in declaration && declaration.initializer !== undefined;
}
