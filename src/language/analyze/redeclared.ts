import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { isField, isNamedType, partsOf, type FieldDeclaration } from './declared.js';
import { schemaUsages } from './levels.js';
import { reportLeftOut } from './losses.js';
import { mergedAnnotations } from './merged.js';
import { basesOf, implementedBy } from './owners.js';
import type { Annotations } from './usage.js';

/**
 * Groups the declarations of a field by type, because an interface can be declared in several parts. Each part of an
 * intersection has its own declarations.
 */
export function declaredTogether(
  declarations: readonly ts.Declaration[],
  analysis: Analysis,
): readonly (readonly ts.Declaration[])[] {
  if (declarations.length < 2) return declarations.map((each) => [each]);
  const groups = new Map<ts.Node, ts.Declaration[]>();
  for (const each of declarations) {
    const first = partsOf(typeAround(each), analysis)[0]!;
    groups.set(first, [...(groups.get(first) ?? []), each]);
  }
  return [...groups.values()];
}

/** Returns the type that contains a member; for a constructor parameter, its class. */
function typeAround(member: ts.Declaration): ts.Node {
  return typescript.isConstructorDeclaration(member.parent) ? member.parent.parent : member.parent;
}

/** Reports declarations of one field that differ in type or in whether the field is optional. */
export function reportOtherTypes(declarations: readonly ts.Declaration[], field: string, analysis: Analysis): void {
  const [first, ...others] = declarations.filter((each) => isField(each));
  for (const other of others) {
    if (!isSameType(first!, other, analysis)) report(first!, other, 'its type', ({ type }) => type?.getText() ?? 'any');
    const presence = ({ questionToken }: FieldDeclaration): string => (questionToken ? 'optional' : 'required');
    if (presence(first!) !== presence(other)) report(first!, other, 'whether it is required', presence);
  }

  function report(
    one: FieldDeclaration,
    other: FieldDeclaration,
    what: string,
    text: (each: FieldDeclaration) => string,
  ): void {
    const { file, line } = analysis.positionOf(one.name);
    const parameters = { name: field, what, one: text(one), other: text(other), first: `${file}:${line}` };
    analysis.report('conflicting-declarations', other.name, parameters);
  }
}

function isSameType(one: FieldDeclaration, other: FieldDeclaration, { checker }: Analysis): boolean {
  const [left, right] = [one, other].map((each) => checker.getTypeAtLocation(each.type ?? each));
  if (left === right) return true;
  const isAlike = checker.isTypeAssignableTo(left!, right!) && checker.isTypeAssignableTo(right!, left!);
  return isAlike && checker.typeToString(left!) === checker.typeToString(right!);
}

/** Warns of markers on the field of a base or of an implemented type that is declared again without them. */
export function reportOverridden(
  symbol: ts.Symbol,
  declaration: ts.Declaration,
  levels: readonly Annotations[],
  field: string,
  analysis: Analysis,
): void {
  const type = typeAround(declaration);
  for (const base of [...basesOf(type, analysis), ...implementedBy(type, analysis)]) {
    const overridden = partsOf(base, analysis).flatMap((part) => membersOf(part, symbol.name));
    if (overridden.length === 0) continue;
    const lost = schemaUsages([mergedAnnotations(overridden, analysis)]);
    const of = `${typescript.getNameOfDeclaration(base)?.getText() ?? 'its base'}.${symbol.name}`;
    reportLeftOut(
      typescript.getNameOfDeclaration(declaration) ?? declaration,
      field,
      lost,
      schemaUsages(levels),
      of,
      analysis,
    );
  }
}

function membersOf(type: ts.Node, name: string): readonly ts.Declaration[] {
  const isOwner = typescript.isClassDeclaration(type) || typescript.isInterfaceDeclaration(type);
  const members: readonly ts.Declaration[] = isOwner ? [...type.members] : [];
  return members.filter((each) => {
    const own = typescript.getNameOfDeclaration(each);
    return own !== undefined && typescript.isPropertyName(own) && !typescript.isComputedPropertyName(own)
      ? own.text === name
      : false;
  });
}

/** Reports names that a file gives to two declarations that TypeScript does not merge: one of them would be lost. */
export function reportDeclaredTwice(file: ts.SourceFile, analysis: Analysis): void {
  const { bindDiagnostics = [] } = file as unknown as { readonly bindDiagnostics?: readonly ts.Diagnostic[] };
  const places = new Set(bindDiagnostics.map(({ start }) => start));
  if (places.size === 0) return;
  const seen = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = isNamedType(node) ? node.name : undefined;
    if (name !== undefined && places.has(name.getStart())) {
      if (seen.has(name.text)) analysis.report('duplicate-declaration', name, { name: name.text });
      seen.add(name.text);
    }
    typescript.forEachChild(node, visit);
  };
  visit(file);
}
