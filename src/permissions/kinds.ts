import { posix } from 'node:path';
import type { GroupResource } from '../model/permission.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import { basesOf } from './heritage.js';
import { isOfRuntime, runtimeName, symbolAt, type Argument } from './calls.js';
import { constantText, propertyIn } from './constants.js';
import { textsOfProperty } from './texts.js';
import type { TracedOrigins, Tracer } from './tracer.js';

/** A kind and its resource. */
export interface KnownKind extends GroupResource {
  readonly version: string;
  readonly kind: string;
}

/** The kinds that classes and handles stand for. */
export interface KnownKinds {
  /** Returns the kind that a class of the project declares. @param file relative to the project */
  ofClass(file: string, name: string): KnownKind | undefined;
  /** Returns a built-in kind. @param module such as `apps/v1` */
  ofModule(module: string, name: string): KnownKind | undefined;
  /** Returns a kind by the fields of its objects. */
  ofObject(apiVersion: string, kind: string): KnownKind | undefined;
}

/** The kinds that an expression can stand for. */
export interface FoundKinds {
  readonly kinds: readonly GroupResource[];
  /** Whether it can stand for others as well, which are known only at run time. */
  readonly isOpen: boolean;
}

const none: FoundKinds = { kinds: [], isOpen: true };

/** Finds the kinds that handles and objects stand for: by their types, or by following where they come from. */
export class KindFinder {
  readonly #program: SourceProgram;
  readonly #tracer: Tracer;
  readonly #known: KnownKinds;
  readonly #bySymbol = new Map<ts.Symbol, FoundKinds>();

  constructor(program: SourceProgram, tracer: Tracer, known: KnownKinds) {
    this.#program = program;
    this.#tracer = tracer;
    this.#known = known;
  }

  /** Returns the kinds of an argument: a handle, or an object that names its kind. */
  kindsOf({ expression, element }: Argument): FoundKinds {
    return element === undefined ? this.#ofExpression(expression) : this.#ofElement(expression, element);
  }

  /** Reports whether the type of an expression is that of a handle of a kind. */
  isHandle(expression: ts.Expression): boolean {
    return this.#ofHandle(this.#program.checker.getTypeAtLocation(expression)) !== undefined;
  }

  /** Returns the kinds of the objects of a type; undefined if it does not tell. */
  kindsOfObject(type: ts.Type): readonly GroupResource[] | undefined {
    return this.#ofObject(type);
  }

  /** Returns the kinds of an element of a list. */
  #ofElement(list: ts.Expression, index: string): FoundKinds {
    const { checker } = this.#program;
    const property = checker.getPropertyOfType(checker.getTypeAtLocation(list), index);
    const byType = property && this.#ofType(checker.getTypeOfSymbol(property));
    return byType ?? this.#ofOrigins(this.#tracer.originsOfProperty(list, index));
  }

  #ofExpression(expression: ts.Expression): FoundKinds {
    const symbol = this.#constantOf(expression);
    const known = symbol && this.#bySymbol.get(symbol);
    if (known !== undefined) return known;
    const found = this.#find(expression);
    if (symbol !== undefined) this.#bySymbol.set(symbol, found);
    return found;
  }

  /** Returns what a name refers to if it is always the same: a class, or a handle of the runtime. */
  #constantOf(expression: ts.Expression): ts.Symbol | undefined {
    const symbol = typescript.isIdentifier(expression) ? symbolAt(expression, this.#program) : undefined;
    const [declaration] = symbol?.declarations ?? [];
    if (declaration === undefined) return undefined;
    return typescript.isClassLike(declaration) || isOfRuntime(declaration, this.#program) ? symbol : undefined;
  }

  #find(expression: ts.Expression): FoundKinds {
    return (
      this.#ofType(this.#program.checker.getTypeAtLocation(expression)) ??
      this.#ofOrigins(this.#tracer.originsOf(expression))
    );
  }

  #ofType(type: ts.Type): FoundKinds | undefined {
    const kinds = this.#ofHandle(type) ?? this.#ofObject(type);
    return kinds && { kinds, isOpen: false };
  }

  #ofOrigins({ values, isOpen, isUnused }: TracedOrigins): FoundKinds {
    const found = [...values].map((each) => this.#ofValue(each));
    // Code that runs has a kind: if none is found, it comes from where it is not followed.
    const isLost = values.size === 0 && !isUnused;
    const isAny = isOpen || isLost || found.some((each) => each.isOpen);
    return { kinds: found.flatMap(({ kinds }) => kinds), isOpen: isAny };
  }

  #ofValue(value: ts.Expression): FoundKinds {
    const byType = this.#ofType(this.#program.checker.getTypeAtLocation(value));
    if (byType !== undefined) return byType;
    if (typescript.isLiteralExpression(value)) return { kinds: [], isOpen: false };
    if (typescript.isObjectLiteralExpression(value)) return this.#named(value);
    if (!typescript.isCallExpression(value)) return none;
    const [argument] = value.arguments;
    const name = runtimeName(value.expression, this.#program, () => []);
    if (argument === undefined) return none;
    if (name === 'metadataOnly') return this.#ofExpression(argument);
    if (name === 'defineResource') return this.#defined(argument);
    return name === 'Client.kindOf' ? this.#namedBy(argument) : none;
  }

  /** Returns the kinds of `defineResource({ group: 'example.com', plural: 'things', ... })`. */
  #defined(info: ts.Expression): FoundKinds {
    return this.#pairs(info, ['group', 'plural'], (group, resource) => ({ group, resource }));
  }

  #namedBy(object: ts.Expression): FoundKinds {
    const { values, isOpen } = this.#tracer.originsOf(object);
    const found = [...values].map((each) => this.#named(each));
    return { kinds: found.flatMap(({ kinds }) => kinds), isOpen: isOpen || found.some((each) => each.isOpen) };
  }

  /** Returns the kinds of an object literal with an `apiVersion` and a `kind`. */
  #named(object: ts.Expression): FoundKinds {
    return this.#pairs(object, ['apiVersion', 'kind'], (apiVersion, kind) => this.#known.ofObject(apiVersion, kind));
  }

  /** Returns the kinds for the texts of two properties. */
  #pairs(
    object: ts.Expression,
    names: readonly [string, string],
    find: (one: string, other: string) => GroupResource | undefined,
  ): FoundKinds {
    const [ones, others] = names.map((each) => textsOfProperty(object, each, this.#program, this.#tracer));
    // If both vary, it is not known which belong together.
    if (ones === undefined || others === undefined || (ones.length > 1 && others.length > 1)) return none;
    const found = ones.flatMap((one) => others.map((other) => find(one, other)));
    return { kinds: found.filter((each) => each !== undefined), isOpen: found.includes(undefined) };
  }

  /** Returns the kinds of a handle; undefined if its type does not tell. */
  #ofHandle(type: ts.Type): readonly GroupResource[] | undefined {
    if (type.isUnion()) return this.#ofAll(type.types, (each) => this.#ofHandle(each));
    const [declaration] = type.symbol?.declarations ?? [];
    if (declaration === undefined) return undefined;
    if (typescript.isClassLike(declaration) && type.getConstructSignatures().length > 0)
      return this.#ofClass(declaration);
    const isHandle = type.symbol.name === 'KindHandle' && isOfRuntime(declaration, this.#program);
    const [object] = isHandle ? this.#program.checker.getTypeArguments(type as ts.TypeReference) : [];
    return object && this.#ofObject(object);
  }

  /** Returns the kinds of an object; undefined if its type does not tell. */
  #ofObject(type: ts.Type): readonly GroupResource[] | undefined {
    if (type.isUnion()) return this.#ofAll(type.types, (each) => this.#ofObject(each));
    const [declaration] = type.symbol?.declarations ?? [];
    const own = declaration && this.#ofDeclaration(declaration);
    if (own !== undefined) return own;
    const parts = [...(type.isIntersection() ? type.types : []), ...(type.aliasTypeArguments ?? [])];
    for (const part of parts) {
      const found = this.#ofObject(part);
      if (found !== undefined) return found;
    }
    return this.#ofFields(type);
  }

  #ofDeclaration(declaration: ts.Declaration): readonly GroupResource[] | undefined {
    if (typescript.isClassLike(declaration)) return this.#ofClass(declaration);
    if (!typescript.isInterfaceDeclaration(declaration)) return undefined;
    const { fileName } = declaration.getSourceFile();
    const folder = `${this.#program.runtime}/k8s/`;
    if (!fileName.startsWith(folder)) return undefined;
    const known = this.#known.ofModule(fileName.slice(folder.length).replace(/\.d\.ts$/, ''), declaration.name.text);
    return known && [known];
  }

  #ofClass(declaration: ts.ClassLikeDeclaration): readonly GroupResource[] | undefined {
    const file = posix.relative(this.#program.root, declaration.getSourceFile().fileName);
    const known = this.#known.ofClass(file, declaration.name?.text ?? '');
    if (known !== undefined) return [known];
    // A subclass without a kind of its own has that of its base.
    const bases = () => basesOf(declaration, this.#program).filter(typescript.isClassLike);
    return (
      this.#ofDecorator(declaration) ??
      bases()
        .map((each) => this.#ofClass(each))
        .find((each) => each !== undefined)
    );
  }

  /** Returns the kind of a class outside of the project, by its `@Resource(groupVersion, { plural })`. */
  #ofDecorator(declaration: ts.ClassLikeDeclaration): readonly GroupResource[] | undefined {
    for (const { expression } of typescript.getDecorators(declaration) ?? []) {
      if (!typescript.isCallExpression(expression) || expression.expression.getText() !== 'Resource') continue;
      const [groupVersion, names] = expression.arguments;
      const group = propertyIn(groupVersion, ['group'], this.#program);
      const plural = propertyIn(names, ['plural'], this.#program);
      const texts = [group, plural].map((each) => each && constantText(each, this.#program));
      if (texts[0] !== undefined && texts[1] !== undefined) return [{ group: texts[0], resource: texts[1] }];
    }
    return undefined;
  }

  /** Returns the kind of a type whose `apiVersion` and `kind` are constants. */
  #ofFields(type: ts.Type): readonly GroupResource[] | undefined {
    const { checker } = this.#program;
    const text = (name: string): string | undefined => {
      const property = checker.getPropertyOfType(type, name);
      const field = property && checker.getTypeOfSymbol(property);
      return field?.isStringLiteral() ? field.value : undefined;
    };
    const [apiVersion, kind] = [text('apiVersion'), text('kind')];
    const known = apiVersion === undefined || kind === undefined ? undefined : this.#known.ofObject(apiVersion, kind);
    return known && [known];
  }

  #ofAll(
    types: readonly ts.Type[],
    find: (type: ts.Type) => readonly GroupResource[] | undefined,
  ): readonly GroupResource[] | undefined {
    const some = types.filter(({ flags }) => !(flags & (typescript.TypeFlags.Undefined | typescript.TypeFlags.Null)));
    const found = some.map(find);
    return found.includes(undefined) ? undefined : found.flatMap((each) => each ?? []);
  }
}
