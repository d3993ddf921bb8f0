import { posix } from 'node:path';
import { toYaml } from '../../../base/text/yaml.js';
import { fileEntries, type FileEntry } from '../../../output/kustomize/file-entries.js';
import { mergeFile, type MergeTexts } from '../../../base/merge/merge-file.js';
import { same } from '../../../base/merge/values.js';
import { isYamlProblem, yamlDocument } from '../../../base/text/yaml-documents.js';
import { isGeneratedPath, kustomizationNames } from '../../../project/paths.js';
import type { RenamedFile } from '../files/renamed-files.js';

/** The files of a change that entries of kustomizations can name. */
export interface ListedFiles {
  readonly renamed: readonly RenamedFile[];
  /** The scaffolded files after the change. */
  readonly after: Iterable<string>;
  /** Whether the change comes from a release: files that a user lists are kept. */
  readonly isUpgrade: boolean;
}

/**
 * Returns the texts of a merge of a kustomization in which entries that the user has written differently are updated
 * with their files: entries of removed files are removed, entries of renamed files get the new names, and no entry is
 * added twice.
 */
export function withEditedEntries({ from, to }: RenamedFile, texts: MergeTexts, files: ListedFiles): MergeTexts {
  if (!kustomizationNames.includes(posix.basename(to))) return texts;
  const [own, old, fresh] = [texts.existing, texts.before, texts.after].map(entriesIn);
  if (own === undefined || old === undefined || fresh === undefined) return texts;
  const changes = { removed: new Set<FileEntry>(), before: new Set<FileEntry>(), after: new Set<FileEntry>() };
  const names = new Map<FileEntry, string>();
  const isOurs = (list: readonly FileEntry[], each: FileEntry): boolean =>
    list.some((other) => other.list === each.list && same(other.item, each.item));
  for (const each of old) {
    if (fresh.some((other) => isOfList(other, each))) continue;
    const users = own.filter((other) => pathOf(other) === pathOf(each));
    if (users.every((other) => isOurs(old, other))) continue;
    const path = posix.join(posix.dirname(from), each.entry);
    const renamed = files.renamed.find((other) => other.from === path);
    if (renamed === undefined && (files.isUpgrade || !isGone(path, files.after))) continue;
    changes.before.add(each);
    const name = renamed && posix.relative(posix.dirname(to), renamed.to);
    for (const user of users) if (name === undefined) changes.removed.add(user);
    if (name === undefined) continue;
    for (const user of users) names.set(user, name);
    for (const other of fresh) if (pathOf(other) === name) changes.after.add(other);
  }
  for (const each of fresh) {
    const users = own.filter((other) => pathOf(other) === pathOf(each));
    const isNew = !old.some((other) => isOfList(other, each));
    if (isNew && users.length > 0 && !users.some((other) => isOfList(other, each, true))) changes.after.add(each);
  }
  return {
    existing: without(renamedIn(texts.existing, names), changes.removed),
    before: without(texts.before, changes.before),
    after: without(texts.after, changes.after),
  };
}

function entriesIn(text: string): readonly FileEntry[] | undefined {
  const document = yamlDocument(text);
  return isYamlProblem(document) || document.errors.length > 0 ? undefined : fileEntries(document);
}

function pathOf({ entry }: FileEntry): string {
  return posix.join(entry, '.');
}

function isOfList(one: FileEntry, other: FileEntry, isExact = false): boolean {
  return one.list === other.list && (isExact ? one.entry === other.entry : pathOf(one) === pathOf(other));
}

/** Reports whether a file or folder that a scaffolded kustomization no longer lists is missing after a change. */
function isGone(path: string, after: Iterable<string>): boolean {
  return isGeneratedPath(path) || ![...after].some((each) => each === path || each.startsWith(`${path}/`));
}

/** Returns a text with new file names in its entries, which keep their quotes. */
function renamedIn(text: string, names: ReadonlyMap<FileEntry, string>): string {
  let changed = text;
  for (const [{ node, entry }, name] of [...names].toSorted(([one], [other]) => startOf(other) - startOf(one))) {
    const [start, end] = node.range!;
    const fresh = entry.startsWith('./') ? `./${name}` : name;
    changed = changed.slice(0, start) + changed.slice(start, end).replace(entry, () => fresh) + changed.slice(end);
  }
  return changed;
}

function startOf({ node }: FileEntry): number {
  return node.range![0];
}

/** Returns a kustomization without some entries. A list without other entries is removed as well. */
function without(text: string, entries: ReadonlySet<FileEntry>): string {
  if (entries.size === 0) return text;
  const lists = [...new Set(Array.from(entries, ({ list }) => list))];
  const itemsOf = (list: string): readonly unknown[] =>
    [...entries].flatMap((each) => (each.list === list ? [each.item] : []));
  const items = Object.fromEntries(lists.map((list) => [list, itemsOf(list)]));
  const before = header + toYaml(items).slice('---\n'.length);
  const merged = mergeFile('kustomization.yaml', { existing: text, before, after: header }, { partial: true });
  return merged.kind === 'merged' ? merged.content : text;
}

const header = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';
