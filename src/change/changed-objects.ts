import type { Host } from '../io/host.js';
import type { DesiredFile } from '../layout/desired-file.js';
import { readState } from '../plan/state.js';

/** A file of the user's whose objects a change calls differently, with its whole text; `from` is the path that it has so far. */
export interface ChangedObjects {
  readonly from: string;
  readonly path: string;
  readonly content: string;
}

/** The generated files, and in their place those of the user's. A sample that moves is known by what we would have written. */
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
