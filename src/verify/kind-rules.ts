import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Kind, KindVersion } from '../model/kind.js';
import { verifyMetadata } from './metadata-rules.js';
import { reaches, schemaAt } from './reaches.js';
import { verifySchema } from './schema-rules.js';
import { verifyExpansion } from './size-rules.js';

/** What the API server would refuse of a kind, or what would show nothing. */
export function verifyKind(kind: Kind): readonly Diagnostic[] {
  return [
    ...verifyMetadata(kind),
    ...verifyExpansion(kind),
    ...kind.versions.flatMap((version) => [
      ...verifySchema({ schema: version.schema, field: kind.kind, position: version.position }),
      ...verifyColumns(kind, version),
      ...verifyScale(kind, version),
      ...verifySelectableFields(kind, version),
      ...verifyStatus(kind, version),
      ...verifyWarning(kind, version),
    ]),
  ];
}

function verifyStatus(kind: Kind, { status, schema, position }: KindVersion): readonly Diagnostic[] {
  const hasStatus = schema.properties?.some(({ name }) => name === 'status') ?? false;
  return status && !hasStatus ? [diagnostic('status-missing', { kind: kind.kind }, position)] : [];
}

function* verifyColumns(kind: Kind, version: KindVersion): Generator<Diagnostic> {
  for (const { name, jsonPath } of version.printColumns) {
    const what = `the column ${name}`;
    if (!jsonPath.startsWith('.')) {
      yield diagnostic('invalid-path', { what, path: jsonPath, rule: 'it has to start with a dot' }, version.position);
    } else if (!isOfEveryObject(jsonPath) && reaches(version.schema, jsonPath) === false) {
      yield diagnostic('path-not-found', { what, path: jsonPath, kind: kind.kind }, version.position);
    }
  }
}

/** What every object has is not in the kind's own schema. */
function isOfEveryObject(path: string): boolean {
  return /^\.(metadata|apiVersion|kind)(\.|$)/.test(path);
}

// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource
const scalePrefixes = [
  ['specReplicasPath', ['.spec.']],
  ['statusReplicasPath', ['.status.']],
  ['labelSelectorPath', ['.status.', '.spec.']],
] as const;

function* verifyScale(kind: Kind, { scale, schema, position }: KindVersion): Generator<Diagnostic> {
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

// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#crd-selectable-fields
const mostSelectableFields = 8;

function* verifySelectableFields(
  kind: Kind,
  { selectableFields, schema, position }: KindVersion,
): Generator<Diagnostic> {
  const refuse = (path: string, rule: string): Diagnostic =>
    diagnostic('invalid-path', { what: 'a selectable field', path, rule }, position);
  for (const [index, path] of selectableFields.entries()) {
    if (selectableFields.indexOf(path) !== index) yield refuse(path, 'it is named twice');
    else if (index === mostSelectableFields) yield refuse(path, `a version has ${mostSelectableFields} at most`);
    else if (!path.startsWith('.') || path.includes('[')) yield refuse(path, 'it has to be a path of plain names');
    else if (isOfEveryObject(path))
      yield refuse(path, 'every object can be selected by its name and namespace already');
    else {
      const found = schemaAt(schema, path);
      const type = found === undefined || found === 'open' ? undefined : found.type;
      if (found === undefined) yield refuse(path, `${kind.kind} has no such field`);
      else if (type === undefined || !['string', 'integer', 'boolean'].includes(type)) {
        yield refuse(path, 'only strings, integers and booleans can be selected by');
      }
    }
  }
}

function verifyWarning(kind: Kind, { deprecated, position }: KindVersion): readonly Diagnostic[] {
  const warning = deprecated?.warning;
  if (warning === undefined) return [];
  const refuse = (reason: string): Diagnostic[] => [
    diagnostic('deprecation-warning', { kind: kind.kind, reason }, position),
  ];
  if (Buffer.byteLength(warning) > 256) return refuse('it is longer than 256 bytes');
  if (/\p{Cc}/u.test(warning)) return refuse('it has control characters or several lines');
  return warning === '' ? refuse('it is empty') : [];
}
