import { suggest } from '../../../base/diagnostics/suggest.js';
import { celName } from '../../../base/model/cel.js';
import type { Schema } from '../../../base/model/schema.js';
import type { CrdProblem } from '../generated/crd-rejections.js';
import { schemasAlong } from './bounds.js';

/** Minimum length of a name for which similar names are suggested. */
const shortest = 3;
const variables = ['self', 'oldSelf'];

/** Returns the name that a rule probably means instead of an unknown one. */
export function nameRemedy(root: Schema, { place }: CrdProblem, reason: string): string | undefined {
  const [, what, unknown = ''] = /^(undefined field|undeclared reference to) '([^']*)'/.exec(reason) ?? [];
  const schema = schemasAlong(root, place.trail ?? []).at(-1)!;
  const isField = what === 'undefined field';
  const all = isField ? [...namesBelow(schema)] : (schema.properties ?? []).map(({ name }) => name);
  const rule = `${place.validation?.rule} ${place.validation?.messageExpression}`;
  for (const each of isField ? all : []) {
    const name = celName(each) ?? each;
    if (name !== each && rule.includes(`.${each}`))
      return `write ${name}: this is the name of the field ${each} in CEL`;
  }
  const names = all.flatMap((each) => celName(each) ?? []);
  if (!isField && names.includes(unknown)) return `write self.${unknown}`;
  // A field with this name exists elsewhere.
  if (unknown.length < shortest || names.includes(unknown)) return undefined;
  const similar = suggest(unknown, isField ? names : [...names, ...variables]);
  return similar && `did you mean ${isField || variables.includes(similar) ? '' : 'self.'}${similar}?`;
}

/** Returns the names of the fields at and below a schema. @param seen visited schemas, which can be used in several places */
function namesBelow(schema: Schema, names = new Set<string>(), seen = new Set<Schema>()): ReadonlySet<string> {
  if (seen.has(schema)) return names;
  seen.add(schema);
  const { properties = [], items, additionalProperties } = schema;
  for (const { name } of properties) names.add(name);
  for (const inner of [...properties.map((each) => each.schema), items, additionalProperties])
    if (inner !== undefined) namesBelow(inner, names, seen);
  return names;
}
