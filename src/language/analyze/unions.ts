import { isKnownToCel } from '../../base/model/cel.js';
import { bindingRules, type Tag } from '../../base/model/union-rules.js';
import type { FirstBranch, Property, Schema, Validation } from '../../base/model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { isIgnoredField } from './ignored.js';
import { literalValues, sortAsWritten } from './literals.js';
import { ownerOf } from './declared.js';
import type { Place, Reading } from './place.js';
import { noBindings, type Written } from './type-names.js';
import { unaliased } from './type-paths.js';
import { annotationsOf } from './usages.js';

/** One member of a union of objects: the values of the discriminator that select it, and its fields. */
interface Branch {
  readonly tags: readonly Tag[];
  readonly properties: readonly Property[];
}

/** Reads the fields of one member. */
type PropertyReader = (type: ts.Type, place: Place, read: Reading) => readonly Property[] | undefined;

/** The reason why the members of a union cannot be merged into one object: a field, and its problem. */
interface Obstacle {
  readonly code: 'conflicting-union-field' | 'union-field-default' | 'union-field-name';
  readonly name: string;
}

/**
 * Merges a union of object types that is discriminated by a literal field into one object: the field becomes an enum,
 * the fields of the branches become optional, and rules bind them to the enum. Undefined if no field discriminates the
 * members; 'refused' if they cannot be merged, which was reported.
 */
export function discriminatedUnion(
  type: ts.UnionType,
  place: Place,
  analysis: Analysis,
  propertiesOf: PropertyReader,
): Schema | 'refused' | undefined {
  const members = inWrittenOrder(type.types, place.written, analysis);
  const discriminator = discriminatorOf(members, analysis);
  if (discriminator === undefined) return undefined;
  const read: Reading = { generic: false, validations: [] };
  const branches: Branch[] = [];
  for (const member of members) {
    const properties = propertiesOf(member, place, read);
    if (properties === undefined) return 'refused';
    reportMarkersOf(member, analysis);
    branches.push({ tags: tagsOf(member, discriminator, analysis)!, properties });
  }
  const merged = mergeBranches(discriminator, branches, analysis);
  if ('code' in merged) {
    const at = place.written?.node ?? place.node;
    analysis.report(merged.code, at, { field: place.field, name: merged.name, discriminator });
    return 'refused';
  }
  const validations = [...(merged.validations ?? []), ...read.validations];
  return validations.length > 0 ? { ...merged, validations } : merged;
}

/** Reports markers on a member as a whole: they would apply only to its branch, which no keyword can express. */
function reportMarkersOf(member: ts.Type, analysis: Analysis): void {
  for (const declaration of member.getSymbol()?.declarations ?? []) {
    for (const { marker, label, position } of annotationsOf(declaration, analysis).usages) {
      if (marker.on !== 'schema') continue;
      const wanted = 'the union, or a field of its member';
      analysis.report('misplaced-marker', position, { marker: label, place: 'a member of a union', wanted });
    }
  }
}

/**
 * Sorts the members in the order of the source text, because the compiler's order depends on which file it read first.
 */
function inWrittenOrder(
  types: readonly ts.Type[],
  written: Written | undefined,
  analysis: Analysis,
): readonly ts.Type[] {
  const ranks = new Map<ts.Type, number>();
  for (const type of writtenMembers(written, analysis)) if (!ranks.has(type)) ranks.set(type, ranks.size);
  const rank = (type: ts.Type): number => ranks.get(type) ?? ranks.size;
  return types.toSorted((one, other) => rank(one) - rank(other) || (placeInText(one) < placeInText(other) ? -1 : 1));
}

function* writtenMembers(written: Written | undefined, analysis: Analysis): Generator<ts.Type> {
  const own = unaliased(written, analysis);
  if (own === undefined) return;
  if (typescript.isUnionTypeNode(own.node)) {
    for (const node of own.node.types) yield* writtenMembers({ node, bindings: own.bindings }, analysis);
  } else {
    yield analysis.checker.getTypeFromTypeNode(own.node);
  }
}

/** Returns the file and offset as a string that sorts by position. */
function placeInText(type: ts.Type): string {
  const declaration = type.getSymbol()?.declarations?.[0];
  return `${declaration?.getSourceFile().fileName ?? ''} ${String(declaration?.pos ?? 0).padStart(10, '0')}`;
}

/** Returns the field that every member requires, and whose literal values differ in each. */
function discriminatorOf(members: readonly ts.Type[], analysis: Analysis): string | undefined {
  const [first] = members;
  return analysis.checker
    .getPropertiesOfType(first!)
    .filter(({ declarations }) => !isIgnoredField(declarations ?? [], analysis))
    .map(({ name }) => name)
    .find((name) => {
      const all: Tag[] = [];
      for (const member of members) {
        const tags = tagsOf(member, name, analysis);
        if (tags === undefined) return false;
        for (const tag of tags) all.push(tag);
      }
      return new Set(all).size === all.length && new Set(all.map(schemaType)).size === 1;
    });
}

/** Returns the type of a tag. CEL does not compare an integer with a fraction. */
function schemaType(tag: Tag): string {
  return Number.isInteger(tag) ? 'integer' : typeof tag;
}

function tagsOf(member: ts.Type, name: string, analysis: Analysis): readonly Tag[] | undefined {
  const property = analysis.checker.getPropertyOfType(member, name);
  if (property === undefined || property.flags & typescript.SymbolFlags.Optional) return undefined;
  const type = analysis.checker.getTypeOfSymbol(property);
  if (type.flags & typescript.TypeFlags.BooleanLiteral) return [type === analysis.checker.getTrueType()];
  const values = literalValues(type.isUnion() ? type.types : [type]);
  if (values === undefined) return undefined;
  const declaration = property.declarations?.[0];
  const node = declaration && typescript.isPropertySignature(declaration) ? declaration.type : undefined;
  const generic = declaration !== undefined && (ownerOf(declaration)?.typeParameters?.length ?? 0) > 0;
  return sortAsWritten(values, node === undefined || generic ? undefined : { node, bindings: noBindings }, analysis);
}

/** Returns the properties of all branches by name, each with the values that select its branch. */
function propertiesByName(
  branches: readonly Branch[],
): ReadonlyMap<string, readonly { readonly tags: readonly Tag[]; readonly property: Property }[]> {
  const found = new Map<string, { readonly tags: readonly Tag[]; readonly property: Property }[]>();
  for (const { tags, properties } of branches) {
    for (const property of properties) {
      const { name } = property;
      const known = found.get(name);
      if (known === undefined) found.set(name, [{ tags, property }]);
      else if (known.at(-1)!.tags !== tags) known.push({ tags, property });
    }
  }
  return found;
}

/** Merges all branches into one object, or returns the obstacle. */
function mergeBranches(discriminator: string, branches: readonly Branch[], analysis: Analysis): Schema | Obstacle {
  const allTags = branches.flatMap(({ tags }) => tags);
  const byName = propertiesByName(branches);
  const names = [...byName.keys()];
  const properties: Property[] = [];
  const validations: Validation[] = [];
  for (const [name, found] of byName) {
    const { property } = found.find((each) => each.property.schema.description !== undefined) ?? found[0]!;
    if (name === discriminator) {
      // In a class the initializer is the literal itself, not a default of the union.
      const { default: _, ...schema } = property.schema;
      properties.push({ ...property, required: true, schema: { ...schema, enum: allTags } });
      continue;
    }
    const wanted = found.length > 1 ? shapeOf(property.schema, analysis) : '';
    if (found.length > 1 && found.some((each) => shapeOf(each.property.schema, analysis) !== wanted)) {
      return { code: 'conflicting-union-field', name };
    }
    const having = found.flatMap(({ tags }) => tags);
    const requiring = found.filter((each) => each.property.required).flatMap(({ tags }) => tags);
    // The API server would set it for the other members too, and then reject them.
    if (having.length < allTags.length && property.schema.default !== undefined) {
      return { code: 'union-field-default', name };
    }
    properties.push({ ...property, required: requiring.length === allTags.length });
    if (!isKnownToCel(property.schema)) continue;
    const rules = bindingRules(discriminator, name, having, requiring, allTags);
    if (rules === undefined) return { code: 'union-field-name', name };
    validations.push(...rules);
  }
  return {
    type: 'object',
    properties,
    ...(validations.length > 0 ? { validations, firstBranch: firstBranch(branches[0]!, names) } : {}),
  };
}

function firstBranch({ properties }: Branch, names: readonly string[]): FirstBranch {
  const own = new Set(properties.map(({ name }) => name));
  return {
    required: properties.filter(({ required }) => required).map(({ name }) => name),
    excluded: names.filter((name) => !own.has(name)),
  };
}

/** Returns a schema as a string, without what does not affect which values are valid. */
function shapeOf(schema: Schema, analysis: Analysis): string {
  return JSON.stringify(shape(schema, analysis));
}

function shape(schema: Schema, analysis: Analysis): object {
  analysis.budget?.countStep();
  const {
    description: _,
    title: __,
    example: ___,
    externalDocs: ____,
    origins: _____,
    choices: ______,
    scalar: _______,
    ...rest
  } = schema;
  const { properties, items, additionalProperties, validations, ...plain } = rest;
  return {
    ...plain,
    validations: validations?.map(({ position: ________, ...validation }) => validation),
    properties: properties?.map(({ name, required, schema: inner }) => ({
      name,
      required,
      schema: shape(inner, analysis),
    })),
    items: items && shape(items, analysis),
    additionalProperties: additionalProperties && shape(additionalProperties, analysis),
  };
}
