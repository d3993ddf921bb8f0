import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Kind, KindVersion } from '../model/kind.js';
import type { Schema } from '../model/schema.js';
import { verifySchema } from './schema-rules.js';

/** What the API server would refuse of a kind, or what would show nothing. */
export function verifyKind(kind: Kind): readonly Diagnostic[] {
  return kind.versions.flatMap((version) => [
    ...verifySchema({ schema: version.schema, field: kind.kind, position: version.position }),
    ...verifyPaths(kind, version),
    ...verifyStatus(kind, version),
  ]);
}

function verifyStatus(kind: Kind, { status, schema, position }: KindVersion): readonly Diagnostic[] {
  const hasStatus = schema.properties?.some(({ name }) => name === 'status') ?? false;
  return status && !hasStatus ? [diagnostic('status-missing', { kind: kind.kind }, position)] : [];
}

function* verifyPaths(kind: Kind, { printColumns, scale, schema, position }: KindVersion): Generator<Diagnostic> {
  for (const { name, jsonPath } of printColumns) {
    const what = `the column ${name}`;
    if (!jsonPath.startsWith('.')) {
      yield diagnostic('invalid-path', { what, path: jsonPath, rule: 'it has to start with a dot' }, position);
    } else if (reaches(schema, jsonPath) === false) {
      yield diagnostic('path-not-found', { what, path: jsonPath, kind: kind.kind }, position);
    }
  }
  if (scale === undefined) return;
  for (const [field, prefixes] of scalePrefixes) {
    const path = scale[field];
    if (path === undefined) continue;
    if (!prefixes.some((prefix) => path.startsWith(prefix)) || path.includes('[')) {
      const rule = `it has to start with ${prefixes.join(' or ')} and may not index lists`;
      yield diagnostic('invalid-path', { what: field, path, rule }, position);
    } else if (reaches(schema, path) === false) {
      yield diagnostic('path-not-found', { what: `the ${field} of the scale`, path, kind: kind.kind }, position);
    }
  }
}

// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource
const scalePrefixes = [
  ['specReplicasPath', ['.spec.']],
  ['statusReplicasPath', ['.status.']],
  ['labelSelectorPath', ['.status.', '.spec.']],
] as const;

/** Whether a path of plain names is in the schema; undefined for one with filters or indexes, which only a server reads. */
function reaches(root: Schema, path: string): boolean | undefined {
  if (!/^(\.[A-Za-z_][\w-]*)+$/.test(path)) return undefined;
  let schema: Schema | undefined = root;
  for (const name of path.slice(1).split('.')) {
    // What every object has is not in the kind's own schema.
    if (schema === root && ['metadata', 'apiVersion', 'kind'].includes(name)) return true;
    if (schema.preserveUnknownFields) return true;
    const next: Schema | undefined =
      schema.properties?.find((each) => each.name === name)?.schema ?? schema.additionalProperties;
    if (next === undefined) return false;
    schema = next;
  }
  return true;
}
