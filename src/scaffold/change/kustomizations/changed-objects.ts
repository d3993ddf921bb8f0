import type { Host } from '../../../base/io/host.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import { readState } from '../../../output/plan/state.js';

/** The complete text of a user's file with objects that a change renames; `from` is its current path. */
export interface ChangedObjects {
  readonly from: string;
  readonly path: string;
  readonly content: string;
}

/**
 * Returns a change of files with the user's files with renamed objects, at the paths to which they move. Scaffolded ones that
 * move are left to the change, which merges the new names.
 */
export function withMovedObjects<C extends { readonly wanted: readonly DesiredFile[] }>(
  change: C,
  renamed: readonly ChangedObjects[],
  moves: ReadonlyMap<string, string>,
  scaffolded: ReadonlyMap<string, unknown>,
): C & { readonly objects: readonly ChangedObjects[] } {
  const objects = renamed.flatMap((each) => {
    const to = moves.get(each.from);
    if (to === undefined) return [each];
    return scaffolded.has(each.from) ? [] : [{ ...each, path: to }];
  });
  const moved = new Set(objects.flatMap(({ from, path }) => (from === path ? [] : [path])));
  return { ...change, wanted: change.wanted.filter(({ path }) => !moved.has(path)), objects };
}

/**
 * Returns the generated files, replaced with those of the user where both exist. A moved sample is recorded with the
 * content that would have been generated.
 */
export function withObjects(
  host: Host,
  root: string,
  generated: readonly DesiredFile[],
  objects: readonly ChangedObjects[],
): readonly DesiredFile[] {
  if (objects.length === 0) return generated;
  const state = readState(host, root);
  const users = objects.map(({ from, path, content }): DesiredFile => {
    if (from === path) return { path, content, ownership: 'merged' };
    const sample = state.has(from) ? generated.find((each) => each.path === path) : undefined;
    const recorded = sample === undefined ? {} : { ownership: sample.ownership, recordAs: sample.content };
    return { path, content, ownership: 'merged', movedFrom: from, ...recorded };
  });
  return [...generated.filter(({ path }) => !objects.some((each) => each.path === path)), ...users];
}
