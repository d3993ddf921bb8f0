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
