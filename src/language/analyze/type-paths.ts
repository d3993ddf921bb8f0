import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { heritageOf, isField, isGenericOwner, ownerOf } from './declared.js';
import {
  bind,
  branchOf,
  indexed,
  isLibraryType,
  keysOf,
  mappedValue,
  nameAt,
  narrowedType,
  noBindings,
  resolve,
  type Bindings,
  type Key,
  type Name,
  type Written,
} from './type-names.js';

/** A member of a type as written: a field, an element of a tuple or a list, or a value of a record. */
export interface Member {
  /** `Item.x`; for elements and values, the type that has them. */
  readonly of: string;
  /** The declarations of the field; empty for elements and values. */
  readonly declarations: readonly ts.Declaration[];
  readonly type?: Written | undefined;
}

/** A field on the path from the type node to the type itself: `x` in `Item['x']`. */
export interface PassedField {
  readonly field: Member;
  /** The type node that refers to it. */
  readonly at: ts.TypeNode;
}

/** The path from a type node to the type itself: all names and all fields, outermost first, and the last type node. */
export interface Path {
  readonly steps: readonly (Name | PassedField)[];
  readonly end: Written;
}

/**
 * Returns the user's names that a type node resolves through, outermost first: for `Port` with `type Port = Small`,
 * first `Port`, then `Small`. Our own scalars end the chain, because their documentation is not that of the field.
 */
export function namedTypes(written: Written | undefined, analysis: Analysis): readonly Name[] {
  return written === undefined ? [] : pathOf(written, analysis).steps.filter((each) => 'declarations' in each);
}

/** Returns the type node after following all names and all types that only pass it on. */
export function endOf(written: Written, analysis: Analysis): Written {
  return pathOf(written, analysis).end;
}

/** Paths that are known, because every question about a type asks for its path. */
const knownPaths = new WeakMap<Analysis, WeakMap<Bindings, Map<ts.TypeNode, Path>>>();

/** Follows a type node through names, fields, and types that only pass it on. */
export function pathOf(written: Written, analysis: Analysis): Path {
  // Known paths count as well: types that double ask for the same path again and again.
  analysis.budget?.countStep();
  const ofAnalysis = knownPaths.get(analysis) ?? new WeakMap<Bindings, Map<ts.TypeNode, Path>>();
  knownPaths.set(analysis, ofAnalysis);
  const known = ofAnalysis.get(written.bindings) ?? new Map<ts.TypeNode, Path>();
  ofAnalysis.set(written.bindings, known);
  const path = known.get(written.node) ?? follow(written, analysis);
  // What was cut off inside another path is not the whole path.
  if (!analysis.isWithin) known.set(written.node, path);
  return path;
}

function follow(written: Written, analysis: Analysis): Path {
  const found: (Name | PassedField)[] = [];
  let next: Written | undefined = written;
  let end = written;
  return analysis.within(mostSteps, (takeStep) => {
    while (next !== undefined && takeStep()) {
      end = resolve(next, analysis);
      const inside = insideOf(end, analysis);
      if (inside !== undefined) {
        if (inside.field !== undefined) found.push({ field: inside.field, at: end.node });
        next = inside.type;
        continue;
      }
      const name = nameAt(end, analysis);
      if (name === undefined) break;
      found.push(name);
      const { declaration, bindings } = name;
      next = typescript.isTypeAliasDeclaration(declaration) ? { node: declaration.type, bindings } : undefined;
    }
    return { steps: found, end };
  });
}

// An alias can refer to itself, which the compiler reports.
const mostSteps = 256;

// These types have the same fields or values as their argument, so its annotations still apply.
const passing = ['NoInfer', 'NonNullable', 'Partial', 'Readonly', 'Required'];

/** A type that another one only passes on, and the field to which it belongs. */
interface Inside {
  readonly type?: Written | undefined;
  readonly field?: Member;
}

/**
 * Returns the type that another one only passes on: `T` of `Readonly<T>` and similar types, and that of a field
 * `T['name']`, of a constant `typeof name`, and of the branch of a conditional type that applies.
 */
function insideOf({ node, bindings }: Written, analysis: Analysis): Inside | undefined {
  if (isLibraryType(node, analysis, ...passing)) {
    const [argument] = node.typeArguments ?? [];
    return argument && { type: { node: argument, bindings } };
  }
  if (typescript.isConditionalTypeNode(node)) {
    const branch = branchOf(node, bindings, analysis);
    return branch && { type: { node: branch, bindings } };
  }
  if (typescript.isTypeQueryNode(node)) return constantOf(node.exprName, analysis);
  if (typescript.isImportTypeNode(node) && node.isTypeOf) return node.qualifier && constantOf(node.qualifier, analysis);
  if (!typescript.isIndexedAccessTypeNode(node)) return undefined;
  const [key, other] = keysOf({ node: node.indexType, bindings }, analysis);
  if (key === undefined || other !== undefined) return undefined;
  const member = memberOf({ node: node.objectType, bindings }, key, analysis);
  return member && { type: member.type, ...(member.declarations.length > 0 ? { field: member } : {}) };
}

/** Returns the declared type of a constant or of its field: `typeof port`, `typeof defaults.port`. */
function constantOf(name: ts.EntityName, analysis: Analysis): Inside | undefined {
  const declaration = analysis.symbolAt(typescript.isQualifiedName(name) ? name.right : name)?.declarations?.[0];
  if (declaration === undefined) return undefined;
  if (typescript.isVariableDeclaration(declaration) && declaration.type !== undefined) {
    return { type: { node: declaration.type, bindings: noBindings } };
  }
  if (!isField(declaration) || !typescript.isQualifiedName(name)) return undefined;
  const owner = constantOf(name.left, analysis)?.type;
  const member = owner && memberOf(owner, name.right.text, analysis);
  return member && { type: member.type, field: member };
}

/** Returns a member of a type as written, whose type an indexed access takes. */
export function memberOf(object: Written, key: Key, analysis: Analysis): Member | undefined {
  const own = endOf(object, analysis);
  const { node, bindings } = own;
  const of = object.node.getText();
  const whole = narrowedType(node, analysis);
  if (whole !== undefined) return memberOf({ node: whole, bindings }, key, analysis);
  if (key === Number) return { of, declarations: [], type: elementOf(own, analysis) };
  if (key === String) return { of, declarations: [], type: valueOf(own, analysis) };
  const name = key as string;
  if (typescript.isTupleTypeNode(node)) return { of, declarations: [], type: elementAt(node, name, own) };
  if (typescript.isMappedTypeNode(node)) return { of, declarations: [], type: valueOf(own, analysis, name) };
  const type = analysis.checker.getTypeFromTypeNode(node);
  const declarations = analysis.checker.getPropertyOfType(type, name)?.declarations?.filter(isField) ?? [];
  const [declaration] = declarations;
  if (declaration === undefined) return { of, declarations, type: valueOf(own, analysis) };
  return { of: `${of}.${name}`, declarations, type: typeOfField(declaration, own, analysis) };
}

/** Returns the type of a field as written, with the type arguments of the type that has the field. */
function typeOfField(declaration: ts.Declaration, written: Written, analysis: Analysis): Written | undefined {
  if (!isField(declaration) || declaration.type === undefined) return undefined;
  const node = declaration.type;
  const owner = ownerOf(declaration);
  if (owner?.typeParameters === undefined) return { node, bindings: noBindings };
  return { node, bindings: bindingsOfOwners(written, analysis).get(owner) ?? written.bindings };
}

function elementAt(tuple: ts.TupleTypeNode, index: string, { bindings }: Written): Written | undefined {
  const element = tuple.elements[Number(index)];
  if (element === undefined) return undefined;
  const node =
    typescript.isNamedTupleMember(element) || typescript.isOptionalTypeNode(element) ? element.type : element;
  return { node, bindings };
}

/** Returns the element of an array as written: `T` of `T[]`, `Array<T>` and `readonly T[]`. */
export function elementOf(written: Written | undefined, analysis: Analysis): Written | undefined {
  if (written === undefined) return undefined;
  const { node, bindings } = endOf(written, analysis);
  if (typescript.isTypeOperatorNode(node)) return elementOf({ node: node.type, bindings }, analysis);
  if (typescript.isArrayTypeNode(node)) return { node: node.elementType, bindings };
  const narrowed = narrowedType(node, analysis);
  if (narrowed !== undefined) return elementOf({ node: narrowed, bindings }, analysis);
  const element = isLibraryType(node, analysis, 'Array', 'ReadonlyArray') ? node.typeArguments?.[0] : undefined;
  return element && { node: element, bindings };
}

/**
 * Returns the value type of a map as written: `V` of `Record<K, V>` and `{ [key: string]: V }`, and that of one key of a
 * mapped type.
 */
export function valueOf(written: Written | undefined, analysis: Analysis, key?: string): Written | undefined {
  if (written === undefined) return undefined;
  const own = endOf(written, analysis);
  const { node, bindings } = own;
  if (typescript.isTypeLiteralNode(node)) return indexed(node.members, bindings);
  const last = nameAt(own, analysis);
  const members = last?.declarations.flatMap((each): readonly ts.Node[] => ('members' in each ? each.members : []));
  if (members !== undefined && members.length > 0) return indexed(members, last!.bindings);
  if (typescript.isMappedTypeNode(node)) return mappedValue(node, bindings, key, analysis);
  const narrowed = narrowedType(node, analysis);
  if (narrowed !== undefined) return valueOf({ node: narrowed, bindings }, analysis, key);
  const value = isLibraryType(node, analysis, 'Record') ? node.typeArguments?.[1] : undefined;
  return value && { node: value, bindings };
}

/** Follows aliases to the type node of their declaration. */
export function unaliased(written: Written | undefined, analysis: Analysis): Written | undefined {
  if (written === undefined) return undefined;
  analysis.budget?.countStep();
  let own = resolve(written, analysis);
  for (const { declaration, bindings } of namedTypes(written, analysis)) {
    if (typescript.isTypeAliasDeclaration(declaration)) own = resolve({ node: declaration.type, bindings }, analysis);
  }
  return own;
}

/**
 * Returns the bindings of the type parameters in each generic declaration that a type node is composed of: in
 * `Box<Port>`, in the bases of `Box`, in the parts of an intersection and in the arguments of `Partial` and similar
 * types.
 */
export function bindingsOfOwners(written: Written | undefined, analysis: Analysis): ReadonlyMap<ts.Node, Bindings> {
  const found = new Map<ts.Node, Bindings>();
  collect(written);
  return found;

  function collect(next: Written | undefined): void {
    if (next === undefined) return;
    for (const { declarations, bindings } of namedTypes(next, analysis)) {
      if (found.has(declarations[0]!)) return;
      for (const each of declarations) found.set(each, bindings);
      for (const clause of declarations.flatMap(heritageOf)) {
        for (const base of clause.types) collectBase(base, bindings);
      }
    }
    const { node, bindings } = unaliased(next, analysis)!;
    if (typescript.isIntersectionTypeNode(node) || typescript.isUnionTypeNode(node)) {
      for (const each of node.types) collect({ node: each, bindings });
    } else if (typescript.isTypeReferenceNode(node)) {
      for (const each of node.typeArguments ?? []) collect({ node: each, bindings });
    }
  }

  function collectBase(base: ts.ExpressionWithTypeArguments, bindings: Bindings): void {
    // In `extends Partial<Box<Port>>`, the extended type is one of the arguments.
    for (const node of base.typeArguments ?? []) collect({ node, bindings });
    for (const declaration of analysis.symbolAt(base.expression)?.declarations ?? []) {
      if (typescript.isTypeAliasDeclaration(declaration)) {
        collect({ node: declaration.type, bindings: bind(declaration, base.typeArguments, bindings, analysis) });
      }
      if (!isGenericOwner(declaration) || found.has(declaration)) continue;
      const inner = bind(declaration, base.typeArguments, bindings, analysis);
      found.set(declaration, inner);
      for (const clause of heritageOf(declaration)) for (const each of clause.types) collectBase(each, inner);
    }
  }
}
