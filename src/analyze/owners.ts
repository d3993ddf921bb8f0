import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { partsOf, typesAmong } from './declared.js';
import { bind, namedTypes, noBindings, unaliased, type Bindings, type Written } from './type-names.js';

/** Returns the declared type that a member belongs to: its class or interface, or the alias of an object literal. */
export function ownerOf(member: ts.Node): ts.DeclarationWithTypeParameterChildren | undefined {
  return typescript.findAncestor(
    member.parent,
    (node) =>
      typescript.isClassDeclaration(node) ||
      typescript.isInterfaceDeclaration(node) ||
      typescript.isTypeAliasDeclaration(node),
  );
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

function isGenericOwner(node: ts.Node): node is ts.ClassDeclaration | ts.InterfaceDeclaration {
  return typescript.isClassDeclaration(node) || typescript.isInterfaceDeclaration(node);
}

function heritageOf(declaration: ts.Node): readonly ts.HeritageClause[] {
  return isGenericOwner(declaration) ? (declaration.heritageClauses ?? []) : [];
}

/**
 * Returns the classes and interfaces that a type extends in any of its declarations, nearest first and each once. One
 * declaration represents all declarations of its type.
 */
export function basesOf(declaration: ts.Node, analysis: Analysis): readonly ts.Declaration[] {
  const found: ts.Declaration[] = [];
  const add = (base: ts.Declaration | undefined): void => {
    if (base === undefined || found.includes(base)) return;
    found.push(base);
    visit(base);
    if (!typescript.isTypeAliasDeclaration(base)) return;
    for (const named of namedTypes({ node: base.type, bindings: noBindings }, analysis)) add(named.declaration);
  };
  const visit = (node: ts.Node): void => {
    for (const clause of partsOf(node, analysis).flatMap(heritageOf)) {
      if (clause.token !== typescript.SyntaxKind.ExtendsKeyword) continue;
      for (const { expression } of clause.types) add(typesAmong(analysis.symbolAt(expression)?.declarations)[0]);
    }
  };
  visit(declaration);
  return found;
}

/** Reports whether a declaration is the runtime's class `CustomResource`, which every kind extends. */
export function isOfCustomResource(declaration: ts.Node, analysis: Analysis): boolean {
  return (
    typescript.isClassDeclaration(declaration) &&
    declaration.name?.text === 'CustomResource' &&
    analysis.isOurs(declaration.getSourceFile(), 'api/')
  );
}
