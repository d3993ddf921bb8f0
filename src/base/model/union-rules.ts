import { celLiteral, celName } from './cel.js';
import type { Validation } from './schema.js';

/** A value of the field that distinguishes the members of a union of objects. */
export type Tag = string | number | boolean;

/**
 * Returns the rules that bind a field to the values of the discriminator that allow and require it; undefined if CEL
 * cannot refer to them.
 */
export function bindingRules(
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
  const when = (tags: readonly Tag[]): string => `${discriminator} is ${tags.join(' or ')}`;
  const [allows, requires] = [isOneOf(`self.${tag}`, having), isOneOf(`self.${tag}`, requiring)];
  const allowed = {
    rule: `!has(self.${field}) || ${allows.rule}`,
    message: `${name} may only be set when ${when(having)}`,
    cost: { fixed: 2 + allows.cost },
  };
  const required = {
    rule: `has(self.${field}) || !(${requires.rule})`,
    message: `${name} is required when ${when(requiring)}`,
    cost: { fixed: 2 + requires.cost },
  };
  return [...(isBound ? [allowed] : []), ...(isAsked ? [required] : [])];
}

/** Maximum number of values that are compared one by one, which costs less than a list of them. */
const mostComparisons = 5;

/** Returns a condition that is true for some values of a field, and its cost. */
function isOneOf(field: string, tags: readonly Tag[]): { readonly rule: string; readonly cost: number } {
  if (tags.length > mostComparisons) {
    return { rule: `${field} in ${celLiteral(tags)}`, cost: 12 + tags.length };
  }
  const costOf = (tag: Tag): number => 2 + (typeof tag === 'string' ? Math.ceil(Array.from(tag).length / 10) : 0);
  return {
    rule: tags.map((each) => `${field} == ${celLiteral(each)}`).join(' || '),
    cost: tags.reduce<number>((sum, each) => sum + costOf(each), 0),
  };
}
