import { readCrd, type Crd, type CrdVersion } from '../../../base/crd/crd.js';
import { objectAt, textAt } from '../../../base/model/json-at.js';
import { diagnostic } from '../reporting.js';
import { DiagnosticsError, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { structuralProblems } from '../crd-problems.js';
import { rootOf } from '../kind-class.js';
import { defined } from '../../../base/model/defined.js';
import type { Position } from '../../../base/model/position.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { canBeClass } from '../../../project/class-name.js';
import { checkName } from '../../../project/naming.js';
import { shownSource } from '../../released/download.js';
import { kindsOf, skippingLine, type FromCrdOptions } from './options.js';
import type { ReadDefinitions } from './source.js';
import { someOf } from './some-of.js';

/** A CRD, and its imported versions. */
export interface Selected {
  readonly crd: Crd;
  readonly versions: readonly CrdVersion[];
}

/** The imported CRDs, and warnings about the omitted ones. */
interface Selection {
  readonly selected: readonly Selected[];
  readonly skipped: readonly Diagnostic[];
}

/**
 * Returns the CRDs that the flags select.
 * @param files the files of the objects, and the positions in them
 * @param beside problems of unread parts of the source, which may explain why there are none
 * @throws DiagnosticsError if there are none, or if a CRD cannot be converted to types and must not be omitted
 */
export function selectDefinitions(
  objects: readonly JsonObject[],
  options: FromCrdOptions,
  {
    files = new Map(),
    diagnostics: beside = [],
    positionOf = nowhere,
  }: Partial<Pick<ReadDefinitions, 'files' | 'diagnostics' | 'positionOf'>> = {},
): Selection {
  const wanted = withoutFragments(objects).filter((each) => isWanted(each, options));
  const found = wanted.map((each) => definitionOf(each, positionOf));
  const all = found.filter((each): each is Crd => !('code' in each));
  const ambiguous = differing(all, { files, positionOf });
  const crds = firstOfEach(all).filter(({ name }) => !ambiguous.has(name));
  const chosen = crds.flatMap((crd) => versionsOf(crd, options));
  const empty = crds.flatMap((each) => versionProblems(each, positionOf));
  const selected = chosen.filter(({ crd }) => problemsOf(crd, options, nowhere).length === 0);
  const problems = [
    ...found.filter((each) => 'code' in each),
    ...ambiguous.values(),
    ...empty,
    ...chosen.flatMap(({ crd }) => problemsOf(crd, options, positionOf)),
  ];
  if (problems.length > 0 && (options.skipRefused !== true || selected.length === 0))
    throw new DiagnosticsError(...problems.map((each) => orSkipped(each, options, selected)));
  if (selected.length === 0)
    throw new DiagnosticsError(diagnostic('crd-not-found', notFound(objects, options)), ...beside);
  return { selected, skipped: problems.map((each) => ({ ...each, severity: 'warning' })) };
}

/** Returns a problem whose help contains the command that imports the other kinds. */
function orSkipped(problem: Diagnostic, options: FromCrdOptions, selected: readonly Selected[]): Diagnostic {
  return selected.length === 0
    ? problem
    : { ...problem, help: `${problem.help}; or import the others only: ${skippingLine(options)}` };
}

type Places = ReadDefinitions['positionOf'];

const nowhere: Places = () => undefined;

/** Returns objects without partial CRDs, which kustomize merges into them. */
function withoutFragments(objects: readonly JsonObject[]): readonly JsonObject[] {
  const whole = objects.filter((each) => readCrd(each) !== undefined);
  const names = new Set(whole.map((each) => textAt(each, 'metadata', 'name')));
  return objects.filter((each) => {
    const spec = objectAt(each, 'spec');
    const isPart = textAt(spec, 'group') === '' || textAt(spec, 'names', 'kind') === '';
    return !isPart || !names.has(textAt(each, 'metadata', 'name'));
  });
}

function isWanted(object: JsonObject, options: FromCrdOptions): boolean {
  const { group } = options;
  const spec = objectAt(object, 'spec');
  const isKind = kindsOf(options)?.has(textAt(spec, 'names', 'kind')) ?? true;
  const found = textAt(spec, 'group');
  return isKind && (group === undefined || found === group || found.startsWith(`${group}.`));
}

function versionsOf(crd: Crd, { version }: FromCrdOptions): readonly Selected[] {
  const versions = crd.versions.filter(({ name }) => version === undefined || name === version);
  return versions.length === 0 ? [] : [{ crd, versions }];
}

function notFound(objects: readonly JsonObject[], { fromCrd: source, kind, group, version }: FromCrdOptions) {
  const wanted = Object.entries({ kind, group, version }).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag} ${value}`],
  );
  const kinds = objects.flatMap((each) => {
    const crd = readCrd(each);
    return crd === undefined ? [] : crd.versions.map(({ name }) => `${crd.names.kind} of ${crd.group}/${name}`);
  });
  return { source: shownSource(source), wanted: wanted.join(' '), kinds: someOf(kinds, 10) };
}

function definitionOf(object: JsonObject, positionOf: Places): Crd | Diagnostic {
  const given = textAt(object, 'metadata', 'name');
  const name = given || 'without a name';
  const version = textAt(object, 'apiVersion');
  if (version !== 'apiextensions.k8s.io/v1') {
    const inCluster = given || '<plural>.<group>';
    const instead = `read it from a cluster, which converts it: --from-crd cluster:${inCluster}; the documentation of invalid-crd lists what to change without one`;
    return invalid(
      name,
      `${version || 'a missing apiVersion'} is not apiextensions.k8s.io/v1`,
      instead,
      positionOf(object, 'apiVersion'),
    );
  }
  return readCrd(object) ?? invalid(name, 'it has no group, kind or plural', correct, positionOf(object, 'spec'));
}

const correct = 'correct a copy of the definition, because the API server rejects this one';

function invalid(name: string, reason: string, instead: string, position: Position | undefined): Diagnostic {
  return diagnostic('invalid-crd', { name, reason, instead }, position);
}

/** Returns each CRD once: files of charts and bundles repeat them. */
function firstOfEach(crds: readonly Crd[]): readonly Crd[] {
  const names = new Set<string>();
  return crds.filter(({ name }) => !names.has(name) && names.add(name));
}

/** Returns the problems of CRDs that the source contains in several forms, by name. */
function differing(
  crds: readonly Crd[],
  { files, positionOf }: Pick<ReadDefinitions, 'files' | 'positionOf'>,
): ReadonlyMap<string, Diagnostic> {
  const specOf = ({ object }: Crd): string => JSON.stringify(object['spec']);
  const problems = firstOfEach(crds).flatMap((first) => {
    const same = crds.filter(({ name }) => name === first.name);
    const other = same.find((each) => specOf(each) !== specOf(first));
    if (other === undefined) return [];
    const paths = [...new Set(same.flatMap(({ object }) => files.get(object) ?? []))];
    const where =
      paths.length < 2 ? 'the source contains different definitions of it' : `${paths.join(' and ')} differ`;
    const position = positionOf(other.object, 'metadata', 'name');
    return [[first.name, invalid(first.name, where, 'name one of the files', position)] as const];
  });
  return new Map(problems);
}

function versionProblems({ name, versions, object }: Crd, positionOf: Places): readonly Diagnostic[] {
  return versions.length > 0
    ? []
    : [invalid(name, 'it has no versions', correct, positionOf(object, 'spec', 'versions'))];
}

/** Returns why a CRD, or any of its versions, cannot be converted to types. */
export function refusalsOf(crd: Crd, options: FromCrdOptions, positionOf: Places = nowhere): readonly Diagnostic[] {
  const empty = versionProblems(crd, positionOf);
  return empty.length > 0 ? empty : problemsOf(crd, options, positionOf);
}

function problemsOf(crd: Crd, options: FromCrdOptions, positionOf: Places): readonly Diagnostic[] {
  const { names, name } = crd;
  const naming = namingProblems(crd, positionOf);
  if (naming.length > 0) return naming;
  if (!canBeClass(names.kind) && !options.typesOnly)
    return [
      invalid(
        name,
        `compiled markers use ${names.kind}, which is also the name of the kind`,
        'import it with --types-only',
        positionOf(crd.object, 'spec', 'names', 'kind'),
      ),
    ];
  const structural = structuralProblems(crd, (index) => rootOf(crd, crd.versions[index]!));
  if (structural.length === 0) return [];
  const [{ path, reason, at }] = structural as [(typeof structural)[0]];
  const more = structural.length > 1 ? `, and ${structural.length - 1} more` : '';
  const text = `its schema is not structural: ${path}: ${reason}${more}`;
  return [invalid(name, text, correct, positionOf(crd.object, 'spec', ...at))];
}

function namingProblems({ names, group, versions, object }: Crd, positionOf: Places): readonly Diagnostic[] {
  const kind = checkName('className', 'spec.names.kind', names.kind);
  // If the CRD does not set it, it follows from the kind.
  const listKind = kind === undefined ? checkName('listKind', 'spec.names.listKind', names.listKind) : undefined;
  const checked = [
    [kind, ['names', 'kind']],
    [listKind, ['names', 'listKind']],
    [checkName('plural', 'spec.names.plural', names.plural), ['names', 'plural']],
    [checkName('apiGroup', 'spec.group', group), ['group']],
    ...versions.map(
      ({ name, index }) => [checkName('version', 'spec.versions.name', name), ['versions', index, 'name']] as const,
    ),
  ] as const;
  return checked.flatMap(([problem, path]) =>
    problem === undefined ? [] : [{ ...problem, ...defined({ position: positionOf(object, 'spec', ...path) }) }],
  );
}
