import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';
import { annotationsOf, decoratorUsages } from './usages.js';

/** Reports markers in places that no kind is made of, where they would be lost without a word. */
export function reportMisplaced(file: ts.SourceFile, analysis: Analysis): void {
  const visit = (node: ts.Node): void => {
    const place = placeOfType(node);
    if (place !== undefined) reportKindMarkers(node, place, analysis);
    if (typescript.isClassLike(node)) reportMembers(node, analysis);
    typescript.forEachChild(node, visit);
  };
  visit(file);
}

/** A type that is not the class of a kind, in words. */
function placeOfType(node: ts.Node): string | undefined {
  if (typescript.isInterfaceDeclaration(node)) return 'an interface';
  if (typescript.isTypeAliasDeclaration(node)) return 'a type alias';
  if (typescript.isClassExpression(node)) return 'a class that is a value';
  if (typescript.isClassDeclaration(node) && !typescript.isSourceFile(node.parent)) return 'a class within others';
  return undefined;
}

function reportKindMarkers(node: ts.Node, place: string, analysis: Analysis): void {
  for (const { marker, label, position } of annotationsOf(node, analysis).usages) {
    if (marker.on !== 'kind') continue;
    const wanted = 'the class of a kind, at the top of a file';
    analysis.report('marker-place', position, { marker: label, place, wanted });
  }
}

/** The parts of a class that are no part of its objects. */
function reportMembers(node: ts.ClassLikeDeclaration, analysis: Analysis): void {
  for (const member of node.members) {
    const place = placeOfMember(member);
    if (place !== undefined) reportOn(member, place, analysis);
    if (!typescript.isFunctionLike(member)) continue;
    for (const parameter of member.parameters) {
      if (!typescript.isParameterPropertyDeclaration(parameter, member)) reportOn(parameter, 'a parameter', analysis);
    }
  }
}

function placeOfMember(member: ts.ClassElement): string | undefined {
  if (typescript.isConstructorDeclaration(member)) return 'a constructor';
  const flags = typescript.getCombinedModifierFlags(member);
  return flags & typescript.ModifierFlags.Static ? 'a static member' : undefined;
}

function reportOn(node: ts.Node, place: string, analysis: Analysis): void {
  for (const { marker, label, position } of decoratorUsages(node, analysis)) {
    if (marker.on !== 'schema' && marker.on !== 'kind') continue;
    const wanted = marker.on === 'kind' ? 'the class of a kind' : 'a field or a type';
    analysis.report('marker-place', position, { marker: label, place, wanted });
  }
}
