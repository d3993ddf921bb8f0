import { posix } from 'node:path';
import type { GroupResource } from '../model/permission.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import { isOfRuntime, runtimeName, symbolAt } from './calls.js';
import { constantText, propertyIn } from './constants.js';
import type { Tracer } from './tracer.js';

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
  kindsOf(expression: ts.Expression): FoundKinds {
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
    const type = this.#program.checker.getTypeAtLocation(expression);
    const byType = this.#ofHandle(type) ?? this.#ofObject(type);
    if (byType !== undefined) return { kinds: byType, isOpen: false };
    const { values, isOpen } = this.#tracer.originsOf(expression);
    const found = [...values].map((each) => this.#ofValue(each));
    return { kinds: found.flatMap(({ kinds }) => kinds), isOpen: isOpen || found.some((each) => each.isOpen) };
  }

  #ofValue(value: ts.Expression): FoundKinds {
    const { checker } = this.#program;
    const type = checker.getTypeAtLocation(value);
    const byType = this.#ofHandle(type) ?? this.#ofObject(type);
    if (byType !== undefined) return { kinds: byType, isOpen: false };
    if (typescript.isLiteralExpression(value)) return { kinds: [], isOpen: false };
    if (typescript.isObjectLiteralExpression(value)) return this.#named(value);
    if (!typescript.isCallExpression(value)) return none;
    const [argument] = value.arguments;
    const name = runtimeName(value.expression, this.#program, () => []);
    if (argument === undefined) return none;
    if (name === 'metadataOnly') return this.kindsOf(argument);
    if (name === 'defineResource') return this.#defined(argument);
    return name === 'Client.kindOf' ? this.#namedBy(argument) : none;
  }

  /** Returns the kind of `defineResource({ group: 'example.com', plural: 'things', ... })`. */
  #defined(info: ts.Expression): FoundKinds {
    const text = (key: string): string | undefined => {
      const value = propertyIn(info, [key], this.#program);
      return value && constantText(value, this.#program);
    };
    const [group, plural] = [text('group'), text('plural')];
    return group === undefined || plural === undefined ? none : { kinds: [{ group, resource: plural }], isOpen: false };
  }

  #namedBy(object: ts.Expression): FoundKinds {
    const { values, isOpen } = this.#tracer.originsOf(object);
    const found = [...values].map((each) => this.#named(each));
    return { kinds: found.flatMap(({ kinds }) => kinds), isOpen: isOpen || found.some((each) => each.isOpen) };
  }

  /** Returns the kind of an object literal with an `apiVersion` and a `kind`. */
  #named(object: ts.Expression): FoundKinds {
    const text = (key: string): string | undefined => {
      const value = propertyIn(object, [key], this.#program);
      return value && constantText(value, this.#program);
    };
    const [apiVersion, kind] = [text('apiVersion'), text('kind')];
    const known = apiVersion === undefined || kind === undefined ? undefined : this.#known.ofObject(apiVersion, kind);
    return known === undefined ? none : { kinds: [known], isOpen: false };
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
    return known === undefined ? this.#ofDecorator(declaration) : [known];
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
