import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { inKeyOrder } from '../../base/model/json-at.js';
import { originOf, type Kind, type KindVersion } from '../../base/model/kind.js';
import { notEmitted, type Property, type Schema } from '../../base/model/schema.js';
import { schemaAt } from './reaches.js';

// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#crd-selectable-fields
const mostSelectableFields = 8;

const plainPath = /^(?:\.[^.[\]]+)+$/;

/** Reports what the API server would reject in the selectable fields of a version. */
export function* verifySelectableFields(kind: Kind, version: KindVersion): Generator<Diagnostic> {
  const { selectableFields } = version;
  const distinct = [...new Set(selectableFields)];
  for (const [index, path] of selectableFields.entries()) {
    const [rule, instead] =
      selectableFields.indexOf(path) !== index
        ? ['it is listed twice', 'keep one of the two markers']
        : distinct.indexOf(path) === mostSelectableFields
          ? [`a version can have at most ${mostSelectableFields}`, 'remove the marker']
          : (pathProblem(kind, version, path) ?? []);
    if (rule === undefined || instead === undefined) continue;
    const position = originOf(version, 'SelectableField', index);
    yield diagnostic('invalid-field-path', { what: 'a selectable field', path, rule, instead }, position);
  }
}

function pathProblem({ kind }: Kind, version: KindVersion, path: string): readonly [string, string] | undefined {
  const { schema } = version;
  if (path === '.apiVersion' || path === '.kind') return undefined;
  if (!plainPath.test(path)) {
    const plain = path.replace(/^\.?/, '.').split(/[[\]]/, 1)[0]!;
    return ['it is not a path of plain names', insteadOf(version, plain)];
  }
  if (/^\.metadata(?:\.|$)/.test(path)) {
    return [
      'fields of metadata cannot be named',
      'remove the marker: every object can be selected by its name and namespace',
    ];
  }
  const found = schemaAt(schema, path);
  if (found === undefined) return [`${kind} has no such field`, insteadOf(version)];
  const type = found === 'open' ? undefined : found.type;
  return isScalar(found)
    ? undefined
    : [`it is ${type === undefined ? 'of any type' : `of type ${type}`}`, insteadOf(version)];
}

/** Returns what to write instead: the path that was probably meant, or else that of a field that can be selected. */
function insteadOf(version: KindVersion, meant?: string): string {
  const listed = new Set(version.selectableFields);
  const known = meant === undefined ? [] : [meant];
  const paths = [...known, ...fieldPaths(version.schema)];
  const found = paths.find((path) => !listed.has(path) && isSelectable(version, path));
  if (found === undefined) return 'remove the marker: no other field is a string, an integer or a boolean';
  const written = `@SelectableField('${found}')`;
  return found === meant ? `write: ${written}` : `name a field that is a string, an integer or a boolean: ${written}`;
}

function isSelectable({ schema }: KindVersion, path: string): boolean {
  return plainPath.test(path) && !/^\.metadata(?:\.|$)/.test(path) && isScalar(schemaAt(schema, path));
}

function isScalar(found: ReturnType<typeof schemaAt>): boolean {
  const type = found === undefined || found === 'open' ? undefined : found.type;
  return type === 'string' || type === 'integer' || type === 'boolean';
}

/** Returns the paths of the fields of the spec and the status, and of those directly in them. */
function fieldPaths({ properties = [] }: Schema): readonly string[] {
  return properties.flatMap(({ name, schema }) => [
    `.${name}`,
    ...(schema.properties ?? []).map((inner) => `.${name}.${inner.name}`),
  ]);
}

/**
 * Reports differences that the API server cannot handle: it moves schemas and selectable fields that are the same in
 * all versions to the top level of the CRD, independently of each other, and then misses the part that was not moved.
 * https://github.com/kubernetes/kubernetes/issues/140689
 */
export function* verifySelectableVersions({ kind, versions }: Kind): Generator<Diagnostic> {
  const marked = versions.filter(({ selectableFields }) => selectableFields.length > 0);
  if (marked.length === 0) return;
  const sameFields = areAlike(versions.map(({ selectableFields }) => JSON.stringify(selectableFields)));
  const sameSchemas = areAlike(versions.map(({ schema }) => textOf(schema)));
  if (sameFields === sameSchemas) return;
  const last = marked.at(-1)!;
  const names = versions.map(({ name }) => name).join(' and ');
  const parameters = sameFields
    ? {
        problem: `${names} have the same selectable fields and different schemas`,
        instead:
          last.selectableFields.length > 1
            ? `write the @SelectableField markers of ${last.name} in another order`
            : `remove @SelectableField('${last.selectableFields[0]!}') from all versions but one`,
      }
    : {
        problem: `${names} have the same schema and different selectable fields`,
        instead: 'write the same @SelectableField markers, in the same order, in every version',
      };
  yield diagnostic('inconsistent-selectable-fields', { kind, ...parameters }, originOf(last, 'SelectableField'));
}

function areAlike(texts: readonly string[]): boolean {
  return texts.every((each) => each === texts[0]);
}

/** Returns a schema as a string that is the same for equal schemas, whatever their positions in the source. */
function textOf(schema: Schema): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    if (key === 'position' || notEmitted.some((each) => each === key)) return undefined;
    if (key === 'properties' && Array.isArray(value)) {
      return (value as Property[]).toSorted((one, other) => (one.name < other.name ? -1 : 1));
    }
    return inKeyOrder(value);
  });
}
