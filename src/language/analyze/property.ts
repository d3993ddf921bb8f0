import type { Property } from '../../base/model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { isField, ownerOf } from './declared.js';
import { isIgnored, isIgnoredField } from './ignored.js';
import { applyInitializer } from './initializer.js';
import { isSchemaless, levelsOf, says, schemaUsages } from './levels.js';
import { mentioned, reportLeftOut, reportLosses } from './losses.js';
import { mergedAnnotations } from './merged.js';
import { isOfCustomResource } from './owners.js';
import type { Place, Reading, SchemaReader } from './place.js';
import { declaredTogether, reportOtherTypes, reportOverridden } from './redeclared.js';
import { annotate, keepUnknown } from './schema-markers.js';
import { noBindings } from './type-names.js';
import type { Annotations, Usage } from './usage.js';

const { SymbolFlags, TypeFlags } = typescript;

export const noPlainField = {
  type: 'not a plain field',
  instead: 'objects of a kind are JSON: keep fields with names only, and move accessors and methods out of the class',
};

/** The place of a field, and whether its type is not the one of its declaration. */
interface FieldPlace extends Place {
  readonly isOther: boolean;
}

/**
 * Returns one field of an object: its schema with documentation and markers. Undefined if it has none, which was
 * reported.
 */
export function propertyOf(
  symbol: ts.Symbol,
  place: FieldPlace,
  analysis: Analysis,
  schemaOf: SchemaReader,
  read: Reading,
): Property | undefined {
  const declarations = symbol.declarations ?? [];
  const [declaration] = declarations;
  // A field's decorators and doc comment belong to its declaration, but problems point at its name.
  const node = (declaration && typescript.getNameOfDeclaration(declaration)) ?? declaration ?? place.node;
  const name = typescript.unescapeLeadingUnderscores(symbol.escapedName);
  const field = `${place.field}.${name}`;
  if (isIgnoredField(declarations, analysis)) return undefined;
  const twice = declarations.find((each) => each !== declaration && each.parent === declaration?.parent);
  if (twice !== undefined && isField(twice)) {
    analysis.report('duplicate-field', twice, { field });
    return undefined;
  }
  if (!isJsonField(symbol)) {
    const isPrivate = typescript.isPrivateIdentifier(node);
    analysis.report('unsupported-type', node, {
      field: isPrivate ? `${place.field}.${node.text}` : field,
      ...noPlainField,
    });
    return undefined;
  }
  const type = analysis.checker.getTypeOfSymbol(symbol);
  const { written, isOther } = place;
  const groups = declaredTogether(declarations, analysis);
  for (const each of groups) reportOtherTypes(each, field, analysis);
  const levels = groups.map((each) => mergedAnnotations(each, analysis));
  if (isOther) reportReplaced(symbol, levels, { ...place, field }, analysis);
  else if (declaration !== undefined) reportOverridden(symbol, declaration, levels, field, analysis);
  const own = isOther ? [] : levels;
  const unread = isSchemaless(own);
  const ofType = unread ? [] : levelsOf(written, analysis);
  if (isIgnored(ofType, analysis)) return undefined;
  if (!unread) reportLosses(written, schemaUsages(own), analysis);
  const openEnded = place.openEnded ?? says(own, 'PreserveUnknownFields');
  const schema = unread
    ? {}
    : schemaOf(type, { ...place, written, node, field, ...(openEnded ? { openEnded } : {}) }, analysis);
  if (schema === undefined) return undefined;

  // Each part of an intersection can declare the field.
  for (const [index, { description, usages: said }] of levels.entries()) {
    annotate(schema, { description, usages: isOther ? [] : said }, field, analysis);
    if (!isOther) for (const each of groups[index]!) applyInitializer(schema, each, field, analysis);
  }
  if (unread && !says(own, 'Schema')) keepUnknown(schema);
  // A marker on a type affects the field of that type in the same way as a marker on the field.
  const ofField = new Set([...own, ...ofType].flatMap((each) => each.usages.map(({ marker }) => marker)));
  const presence = presenceOf(own, analysis) ?? presenceOf(ofType, analysis);
  const isPresent = !isOptional(symbol, type, analysis) && schema.default === undefined;
  const required = presence === undefined ? isPresent : presence === 'required';
  for (const marker of ofField) {
    if (marker.on !== 'schema' || marker.inParent === undefined) continue;
    const position = analysis.positionOf(node);
    read.validations.push(...marker.inParent({ name, required }).map((each) => ({ ...each, position })));
  }
  return { name, required, schema, position: analysis.positionOf(node) };
}

/** Returns what the markers say about whether clients must set a field, and reports markers that contradict each other. */
function presenceOf(levels: readonly Annotations[], analysis: Analysis): 'optional' | 'required' | undefined {
  const said = schemaUsages(levels).flatMap(({ marker, ...usage }) =>
    marker.on === 'schema' && marker.presence !== undefined ? [{ ...usage, presence: marker.presence }] : [],
  );
  const [first] = said;
  const other = said.find(({ presence }) => presence !== first?.presence);
  if (other !== undefined) {
    const reason = `it contradicts ${first!.label}`;
    analysis.report('invalid-marker', other.position, { marker: other.label, reason, instead: 'keep one of the two' });
  }
  return first?.presence;
}

/** Warns of markers of a field and of its declared type that are lost because a mapped type gives it another type. */
function reportReplaced(symbol: ts.Symbol, levels: readonly Annotations[], place: Place, analysis: Analysis): void {
  const { node, field, written } = place;
  const lost = [...schemaUsages(levels), ...markersOfType(symbol.declarations![0]!, analysis)];
  const kept = written === undefined ? [] : [...mentioned(written, analysis)];
  reportLeftOut(node, field, lost, kept, `the original ${symbol.name}`, analysis);
}

/** Returns the markers of the type that a field is declared with. */
function markersOfType(declaration: ts.Declaration, analysis: Analysis): readonly Usage[] {
  if (!isField(declaration) || declaration.type === undefined) return [];
  return schemaUsages(levelsOf({ node: declaration.type, bindings: noBindings }, analysis));
}

/**
 * Reports whether a mapped type gives a field a different type than its declaration, apart from null and undefined, so
 * that the annotations of the declaration do not apply.
 */
export function isOfOtherType(symbol: ts.Symbol, { checker }: Analysis): boolean {
  const [declaration] = symbol.declarations ?? [];
  if (declaration === undefined || !isField(declaration) || declaration.type === undefined) return false;
  const type = checker.getTypeOfSymbol(symbol);
  const { links } = symbol as { readonly links?: { readonly syntheticOrigin?: ts.Symbol } };
  const origin = links?.syntheticOrigin;
  // A type parameter has a different type in each instance.
  if (origin === undefined && ownerOf(declaration)?.typeParameters !== undefined) return false;
  const declared = origin ? checker.getTypeOfSymbol(origin) : checker.getTypeFromTypeNode(declaration.type);
  return checker.getNonNullableType(declared) !== checker.getNonNullableType(type);
}

/**
 * Reports whether a field exists in JSON. The compiler names symbols and private names `__@x@1` and `__#1@#x`; the same
 * name written by a user has one more underscore.
 */
function isJsonField(symbol: ts.Symbol): boolean {
  const name = symbol.escapedName as string;
  if (name.startsWith('__@') || name.startsWith('__#')) return false;
  return (symbol.flags & (SymbolFlags.Method | SymbolFlags.Accessor)) === 0;
}

function isOptional(symbol: ts.Symbol, type: ts.Type, analysis: Analysis): boolean {
  if (symbol.flags & SymbolFlags.Optional) return true;
  if (type.isUnion() && type.types.some((each) => each.flags & TypeFlags.Undefined)) return true;
  // The metadata of an embedded object is present whenever the object is.
  const parent = symbol.declarations?.[0]?.parent;
  return parent !== undefined && isOfCustomResource(parent, analysis);
}
