import type { JsonValue, Schema } from './schema.js';

// https://kubernetes.io/docs/reference/using-api/cel/#escaping
const reserved = new Set(
  `true false null in as break const continue else for function if import let loop package namespace return var void
  while`.split(/\s+/),
);
const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** Returns the name of a field after `self.` in a CEL rule; undefined for a name that CEL cannot express. */
export function celName(name: string): string | undefined {
  if (!/^[A-Za-z_.\-/][A-Za-z0-9_.\-/]*$/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replaceAll(/__|[.\-/]/g, (part) => escapes[part]!);
}

const unescapes = new Map(Object.entries(escapes).map(([mark, escape]) => [escape, mark]));

/** Returns the name of the field that a name in a CEL rule refers to. */
export function fieldOfCelName(name: string): string {
  const [, word = ''] = /^__([a-z]+)__$/.exec(name) ?? [];
  if (reserved.has(word)) return word;
  return name.replaceAll(/__[a-z]+__/g, (part) => unescapes.get(part) ?? part);
}

/** Returns a string or a number as a CEL literal. */
export function celLiteral(value: JsonValue): string {
  return JSON.stringify(value);
}

/**
 * Returns a CEL expression for the number of conditions that are true. The API server estimates the cost of a sum at a
 * fraction of that of a filtered list.
 */
export function countOf(conditions: readonly string[]): string {
  return conditions.map((each) => `(${each}?1:0)`).join('+');
}

/**
 * Reports whether CEL rules can refer to a field of this schema. The API server omits fields of any JSON value, and
 * lists and maps of such values, from the types that a rule sees.
 */
export function isKnownToCel({ type, intOrString, items, additionalProperties }: Schema): boolean {
  if (intOrString) return true;
  if (type === 'array') return items !== undefined && isKnownToCel(items);
  return type !== undefined && (additionalProperties === undefined || isKnownToCel(additionalProperties));
}
