import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { heritageOf, partsOf } from './declared.js';
import { noBindings, type Written } from './type-names.js';
import { namedTypes } from './type-paths.js';

/**
 * Returns the classes and interfaces that a type extends in any of its declarations, nearest first and each once. One
 * declaration represents all declarations of its type.
 */
export function basesOf(declaration: ts.Node, analysis: Analysis): readonly ts.Declaration[] {
  return declarationsBehind(extendedBy(declaration, analysis), analysis);
}

/** Returns the types that a class implements, and the types that those extend. Nothing is inherited from them. */
export function implementedBy(declaration: ts.Node, analysis: Analysis): readonly ts.Declaration[] {
  return declarationsBehind(typesAfter(typescript.SyntaxKind.ImplementsKeyword, declaration, analysis), analysis);
}

function declarationsBehind(types: readonly Written[], analysis: Analysis): readonly ts.Declaration[] {
  const found: ts.Declaration[] = [];
  const visit = (bases: readonly Written[]): void => {
    for (const base of bases) {
      for (const named of namedTypes(base, analysis)) {
        if (found.includes(named.declaration)) continue;
        found.push(named.declaration);
        visit(extendedBy(named.declaration, analysis));
      }
    }
  };
  visit(types);
  return found;
}

/** Returns the types that a type extends in any of its declarations, as written. */
export function extendedBy(declaration: ts.Node, analysis: Analysis): readonly Written[] {
  return typesAfter(typescript.SyntaxKind.ExtendsKeyword, declaration, analysis);
}

function typesAfter(keyword: ts.HeritageClause['token'], declaration: ts.Node, analysis: Analysis): readonly Written[] {
  return partsOf(declaration, analysis)
    .flatMap(heritageOf)
    .filter(({ token }) => token === keyword)
    .flatMap(({ types }) => types.map((node) => ({ node, bindings: noBindings })));
}

/** Reports whether a declaration is the runtime's class `CustomResource`, which every kind extends. */
export function isOfCustomResource(declaration: ts.Node, analysis: Analysis): boolean {
  return (
    typescript.isClassDeclaration(declaration) &&
    declaration.name?.text === 'CustomResource' &&
    analysis.isOurs(declaration.getSourceFile(), 'api/')
  );
}
