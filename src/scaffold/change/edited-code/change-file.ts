import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { defined } from '../../../base/model/defined.js';
import { isRecorded, type ScaffoldState } from '../../../output/plan/state.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import type { Layout, LayoutFile } from '../../../project/layout/layout.js';
import { withoutRemovedEntries, type RenamedFile } from '../files/renamed-files.js';
import { withEditedEntries, type ListedFiles } from '../kustomizations/entry-changes.js';
import { hasWebhookClasses, withMarkersAgain } from '../webhooks/restored-webhooks.js';
import { unresolvedConflicts } from './conflict-markers.js';
import type { ConflictPolicy } from './conflict-policy.js';
import { besideIt, namingOriginals, settle, takenPath } from './conflicts.js';
import { takesPlaceOf } from './exported-names.js';
import { mergeEdited } from './merge-edited.js';
import { mergedFile } from './merged-file.js';
import { withComments, withYamlComments } from './release-comments.js';
import { isImported, isKept } from './unmodified.js';
import { inOwnStyle } from './user-style.js';

export type Texts = ReadonlyMap<string, string>;

/** A change of a layout, and what is known about the project. */
export interface Change {
  readonly host: Host;
  readonly root: string;
  readonly before: Layout;
  readonly state: ScaffoldState;
  /** The record, which tells which files are unmodified. */
  readonly known: ScaffoldState;
  readonly partial: boolean;
  /** Whether declarations are removed even if the user has edited them. */
  readonly deletesEdited: boolean;
  readonly code: { readonly existing: Texts; readonly before: Texts };
  /** New texts of files that are not scaffolded, with code that the user has moved there. */
  readonly others: Map<string, string>;
  /** Old paths by new ones, for files that move. */
  readonly origins: ReadonlyMap<string, string>;
  readonly isScaffolded: (path: string) => boolean;
  readonly conflicts: ConflictPolicy | undefined;
  readonly renamed: readonly RenamedFile[];
  readonly listed: ListedFiles;
}

/** The result for one file. */
export interface Followed {
  readonly wanted?: readonly DesiredFile[];
  readonly diagnostics?: readonly Diagnostic[];
  readonly resolved?: readonly (readonly [path: string, text: string])[];
}

/** Updates a file whose scaffolded text changes. @param from its earlier path, if it moves */
export function follow(change: Change, file: LayoutFile, from: string, old: LayoutFile): Followed {
  const { host, root, state, partial, conflicts } = change;
  const { path } = file;
  const existing = host.read(posix.join(root, from));
  if (existing === undefined) return partial ? {} : { diagnostics: missing(path, old.content, file.content) };
  // A release that changes the example in the template does not concern imported types.
  const isExample = conflicts !== undefined && from === path && path.endsWith('.types.ts');
  if (isExample && isImported(old, state)) return {};
  // Imported and adopted files are also recorded, but have no template.
  if (existing !== old.content) return merge(change, file, from, old, existing);
  const { movedFrom, executable } = mergedFile(host, root, from, path, file.content);
  return { wanted: [{ ...file, replaces: existing, ...defined({ movedFrom, executable }) }] };
}

/** Adds a file. If the user already has a file in its place, such as one that a command kept, that file is used. */
export function newFile({ host, root, state }: Change, file: LayoutFile, force: boolean): Followed {
  const existing = force ? undefined : host.read(posix.join(root, file.path));
  if (existing === undefined) return { wanted: [file] };
  const isUsable =
    isKept(file, state) || takesPlaceOf(file.path, existing, file.content) || hasWebhookClasses(file, existing);
  if (!isUsable) return { wanted: [file] };
  const content = withMarkersAgain(host, root, file, existing);
  const changed = content === existing ? {} : ({ ownership: 'merged' } as const);
  return { wanted: [{ ...file, content, recordAs: file.content, replaces: existing, ...changed }] };
}

/** Adds a file of a release, unless the user already has one in its place. */
export function addFile(change: Change, file: LayoutFile): Followed {
  const { host, root, conflicts } = change;
  const existing = host.read(posix.join(root, file.path));
  if (existing === undefined || existing === file.content) return { wanted: [file] };
  const { originals, diagnostics } = takenPath(file, conflicts!);
  const beside = originals.map((each) => besideIt(change, each));
  return { wanted: beside, diagnostics: namingOriginals(diagnostics, file.path, beside) };
}

/** Merges the differences between two layouts into a user's file. */
export function merge(
  change: Change,
  file: LayoutFile,
  from: string,
  old: LayoutFile,
  existing: string,
  needed?: ReadonlySet<string>,
): Followed {
  const { host, root, state, partial, deletesEdited, code, origins, others, isScaffolded, conflicts } = change;
  const { path, content: after, ownership } = file;
  const whole = {
    existing: others.get(path) ?? code.existing.get(path) ?? existing,
    before: code.before.get(path) ?? old.content,
    after,
  };
  const unresolved = unresolvedConflicts(path, whole.existing);
  if (unresolved.length > 0) return partial ? {} : { diagnostics: unresolved };
  const at = { from, to: path };
  const followed = withEditedEntries(at, withoutRemovedEntries(at, whole, change.renamed), change.listed);
  const texts = inOwnStyle(path, followed);
  const read = (each: string): string | undefined =>
    isScaffolded(each)
      ? undefined
      : (others.get(each) ?? code.existing.get(each) ?? host.read(posix.join(root, origins.get(each) ?? each)));
  const isMoved = (one: string, other: string): boolean => origins.get(other) === one;
  const known = state.get(from);
  const isEdited = known === undefined || !isRecorded(known, existing);
  const write = (content: string): DesiredFile => ({
    ...mergedFile(host, root, from, path, content),
    ...(known !== undefined ? { ownership, recordAs: isEdited ? after : content, replaces: existing } : {}),
  });
  const merged = mergeEdited(path, texts, {
    ...{ partial, read, needed, isMoved },
    isForced: deletesEdited,
    release: conflicts?.to,
  });
  if (conflicts !== undefined && merged.diagnostics.length > 0) {
    const { content, resolved, originals, diagnostics } = settle(file, texts, merged, conflicts);
    const beside = originals.map((each) => besideIt(change, each));
    const wanted = [write(content), ...beside];
    const named = namingOriginals(diagnostics, path, beside);
    return { wanted, diagnostics: named, ...(resolved === undefined ? {} : { resolved: [[path, resolved]] }) };
  }
  if (isProse(path) && merged.diagnostics.length > 0) return {};
  for (const [other, text] of merged.others) others.set(other, text);
  if (conflicts !== undefined) {
    const { content, diagnostics } = withComments(path, texts, merged.content, conflicts);
    return { wanted: [write(content)], diagnostics: [...diagnostics, ...(merged.notes ?? [])] };
  }
  const content = withYamlComments(path, texts, merged.content);
  return { wanted: [write(content)], diagnostics: partial ? [] : merged.diagnostics };
}

/** Reports whether a file is prose: changes can be skipped where the user has rewritten it. */
function isProse(path: string): boolean {
  return /(?:^|\/)(?:README\.md|LICENSE)$/.test(path);
}

/** Returns a file that is changed only by a change of the code, unless it is generated. */
export function withChangedCode({ host, root, state, origins }: Change, path: string, content: string): Followed {
  const from = origins.get(path) ?? path;
  const ownership = state.get(from)?.ownership;
  if (ownership === 'generated' || ownership === 'sample') return {};
  return { wanted: [mergedFile(host, root, from, path, content)] };
}

/**
 * Reports a file that the user has removed, with the lines that would have been added to it, without imports and the
 * license. Removed tests are not reported, because no code needs them.
 */
function missing(path: string, before: string, after: string): readonly Diagnostic[] {
  if (isTest(path)) return [];
  const old = new Set(before.split('\n'));
  const isAdded = (line: string): boolean => line.trim() !== '' && !old.has(line);
  const lines = withoutHeader(after).split('\n').filter(isAdded);
  const isNothing = lines.every((line) => /^(?:import .*;|} from .*;)$/.test(line));
  return isNothing ? [] : [{ ...diagnostic('merge-target-missing', { path }), lines }];
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.startsWith('test/cases/');
}

/** Returns code without the comment at its beginning. */
function withoutHeader(text: string): string {
  return text.replace(/^\/\*[^]*?\*\/\n/, '');
}
