import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { originOf, type Kind, type KindVersion } from '../../base/model/kind.js';
import type { Schema } from '../../base/model/schema.js';
import { verifyCosts } from './cost-rules.js';
import { embeddedRules } from './embedded-rules.js';
import { extensionRules } from './extension-rules.js';
import { isUnchanged, verifyImmutable } from './immutable-rules.js';
import { impossibleRules } from './impossible-rules.js';
import { inertRules } from './inert-rules.js';
import { schemaAtJsonPath } from './json-path.js';
import { listRules } from './list-rules.js';
import { verifyMetadata } from './metadata-rules.js';
import { verifyBuiltInNames, verifyShortNames, verifyVersionNames } from './name-rules.js';
import { fieldsOfObjects } from './object-fields.js';
import { columnProblem, scaleProblem } from './path-types.js';
import { isAlwaysReached, schemaAt } from './reaches.js';
import { verifyRoot } from './root-rules.js';
import { verifySelectableFields, verifySelectableVersions } from './selectable-rules.js';
import { verifyExpansion } from './size-rules.js';
import { structuralRules } from './structural-rules.js';
import { textRules, verifyKindTexts } from './text-rules.js';
import { verifyTransitions } from './transition-rules.js';
import { valueRules } from './value-rules.js';
import { verifyVersions } from './version-rules.js';
import { visits, type Visit } from './visit.js';

/**
 * Returns what the API server would reject in a kind, and columns that would stay empty.
 * @param options.isConverted whether its versions are converted, so that none of their fields is lost
 */
export function verifyKind(
  kind: Kind,
  { isConverted = false }: { readonly isConverted?: boolean | undefined } = {},
): readonly Diagnostic[] {
  const expansion = [...verifyExpansion(kind)];
  return [
    ...verifyShortNames(kind),
    ...verifyBuiltInNames(kind),
    ...verifyVersionNames(kind),
    ...verifyMetadata(kind),
    ...verifyKindTexts(kind),
    ...expansion,
    // Versions are compared field by field at every use of a type, which practically never ends for a kind that is too
    // large.
    ...(expansion.length === 0 && !isConverted ? verifyVersions(kind) : []),
    ...(expansion.length === 0 ? verifySelectableVersions(kind) : []),
    ...kind.versions.flatMap((version) => [
      ...verifySchema({ schema: version.schema, field: kind.kind, position: version.position }),
      ...verifyRoot({ schema: version.schema, field: kind.kind, position: version.position }, version),
      ...(expansion.length === 0 ? verifyCostsOf(kind, version) : []),
      ...verifyColumns(kind, version),
      ...verifyScale(kind, version),
      ...verifySelectableFields(kind, version),
      ...verifyStatus(kind, version),
      ...verifyUpdates(kind, version),
      ...verifyWarning(kind, version),
    ]),
  ];
}

function verifyCostsOf({ kind }: Kind, { schema, position }: KindVersion): readonly Diagnostic[] {
  return verifyCosts({ schema, field: kind, position });
}

function verifyStatus({ kind }: Kind, version: KindVersion): readonly Diagnostic[] {
  if (!version.status) return [];
  const position = originOf(version, 'StatusSubresource');
  const field = version.schema.properties?.find(({ name }) => name === 'status');
  if (field === undefined) return [diagnostic('status-missing', { kind }, position)];
  return field.required ? [diagnostic('status-required', { kind }, field.position ?? position)] : [];
}

/** Reports a rule that requires the previous value of the whole object, which the API server compares with its metadata. */
function* verifyUpdates({ kind }: Kind, { schema, position }: KindVersion): Generator<Diagnostic> {
  const found = schema.validations?.find(({ rule }) => isUnchanged(rule));
  if (found === undefined) return;
  yield diagnostic('immutable-kind', { kind }, found.position ?? schema.origins?.['validations'] ?? position);
}

function* verifyColumns(kind: Kind, version: KindVersion): Generator<Diagnostic> {
  for (const [index, { name, type, jsonPath, format, priority = 0 }] of version.printColumns.entries()) {
    const what = `the column ${name}`;
    const position = originOf(version, 'PrintColumn', index);
    const refuse = (reason: string, instead: string): Diagnostic =>
      diagnostic('invalid-column', { name, reason, instead }, position);
    if (name === '') yield refuse('it has no name', "write: name: 'Replicas'");
    if (format !== undefined && format !== '' && !columnFormats.includes(format)) {
      yield refuse(`its format is '${format}'`, `write one of ${columnFormats.join(', ')}, or omit format`);
    }
    if (priority < -(2 ** 31) || priority >= 2 ** 31) {
      yield refuse(
        `its priority ${priority} does not fit 32 bits`,
        'write: priority: 1 (shown by -o wide), or omit it',
      );
    }
    if (!jsonPath.startsWith('.')) {
      const instead = `write: jsonPath: '.${jsonPath}'`;
      yield diagnostic(
        'invalid-field-path',
        { what, path: jsonPath, rule: 'it does not start with a dot', instead },
        position,
      );
    } else if (isOpen(jsonPath)) {
      yield diagnostic('field-path-not-found', { what, path: jsonPath, kind: kind.kind }, position);
    } else {
      const found = schemaAtJsonPath(wholeObject(version.schema), jsonPath);
      const [problem, instead] = (isSchema(found) && columnProblem(type, found)) || [];
      if (found === undefined) {
        yield diagnostic('field-path-not-found', { what, path: jsonPath, kind: kind.kind }, position);
      } else if (problem !== undefined && instead !== undefined) {
        yield diagnostic('field-path-type', { what, path: jsonPath, problem, instead }, position);
      }
    }
  }
}

function isSchema(found: Schema | string | undefined): found is Schema {
  return typeof found === 'object';
}

// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#format
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** Reports whether a path has an unclosed bracket, in which case no column of the kind is shown. */
function isOpen(path: string): boolean {
  const plain = path.replaceAll(/\\.|"[^"]*"|'[^']*'/g, '');
  const count = (mark: string): number => plain.split(mark).length;
  return count('[') !== count(']') || count('(') !== count(')') || /[{}]/.test(plain);
}

/** Returns the schema of a kind with the fields that every object has. */
function wholeObject(schema: Schema): Schema {
  return { ...schema, properties: [...fieldsOfObjects, ...(schema.properties ?? [])] };
}

// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#scale-subresource
const scalePrefixes = [
  ['specReplicasPath', ['.spec.']],
  ['statusReplicasPath', ['.status.']],
  ['labelSelectorPath', ['.status.', '.spec.']],
] as const;

const scaleExamples = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
} as const;

function* verifyScale(kind: Kind, version: KindVersion): Generator<Diagnostic> {
  const { scale, schema } = version;
  const position = originOf(version, 'ScaleSubresource');
  if (scale === undefined) return;
  for (const [field, prefixes] of scalePrefixes) {
    const path = scale[field];
    // An empty selector path means that there is none.
    if (path === undefined || (path === '' && field === 'labelSelectorPath')) continue;
    if (!prefixes.some((prefix) => path.startsWith(prefix))) {
      const rule = `it does not start with ${prefixes.join(' or ')}`;
      const instead = `write, for example: ${field}: '${scaleExamples[field]}'`;
      yield diagnostic('invalid-field-path', { what: `the ${field} of the scale`, path, rule, instead }, position);
      continue;
    }
    const what = `the ${field} of the scale`;
    const found = schemaAt(schema, path);
    const problem = isSchema(found) ? scaleProblem(field, found) : undefined;
    if (found === undefined) yield diagnostic('field-path-not-found', { what, path, kind: kind.kind }, position);
    else if (problem !== undefined) {
      const instead = `name a field that is ${field === 'labelSelectorPath' ? 'a string' : 'an integer'}`;
      yield diagnostic('field-path-type', { what, path, problem, instead }, position);
    } else if (field === 'specReplicasPath' && !isAlwaysReached(schema, path)) {
      const unset = 'which can be unset, and then autoscalers cannot read the scale';
      const instead = 'require the field and what contains it, or add a default';
      yield diagnostic('field-path-type', { what, path, problem: unset, instead }, position);
    }
  }
}

function* verifyWarning(kind: Kind, version: KindVersion): Generator<Diagnostic> {
  const warning = version.deprecated?.warning;
  if (warning === undefined) return;
  const refuse = (reason: string, instead: string): Diagnostic =>
    diagnostic(
      'invalid-deprecation-warning',
      { kind: kind.kind, reason, instead },
      originOf(version, 'DeprecatedVersion'),
    );
  const bytes = Buffer.byteLength(warning);
  const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.exec(warning);
  if (bytes > 256) yield refuse(`it has ${bytes} bytes, but only 256 are allowed`, 'shorten it to one sentence');
  else if (unprintable !== null) {
    const code = unprintable[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    yield refuse(`it has the character U+${code}, which is not printable`, 'write it in one line, with plain spaces');
  } else if (warning === '') {
    yield refuse('it is empty', 'write a sentence, or @DeprecatedVersion() for the sentence of the API server');
  }
}

const rules = [
  ...valueRules,
  ...impossibleRules,
  ...inertRules,
  ...listRules,
  ...embeddedRules,
  ...extensionRules,
  ...structuralRules,
  ...textRules,
];

/**
 * Returns what the API server would reject in a schema and everything below it, conditions that can never be true, and
 * keywords without effect.
 */
export function verifySchema(root: Visit): readonly Diagnostic[] {
  const problems = [...visits(root)].flatMap((visit) => rules.flatMap((rule) => [...rule(visit)]));
  return [...problems, ...verifyTransitions(root), ...verifyImmutable(root)];
}
