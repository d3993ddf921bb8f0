import type { Property, Schema } from '../../base/model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { isField, ownerOf } from './declared.js';
import { isOfCustomResource } from './owners.js';
import type { Place, Reading, SchemaReader } from './place.js';
import { isOfOtherType, noPlainField, propertyOf } from './property.js';
import { noBindings, type Bindings, type Written } from './type-names.js';
import { bindingsOfOwners, valueOf } from './type-paths.js';

const { TypeFlags } = typescript;

// A generic type can keep nesting new instances of itself: this many of one declaration inside each other count as a
// cycle.
const mostOfOneType = 32;

/**
 * Returns the schema of a class, an interface or an object literal: its fields, each with its documentation and
 * markers.
 */
export function objectSchema(
  type: ts.Type,
  place: Place,
  analysis: Analysis,
  schemaOf: SchemaReader,
): Schema | undefined {
  if (place.openEnded && place.expanding.includes(type)) {
    analysis.cuts += 1;
    return { type: 'object', preserveUnknownFields: true };
  }
  // The fields of the kind itself differ from those of an object of the kind that is embedded elsewhere.
  const isKind = place.expanding.length === 0;
  if (!isKind && analysis.objects.has(type)) {
    const known = analysis.objects.get(type);
    return known && { ...known };
  }
  const read: Reading = { generic: false, validations: [] };
  const { cuts } = analysis;
  const properties = objectProperties(type, place, analysis, schemaOf, read);
  const schema: Schema | undefined = properties && { type: 'object', properties };
  if (schema && read.validations.length > 0) schema.validations = read.validations;
  // The names used for type arguments are not a part of the type, so caching would mix up their markers.
  const isWhole = !isKind && !read.generic && analysis.cuts === cuts;
  if (isWhole) analysis.objects.set(type, schema);
  return schema && { ...schema };
}

/** Returns the fields of an object type. Undefined if it cannot be one; the reason was reported. */
export function objectProperties(
  type: ts.Type,
  place: Place,
  analysis: Analysis,
  schemaOf: SchemaReader,
  read: Reading,
): readonly Property[] | undefined {
  const { checker } = analysis;
  if (hasNoEnd(type, place, analysis) || hasNamelessField(type, place, analysis)) return undefined;
  const [index] = checker.getIndexInfosOfType(type);
  if (index !== undefined) {
    const key = checker.typeToString(index.keyType);
    analysis.report('invalid-record-key', index.declaration ?? place.node, {
      field: place.field,
      type: key === 'string' ? 'partly named' : key,
    });
    return undefined;
  }
  const isKind = place.expanding.length === 0;
  const fields = checker.getPropertiesOfType(type).filter((each) => !isLeftOut(each, isKind, analysis));
  const name = checker.typeToString(type);
  const inner = { ...place, field: name.startsWith('{') ? place.field : name, expanding: [...place.expanding, type] };
  let bindings: ReadonlyMap<ts.Node, Bindings> | undefined;
  const writtenOf = (symbol: ts.Symbol, isOther: boolean): Written | undefined => {
    const declaration = symbol.declarations?.[0];
    if (declaration === undefined || isOther) {
      read.generic = true;
      return valueOf(place.written, analysis, mappedKey(symbol));
    }
    if (!isField(declaration) || declaration.type === undefined) return undefined;
    const owner = ownerOf(declaration);
    if (owner?.typeParameters === undefined) return { node: declaration.type, bindings: noBindings };
    read.generic = true;
    bindings ??= bindingsOfOwners(place.written, analysis);
    return { node: declaration.type, bindings: bindings.get(owner) ?? place.written?.bindings ?? noBindings };
  };
  return fields.flatMap((symbol) => {
    const isOther = isOfOtherType(symbol, analysis);
    const written = writtenOf(symbol, isOther);
    return propertyOf(symbol, { ...inner, written, isOther }, analysis, schemaOf, read) ?? [];
  });
}

/** Returns the key of the mapped type from which a field was created. */
function mappedKey(symbol: ts.Symbol): string | undefined {
  const key = (symbol as { readonly links?: { readonly keyType?: ts.Type } }).links?.keyType;
  return key?.isStringLiteral() || key?.isNumberLiteral() ? String(key.value) : undefined;
}

/** Reports fields whose names are computed at run time: the compiler omits them from the type. */
function hasNamelessField(type: ts.Type, { field }: Place, analysis: Analysis): boolean {
  const named = (name: ts.PropertyName): boolean => {
    if (typescript.isBigIntLiteral(name)) return false;
    if (!typescript.isComputedPropertyName(name)) return true;
    const { flags } = analysis.checker.getTypeAtLocation(name.expression);
    return (flags & (TypeFlags.StringOrNumberLiteral | TypeFlags.UniqueESSymbol)) !== 0;
  };
  const declarations = (type.getSymbol()?.declarations ?? []).filter(
    (each) => typescript.isClassDeclaration(each) || typescript.isInterfaceDeclaration(each),
  );
  const names = declarations.flatMap(({ members }) => members.map(({ name }) => name));
  const nameless = names.filter((name) => name !== undefined && !named(name));
  for (const name of nameless) {
    analysis.report('unsupported-type', name!, { field: `${field}.${name!.getText()}`, ...noPlainField });
  }
  return nameless.length > 0;
}

/** Reports a type that contains itself, or that keeps nesting new types of its own declaration. */
function hasNoEnd(type: ts.Type, place: Place, analysis: Analysis): boolean {
  const { expanding } = place;
  const symbol = type.getSymbol();
  const alike = symbol === undefined ? [] : expanding.filter((each) => each.getSymbol() === symbol);
  // If a type grows through several of its fields, one endless path is enough.
  if (symbol !== undefined && alike.length > 0 && analysis.endless.has(symbol)) return true;
  const cycle = expanding.indexOf(type);
  if (cycle < 0 && alike.length < mostOfOneType) return false;
  if (cycle < 0) analysis.endless.add(symbol!);
  const path = [...expanding.slice(cycle >= 0 ? cycle : -3), type].map((each) => analysis.checker.typeToString(each));
  analysis.report('recursive-type', place.node, { path: path.join(' -> ') });
  return true;
}

/**
 * Reports whether a field is omitted: the API server defines `apiVersion`, `kind` and `metadata` of a kind, and in the
 * metadata of an embedded object it keeps only the five fields that users set, which it can validate.
 */
function isLeftOut(field: ts.Symbol, isKind: boolean, analysis: Analysis): boolean {
  const parent = field.declarations?.[0]?.parent;
  if (parent === undefined || !analysis.isOurs(parent.getSourceFile())) return false;
  // One of its fields exists only for the compiler, and has no name.
  if (isOfCustomResource(parent, analysis)) return isKind || field.name.startsWith('__@');
  const isMetadata = typescript.isInterfaceDeclaration(parent) && parent.name.text === 'ObjectMeta';
  return isMetadata && !embeddedMetadata.has(field.name);
}

const embeddedMetadata = new Set(['name', 'namespace', 'labels', 'annotations', 'finalizers']);
