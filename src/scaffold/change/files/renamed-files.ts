import { posix } from 'node:path';
import type { MergeTexts } from '../../../base/merge/merge-file.js';

/** A file whose name changes. */
export interface RenamedFile {
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the files that have another path after a change. @param before the files before the change; the same file has
 * the same ID
 */
export function renamedFiles(
  before: Iterable<{ readonly id: string; readonly path: string }>,
  after: Iterable<{ readonly id: string; readonly path: string }>,
): readonly RenamedFile[] {
  const paths = new Map([...after].map(({ id, path }) => [id, path]));
  return [...before].flatMap(({ id, path }) => {
    const to = paths.get(id);
    return to === undefined || to === path ? [] : [{ from: path, to }];
  });
}

/**
 * Returns the texts of a merge without list entries of renamed files that the user's list no longer has, because an
 * entry that a user has removed must not come back with a new name.
 */
export function withoutRemovedEntries(
  { from, to }: RenamedFile,
  texts: MergeTexts,
  renamed: readonly RenamedFile[],
): MergeTexts {
  if (!/\.ya?ml$|(?:^|\/)Kustomization$/.test(to)) return texts;
  const listed = entriesIn(texts.existing);
  const removed = renamed
    .map(
      (each) => [posix.relative(posix.dirname(from), each.from), posix.relative(posix.dirname(to), each.to)] as const,
    )
    .filter(([old]) => !listed.has(old));
  return {
    ...texts,
    before: without(texts.before, new Set(removed.map(([old]) => old))),
    after: without(texts.after, new Set(removed.map(([, fresh]) => fresh))),
  };
}

/** Returns the possible list entries in a text; nothing in comments. */
function entriesIn(text: string): ReadonlySet<string> {
  const words = text.replaceAll(/(?:^|(?<=\s))#.*$/gm, '').split(/[\s,[\]'"]+/);
  return new Set(words.map((each) => each.replace(/^\.\//, '')));
}

function without(text: string, entries: ReadonlySet<string>): string {
  const isEntry = (line: string): boolean => entries.has(/^\s*- (\S+)$/.exec(line)?.[1] ?? '');
  return text
    .split('\n')
    .filter((line) => !isEntry(line))
    .join('\n');
}
