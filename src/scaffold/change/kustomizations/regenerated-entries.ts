import { posix } from 'node:path';
import { mergeKustomization } from '../../../output/emit/kustomization.js';
import { listedIn } from '../../../output/kustomize/included-objects.js';
import type { Host } from '../../../base/io/host.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import { mergeFile } from '../../../base/merge/merge-file.js';
import { kustomizationNames } from '../../../project/paths.js';

/**
 * Returns kustomizations of the user from which a change removes entries that are generated again, because their kinds
 * stay: with these entries in their places, and with their comments.
 */
export function withReturningEntries(
  host: Host,
  root: string,
  changed: readonly DesiredFile[],
  generated: readonly DesiredFile[],
): ReadonlyMap<string, string> {
  const made = new Map(generated.map(({ path, content }) => [path, content]));
  return new Map(
    changed.flatMap(({ path, content, movedFrom }): readonly (readonly [string, string])[] => {
      if (!kustomizationNames.includes(posix.basename(path)) || movedFrom !== undefined) return [];
      const existing = host.read(posix.join(root, path));
      const again = made.get(path);
      if (existing === undefined || again === undefined || existing === content) return [];
      const [left, listed] = [content, again].map((text) => new Set(listedIn(text, ['resources'])));
      const returning = listedIn(existing, ['resources']).filter((each) => !left!.has(each) && listed!.has(each));
      if (returning.length === 0) return [];
      const before = mergeKustomization(existing, { add: [], remove: returning });
      const merged = before === undefined ? undefined : mergeFile(path, { existing, before, after: content });
      return merged?.kind === 'merged' ? [[path, merged.content]] : [];
    }),
  );
}
