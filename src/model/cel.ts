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

/** How a CEL rule names a field after `self.`; undefined for a name that CEL cannot say. */
export function celName(name: string): string | undefined {
  if (!/^[A-Za-z_.\-/][A-Za-z0-9_.\-/]*$/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replaceAll(/__|[.\-/]/g, (part) => escapes[part]!);
}

/** A text or a number as a CEL literal. */
export function celLiteral(value: JsonValue): string {
  return JSON.stringify(value);
}

/**
 * Whether CEL rules can name a field of this schema. The API server leaves out of a rule's types what may be any JSON value,
 * and the lists and records of such values.
 */
export function isKnownToCel({ type, intOrString, items, additionalProperties }: Schema): boolean {
  if (intOrString) return true;
  if (type === 'array') return items !== undefined && isKnownToCel(items);
  return type !== undefined && (additionalProperties === undefined || isKnownToCel(additionalProperties));
}
