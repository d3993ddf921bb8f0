import type { Property, Schema, Validation } from '../model/schema.js';
import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';
import { evaluate } from './evaluate.js';
import { bindingsOfOwners, ownerOf } from './owners.js';
import type { Place, SchemaReader } from './place.js';
import { annotate } from './schema-markers.js';
import { noBindings, valueOf, type Bindings, type Written } from './type-names.js';
import { annotationsOf } from './usages.js';

const { SymbolFlags, TypeFlags } = typescript;

// A generic type may contain ever new types of itself: this many of one declaration within each other are a circle.
const mostOfOneType = 32;

/** The schema of a class, an interface or an object literal: its fields, each with its own documentation and markers. */
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
  // The kind itself has other fields than an object of it that is embedded elsewhere.
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
  // What a generic type's arguments were called is not a part of the type, and their markers would be mixed up.
  const isWhole = !isKind && !read.generic && analysis.cuts === cuts;
  if (isWhole) analysis.objects.set(type, schema);
  return schema && { ...schema };
}

/** What is learnt on the way through the fields of an object. */
export interface Reading {
  /** Whether what is written of the object says more than its type: the names of a generic's arguments. */
  generic: boolean;
  /** What markers on the fields ask of the object. */
  readonly validations: Validation[];
}

/** The fields of an object type. Undefined where it cannot be one; the reason was reported. */
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
    analysis.report('record-key', index.declaration ?? place.node, {
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
  const writtenOf = (declaration: ts.Declaration | undefined): Written | undefined => {
    if (declaration === undefined) {
      read.generic = true;
      return valueOf(place.written, analysis);
    }
    if (!isField(declaration) || declaration.type === undefined) return undefined;
    const owner = ownerOf(declaration);
    if (owner?.typeParameters === undefined) return { node: declaration.type, bindings: noBindings };
    read.generic = true;
    bindings ??= bindingsOfOwners(place.written, analysis);
    return { node: declaration.type, bindings: bindings.get(owner) ?? place.written?.bindings ?? noBindings };
  };
  return fields.flatMap((symbol) => {
    const written = writtenOf(symbol.declarations?.[0]);
    return propertyOf(symbol, { ...inner, written }, analysis, schemaOf, read) ?? [];
  });
}

/** Reports fields whose names are computed when the code runs: the compiler leaves them out of the type. */
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

/** Reports a type that contains itself, or ever new types of its own declaration. */
function hasNoEnd(type: ts.Type, place: Place, analysis: Analysis): boolean {
  const { expanding } = place;
  const symbol = type.getSymbol();
  const alike = symbol === undefined ? [] : expanding.filter((each) => each.getSymbol() === symbol);
  // Of a type that grows in several of its fields, one way that does not end is enough.
  if (symbol !== undefined && alike.length > 0 && analysis.endless.has(symbol)) return true;
  const cycle = expanding.indexOf(type);
  if (cycle < 0 && alike.length < mostOfOneType) return false;
  if (cycle < 0) analysis.endless.add(symbol!);
  const path = [...expanding.slice(cycle >= 0 ? cycle : -3), type].map((each) => analysis.checker.typeToString(each));
  analysis.report('recursive-type', place.node, { path: path.join(' -> ') });
  return true;
}

/**
 * `apiVersion`, `kind` and `metadata` of a kind are the API server's business. And of an embedded object's metadata it
 * keeps only what it can validate: the five fields that are the user's to write.
 */
function isLeftOut(field: ts.Symbol, isKind: boolean, analysis: Analysis): boolean {
  const parent = field.declarations?.[0]?.parent;
  if (parent === undefined || !analysis.isOurs(parent.getSourceFile())) return false;
  if (typescript.isClassDeclaration(parent)) return isKind && parent.name?.text === 'CustomResource';
  const isMetadata = typescript.isInterfaceDeclaration(parent) && parent.name.text === 'ObjectMeta';
  return isMetadata && !embeddedMetadata.has(field.name);
}

const noPlainField = {
  type: 'no plain field',
  instead: 'objects of a kind are JSON: keep fields with names only, and move accessors and methods out of the class',
};
const embeddedMetadata = new Set(['name', 'namespace', 'labels', 'annotations', 'finalizers']);

function propertyOf(
  symbol: ts.Symbol,
  place: Place,
  analysis: Analysis,
  schemaOf: SchemaReader,
  read: Reading,
): Property | undefined {
  const declarations = symbol.declarations ?? [];
  const [declaration] = declarations;
  // A field's decorators and doc comment belong to its declaration; what a problem points at is its name.
  const node = (declaration && typescript.getNameOfDeclaration(declaration)) ?? declaration ?? place.node;
  const name = typescript.unescapeLeadingUnderscores(symbol.escapedName);
  const field = `${place.field}.${name}`;
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
  // A mapped type may give a field another type: what was said of the first is then no longer true.
  const isOther = declaration !== undefined && isOfOtherType(declaration, type, analysis);
  const written = isOther ? undefined : place.written;
  const levels = declarations.map((each) => annotationsOf(each, analysis));
  const usages = isOther ? [] : levels.flatMap((each) => each.usages);
  const has = (marker: string): boolean => usages.some((usage) => usage.marker.name === marker);
  const openEnded = place.openEnded ?? has('PreserveUnknownFields');
  const schema = has('Schemaless')
    ? {}
    : schemaOf(type, { ...place, written, node, field, ...(openEnded ? { openEnded } : {}) }, analysis);
  if (schema === undefined) return undefined;

  for (const usage of usages.filter(({ marker }) => marker.on === 'kind')) {
    analysis.report('marker-place', usage.position, {
      marker: usage.label,
      place: 'a field',
      wanted: 'the class of a kind',
    });
  }
  // Of an intersection, each part may have declared the field.
  for (const [index, { description, usages: own }] of levels.entries()) {
    annotate(schema, { description, usages: isOther ? [] : own }, field, analysis);
    if (!isOther) applyInitializer(schema, declarations[index]!, field, analysis);
  }
  // Without a type and without an open end the API server would refuse the field.
  if (has('Schemaless') && schema.type === undefined) schema.preserveUnknownFields = true;
  const leftOut = usages.some(({ marker }) => marker.on === 'schema' && marker.optional);
  const required = !leftOut && !isOptional(symbol, type, analysis) && schema.default === undefined;
  for (const { marker } of usages) {
    if (marker.on === 'schema' && marker.inParent) read.validations.push(...marker.inParent({ name, required }));
  }
  return { name, required, schema, position: analysis.positionOf(node) };
}

/** Whether a field has another type than its declaration gives it, null and undefined aside. */
function isOfOtherType(declaration: ts.Declaration, type: ts.Type, { checker }: Analysis): boolean {
  if (!isField(declaration) || declaration.type === undefined) return false;
  // A type parameter stands for another type each time.
  if (ownerOf(declaration)?.typeParameters !== undefined) return false;
  const declared = checker.getTypeFromTypeNode(declaration.type);
  return checker.getNonNullableType(declared) !== checker.getNonNullableType(type);
}

/** A field with an initialiser is there whenever it is read and may be left out when written: its default. */
function applyInitializer(schema: Schema, declaration: ts.Node, field: string, analysis: Analysis): void {
  if (!isField(declaration) || typescript.isPropertySignature(declaration)) return;
  if (declaration.initializer === undefined) return;
  if (annotationsOf(declaration, analysis).usages.some(({ marker }) => marker.name === 'Default')) {
    analysis.report('marker-repeated', declaration.initializer, { marker: 'the default' });
    return;
  }
  const result = evaluate(declaration.initializer, analysis);
  if (!('value' in result)) {
    const { unreadable, why } = result;
    const expression = unreadable.getText();
    if (why !== undefined) analysis.report(why, unreadable, { what: `the default of ${field}`, expression });
    else if (expression !== 'undefined') analysis.report('default-not-a-literal', unreadable, { field, expression });
    return;
  }
  schema.default = result.value;
  schema.origins = { ...schema.origins, default: analysis.positionOf(declaration.initializer) };
}

type FieldDeclaration = ts.PropertyDeclaration | ts.PropertySignature | ts.ParameterDeclaration;

/** Fields of classes, interfaces and object types, and those that the parameters of a constructor declare. */
function isField(declaration: ts.Node): declaration is FieldDeclaration {
  return (
    typescript.isPropertyDeclaration(declaration) ||
    typescript.isPropertySignature(declaration) ||
    typescript.isParameter(declaration)
  );
}

/** Symbols and private names are `__@x@1` and `__#1@#x` to the compiler; what a user has called so has one more underscore. */
function isJsonField(symbol: ts.Symbol): boolean {
  const name = symbol.escapedName as string;
  if (name.startsWith('__@') || name.startsWith('__#')) return false;
  return (symbol.flags & (SymbolFlags.Method | SymbolFlags.Accessor)) === 0;
}

function isOptional(symbol: ts.Symbol, type: ts.Type, analysis: Analysis): boolean {
  if (symbol.flags & SymbolFlags.Optional) return true;
  if (type.isUnion() && type.types.some((each) => each.flags & TypeFlags.Undefined)) return true;
  // An embedded object has its metadata when it has any.
  const parent = symbol.declarations?.[0]?.parent;
  return (
    parent !== undefined &&
    typescript.isClassDeclaration(parent) &&
    parent.name?.text === 'CustomResource' &&
    analysis.isOurs(parent.getSourceFile(), 'api/')
  );
}
