import { objectAt, textAt, valueAt } from '../../../base/model/json-at.js';
import {
  sumOver,
  type FieldInConsole,
  type JsonObject,
  type Property,
  type Schema,
} from '../../../base/model/schema.js';

/** A field that the console shows. */
export interface ShownField {
  /** The path in descriptors: `ports[0].name`. */
  readonly path: string;
  /** The name that shows the purpose of the field. */
  readonly name: string;
  /** Its schema in the CRD. */
  readonly schema: JsonObject;
  readonly isSecretName: boolean;
  /** The texts in its marker. */
  readonly marked: FieldInConsole;
}

/**
 * Returns the fields in a part of a kind, by path: those of the part itself, and those in them that have markers.
 * @param definition the schema in the CRD
 * @param source the schema in the sources; undefined if there are none
 */
export function shownFields(
  definition: JsonObject,
  source: Schema | undefined,
  part: 'spec' | 'status',
): readonly ShownField[] {
  const fields = objectAt(definition, 'properties', part);
  const own = Object.keys(objectAt(fields, 'properties')).flatMap((name) => ownFields(fields, name, part));
  const inSource = source?.properties?.find(({ name }) => name === part)?.schema;
  const marked = inSource === undefined ? [] : markedFields(fields, inSource, '', new Map());
  const all = new Map(own.map((each) => [each.path, each]));
  for (const each of marked) all.set(each.path, { isSecretName: false, ...all.get(each.path), ...each });
  return [...all.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function ownFields(fields: JsonObject, name: string, part: 'spec' | 'status'): readonly ShownField[] {
  const schema = objectAt(fields, 'properties', name);
  const own = { path: name, name, schema, isSecretName: false, marked: {} };
  // The console selects a Secret by its name, which is a field of a reference.
  const isReference = part === 'spec' && isSecretReference(name, schema);
  if (!isReference || valueAt(schema, 'properties', 'name') === undefined) return [own];
  const named = objectAt(schema, 'properties', 'name');
  return [own, { path: `${name}.name`, name, schema: named, isSecretName: true, marked: {} }];
}

function isSecretReference(name: string, schema: JsonObject): boolean {
  return /^secret(?:Ref)?$|Secret(?:Ref)?$|SecretRef$/.test(name) && textAt(schema, 'type') === 'object';
}

type MarkedField = Omit<ShownField, 'isSecretName'>;

/**
 * Yields the fields with markers. The entries of maps have no paths.
 * @param known the number of markers below each property, so that only types with markers are visited
 */
function* markedFields(
  definition: JsonObject,
  { properties = [] }: Schema,
  parent: string,
  known: Map<readonly Property[], number>,
): Generator<MarkedField> {
  for (const { name, schema: source } of properties) {
    if (sumOver(source, ({ inConsole }) => (inConsole === undefined ? 0 : 1), known) === 0) continue;
    let path = `${parent}${name}`;
    let schema = objectAt(definition, 'properties', name);
    if (source.inConsole !== undefined) yield { path, name, schema, marked: source.inConsole };
    let value = source;
    for (; value.items !== undefined; value = value.items) {
      path += '[0]';
      schema = objectAt(schema, 'items');
    }
    yield* markedFields(schema, value, `${path}.`, known);
  }
}
