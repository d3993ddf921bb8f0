import { posix } from 'node:path';
import { mergeKustomization } from '../../../output/emit/kustomization.js';
import { listedIn, pathsIncluded } from '../../../output/kustomize/included-objects.js';
import { isKustomization } from '../../../project/paths.js';
import { withChanges, type ConfigChange } from './config-changes.js';

/** A folder that a kustomization below it cannot list, because kustomize treats that as a cycle. */
export interface NestedFolder {
  readonly folder: string;
  /** The kustomization below it, which listed a file that a generated one replaces. */
  readonly below: string;
}

/** Returns the kustomizations that list such folders, in addition to or instead of their subfolders. */
export function nestedChanges(
  nested: readonly NestedFolder[],
  config: ReadonlyMap<string, string>,
  changes: readonly ConfigChange[],
): readonly ConfigChange[] {
  let found: readonly ConfigChange[] = [];
  for (const { folder, below } of nested)
    for (const path of config.keys()) {
      const own = posix.dirname(path);
      if (!isKustomization(path) || isBelow(own, folder) || own === folder) continue;
      const change = changeWith(path, { folder, below }, withChanges(config, [...changes, ...found]));
      if (change !== undefined) found = [...found, change];
    }
  return found;
}

/** Reports whether a folder is below another one. */
export function isBelow(folder: string, other: string): boolean {
  return folder.startsWith(`${other}/`);
}

function changeWith(
  path: string,
  { folder, below }: NestedFolder,
  texts: ReadonlyMap<string, string>,
): ConfigChange | undefined {
  const own = posix.dirname(path);
  const text = texts.get(path) ?? '';
  const read = (each: string): string | undefined => texts.get(each);
  const placeOf = (entry: string): string => posix.join(own, entry);
  const nested = posix.dirname(below);
  const entry = listedIn(text).find(
    (each) => isBelow(placeOf(each), folder) && pathsIncluded(placeOf(each), read).includes(nested),
  );
  const instead = posix.relative(own, folder);
  if (entry === undefined || listedIn(text).includes(instead)) return undefined;
  const isReplaced = placeOf(entry) === nested && listedIn(read(below) ?? '').length === 0;
  const content = mergeKustomization(text, { add: [instead], remove: isReplaced ? [entry] : [] });
  const what = isReplaced ? `with ${instead} in place of ${entry}` : `with the entry ${instead}`;
  return content === undefined ? undefined : { path, content, what: [what] };
}
