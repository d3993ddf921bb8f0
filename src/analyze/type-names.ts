import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { typesAmong, type NamedType } from './declared.js';

/** A type as it is written, which keeps the names, the order and the markers that the resolved type has lost. */
export interface Written {
  readonly node: ts.TypeNode;
  /** What was written for the type parameters that the node may name. */
  readonly bindings: Bindings;
}

export type Bindings = ReadonlyMap<ts.Symbol, Written>;

export const noBindings: Bindings = new Map();

/** A name on the way from what is written to the type itself. */
export interface Name {
  /** The first of the declarations, by file and place. */
  readonly declaration: NamedType;
  /** All of them: interfaces, classes and enums of one name are one type. */
  readonly declarations: readonly NamedType[];
  /** What was written for the declaration's own type parameters. */
  readonly bindings: Bindings;
}

/**
 * The user's names that a written type stands for, outermost first: for `Port` with `type Port = Small`, first `Port`,
 * then `Small`. Our own scalars end the chain: their documentation is not the field's.
 */
export function namedTypes(written: Written | undefined, analysis: Analysis): readonly Name[] {
  return written === undefined ? [] : follow(written, analysis).names;
}

/** The type as it is written where all names and all types that only pass it on were followed. */
export function endOf(written: Written, analysis: Analysis): Written {
  return follow(written, analysis).end;
}

function follow(written: Written, analysis: Analysis): { readonly names: readonly Name[]; readonly end: Written } {
  const found: Name[] = [];
  let next: Written | undefined = written;
  let end = written;
  for (let steps = 0; next !== undefined && steps < mostSteps; steps += 1) {
    analysis.budget?.countStep();
    end = resolve(next, analysis);
    const { node, bindings } = end;
    const inside = insideOf(node, analysis);
    if (inside !== undefined) {
      next = { node: inside, bindings };
      continue;
    }
    const named = nameOf(node);
    if (named === undefined) break;
    const declarations = typesAmong(analysis.symbolAt(named)?.declarations);
    const [declaration] = declarations;
    if (declaration === undefined) break;
    const file = declaration.getSourceFile();
    if (analysis.isOurs(file, 'api/scalars') || analysis.isLibrary(file)) break;
    const { typeArguments } = node as ts.NodeWithTypeArguments;
    const inner = bind(declaration, typeArguments, bindings, analysis);
    found.push({ declaration, declarations, bindings: inner });
    next = typescript.isTypeAliasDeclaration(declaration) ? { node: declaration.type, bindings: inner } : undefined;
  }
  return { names: found, end };
}

/** The name that a written type refers to: `Port` of `Port`, and of `import('./port.js').Port`. */
function nameOf(node: ts.TypeNode): ts.EntityName | undefined {
  if (typescript.isTypeReferenceNode(node)) return node.typeName;
  return typescript.isImportTypeNode(node) && !node.isTypeOf ? node.qualifier : undefined;
}

// An alias may name itself, which the compiler reports.
const mostSteps = 64;

// What these make of a type has the same fields or the same values: what is said of the type stays true.
const passing = ['NonNullable', 'Partial', 'Readonly', 'Required'];

/** The type that another one only passes on: `T` of `Readonly<T>` and its like, and that of a field `T['name']`. */
function insideOf(node: ts.TypeNode, analysis: Analysis): ts.TypeNode | undefined {
  if (isLibraryType(node, analysis, ...passing)) return node.typeArguments?.[0];
  if (!typescript.isIndexedAccessTypeNode(node) || !typescript.isLiteralTypeNode(node.indexType)) return undefined;
  const { literal } = node.indexType;
  if (!typescript.isStringLiteral(literal)) return undefined;
  const owner = analysis.checker.getTypeFromTypeNode(node.objectType);
  const declaration = analysis.checker.getPropertyOfType(owner, literal.text)?.declarations?.[0];
  const isField =
    declaration !== undefined &&
    (typescript.isPropertySignature(declaration) || typescript.isPropertyDeclaration(declaration));
  const type = isField ? declaration.type : undefined;
  // Of a generic the field's type may be one of its parameters, which have no name here.
  const isSame = type && analysis.checker.getTypeFromTypeNode(type) === analysis.checker.getTypeFromTypeNode(node);
  return isSame ? type : undefined;
}

/** Whether a written type is one of the standard library's of these names. */
function isLibraryType(
  node: ts.TypeNode,
  analysis: Analysis,
  ...names: readonly string[]
): node is ts.TypeReferenceNode {
  if (!typescript.isTypeReferenceNode(node)) return false;
  const symbol = analysis.symbolAt(node.typeName);
  const file = symbol?.declarations?.[0]?.getSourceFile();
  return file !== undefined && analysis.isLibrary(file) && names.includes(symbol!.name);
}

/** What the type parameters of a declaration stand for where it is given these arguments. */
export function bind(
  declaration: ts.Declaration,
  typeArguments: readonly ts.TypeNode[] | undefined,
  bindings: Bindings,
  analysis: Analysis,
): Bindings {
  const parameters = (declaration as Partial<ts.DeclarationWithTypeParameterChildren>).typeParameters ?? [];
  if (parameters.length === 0) return noBindings;
  const bound = new Map<ts.Symbol, Written>();
  for (const [index, parameter] of parameters.entries()) {
    const node = typeArguments?.[index];
    const symbol = analysis.checker.getSymbolAtLocation(parameter.name);
    if (symbol === undefined) continue;
    if (node !== undefined) bound.set(symbol, { node, bindings });
    else if (parameter.default !== undefined) bound.set(symbol, { node: parameter.default, bindings: bound });
  }
  return bound;
}

/** Without parentheses, `| null` and `| undefined`, and with what a type parameter stands for. */
function resolve(written: Written, analysis: Analysis): Written {
  const node = withoutAbsence(written.node);
  if (!typescript.isTypeReferenceNode(node)) return { ...written, node };
  const symbol = written.bindings.size > 0 ? analysis.checker.getSymbolAtLocation(node.typeName) : undefined;
  const bound = symbol && written.bindings.get(symbol);
  return bound === undefined ? { ...written, node } : resolve(bound, analysis);
}

/** The type as written without parentheses and without `| null` and `| undefined`. */
export function withoutAbsence(typeNode: ts.TypeNode): ts.TypeNode {
  if (typescript.isParenthesizedTypeNode(typeNode)) return withoutAbsence(typeNode.type);
  if (!typescript.isUnionTypeNode(typeNode)) return typeNode;
  const present = typeNode.types.filter((each) => !isAbsence(each));
  return present.length === 1 ? withoutAbsence(present[0]!) : typeNode;
}

function isAbsence(node: ts.TypeNode): boolean {
  return (
    node.kind === typescript.SyntaxKind.UndefinedKeyword ||
    (typescript.isLiteralTypeNode(node) && node.literal.kind === typescript.SyntaxKind.NullKeyword)
  );
}

/** The element of an array as it is written: `T` of `T[]`, `Array<T>` and `readonly T[]`. */
export function elementOf(written: Written | undefined, analysis: Analysis): Written | undefined {
  const own = unaliased(written, analysis);
  if (own === undefined) return undefined;
  const { node, bindings } = own;
  if (typescript.isTypeOperatorNode(node)) return elementOf({ node: node.type, bindings }, analysis);
  if (typescript.isArrayTypeNode(node)) return { node: node.elementType, bindings };
  const narrowed = narrowedType(node, analysis);
  if (narrowed !== undefined) return elementOf({ node: narrowed, bindings }, analysis);
  const element = isLibraryType(node, analysis, 'Array', 'ReadonlyArray') ? node.typeArguments?.[0] : undefined;
  return element && { node: element, bindings };
}

/** The value of a record as it is written: `V` of `Record<K, V>` and `{ [key: string]: V }`. */
export function valueOf(written: Written | undefined, analysis: Analysis): Written | undefined {
  const own = unaliased(written, analysis);
  if (own === undefined) return undefined;
  const { node, bindings } = own;
  if (typescript.isTypeLiteralNode(node)) return indexed(node.members, bindings);
  const last = namedTypes(own, analysis).at(-1);
  const members = last?.declarations.flatMap((each): readonly ts.Node[] => ('members' in each ? each.members : []));
  if (members !== undefined && members.length > 0) return indexed(members, last!.bindings);
  if (typescript.isMappedTypeNode(node)) return node.type && { node: node.type, bindings };
  const narrowed = narrowedType(node, analysis);
  if (narrowed !== undefined) return valueOf({ node: narrowed, bindings }, analysis);
  const value = isLibraryType(node, analysis, 'Record') ? node.typeArguments?.[1] : undefined;
  return value && { node: value, bindings };
}

/** What an index signature among the members of a type gives. */
function indexed(members: readonly ts.Node[], bindings: Bindings): Written | undefined {
  const signature = members.find((member) => typescript.isIndexSignatureDeclaration(member));
  return signature && { node: signature.type, bindings };
}

const narrowing = ['Exclude', 'Extract', 'NonNullable', 'Omit', 'Partial', 'Pick', 'Readonly', 'Required'];

/** The type that one of the standard library narrows down: `T` of `Partial<T>` and `Exclude<T, U>`. */
export function narrowedType(node: ts.TypeNode, analysis: Analysis): ts.TypeNode | undefined {
  return isLibraryType(node, analysis, ...narrowing) ? node.typeArguments?.[0] : undefined;
}

/** Follows aliases down to the type that is written there. */
export function unaliased(written: Written | undefined, analysis: Analysis): Written | undefined {
  if (written === undefined) return undefined;
  analysis.budget?.countStep();
  let own = resolve(written, analysis);
  for (const { declaration, bindings } of namedTypes(written, analysis)) {
    if (typescript.isTypeAliasDeclaration(declaration)) own = resolve({ node: declaration.type, bindings }, analysis);
  }
  return own;
}
