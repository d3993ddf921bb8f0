import { celLiteral, celName, isKnownToCel } from '../model/cel.js';
import type { FirstBranch, Property, Schema, Validation } from '../model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { literalValues, sortAsWritten } from './literals.js';
import { ownerOf } from './owners.js';
import type { Place, Reading } from './place.js';
import { noBindings, unaliased, type Written } from './type-names.js';
import { annotationsOf } from './usages.js';

type Tag = string | number | boolean;

/** One member of a union of objects: the values of the discriminator that choose it, and its fields. */
interface Branch {
  readonly tags: readonly Tag[];
  readonly properties: readonly Property[];
}

/** Reads the fields of one member. */
type PropertyReader = (type: ts.Type, place: Place, read: Reading) => readonly Property[] | undefined;

/** Why the members of a union cannot be one object: a field, and what is wrong with it. */
interface Obstacle {
  readonly code: 'conflicting-union-field' | 'union-field-default' | 'union-field-name';
  readonly name: string;
}

/**
 * A union of object types that a literal field tells apart, as one object: the field as an enum, the fields of the
 * branches optional, and rules that bind them to it. Undefined where no field tells the members apart; 'refused' where
 * they cannot be one object, which was reported.
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

/** What is said of a member as a whole would have to hold for its branch alone, which no keyword can say. */
function reportMarkersOf(member: ts.Type, analysis: Analysis): void {
  for (const declaration of member.getSymbol()?.declarations ?? []) {
    for (const { marker, label, position } of annotationsOf(declaration, analysis).usages) {
      if (marker.on !== 'schema') continue;
      const wanted = 'the union, or a field of its member';
      analysis.report('misplaced-marker', position, { marker: label, place: 'a member of a union', wanted });
    }
  }
}

/** The members as the source text has them: the compiler's order depends on which file it read first. */
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

/** File and offset, so that texts compare as places do. */
function placeInText(type: ts.Type): string {
  const declaration = type.getSymbol()?.declarations?.[0];
  return `${declaration?.getSourceFile().fileName ?? ''} ${String(declaration?.pos ?? 0).padStart(10, '0')}`;
}

/** The field that every member requires, and whose literal values are different in each. */
function discriminatorOf(members: readonly ts.Type[], analysis: Analysis): string | undefined {
  const [first] = members;
  return analysis.checker
    .getPropertiesOfType(first!)
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

/** CEL compares no whole number with a fraction. */
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

/** The properties of all branches by their names, each with the values that choose its branch. */
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

/** One object out of all branches, or what stands in the way of it. */
function mergeBranches(discriminator: string, branches: readonly Branch[], analysis: Analysis): Schema | Obstacle {
  const allTags = branches.flatMap(({ tags }) => tags);
  const byName = propertiesByName(branches);
  const names = [...byName.keys()];
  const properties: Property[] = [];
  const validations: Validation[] = [];
  for (const [name, found] of byName) {
    const { property } = found.find((each) => each.property.schema.description !== undefined) ?? found[0]!;
    if (name === discriminator) {
      // In a class the initializer is the literal itself, and no default of the union.
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
    // The API server would fill it in for the other members, and then refuse them.
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

/** What ties a field to the values of the discriminator that allow and require it; undefined where CEL cannot name them. */
function bindingRules(
  discriminator: string,
  name: string,
  having: readonly Tag[],
  requiring: readonly Tag[],
  all: readonly Tag[],
): readonly Validation[] | undefined {
  const isBound = having.length < all.length;
  const isAsked = requiring.length > 0 && requiring.length < all.length;
  if (!isBound && !isAsked) return [];
  const [tag, field] = [celName(discriminator), celName(name)];
  if (tag === undefined || field === undefined) return undefined;
  const is = (tags: readonly Tag[]): string =>
    tags.length === 1 ? `self.${tag} == ${celLiteral(tags[0]!)}` : `self.${tag} in ${celLiteral(tags)}`;
  const when = (tags: readonly Tag[]): string => `${discriminator} is ${tags.join(' or ')}`;
  const allowed = {
    rule: `!has(self.${field}) || ${is(having)}`,
    message: `${name} may only be set when ${when(having)}`,
  };
  const required = {
    rule: `has(self.${field}) || !(${is(requiring)})`,
    message: `${name} is required when ${when(requiring)}`,
  };
  return [...(isBound ? [allowed] : []), ...(isAsked ? [required] : [])];
}

/** A schema as text, without what does not decide which values are valid. */
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
    ...rest
  } = schema;
  const { properties, items, additionalProperties, ...plain } = rest;
  return {
    ...plain,
    properties: properties?.map(({ name, required, schema: inner }) => ({
      name,
      required,
      schema: shape(inner, analysis),
    })),
    items: items && shape(items, analysis),
    additionalProperties: additionalProperties && shape(additionalProperties, analysis),
  };
}
