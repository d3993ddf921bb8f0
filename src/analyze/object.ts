import type { Property, Schema } from '../model/schema.js';
import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';
import { evaluate } from './evaluate.js';
import type { Place, SchemaReader } from './place.js';
import { applySchemaMarkers } from './schema-markers.js';
import { annotationsOf } from './usages.js';

const { SymbolFlags, TypeFlags } = typescript;

/** The schema of a class, an interface or an object literal: its fields, each with its own documentation and markers. */
export function objectSchema(
  type: ts.Type,
  place: Place,
  analysis: Analysis,
  schemaOf: SchemaReader,
): Schema | undefined {
  const cycle = place.expanding.indexOf(type);
  if (cycle >= 0) {
    const path = [...place.expanding.slice(cycle), type].map((each) => analysis.checker.typeToString(each));
    analysis.report('recursive-type', place.node, { path: path.join(' -> ') });
    return undefined;
  }
  if (analysis.checker.getIndexInfosOfType(type).length > 0) {
    const key = analysis.checker.typeToString(analysis.checker.getIndexInfosOfType(type)[0]!.keyType);
    analysis.report('record-key', place.node, { field: place.field, type: key === 'string' ? 'partly named' : key });
    return undefined;
  }
  const fields = analysis.checker.getPropertiesOfType(type).filter((each) => !isBuiltInField(each, type, analysis));
  const name = analysis.checker.typeToString(type);
  const inner = { ...place, field: name.startsWith('{') ? place.field : name, expanding: [...place.expanding, type] };
  return { type: 'object', properties: fields.flatMap((each) => propertyOf(each, inner, analysis, schemaOf) ?? []) };
}

/**
 * `apiVersion`, `kind` and `metadata` of a kind are the API server's business. And of an embedded object's metadata it
 * keeps only what it can validate: the five fields that are the user's to write.
 */
function isBuiltInField(field: ts.Symbol, type: ts.Type, analysis: Analysis): boolean {
  const parent = field.declarations?.[0]?.parent;
  if (parent === undefined || !analysis.isOurs(parent.getSourceFile())) return false;
  if (typescript.isClassDeclaration(parent)) return parent.name?.text === 'CustomResource';
  return type.getSymbol()?.name === 'ObjectMeta' && !embeddedMetadata.has(field.name);
}

const embeddedMetadata = new Set(['name', 'namespace', 'labels', 'annotations', 'finalizers']);

function propertyOf(
  symbol: ts.Symbol,
  parent: Place,
  analysis: Analysis,
  schemaOf: SchemaReader,
): Property | undefined {
  const declarations = symbol.declarations ?? [];
  const declaration = declarations[0] ?? parent.node;
  // A field's decorators and doc comment belong to its declaration; what a problem points at is its name.
  const node = (isField(declaration) ? declaration.name : undefined) ?? declaration;
  const name = typescript.unescapeLeadingUnderscores(symbol.escapedName);
  const field = `${parent.field}.${name}`;
  const twice = declarations.find((each) => each !== declaration && each.parent === declaration.parent);
  if (twice !== undefined && isField(twice)) {
    analysis.report('duplicate-field', twice, { field });
    return undefined;
  }
  if (name.startsWith('__@') || name.startsWith('__#') || !isJsonField(symbol)) {
    analysis.report('unsupported-type', node, {
      field,
      type: 'no plain field',
      instead:
        'objects of a kind are JSON: keep fields with names only, and move accessors and methods out of the class',
    });
    return undefined;
  }
  const type = analysis.checker.getTypeOfSymbol(symbol);
  const typeNode = isField(declaration) ? declaration.type : undefined;
  const schema = schemaOf(type, { ...parent, node, typeNode, field }, analysis);
  if (schema === undefined) return undefined;

  const { description, usages } = annotationsOf(declaration, analysis);
  if (description !== '') schema.description = description;
  for (const usage of usages.filter(({ marker }) => marker.on === 'kind')) {
    analysis.report('marker-place', usage.position, {
      marker: usage.label,
      place: 'a field',
      wanted: 'the class of a kind',
    });
  }
  applySchemaMarkers(schema, usages, field, analysis);
  applyInitializer(schema, declaration, field, analysis);
  return {
    name,
    required: !isOptional(symbol, type) && schema.default === undefined,
    schema,
    position: analysis.positionOf(node),
  };
}

/** A field with an initialiser is there whenever it is read and may be left out when written: its default. */
function applyInitializer(schema: Schema, declaration: ts.Node, field: string, analysis: Analysis): void {
  if (!typescript.isPropertyDeclaration(declaration) || declaration.initializer === undefined) return;
  const result = evaluate(declaration.initializer, analysis);
  if (!('value' in result)) {
    const expression = result.unreadable.getText();
    if (expression !== 'undefined') analysis.report('default-not-a-literal', result.unreadable, { field, expression });
    return;
  }
  schema.default = result.value;
  schema.origins = { ...schema.origins, default: analysis.positionOf(declaration.initializer) };
}

function isField(declaration: ts.Node): declaration is ts.PropertyDeclaration | ts.PropertySignature {
  return typescript.isPropertyDeclaration(declaration) || typescript.isPropertySignature(declaration);
}

function isJsonField(symbol: ts.Symbol): boolean {
  return (symbol.flags & (SymbolFlags.Method | SymbolFlags.Accessor)) === 0;
}

function isOptional(symbol: ts.Symbol, type: ts.Type): boolean {
  if (symbol.flags & SymbolFlags.Optional) return true;
  return type.isUnion() && type.types.some((each) => each.flags & TypeFlags.Undefined);
}
