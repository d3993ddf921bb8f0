import { own } from '../../../base/model/json-at.js';
import { isRole } from '../../../base/model/kubernetes-object.js';
import { posix } from 'node:path';
import { diagnostic } from '../reporting.js';
import { DiagnosticsError, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { normalCrd, type Difference } from '../../import/compare.js';
import { differenceText, shownDifferences } from '../../import/shown-differences.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import type { Layout } from '../../../project/layout/layout.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import { crdFile, crdFolder } from '../../../project/paths.js';
import { byName, inOrder, objectDifferences } from '../report/compared-objects.js';
import type { Definition } from '../definitions.js';
import type { DeployedChanges } from '../report/deployed-changes.js';
import { roleDifference } from '../report/role-changes.js';
import { type Source, unreadFile } from '../source.js';

/** Returns the files of the Go project in config/, by path. */
export function configOf(source: Source): {
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly Diagnostic[];
} {
  const texts = new Map<string, string>();
  const problems = source.skipped
    .filter((path) => path.startsWith('config/'))
    .map((path) => unreadFile(source, path, 'links and special files are not read'));
  for (const path of source.paths.filter((each) => each.startsWith('config/'))) {
    try {
      texts.set(path, source.read(path) ?? '');
    } catch (error) {
      const reason = error instanceof DiagnosticsError ? error.diagnostics[0]!.message : (error as Error).message;
      problems.push(unreadFile(source, path, reason));
    }
  }
  return { texts, problems };
}

/** Compares files in config/ with the scaffolded files that they replace. */
export function configReport(
  source: Source,
  texts: ReadonlyMap<string, string>,
  layout: Layout,
  isChanged: (path: string) => boolean,
): readonly Diagnostic[] {
  const kept = [...layout.values()].filter(({ path }) => texts.has(path));
  const compared = kept.map(({ path, content }) => ({
    path,
    found: objectDifferences(...normalPair(path, objectsOf(texts.get(path)), objectsOf(content))),
  }));
  const equal = compared.filter(({ found }) => found.length === 0);
  return [
    ...(compared.length === 0 ? [] : [diagnostic('config-equal', { count: equal.length, total: compared.length })]),
    ...compared.flatMap(({ path, found }) =>
      found.length === 0 || isChanged(path)
        ? []
        : [
            diagnostic(
              'config-kept',
              { path, count: found.length, differences: shown(found) },
              { file: source.shown(path), line: 1, column: 1 },
            ),
          ],
    ),
  ];
}

/** Returns the objects of two files in normalized form, for comparison. */
function normalPair(path: string, ...pair: readonly [readonly JsonObject[], readonly JsonObject[]]) {
  if (posix.basename(path) !== 'kustomization.yaml') return pair;
  const defaults = new Set(['apiVersion', 'kind']);
  const normal = (object: JsonObject): JsonObject => {
    const rest = Object.fromEntries(Object.entries(object).filter(([key]) => !defaults.has(key)));
    const resources = own(rest, 'resources');
    return {
      ...rest,
      ...(Array.isArray(resources) ? { resources: (resources as readonly JsonValue[]).toSorted(byText) } : {}),
    };
  };
  return [pair[0].map(normal), pair[1].map(normal)] as const;
}

/** The manifests of a Go project. */
export interface GoManifests {
  /** The files in config/. */
  readonly config: ReadonlyMap<string, string>;
  /** The definitions in any folder. */
  readonly definitions: readonly Definition[];
  /** The files that are replaced by generated files at other paths. */
  readonly replaced: ReadonlyMap<string, string>;
}

/** Compares generated files with those of the Go project, except for objects that another report covers. */
export function generatedReport(
  source: Source,
  generated: readonly DesiredFile[],
  { config, definitions, replaced }: GoManifests,
  covers: DeployedChanges['covers'],
): readonly Diagnostic[] {
  const elsewhere = new Map(definitions.map(({ crd, object }) => [crdFile(crd.group, crd.names.plural), object]));
  const compared = generated.flatMap(({ path, content, ownership }) => {
    if (ownership !== 'generated') return [];
    const file = config.has(path) ? path : (replaced.get(path) ?? path);
    const [text, definition] = [config.get(file), elsewhere.get(path)];
    const old = text === undefined ? definition && [definition] : objectsOf(text);
    if (old === undefined) return [];
    const normal = posix.dirname(path) === crdFolder ? normalCrd : inOrder;
    const all = [old, objectsOf(content)].map((each) => each.filter(hasContent));
    const isEqual = objectDifferences(all[0]!.map(normal), all[1]!.map(normal)).length === 0;
    const isOpen = (object: JsonObject): boolean => ![file, path].some((at) => covers(object, at));
    const [before = [], after = []] = all.map((each) => each.filter(isOpen));
    const roles = rolePairs(before, after);
    const kept = new Set(roles.flatMap(({ name, isInBoth }) => (isInBoth ? [name] : [])));
    const forms = (objects: readonly JsonObject[]) => withoutRoles(objects, kept).map(normal);
    const found = objectDifferences(forms(before), forms(after));
    return [{ path, file, isEqual, roles, found }];
  });
  const equal = compared.filter(({ isEqual }) => isEqual).map(({ path }) => path);
  return [
    ...(equal.length === 0 ? [] : [diagnostic('generated-equal', { count: equal.length, paths: equal.join(', ') })]),
    ...compared.flatMap(({ path, file, roles, found }) => [
      ...roles.flatMap(({ name, ...pair }) =>
        roleDifference(`${name} in ${path}`, pair, { file: source.shown(file), line: 1, column: 1 }),
      ),
      ...(found.length === 0
        ? []
        : [
            {
              ...diagnostic(
                'generated-differs',
                { path, count: found.length, differences: shown(found) },
                { file: source.shown(file), line: 1, column: 1 },
              ),
              ...(found.length > mostShown ? { lines: found.slice(0, mostListed).map(differenceText) } : {}),
            },
          ]),
    ]),
  ];
}

/** Returns the roles of two files in pairs. A role in only one of them is paired with one that grants nothing. */
function rolePairs(before: readonly JsonObject[], after: readonly JsonObject[]) {
  const [old, now] = [byName(before.filter(isRole)), byName(after.filter(isRole))];
  return [...new Set([...old.keys(), ...now.keys()])].map((name) => ({
    name,
    before: old.get(name) ?? {},
    after: now.get(name) ?? {},
    isInBoth: old.has(name) && now.has(name),
  }));
}

/** Returns objects without the rules of roles, and without the roles that are not among the names. */
function withoutRoles(objects: readonly JsonObject[], names: ReadonlySet<string>): readonly JsonObject[] {
  return [...byName(objects)].flatMap(([name, object]) =>
    isRole(object) ? (names.has(name) ? [{ ...object, rules: [] }] : []) : [object],
  );
}

/** Reports whether an object has an effect: a role without rules grants nothing. */
function hasContent(object: JsonObject): boolean {
  const rules = own(object, 'rules');
  return !Array.isArray(rules) || rules.length > 0;
}

const byText = (one: JsonValue, other: JsonValue): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

/** Maximum number of differences that are shown for a file. */
const mostShown = 5;
/** Maximum number of differences that are listed for a generated file, whose edits are lost. */
const mostListed = 200;

function shown(found: readonly Difference[]): string {
  return shownDifferences(found, mostShown);
}
