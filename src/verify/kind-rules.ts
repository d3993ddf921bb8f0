import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { originOf, type Kind, type KindVersion } from '../model/kind.js';
import { verifyMetadata } from './metadata-rules.js';
import { verifyShortNames } from './name-rules.js';
import { reaches, schemaAt } from './reaches.js';
import { verifySchema } from './schema-rules.js';
import { verifyExpansion } from './size-rules.js';
import { verifyVersions } from './version-rules.js';

/** What the API server would refuse of a kind, or what would show nothing. */
export function verifyKind(kind: Kind): readonly Diagnostic[] {
  const expansion = [...verifyExpansion(kind)];
  return [
    ...verifyShortNames(kind),
    ...verifyMetadata(kind),
    ...expansion,
    // Versions are compared field by field, wherever a type is used: for ever, in a kind that is too large.
    ...(expansion.length === 0 ? verifyVersions(kind) : []),
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

function verifyStatus(kind: Kind, version: KindVersion): readonly Diagnostic[] {
  const { status, schema } = version;
  const hasStatus = schema.properties?.some(({ name }) => name === 'status') ?? false;
  return status && !hasStatus
    ? [diagnostic('status-missing', { kind: kind.kind }, originOf(version, 'StatusSubresource'))]
    : [];
}

function* verifyColumns(kind: Kind, version: KindVersion): Generator<Diagnostic> {
  for (const [index, { name, jsonPath, format }] of version.printColumns.entries()) {
    const what = `the column ${name}`;
    const position = originOf(version, 'PrintColumn', index);
    if (name === '') yield diagnostic('column-refused', { name, reason: 'it has no name' }, position);
    if (format !== undefined && !columnFormats.includes(format)) {
      const reason = `its format is none of ${columnFormats.join(', ')}`;
      yield diagnostic('column-refused', { name, reason }, position);
    }
    if (!jsonPath.startsWith('.')) {
      yield diagnostic('invalid-path', { what, path: jsonPath, rule: 'it has to start with a dot' }, position);
    } else if (isOpen(jsonPath) || (!isOfEveryObject(jsonPath) && reaches(version.schema, jsonPath) === false)) {
      yield diagnostic('path-not-found', { what, path: jsonPath, kind: kind.kind }, position);
    }
  }
}

// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#format
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** Whether a bracket of a path is not closed: no column of the kind is shown then. */
function isOpen(path: string): boolean {
  const plain = path.replaceAll(/\\.|"[^"]*"|'[^']*'/g, '');
  const count = (mark: string): number => plain.split(mark).length;
  return count('[') !== count(']') || count('(') !== count(')') || /[{}]/.test(plain);
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

function* verifyScale(kind: Kind, version: KindVersion): Generator<Diagnostic> {
  const { scale, schema } = version;
  const position = originOf(version, 'ScaleSubresource');
  if (scale === undefined) return;
  for (const [field, prefixes] of scalePrefixes) {
    const path = scale[field];
    if (path === undefined) continue;
    if (!prefixes.some((prefix) => path.startsWith(prefix)) || path.includes('[')) {
      const rule = `it has to start with ${prefixes.join(' or ')} and may not index lists`;
      yield diagnostic('invalid-path', { what: field, path, rule }, position);
    } else if (schemaAt(schema, path) === undefined) {
      yield diagnostic('path-not-found', { what: `the ${field} of the scale`, path, kind: kind.kind }, position);
    }
  }
}

// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#crd-selectable-fields
const mostSelectableFields = 8;

function* verifySelectableFields(kind: Kind, version: KindVersion): Generator<Diagnostic> {
  const { selectableFields, schema } = version;
  for (const [index, path] of selectableFields.entries()) {
    const position = originOf(version, 'SelectableField', index);
    const refuse = (rule: string): Diagnostic =>
      diagnostic('invalid-path', { what: 'a selectable field', path, rule }, position);
    if (selectableFields.indexOf(path) !== index) yield refuse('it is named twice');
    else if (index === mostSelectableFields) yield refuse(`a version has ${mostSelectableFields} at most`);
    else if (!path.startsWith('.') || path.includes('[')) yield refuse('it has to be a path of plain names');
    else if (isOfEveryObject(path)) yield refuse('every object can be selected by its name and namespace already');
    else {
      const found = schemaAt(schema, path);
      const type = found === undefined || found === 'open' ? undefined : found.type;
      if (found === undefined) yield refuse(`${kind.kind} has no such field`);
      else if (type === undefined || !['string', 'integer', 'boolean'].includes(type)) {
        yield refuse('only strings, integers and booleans can be selected by');
      }
    }
  }
}

function verifyWarning(kind: Kind, version: KindVersion): readonly Diagnostic[] {
  const warning = version.deprecated?.warning;
  if (warning === undefined) return [];
  const refuse = (reason: string): Diagnostic[] => [
    diagnostic('deprecation-warning', { kind: kind.kind, reason }, originOf(version, 'DeprecatedVersion')),
  ];
  if (Buffer.byteLength(warning) > 256) return refuse('it is longer than 256 bytes');
  if (/\p{Cc}/u.test(warning)) return refuse('it has control characters or several lines');
  return warning === '' ? refuse('it is empty') : [];
}
