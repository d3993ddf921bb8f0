import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';
import { bind, namedTypes, noBindings, unaliased, type Bindings, type Written } from './type-names.js';

/** The declared type that a member belongs to: its class or interface, or the alias of an object literal. */
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
 * What the type parameters stand for in each generic declaration that a written type is made of: in `Box<Port>`, in the
 * bases of `Box`, in the parts of an intersection and in the arguments of `Partial` and its like.
 */
export function bindingsOfOwners(written: Written | undefined, analysis: Analysis): ReadonlyMap<ts.Node, Bindings> {
  const found = new Map<ts.Node, Bindings>();
  collect(written);
  return found;

  function collect(next: Written | undefined): void {
    if (next === undefined) return;
    for (const { declaration, bindings } of namedTypes(next, analysis)) {
      if (found.has(declaration)) return;
      found.set(declaration, bindings);
      for (const clause of heritageOf(declaration)) {
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
    // `extends Partial<Box<Port>>`: what is extended is a part of the arguments.
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

/** The classes and interfaces that a declaration extends, nearest first, each once. */
export function basesOf(declaration: ts.Node, analysis: Analysis): readonly ts.Declaration[] {
  const found: ts.Declaration[] = [];
  const visit = (node: ts.Node): void => {
    for (const clause of heritageOf(node)) {
      if (clause.token !== typescript.SyntaxKind.ExtendsKeyword) continue;
      for (const { expression } of clause.types) {
        for (const base of analysis.symbolAt(expression)?.declarations ?? []) {
          if (found.includes(base)) continue;
          found.push(base);
          visit(base);
          if (!typescript.isTypeAliasDeclaration(base)) continue;
          for (const { declaration: named } of namedTypes({ node: base.type, bindings: noBindings }, analysis)) {
            found.push(named);
            visit(named);
          }
        }
      }
    }
  };
  visit(declaration);
  return found;
}

/** Whether a declaration is our own class `CustomResource`, which every kind extends. */
export function isOfCustomResource(declaration: ts.Node, analysis: Analysis): boolean {
  return (
    typescript.isClassDeclaration(declaration) &&
    declaration.name?.text === 'CustomResource' &&
    analysis.isOurs(declaration.getSourceFile(), 'api/')
  );
}
