import { fieldOf, type Schema } from '../model/schema.js';

/**
 * Whether a path of plain names, such as `.spec.replicas`, is in a schema; undefined for one with filters or indexes, which
 * only a server reads.
 */
export function reaches(root: Schema, path: string): boolean | undefined {
  if (!/^(\.[A-Za-z_][\w-]*)+$/.test(path)) return undefined;
  return schemaAt(root, path) !== undefined;
}

/** The schema that a path of plain names leads to; 'open' where it leads to fields that the schema does not name. */
export function schemaAt(root: Schema, path: string): Schema | 'open' | undefined {
  let schema: Schema = root;
  for (const name of path.slice(1).split('.')) {
    const next = fieldOf(schema, name);
    if (next === undefined) return schema.preserveUnknownFields ? 'open' : undefined;
    schema = next;
  }
  return schema;
}

/** Whether a path names a field as `fieldPath` does: by names, or by keys in brackets, and by nothing that any JSON has. */
export function isFieldPath(root: Schema, path: string): boolean {
  if (!/^(\.[A-Za-z_][\w-]*|\['[^']+'\])+$/.test(path)) return false;
  let schema: Schema | undefined = root;
  for (const [, plain, key] of path.matchAll(/\.([\w-]+)|\['([^']+)'\]/g)) {
    schema = schema && fieldOf(schema, plain ?? key!);
  }
  return schema !== undefined;
}
