import { own, stableText, textAt, textsAt } from '../../base/model/json-at.js';
import { isObject, type JsonObject, type JsonValue } from '../../base/model/schema.js';
import { bindingRules } from '../../base/model/union-rules.js';
import { fieldsOf } from './fields.js';

/** A member of a union of objects. */
export interface Member {
  /** The values of the field that distinguishes the members. */
  readonly tags: readonly string[];
  /** The other fields, in their order, and whether they are required. */
  readonly fields: ReadonlyMap<string, boolean>;
}

/** A union of objects, which the generator turns into one object with rules. */
export interface Union {
  /** The field that distinguishes the members. */
  readonly discriminator: string;
  readonly members: readonly Member[];
}

/** Returns the union for which the generator writes exactly this schema, except for keywords of the place where it is used. */
export function unionOf(schema: JsonObject): Union | undefined {
  const known = new Set([
    'type',
    'properties',
    'required',
    'x-kubernetes-validations',
    'description',
    'default',
    'nullable',
  ]);
  const rules = own(schema, 'x-kubernetes-validations');
  const properties = fieldsOf(schema, false);
  const isWhole = Object.keys(schema).every((keyword) => known.has(keyword));
  if (!isWhole || !Array.isArray(rules) || properties.length < Object.keys(own(schema, 'properties') ?? {}).length)
    return undefined;
  for (const [name, each] of properties) {
    const tags = tagsOf(each);
    const union = tags && textsAt(schema, 'required').includes(name) ? unionBy(schema, name, tags) : undefined;
    if (union !== undefined && areSame(rulesOf(union), rules as readonly JsonValue[])) return union;
  }
  return undefined;
}

/** Returns the values of a field that can distinguish members: an enum, and nothing else. */
function tagsOf(schema: JsonObject): readonly string[] | undefined {
  const { type, enum: values, description: _, ...others } = schema;
  if (type !== 'string' || !Array.isArray(values) || Object.keys(others).length > 0) return undefined;
  const isText = (values as readonly JsonValue[]).every((each) => typeof each === 'string');
  return isText && values.length > 1 && new Set(values).size === values.length
    ? (values as readonly string[])
    : undefined;
}

/** The values with which a field may be set, and those with which it must be set. */
interface Binding {
  readonly allowed: readonly string[];
  readonly needed: readonly string[];
}

function unionBy(schema: JsonObject, discriminator: string, tags: readonly string[]): Union | undefined {
  const required = textsAt(schema, 'required');
  const bindings = new Map<string, Binding>();
  const others = fieldsOf(schema, false).filter(([name]) => name !== discriminator);
  const rank = rankOf(schema);
  for (const [name, each] of others.toSorted(([one], [other]) => rank(one) - rank(other))) {
    const found = bindingOf(schema, name, { discriminator, tags });
    if (found.allowed.length < tags.length && own(each, 'default') !== undefined) return undefined;
    bindings.set(name, required.includes(name) ? { allowed: tags, needed: tags } : found);
  }
  const members: Member[] = [];
  for (const tag of tags) {
    const fields = [...bindings].flatMap(([name, { allowed, needed }]): readonly (readonly [string, boolean])[] =>
      allowed.includes(tag) ? [[name, needed.includes(tag)]] : [],
    );
    const last = members.at(-1);
    // The generator sorts the values of a member.
    if (last !== undefined && last.tags.at(-1)! < tag && areSame([...last.fields], fields))
      members[members.length - 1] = { ...last, tags: [...last.tags, tag] };
    else members.push({ tags: [tag], fields: new Map(fields) });
  }
  return members.length > 1 ? { discriminator, members } : undefined;
}

/** Returns a function that ranks fields: those without rules first, then in the order of their rules. */
function rankOf(schema: JsonObject): (name: string) => number {
  const messages = messagesOf(schema);
  return (name) => messages.findIndex((message) => message.startsWith(`${name} `));
}

function messagesOf(schema: JsonObject): readonly string[] {
  const rules = own(schema, 'x-kubernetes-validations') as readonly JsonValue[];
  return rules.map((each) => (isObject(each) ? textAt(each, 'message') : ''));
}

/** Returns how the messages of rules tie a field to the values of the discriminator. */
function bindingOf(
  schema: JsonObject,
  name: string,
  { discriminator, tags }: { readonly discriminator: string; readonly tags: readonly string[] },
): Binding {
  const valuesAfter = (words: string): readonly string[] | undefined => {
    const start = `${name} ${words} when ${discriminator} is `;
    const found = messagesOf(schema).find((message) => message.startsWith(start));
    return found === undefined ? undefined : tagsIn(found.slice(start.length), tags);
  };
  return { allowed: valuesAfter('may only be set') ?? tags, needed: valuesAfter('is required') ?? [] };
}

/** Returns the values that a message lists, in order. They can contain any characters. */
function tagsIn(list: string, tags: readonly string[]): readonly string[] {
  let left = `${list} or `;
  return tags.filter((tag) => {
    if (!left.startsWith(`${tag} or `)) return false;
    left = left.slice(tag.length + ' or '.length);
    return true;
  });
}

/** Returns the rules that the generator adds for a union, as they are in a schema. */
function rulesOf({ discriminator, members }: Union): readonly JsonObject[] {
  const all = members.flatMap(({ tags }) => tags);
  const names = new Set(members.flatMap(({ fields }) => [...fields.keys()]));
  return [...names].flatMap((name) => {
    const having = members.filter(({ fields }) => fields.has(name)).flatMap(({ tags }) => tags);
    const requiring = members.filter(({ fields }) => fields.get(name)).flatMap(({ tags }) => tags);
    const rules = bindingRules(discriminator, name, having, requiring, all) ?? [];
    return rules.map(({ rule, message }) => ({ message: message!, rule }));
  });
}

function areSame(one: readonly JsonValue[], other: readonly JsonValue[]): boolean {
  return stableText(one) === stableText(other);
}
