import { celLiteral, celName, isKnownToCel } from '../model/cel.js';
import type { FirstBranch, JsonValue, Property, Schema, Validation } from '../model/schema.js';
import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';
import { literalValues, sortAsWritten } from './literals.js';
import { ownerOf } from './owners.js';
import type { Place } from './place.js';
import { noBindings, unaliased, type Written } from './type-names.js';

type Tag = string | number | boolean;

/** One member of a union of objects: the values of the discriminator that choose it, and its fields. */
interface Branch {
  readonly tags: readonly Tag[];
  readonly properties: readonly Property[];
}

/** Reads the fields of one member. */
type PropertyReader = (type: ts.Type, place: Place, analysis: Analysis) => readonly Property[] | undefined;

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
  const branches: Branch[] = [];
  for (const member of members) {
    const properties = propertiesOf(member, place, analysis);
    if (properties === undefined) return 'refused';
    branches.push({ tags: tagsOf(member, discriminator, analysis)!, properties });
  }
  const merged = mergeBranches(discriminator, branches);
  if (typeof merged === 'string') {
    analysis.report('union-field-differs', place.written?.node ?? place.node, {
      field: place.field,
      name: merged,
      discriminator,
    });
    return 'refused';
  }
  return merged;
}

/** The members as the source text has them: the compiler's order depends on which file it read first. */
function inWrittenOrder(
  types: readonly ts.Type[],
  written: Written | undefined,
  analysis: Analysis,
): readonly ts.Type[] {
  const own = unaliased(written, analysis);
  const nodes = own !== undefined && typescript.isUnionTypeNode(own.node) ? own.node.types : [];
  const order = nodes.map((node) => analysis.checker.getTypeFromTypeNode(node));
  const rank = (type: ts.Type): number => (order.includes(type) ? order.indexOf(type) : order.length);
  return types.toSorted((one, other) => rank(one) - rank(other) || placeInText(one) - placeInText(other));
}

function placeInText(type: ts.Type): number {
  return type.getSymbol()?.declarations?.[0]?.pos ?? 0;
}

/** The field that every member requires, and whose literal values are different in each. */
function discriminatorOf(members: readonly ts.Type[], analysis: Analysis): string | undefined {
  const [first] = members;
  return analysis.checker
    .getPropertiesOfType(first!)
    .map(({ name }) => name)
    .find((name) => {
      const tags = members.map((member) => tagsOf(member, name, analysis));
      if (tags.includes(undefined)) return false;
      const all = (tags as Tag[][]).flat();
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

/** One object out of all branches, or the name of a field that is not the same in each branch that has it. */
function mergeBranches(discriminator: string, branches: readonly Branch[]): Schema | string {
  const allTags = branches.flatMap(({ tags }) => tags);
  const names = [...new Set(branches.flatMap(({ properties }) => properties.map(({ name }) => name)))];
  const properties: Property[] = [];
  const validations: Validation[] = [];
  for (const name of names) {
    const found = branches.flatMap(({ tags, properties: own }) => {
      const property = own.find((each) => each.name === name);
      return property === undefined ? [] : [{ tags, property }];
    });
    const { property } = found.find((each) => each.property.schema.description !== undefined) ?? found[0]!;
    if (name === discriminator) {
      properties.push({ ...property, required: true, schema: { ...property.schema, enum: allTags } });
      continue;
    }
    if (found.some((each) => shapeOf(each.property.schema) !== shapeOf(property.schema))) return name;
    const having = found.flatMap(({ tags }) => tags);
    const requiring = found.filter((each) => each.property.required).flatMap(({ tags }) => tags);
    properties.push({ ...property, required: requiring.length === allTags.length });
    if (isKnownToCel(property.schema)) {
      validations.push(...bindingRules(discriminator, name, having, requiring, allTags));
    }
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

/** What ties a field to the values of the discriminator that allow and require it. */
function* bindingRules(
  discriminator: string,
  name: string,
  having: readonly Tag[],
  requiring: readonly Tag[],
  all: readonly Tag[],
): Generator<Validation> {
  const [tag, field] = [celName(discriminator), celName(name)];
  if (tag === undefined || field === undefined) return;
  const is = (tags: readonly Tag[]): string =>
    tags.length === 1 ? `self.${tag} == ${celLiteral(tags[0]!)}` : `self.${tag} in ${celLiteral(tags)}`;
  const when = (tags: readonly Tag[]): string => `${discriminator} is ${tags.join(' or ')}`;
  if (having.length < all.length) {
    const rule = `!has(self.${field}) || ${is(having)}`;
    yield { rule, message: `${name} may only be set when ${when(having)}` };
  }
  if (requiring.length > 0 && requiring.length < all.length) {
    const rule = `has(self.${field}) || !(${is(requiring)})`;
    yield { rule, message: `${name} is required when ${when(requiring)}` };
  }
}

/** A schema as text, without what does not decide which values are valid. */
function shapeOf(schema: Schema): string {
  return JSON.stringify(schema, (key, value: JsonValue) =>
    ['description', 'title', 'example', 'externalDocs', 'origins', 'position', 'choices'].includes(key)
      ? undefined
      : value,
  );
}
