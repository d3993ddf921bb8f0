import { suggest } from '../../base/diagnostics/suggest.js';
import { fieldOf, type Property, type Schema } from '../../base/model/schema.js';

/** Returns the schema at a path of plain names; 'open' if the path leads to fields that the schema does not specify. */
export function schemaAt(root: Schema, path: string): Schema | 'open' | undefined {
  let schema: Schema = root;
  for (const name of path.slice(1).split('.')) {
    const next = fieldOf(schema, name);
    if (next === undefined) return schema.preserveUnknownFields ? 'open' : undefined;
    schema = next;
  }
  return schema;
}

/** Reports whether every valid object has a field, because it is required or has a default. */
export function isAlwaysSet({ required, schema }: Property): boolean {
  return required || (schema.default ?? null) !== null;
}

/** Reports whether every valid object has a field at a path of plain names, if the schema specifies it. */
export function isAlwaysReached(root: Schema, path: string): boolean {
  let schema: Schema = root;
  for (const name of path.slice(1).split('.')) {
    const property = schema.properties?.find((each) => each.name === name);
    if (property === undefined) return schema.additionalProperties === undefined;
    if (!isAlwaysSet(property)) return false;
    schema = property.schema;
  }
  return true;
}

/** Reports whether the API server removes a field because the schema does not specify it. */
export function isPruned(schema: Schema, name: string): boolean {
  const { type, properties = [], additionalProperties, preserveUnknownFields, embeddedResource } = schema;
  if (type !== 'object' || additionalProperties !== undefined || preserveUnknownFields) return false;
  // Every whole object has these, specified or not.
  if (embeddedResource || ['apiVersion', 'kind', 'metadata'].includes(name)) return false;
  return !properties.some((each) => each.name === name);
}

/**
 * Reports whether a path is a valid `fieldPath`: it consists of names, or keys in brackets, and does not enter
 * arbitrary JSON.
 */
export function isFieldPath(root: Schema, path: string): boolean {
  if (!/^(\.[A-Za-z_][\w-]*|\['[^']+'\])+$/.test(path)) return false;
  let schema: Schema | undefined = root;
  for (const name of namesIn(path)) schema = schema && fieldOf(schema, name);
  return schema !== undefined;
}

/** Returns what may have been meant by a `fieldPath` that is not valid: a path with a similar name, or one without indexes. */
export function similarFieldPath(root: Schema, path: string): string | undefined {
  const steps: string[] = [];
  let schema: Schema | undefined = root;
  for (const name of namesIn(path.replaceAll(/\[\d+\]/g, '').replace(/^(?=\w)/, '.'))) {
    const known: string | undefined = fieldOf(schema, name)
      ? name
      : suggest(
          name,
          (schema.properties ?? []).map((each) => each.name),
        );
    schema = known === undefined ? undefined : fieldOf(schema, known);
    if (known === undefined || schema === undefined) break;
    steps.push(/^[A-Za-z_][\w-]*$/.test(known) ? `.${known}` : `['${known}']`);
  }
  return steps.length === 0 ? undefined : steps.join('');
}

function namesIn(path: string): readonly string[] {
  return Array.from(path.matchAll(/\.([\w-]+)|\['([^']+)'\]/g), ([, plain, key]) => plain ?? key!);
}
