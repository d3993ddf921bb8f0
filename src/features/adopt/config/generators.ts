import { posix } from 'node:path';
import { objectsAt, textAt } from '../../../base/model/json-at.js';
import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { toYaml } from '../../../base/text/yaml.js';
import { pathsIncluded, type ReadText } from '../../../output/kustomize/included-objects.js';
import { generatedKinds } from '../../../output/kustomize/fields.js';
import type { LayoutFile } from '../../../project/layout/layout.js';
import { mergeFile } from '../../../base/merge/merge-file.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import type { JsonObject } from '../../../base/model/schema.js';
import { isKustomization, kustomizationIn, kustomizations } from '../../../project/paths.js';
import type { Source } from '../source.js';

/** Fields of a kustomization that create objects which are in no file. */
const generating = [...Object.keys(generatedKinds), 'generators', 'helmCharts'];
/** Fields with the options of generators. */
const settings = ['generatorOptions', 'helmGlobals'];

/** Returns scaffolded kustomizations with the generators of the replaced ones, whose files are kept. */
export function withGenerators(
  files: readonly LayoutFile[],
  config: ReadonlyMap<string, string>,
): readonly LayoutFile[] {
  const isKept = keptBy([...config].flatMap(([path, text]) => (isKustomization(path) ? objectsOf(text) : [])));
  return files.map((file) => {
    const text = isKustomization(file.path) ? config.get(file.path) : undefined;
    const [kustomization = {}] = objectsOf(text);
    const found = generatorsOf(kustomization, isKept);
    if (Object.keys(found).length === 0) return file;
    const header = toYaml({ kind: 'Kustomization' });
    const merged = mergeFile('kustomization.yaml', {
      existing: file.content,
      before: header,
      after: header + toYaml(found).slice('---\n'.length),
    });
    return merged.kind === 'merged' ? { ...file, content: merged.content, recordAs: file.content } : file;
  });
}

/** Returns the fields with generators; none if nothing is generated. */
function generatorsOf(kustomization: JsonObject, isKept: (entry: JsonObject, field: string) => boolean): JsonObject {
  const found = Object.fromEntries(
    generating.flatMap((field) => {
      const value = kustomization[field];
      if (!Array.isArray(value)) return [];
      const kept =
        field in generatedKinds ? objectsAt(kustomization, field).filter((each) => isKept(each, field)) : value;
      return kept.length === 0 ? [] : [[field, kept] as const];
    }),
  );
  if (Object.keys(found).length === 0) return {};
  const options = settings.flatMap((field) =>
    field in kustomization ? [[field, kustomization[field]!] as const] : [],
  );
  return { ...Object.fromEntries(options), ...found };
}

/**
 * Returns a function that reports whether the object that an entry changes exists: kustomize rejects changes of missing
 * objects.
 */
function keptBy(all: readonly JsonObject[]): (entry: JsonObject, field: string) => boolean {
  const created = new Set(
    Object.keys(generatedKinds).flatMap((field) =>
      all.flatMap((each) =>
        objectsAt(each, field)
          .filter(isCreated)
          .map((entry) => keyOf(entry, field)),
      ),
    ),
  );
  return (entry, field) => isCreated(entry) || created.has(keyOf(entry, field));
}

function isCreated(entry: JsonObject): boolean {
  return !/^(?:merge|replace)$/.test(textAt(entry, 'behavior'));
}

const keyOf = (entry: JsonObject, field: string): string => `${generatedKinds[field]!} ${textAt(entry, 'name')}`;

/** Reports objects that generators of `config/default` created before adopt, and no longer create. */
export function lostGenerators(source: Source, before: ReadText, after: ReadText): readonly Diagnostic[] {
  const by = posix.dirname(kustomizations.default);
  const made = generatedIn(after);
  return [...generatedIn(before)]
    .filter(([what]) => !made.has(what))
    .map(([what, path]) => {
      const file = source.shown(path);
      return diagnostic('no-longer-deployed', { what, by, file }, { file, line: 1, column: 1 });
    });
}

/** Returns the kustomizations that create objects, by what they create. */
function generatedIn(read: ReadText): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of pathsIncluded(posix.dirname(kustomizations.default), read)) {
    const path = kustomizationIn(folder, (each) => read(each) !== undefined);
    const [kustomization = {}] = objectsOf(path === undefined ? undefined : read(path));
    for (const field of Object.keys(generatedKinds))
      for (const entry of objectsAt(kustomization, field)) found.set(keyOf(entry, field), path!);
    for (const field of generating.filter((each) => !(each in generatedKinds)))
      if (Array.isArray(kustomization[field])) found.set(`${field} of ${folder}`, path!);
  }
  return found;
}
