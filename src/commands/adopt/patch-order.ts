import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { movedPatches } from '../../emit/index-patches.js';
import type { DesiredFile } from '../../layout/desired-file.js';
import { objectsOf } from '../../merge/yaml-objects.js';
import { left } from './left.js';
import type { Source } from './source.js';

/**
 * Returns the patches that select an element of a list by its index, which another one has in the generated file: webhooks, rules of
 * roles, versions of definitions.
 * @param replaced the files of the Go project that generated ones replace at other paths
 */
export function patchOrderItems(
  source: Source,
  {
    config,
    replaced,
  }: { readonly config: ReadonlyMap<string, string>; readonly replaced: ReadonlyMap<string, string> },
  generated: readonly DesiredFile[],
): readonly Diagnostic[] {
  const texts = new Map([...config].filter(([path]) => /\.ya?ml$/.test(path)));
  const changed = generated.filter(
    ({ path, ownership }) => ownership === 'generated' && config.has(replaced.get(path) ?? path),
  );
  const before = changed.flatMap(({ path }) => objectsOf(config.get(replaced.get(path) ?? path)));
  const after = changed.flatMap(({ content }) => objectsOf(content));
  return movedPatches(texts, before, after).map(({ index, place, position }) => {
    const at = { ...position, file: source.shown(position.file) };
    return left(`the patch of ${index}`, `change the index: ${place}`, at);
  });
}
