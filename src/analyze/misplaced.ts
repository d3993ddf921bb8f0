import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';
import { decoratorUsages } from './usages.js';

/** Reports markers on parts of a class that are no part of its objects, where they would be lost without a word. */
export function reportMisplaced(file: ts.SourceFile, analysis: Analysis): void {
  for (const statement of file.statements) {
    if (!typescript.isClassDeclaration(statement)) continue;
    for (const member of statement.members) {
      const place = placeOf(member);
      if (place !== undefined) reportOn(member, place, analysis);
      if (!typescript.isFunctionLike(member)) continue;
      for (const parameter of member.parameters) {
        if (!typescript.isParameterPropertyDeclaration(parameter, member)) reportOn(parameter, 'a parameter', analysis);
      }
    }
  }
}

function placeOf(member: ts.ClassElement): string | undefined {
  if (typescript.isConstructorDeclaration(member)) return 'a constructor';
  const flags = typescript.getCombinedModifierFlags(member);
  return flags & typescript.ModifierFlags.Static ? 'a static member' : undefined;
}

function reportOn(node: ts.Node, place: string, analysis: Analysis): void {
  for (const { marker, label, position } of decoratorUsages(node, analysis)) {
    if (marker.on === 'rbac') continue;
    const wanted = marker.on === 'kind' ? 'the class of a kind' : 'a field or a type';
    analysis.report('marker-place', position, { marker: label, place, wanted });
  }
}
