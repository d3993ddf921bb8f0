import { posix } from 'node:path';
import { groupIn } from '../../../base/model/kubernetes-object.js';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { basesOf } from '../code/heritage.js';
import { isOfRuntime, runtimeName, symbolAt, type Argument } from '../code/calls.js';
import { constantText, propertyIn } from '../code/constants.js';
import { anyKind, joinKinds, withKinds, type FoundKinds } from './found-kinds.js';
import { handlesIn } from './handles.js';
import { LostKinds } from './dropped-kinds.js';
import { namedIn, unlistedKind, type FoundKind, type KnownKind, type KnownKinds } from './known-kinds.js';
import { textsOfProperty } from '../code/texts.js';
import { TypeKinds } from './type-kinds.js';
import type { TracedOrigins, Tracer } from '../code/tracer.js';

/** Finds the kinds that handles and objects stand for, by their types or by their origins. */
export class KindFinder {
  readonly #program: SourceProgram;
  readonly #tracer: Tracer;
  readonly #known: KnownKinds;
  readonly #bySymbol = new Map<ts.Symbol, FoundKinds>();
  readonly inTypes: TypeKinds;
  readonly #lost: LostKinds;
  #handles: readonly KnownKind[] | undefined;

  constructor(program: SourceProgram, tracer: Tracer, known: KnownKinds) {
    this.#program = program;
    this.#tracer = tracer;
    this.#known = known;
    this.inTypes = new TypeKinds(program, (type) => this.#ofType(type)?.kinds);
    this.#lost = new LostKinds(program, tracer, this);
  }

  /** Returns the kinds of an argument: a handle, or an object that names its kind. */
  kindsOf({ expression, element }: Argument): FoundKinds {
    return element === undefined ? this.#ofExpression(expression) : this.#ofElement(expression, element);
  }

  /** Reports whether the type of an expression is that of a handle of a kind. */
  isHandle(expression: ts.Expression): boolean {
    return this.#ofHandle(this.#program.checker.getTypeAtLocation(expression)) !== undefined;
  }

  /** Returns the kinds of the objects of a type; undefined if the type does not show them. */
  kindsOfObject(type: ts.Type): readonly FoundKind[] | undefined {
    return this.#ofObject(type);
  }

  /** Returns the kinds of a handle or an object; undefined if its type does not show them. */
  ofTyped(expression: ts.Expression): readonly FoundKind[] | undefined {
    const isTyped = this.#ofType(this.#program.checker.getTypeAtLocation(expression)) !== undefined;
    return isTyped ? this.#ofExpression(expression).kinds : undefined;
  }

  /** Returns the kinds of an element of a list. */
  #ofElement(list: ts.Expression, index: string): FoundKinds {
    const { checker } = this.#program;
    const property = checker.getPropertyOfType(checker.getTypeAtLocation(list), index);
    const byType = property && this.#ofType(checker.getTypeOfSymbol(property));
    const origins = this.#tracer.originsOfProperty(list, index);
    return withKinds(byType ?? this.#ofOrigins(origins), this.#lost.among(origins));
  }

  #ofExpression(expression: ts.Expression): FoundKinds {
    const symbol = this.#constantOf(expression);
    const known = symbol && this.#bySymbol.get(symbol);
    if (known !== undefined) return known;
    const found = this.#find(expression);
    if (symbol !== undefined) this.#bySymbol.set(symbol, found);
    return found;
  }

  /** Returns the value of a name that never changes: a class, or a handle of the runtime. */
  #constantOf(expression: ts.Expression): ts.Symbol | undefined {
    const symbol = typescript.isIdentifier(expression) ? symbolAt(expression, this.#program) : undefined;
    const [declaration] = symbol?.declarations ?? [];
    if (declaration === undefined) return undefined;
    return typescript.isClassLike(declaration) || isOfRuntime(declaration, this.#program) ? symbol : undefined;
  }

  #find(expression: ts.Expression): FoundKinds {
    const found =
      this.#ofType(this.#program.checker.getTypeAtLocation(expression)) ??
      this.#ofOrigins(this.#tracer.originsOf(expression));
    return this.#constantOf(expression) === undefined ? withKinds(found, this.#lost.of(expression)) : found;
  }

  #ofType(type: ts.Type): FoundKinds | undefined {
    const kinds = this.#ofHandle(type) ?? this.#ofObject(type);
    return kinds && { kinds, isOpen: false };
  }

  #ofOrigins({ values, isOpen, isUnused }: TracedOrigins): FoundKinds {
    const found = [...values].map((each) => this.#ofValue(each));
    // Code that runs has a kind: if none is found, its origin could not be followed.
    const isLost = values.size === 0 && !isUnused;
    return joinKinds(found, isOpen || isLost);
  }

  #ofValue(value: ts.Expression): FoundKinds {
    const byType = this.#ofType(this.#program.checker.getTypeAtLocation(value));
    if (byType !== undefined) return byType;
    if (typescript.isLiteralExpression(value)) return { kinds: [], isOpen: false };
    if (typescript.isObjectLiteralExpression(value)) return this.#named(value);
    if (!typescript.isCallExpression(value)) return anyKind;
    const [argument] = value.arguments;
    const name = runtimeName(value.expression, this.#program, () => []);
    if (argument === undefined) return anyKind;
    if (name === 'metadataOnly') return this.#ofExpression(argument);
    if (name === 'defineResource') return this.#defined(argument);
    return name === 'Client.kindOf' ? this.#namedBy(argument) : anyKind;
  }

  /** Returns the kinds of `defineResource({ group: 'example.com', plural: 'things', ... })`. */
  #defined(info: ts.Expression): FoundKinds {
    const [value, ...others] = this.#tracer.originsOf(info).values;
    if (value !== undefined && typescript.isCallExpression(value) && others.length === 0) return this.#mapped(value);
    return this.#pairs(info, ['group', 'plural'], (group, resource) => ({ group, resource }));
  }

  /** Returns the kinds of `restMapper.resourceFor({ group, kind })`, and of `kindFor`, which is given the resource. */
  #mapped(call: ts.CallExpression): FoundKinds {
    const name = runtimeName(call.expression, this.#program, () => []);
    const [wanted] = call.arguments;
    if (wanted === undefined) return anyKind;
    if (name === 'RestMapper.kindFor')
      return this.#pairs(wanted, ['group', 'resource'], (group, resource) => ({ group, resource }));
    if (name !== 'RestMapper.resourceFor') return anyKind;
    return this.#pairs(wanted, ['group', 'kind'], (group, kind) => this.#ofNames(group, '', kind));
  }

  #namedBy(object: ts.Expression): FoundKinds {
    const { values, isOpen } = this.#tracer.originsOf(object);
    const found = [...values].map((each) => this.#named(each));
    return joinKinds(found, isOpen);
  }

  /** Returns the kinds of an object literal with an `apiVersion` and a `kind`. */
  #named(object: ts.Expression): FoundKinds {
    return this.#pairs(object, ['apiVersion', 'kind'], (apiVersion, kind) => this.#ofTexts(apiVersion, kind));
  }

  /** Returns the kind with an `apiVersion` and a `kind`; undefined if they are not those of a kind. */
  #ofTexts(apiVersion: string, kind: string): KnownKind | undefined {
    const version = apiVersion.split('/').at(-1)!;
    const isValid = /^(?:[^/]+\/)?[^/]+$/.test(apiVersion) && kind !== '';
    return isValid ? this.#ofNames(groupIn(apiVersion), version, kind) : undefined;
  }

  #ofNames(group: string, version: string, kind: string): KnownKind {
    const known = this.#known.ofNames(group, version, kind);
    if (known !== undefined) return known;
    this.#handles ??= handlesIn(this.#program, this.#tracer);
    return namedIn(this.#handles, group, version, kind) ?? unlistedKind(group, version, kind);
  }

  /** Returns the kinds for the texts of two properties. */
  #pairs(
    object: ts.Expression,
    names: readonly [string, string],
    find: (one: string, other: string) => FoundKind | undefined,
  ): FoundKinds {
    const [ones, others] = names.map((each) => textsOfProperty(object, each, this.#program, this.#tracer));
    if (ones === undefined) return anyKind;
    // If both vary, it is unknown which belong together.
    if (others === undefined || (ones.length > 1 && others.length > 1))
      return { ...anyKind, groups: names[0] === 'apiVersion' ? ones.map(groupIn) : ones };
    const found = ones.flatMap((one) => others.map((other) => find(one, other)));
    return { kinds: found.filter((each) => each !== undefined), isOpen: found.includes(undefined) };
  }

  /** Returns the kinds of a handle; undefined if its type does not show them. */
  #ofHandle(type: ts.Type): readonly FoundKind[] | undefined {
    if (type.isUnion()) return this.#ofAll(type.types, (each) => this.#ofHandle(each));
    const [declaration] = type.symbol?.declarations ?? [];
    if (declaration === undefined) return undefined;
    if (typescript.isClassLike(declaration) && type.getConstructSignatures().length > 0)
      return this.#ofClass(declaration);
    const isHandle = type.symbol.name === 'KindHandle' && isOfRuntime(declaration, this.#program);
    const [object] = isHandle ? this.#program.checker.getTypeArguments(type as ts.TypeReference) : [];
    return object && this.#ofObject(object);
  }

  /** Returns the kinds of an object; undefined if its type does not show them. */
  #ofObject(type: ts.Type): readonly FoundKind[] | undefined {
    if (type.isUnion()) return this.#ofAll(type.types, (each) => this.#ofObject(each));
    const [declaration] = type.symbol?.declarations ?? [];
    const own = declaration && this.#ofDeclaration(declaration);
    if (own !== undefined) return own;
    const parts = [...(type.isIntersection() ? type.types : []), ...(type.aliasTypeArguments ?? []), ...inferred(type)];
    for (const part of parts) {
      const found = this.#ofObject(part);
      if (found !== undefined) return found;
    }
    return this.#ofFields(type);
  }

  #ofDeclaration(declaration: ts.Declaration): readonly FoundKind[] | undefined {
    if (typescript.isClassLike(declaration)) return this.#ofClass(declaration);
    if (!typescript.isInterfaceDeclaration(declaration)) return undefined;
    const { fileName } = declaration.getSourceFile();
    const folder = `${this.#program.runtime}/k8s/`;
    if (!fileName.startsWith(folder)) return undefined;
    const known = this.#known.ofModule(fileName.slice(folder.length).replace(/\.d\.ts$/, ''), declaration.name.text);
    return known && [known];
  }

  #ofClass(declaration: ts.ClassLikeDeclaration): readonly FoundKind[] | undefined {
    const file = posix.relative(this.#program.root, declaration.getSourceFile().fileName);
    const known = this.#known.ofClass(file, declaration.name?.text ?? '');
    if (known !== undefined) return [known];
    // A subclass without its own kind has that of its base.
    const bases = () => basesOf(declaration, this.#program).filter(typescript.isClassLike);
    return (
      this.#ofDecorator(declaration) ??
      bases()
        .map((each) => this.#ofClass(each))
        .find((each) => each !== undefined)
    );
  }

  /** Returns the kind of a class outside of the project, by its `@Resource(groupVersion, { plural })`. */
  #ofDecorator(declaration: ts.ClassLikeDeclaration): readonly FoundKind[] | undefined {
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
  #ofFields(type: ts.Type): readonly FoundKind[] | undefined {
    const { checker } = this.#program;
    const text = (name: string): string | undefined => {
      const property = checker.getPropertyOfType(type, name);
      const field = property && checker.getTypeOfSymbol(property);
      return field?.isStringLiteral() ? field.value : undefined;
    };
    const [apiVersion, kind] = [text('apiVersion'), text('kind')];
    const known = apiVersion === undefined || kind === undefined ? undefined : this.#ofTexts(apiVersion, kind);
    return known && [known];
  }

  #ofAll(
    types: readonly ts.Type[],
    find: (type: ts.Type) => readonly FoundKind[] | undefined,
  ): readonly FoundKind[] | undefined {
    const some = types.filter(({ flags }) => !(flags & (typescript.TypeFlags.Undefined | typescript.TypeFlags.Null)));
    const found = some.map(find);
    return found.includes(undefined) ? undefined : found.flatMap((each) => each ?? []);
  }
}

/** Returns the type in `NoInfer<T>`. */
function inferred(type: ts.Type): readonly ts.Type[] {
  return type.flags & typescript.TypeFlags.Substitution ? [(type as ts.SubstitutionType).baseType] : [];
}
