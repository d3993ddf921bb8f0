import { posix } from 'node:path';
import { objectIn, objectsIn, own, textIn } from '../../compatibility/crd.js';
import { grantsOf } from '../../compatibility/roles.js';
import { diagnostic, DiagnosticsError, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { differences, normalCrd, type Difference } from '../../import/compare.js';
import { differenceText, shownDifferences } from '../../import/shown-differences.js';
import type { DesiredFile } from '../../layout/desired-file.js';
import type { Layout } from '../../layout/layout.js';
import { isMapping } from '../../model/json-at.js';
import type { JsonObject, JsonValue } from '../../model/schema.js';
import { objectsOf } from '../../merge/yaml-objects.js';
import { crdFile, crdFolder } from '../../project/paths.js';
import type { Definition } from './definitions.js';
import type { Source } from './source.js';

/** The files in config/ of the Go project, by their paths. */
export function configOf(source: Source): {
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly Diagnostic[];
} {
  const texts = new Map<string, string>();
  const problems = source.skipped
    .filter((path) => path.startsWith('config/'))
    .map((path) => unread(source, path, 'links and special files are not read'));
  for (const path of source.paths.filter((each) => each.startsWith('config/'))) {
    try {
      texts.set(path, source.read(path) ?? '');
    } catch (error) {
      const reason = error instanceof DiagnosticsError ? error.diagnostics[0]!.message : (error as Error).message;
      problems.push(unread(source, path, reason));
    }
  }
  return { texts, problems };
}

function unread(source: Source, path: string, reason: string): Diagnostic {
  const file = source.shown(path);
  return diagnostic('go-file-unread', { path: file, reason }, { file, line: 1, column: 1 });
}

/** Compares files of config/ with the scaffolded ones, which they replace. */
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

/** Returns the objects of two files in the form in which they are compared. */
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
  /** The files that generated ones replace at other paths. */
  readonly replaced: ReadonlyMap<string, string>;
}

/** Compares generated files with those of the Go project. */
export function generatedReport(
  source: Source,
  generated: readonly DesiredFile[],
  { config, definitions, replaced }: GoManifests,
): readonly Diagnostic[] {
  const elsewhere = new Map(definitions.map(({ crd, object }) => [crdFile(crd.group, crd.names.plural), object]));
  const compared = generated.flatMap(({ path, content, ownership }) => {
    if (ownership !== 'generated') return [];
    const [text, definition] = [config.get(path) ?? config.get(replaced.get(path) ?? ''), elsewhere.get(path)];
    const old = text === undefined ? definition && [definition] : objectsOf(text);
    if (old === undefined) return [];
    const normal = posix.dirname(path) === crdFolder ? normalCrd : inOrder;
    const [before, after] = [old, objectsOf(content)].map((each) => each.filter(hasContent).map(normal));
    return [{ path, found: objectDifferences(before!, after!) }];
  });
  const equal = compared.filter(({ found }) => found.length === 0).map(({ path }) => path);
  return [
    ...(equal.length === 0 ? [] : [diagnostic('generated-equal', { count: equal.length, paths: equal.join(', ') })]),
    ...compared.flatMap(({ path, found }) =>
      found.length === 0
        ? []
        : [
            {
              ...diagnostic(
                'generated-differs',
                { path, count: found.length, differences: shown(found) },
                { file: source.shown(replaced.get(path) ?? path), line: 1, column: 1 },
              ),
              ...(found.length > mostShown ? { lines: found.slice(0, mostListed).map(differenceText) } : {}),
            },
          ],
    ),
  ];
}

/** Reports whether an object says anything: a role without rules grants nothing. */
function hasContent(object: JsonObject): boolean {
  const rules = own(object, 'rules');
  return !Array.isArray(rules) || rules.length > 0;
}

const byText = (one: JsonValue, other: JsonValue): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

/** Returns an object whose rules and webhooks are in a form without an order and a grouping, which have no meaning. */
function inOrder(object: JsonObject): JsonObject {
  if (/^(?:Cluster)?Role$/.test(textIn(object, 'kind'))) return { ...object, rules: grantsOf(object) };
  if (!Array.isArray(own(object, 'webhooks'))) return object;
  return { ...object, webhooks: Object.fromEntries(byName(objectsIn(object, 'webhooks'))) };
}

/** Returns the differences between the objects of two files, which are matched by their kinds and names. */
export function objectDifferences(before: readonly JsonObject[], after: readonly JsonObject[]): readonly Difference[] {
  const [old, now] = [byName(before.map(withoutEmptyTimes)), byName(after.map(withoutEmptyTimes))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
    differences(old.get(name), now.get(name), [name]),
  );
}

/** Returns an object without the empty times that Go writes into each `metadata`, which mean nothing. */
function withoutEmptyTimes<T extends JsonValue>(value: T): T {
  if (Array.isArray(value)) return value.map((each: JsonValue) => withoutEmptyTimes(each)) as unknown as T;
  if (!isMapping(value)) return value;
  const kept = Object.entries(value).filter(([key, each]) => key !== 'creationTimestamp' || each !== null);
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutEmptyTimes(each)])) as T;
}

function byName(objects: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const [index, object] of objects.entries()) {
    const name = textIn(objectIn(object, 'metadata'), 'name') || textIn(object, 'name');
    const key = [textIn(object, 'kind'), name].filter(Boolean).join(' ') || `document ${index + 1}`;
    found.set(found.has(key) ? `${key} (${index + 1})` : key, object);
  }
  return found;
}

/** The largest number of differences that are shown of a file. */
const mostShown = 5;
/** The largest number of differences that are listed of a generated file, whose edits are lost. */
const mostListed = 200;

function shown(found: readonly Difference[]): string {
  return shownDifferences(found, mostShown);
}
