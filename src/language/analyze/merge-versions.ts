import { originOf, type Kind, type KindVersion } from '../../base/model/kind.js';
import type { Model } from '../../base/model/model.js';
import type { Analysis } from './analysis.js';
import type { DeclaredKind } from './kinds.js';

/** Merges the versions of each kind, where one class is one version. Kinds are sorted by name and group. */
export function mergeVersions(declared: readonly DeclaredKind[], analysis: Analysis): Pick<Model, 'kinds' | 'skipped'> {
  const groups = new Map<string, DeclaredKind[]>();
  const skipped = declared.filter((each) => each.skipped);
  for (const each of declared.filter((other) => !other.skipped)) {
    const key = `${each.names.kind}.${each.names.group}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const sorted = [...groups.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const kinds = sorted.map(([, versions]) => mergeKind(inOrder(versions), analysis));
  reportTakenPlurals(kinds, analysis);
  return {
    kinds,
    skipped: skipped.map(({ names, version }) => ({ group: names.group, kind: names.kind, version: version.name })),
  };
}

/** Sorts versions by name, as controller-gen does, and duplicate versions by position. */
function inOrder(versions: readonly DeclaredKind[]): readonly DeclaredKind[] {
  const key = ({ version, position }: DeclaredKind): string => `${version.name} ${position.file}`;
  return versions.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

function mergeKind(declared: readonly DeclaredKind[], analysis: Analysis): Kind {
  const [first] = declared;
  const names = { ...first!.names, ...otherNames(declared) };
  const versions: KindVersion[] = [];
  for (const each of declared) {
    const { kind, group } = names;
    if (versions.some(({ name }) => name === each.version.name)) {
      analysis.report('duplicate-kind', each.position, { kind, group, version: each.version.name });
      continue;
    }
    reportDifferences(names, { ...each, names: { ...each.names, ...otherNames([each, ...declared]) } }, analysis);
    names.annotations = { ...names.annotations, ...each.names.annotations };
    names.labels = { ...names.labels, ...each.names.labels };
    versions.push(each.version);
  }
  return { ...names, versions: withStorage(versions, names.kind, analysis) };
}

type OtherNames = Partial<Pick<DeclaredKind['names'], 'shortNames' | 'categories' | 'singular' | 'listKind'>>;

/** Returns the names that versions declare: a name that only one of them declares applies to the others as well. */
function otherNames(declared: readonly DeclaredKind[]): OtherNames {
  return Object.assign({}, ...declared.toReversed().map(ownNames)) as OtherNames;
}

/** Returns the names that a version declares, without defaults. */
function ownNames({ names: { kind, shortNames, categories, singular, listKind } }: DeclaredKind): OtherNames {
  return {
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(singular === kind.toLowerCase() ? {} : { singular }),
    ...(listKind === `${kind}List` ? {} : { listKind }),
  };
}

const shared = ['plural', 'singular', 'listKind', 'scope', 'shortNames', 'categories'] as const;

/**
 * Reports differences in settings that belong to the kind and must be the same in every version. Which of two values is
 * used would otherwise be arbitrary.
 */
function reportDifferences(names: DeclaredKind['names'], each: DeclaredKind, analysis: Analysis): void {
  const report = (what: string, one: unknown, other: unknown): void => {
    const parameters = { kind: names.kind, what, one: JSON.stringify(one), other: JSON.stringify(other) };
    if (parameters.one === parameters.other) return;
    const marker = /^the (annotation|label)/.test(what) ? 'Metadata' : 'Resource';
    analysis.report('conflicting-versions', originOf(each.version, marker), parameters);
  };
  for (const what of shared) report(what, names[what], each.names[what]);
  for (const what of ['annotations', 'labels'] as const) {
    for (const [key, value] of Object.entries(each.names[what])) {
      if (Object.hasOwn(names[what], key)) report(`the ${what.slice(0, -1)} ${key}`, names[what][key], value);
    }
  }
}

/** Determines the storage version. A single version is stored; of several versions, one must be marked. */
function withStorage(versions: readonly KindVersion[], kind: string, analysis: Analysis): readonly KindVersion[] {
  const [only] = versions;
  const stored = versions.filter(({ storage }) => storage);
  const list = versions.map(({ name }) => name).join(', ');
  if (!versions.some(({ served }) => served)) {
    analysis.report('no-served-version', only!.position, { kind, versions: list });
  }
  if (versions.length === 1) return [{ ...only!, storage: true }];
  if (stored.length === 0) analysis.report('no-storage-version', only!.position, { kind, versions: list });
  for (const extra of stored.slice(1)) {
    analysis.report('multiple-storage-versions', originOf(extra, 'StorageVersion'), {
      kind,
      one: stored[0]!.name,
      other: extra.name,
    });
  }
  return versions;
}

function reportTakenPlurals(kinds: readonly Kind[], analysis: Analysis): void {
  const owners = new Map<string, string>();
  for (const { plural, group, kind, versions } of kinds) {
    const owner = owners.get(`${plural}.${group}`);
    if (owner !== undefined)
      analysis.report('plural-taken', originOf(versions[0]!, 'Resource'), { plural, group, kind, other: owner });
    owners.set(`${plural}.${group}`, kind);
  }
}
