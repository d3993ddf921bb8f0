import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { mergeKustomization } from '../emit/kustomization.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import { conflictMarkerIn, placeOf } from '../../base/text/text.js';
import { readYaml } from '../../base/merge/yaml-source.js';
import { kustomizationNames, presentKustomization } from '../../project/paths.js';
import type { ScaffoldState } from '../plan/state.js';
import type { GeneratorInput, KustomizationEntries } from './generator.js';
import { includedObjects, listedIn, textAt } from '../kustomize/included-objects.js';

/**
 * Returns the entries for a kustomization that lists these files, and that no longer lists others that earlier runs
 * wrote to the folder.
 */
export function entriesOf(path: string, files: readonly DesiredFile[], state: ScaffoldState): KustomizationEntries {
  const folder = posix.dirname(path);
  const add = files.map((file) => posix.relative(folder, file.path));
  const written = [...state.keys()].filter((each) => each.startsWith(`${folder}/`));
  const remove = written.map((each) => posix.relative(folder, each)).filter((each) => !add.includes(each));
  return { path, add, remove, makes: add.length > 0 };
}

/** Returns the reason why a text cannot be edited as a kustomization, and the position. */
function problemOf(path: string, text: string): Diagnostic {
  const conflict = conflictMarkerIn(text);
  const read = conflict === undefined ? readYaml(text) : undefined;
  const reason =
    conflict !== undefined
      ? 'has conflict markers'
      : read !== undefined && 'message' in read
        ? `cannot be read: ${read.message}`
        : 'is not a kustomization with a list of resources';
  const offset = conflict ?? (read !== undefined && 'message' in read ? read.offset : 0);
  return diagnostic('invalid-kustomization', { path, reason }, { file: path, ...placeOf(text, offset) });
}

/**
 * Merges entries into the kustomizations of a project. Everything else in the files is kept.
 * @param made the files that the entries refer to, before they are written
 */
export function kustomizationFiles(
  changes: readonly KustomizationEntries[],
  made: readonly DesiredFile[],
  read: GeneratorInput['read'],
): { readonly files: readonly DesiredFile[]; readonly diagnostics: readonly Diagnostic[] } {
  const files = new Map<string, DesiredFile>();
  const diagnostics: Diagnostic[] = [];
  const written = new Map(made.map(({ path, content }) => [path, content]));
  const readNow = (path: string): string | undefined => written.get(path) ?? read(path);
  for (const change of changes) {
    const path = presentKustomization(change.path, (each) => readNow(each) !== undefined);
    const text = files.get(path)?.content ?? read(path);
    if (text === undefined && !change.makes) continue;
    const isOptional = change.list !== undefined && change.add.length === 0;
    if (isOptional && !change.remove.some((each) => listedIn(text ?? '', [change.list!]).includes(each))) continue;
    const add = text === undefined ? change.add : withoutIncluded({ ...change, path }, text, readNow);
    const isSame = add.length === 0 && change.add.length > 0 && !change.remove.some((each) => text?.includes(each));
    const content = isSame ? text : mergeKustomization(text, { ...change, add });
    if (content === undefined) diagnostics.push(problemOf(path, text ?? ''));
    else {
      if (text !== undefined) diagnostics.push(...missingEntries({ ...change, path, add }, text, read));
      files.set(path, { path, content, ownership: 'merged' });
      written.set(path, content);
    }
  }
  return { files: [...files.values()], diagnostics };
}

/** Reports entries that a kustomization lacks although their files existed before: a user has removed them. */
function missingEntries(
  { path, add, list }: KustomizationEntries,
  text: string,
  read: GeneratorInput['read'],
): readonly Diagnostic[] {
  const listed = new Set(listedIn(text, list && [list]));
  const folder = posix.dirname(path);
  const place = placeOf(text, Math.max(0, text.search(list === 'transformers' ? /^transformers:/m : /^resources:/m)));
  const isThere = (target: string): boolean =>
    [target, ...kustomizationNames.map((name) => posix.join(target, name))].some((each) => textAt(each, read));
  return add
    .filter((entry) => !listed.has(entry) && isThere(posix.join(folder, entry)))
    .map((entry) => diagnostic('missing-kustomization-entry', { entry }, { file: path, ...place }));
}

/** Returns the entries that are commented out, such as `# - ../crd`: the user omits them on purpose. */
export function commentedIn(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/^[ \t]*#[ \t]*-[ \t]+(["']?)([^\s"'#]+)\1(?=\s|$)/gm)].map(([, , entry]) => entry!),
  );
}

/**
 * Returns the entries to add to a kustomization, without those that are commented out and those whose objects it
 * already gets from another file or folder: a kustomization with an object twice does not build.
 */
function withoutIncluded(
  { path, add, remove, list = 'resources' }: KustomizationEntries,
  text: string,
  read: GeneratorInput['read'],
): readonly string[] {
  const listed = new Set(listedIn(text, [list]));
  const commented = commentedIn(text);
  if (add.every((each) => listed.has(each))) return add;
  if (list !== 'resources') return add.filter((each) => listed.has(each) || !commented.has(each));
  const elsewhere = new Set(listedIn(text, ['bases', 'components']));
  const folder = posix.dirname(path);
  const gone = new Set(remove);
  const others = [...listed, ...elsewhere].filter((each) => !add.includes(each) && !gone.has(each));
  const included = includedObjects(folder, others, read);
  const isNew = (entry: string): boolean =>
    ![...includedObjects(folder, [entry], read)].some((each) => included.has(each));
  const isLeftOut = (entry: string): boolean => commented.has(entry) || elsewhere.has(entry);
  return add.filter((each) => listed.has(each) || (!isLeftOut(each) && isNew(each)));
}
