import { posix } from 'node:path';
import { objectAt, own } from '../../../base/model/json-at.js';
import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { shellLine } from '../../../base/diagnostics/shell-line.js';
import type { SourceText } from '../source.js';
import { rawPlaces } from '../raw-places.js';
import type { Plan } from '../../../output/plan/plan.js';
import { crdFile } from '../../../project/paths.js';
import { generatedDifferences } from './generated.js';
import type { Wanted } from './resources.js';
import type { FromCrdOptions } from './options.js';
import { someOf } from './some-of.js';

interface Made {
  readonly types: readonly SourceText[];
  readonly plan: Plan;
  readonly options: FromCrdOptions;
}

/** Returns what users should know about the types: raw schemas, differences, and conversions to create. */
export function importReport(wanted: readonly Wanted[], { types, plan, options }: Made): readonly Diagnostic[] {
  if (options.typesOnly) return unformatted(types);
  const crds = [...new Set(wanted.map(({ crd }) => crd))];
  const raw = rawPlaces(types);
  return [
    ...unformatted(types),
    ...(raw.length > 0
      ? [diagnostic('raw-schemas', { kind: ownersOf(raw, crds), count: raw.length, places: someOf(raw, 5) })]
      : []),
    ...crds.flatMap((crd) => [...differing(crd, wanted, plan), ...conversion(crd, wanted)]),
  ];
}

/** Reports files that are written unformatted. */
export function unformatted(files: readonly SourceText[]): readonly Diagnostic[] {
  return files.flatMap(({ path, unformatted: reason }) =>
    reason === undefined ? [] : [diagnostic('not-formatted', { path, reason })],
  );
}

/** Returns the owners of the types at these places: the kinds after which the files are named, or shared types. */
function ownersOf(places: readonly string[], crds: readonly Wanted['crd'][]): string {
  const names = new Set(places.map((each) => posix.basename(each).split('.', 1)[0]));
  const kinds = crds.map(({ names: { kind } }) => kind).filter((kind) => names.delete(kind.toLowerCase()));
  return someOf([...new Set(kinds), ...(names.size > 0 ? ['shared types'] : [])], 10);
}

/** Compares a CRD with the one that is generated from its types. */
function differing(crd: Wanted['crd'], wanted: readonly Wanted[], plan: Plan): readonly Diagnostic[] {
  const text = plan.files.find(({ path }) => path === crdFile(crd.group, crd.names.plural))?.after;
  if (text === undefined) return [];
  const found = generatedDifferences(crd, wanted, text) ?? [];
  const paths = someOf(
    found.map(({ path }) => path.join('.')),
    3,
  );
  return found.length === 0 ? [] : [diagnostic('import-differs', { name: crd.name, count: found.length, paths })];
}

function conversion(
  { isConverted, names, versions, object }: Wanted['crd'],
  wanted: readonly Wanted[],
): readonly Diagnostic[] {
  const ofKind = wanted.filter(({ crd }) => crd.object === object);
  const imported = ofKind.map(({ version }) => version.name);
  if (!isConverted || imported.length < 2 || own(objectAt(object, 'spec'), 'conversion') === undefined) return [];
  const hub = versions.find(({ storage }) => storage)?.name ?? imported[0]!;
  const spokes = imported.filter((each) => each !== hub);
  const group = ofKind[0]?.resource.group;
  const flags = [
    ...(group === undefined ? [] : ['--group', group]),
    '--version',
    hub,
    '--kind',
    names.kind,
    '--conversion',
    '--spoke',
    spokes.join(','),
  ];
  const command = shellLine(['npx', 'operator-gen', 'create', 'webhook', ...flags]);
  return [diagnostic('import-conversion', { kind: names.kind, command })];
}
