import type { Marker } from '../markers/marker.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { isField } from './declared.js';
import { annotationsOf } from './usages.js';

/** Reports markers in places that are not part of any kind, where they would be silently lost. */
export function reportMisplaced(file: ts.SourceFile, analysis: Analysis): void {
  const visit = (node: ts.Node): void => {
    const type = placeOfType(node);
    if (type !== undefined) reportOn(node, type, ({ on }) => on === 'kind', analysis);
    const place = placeOfNoType(node);
    if (place !== undefined) reportOn(node, place, ({ on }) => on === 'kind' || on === 'schema', analysis);
    typescript.forEachChild(node, visit);
  };
  visit(file);
}

/** Describes a field, or a type other than the class of a kind. */
function placeOfType(node: ts.Node): string | undefined {
  if (isField(node)) return placeOfNoType(node) === undefined && !isParameterOfCode(node) ? 'a field' : undefined;
  if (typescript.isInterfaceDeclaration(node)) return 'an interface';
  if (typescript.isTypeAliasDeclaration(node)) return 'a type alias';
  if (typescript.isEnumDeclaration(node)) return 'an enum';
  if (typescript.isClassExpression(node)) return 'a class expression';
  if (typescript.isClassDeclaration(node) && !typescript.isSourceFile(node.parent)) return 'a class within others';
  return undefined;
}

/** Describes a declaration that is neither a type nor a field of one. */
function placeOfNoType(node: ts.Node): string | undefined {
  // Declarations inside functions are not checked.
  if (node.parent !== undefined && typescript.isBlock(node.parent)) return undefined;
  if (typescript.isFunctionDeclaration(node)) return 'a function';
  if (typescript.isVariableStatement(node)) return 'a variable';
  if (typescript.isModuleDeclaration(node)) return 'a namespace';
  if (typescript.isImportDeclaration(node)) return 'an import';
  if (typescript.isExportDeclaration(node) || typescript.isExportAssignment(node)) return 'an export';
  if (typescript.isEnumMember(node)) return 'a member of an enum';
  if (typescript.isIndexSignatureDeclaration(node)) return 'an index signature';
  if (typescript.isConstructorDeclaration(node)) return 'a constructor';
  if (typescript.isParameter(node)) return placeOfParameter(node);
  const isStatic = typescript.isClassElement(node) && typescript.getCombinedModifierFlags(node) & staticFlag;
  return isStatic ? 'a static member' : undefined;
}

const staticFlag = typescript.ModifierFlags.Static;

/** Describes a parameter of a method; those of functions are not checked. */
function placeOfParameter(node: ts.ParameterDeclaration): string | undefined {
  return typescript.isClassElement(node.parent) && isParameterOfCode(node) ? 'a parameter' : undefined;
}

/** Reports whether a node is a parameter that declares no field. */
function isParameterOfCode(node: ts.Node): boolean {
  return typescript.isParameter(node) && !typescript.isParameterPropertyDeclaration(node, node.parent);
}

// These are also JSDoc tags, with a different meaning on code that is not a type.
const ofJsDoc: ReadonlySet<string> = new Set(['@default', '@enum']);

function reportOn(node: ts.Node, place: string, isWrong: (marker: Marker) => boolean, analysis: Analysis): void {
  for (const { marker, label, position } of annotationsOf(node, analysis).usages) {
    if (!isWrong(marker) || (ofJsDoc.has(label) && !isOfObject(node))) continue;
    analysis.report('misplaced-marker', position, { marker: label, place, wanted: wantedFor(marker, node) });
  }
}

/** Reports whether a declaration is a part of an object type, where JSDoc tags are markers. */
function isOfObject(node: ts.Node): boolean {
  return typescript.isEnumMember(node) || typescript.isIndexSignatureDeclaration(node) || typescript.isParameter(node);
}

function wantedFor({ on }: Marker, node: ts.Node): string {
  if (on === 'kind') {
    return isField(node) || placeOfType(node) === undefined
      ? 'the class of a kind'
      : 'the class of a kind, at the top of a file';
  }
  return typescript.isIndexSignatureDeclaration(node) ? 'the record, with @Values(...)' : 'a field or a type';
}
