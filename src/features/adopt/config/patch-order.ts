import { posix } from 'node:path';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { movedPatches } from '../../../output/kustomize/index-patches.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';
import type { Plan } from '../../../output/plan/plan.js';
import { isYaml, kustomizationNames } from '../../../project/paths.js';
import { left } from '../left.js';
import type { Source } from '../source.js';

interface Input {
  readonly config: ReadonlyMap<string, string>;
  /** The files of the Go project that are replaced by generated files at other paths. */
  readonly replaced: ReadonlyMap<string, string>;
}

/**
 * Returns the patches that select an element of a list by its index, which belongs to another element in the new file:
 * webhooks, rules of roles, versions of CRDs and, with `--force`, elements in scaffolded files.
 */
export function patchOrderItems(
  source: Source,
  { config, replaced }: Input,
  { files }: Plan,
  force: boolean,
): readonly Diagnostic[] {
  const after = new Map(files.flatMap(({ path, after: text }) => (text === undefined ? [] : [[path, text] as const])));
  const patched = [...config].filter(([path]) => isYaml(path));
  // With --force, scaffolded kustomizations replace those of the Go project.
  const texts = new Map(patched.map(([path, text]) => [path, force ? (after.get(path) ?? text) : text]));
  const changed = [...after].flatMap(([path, text]) => {
    const before = config.get(replaced.get(path) ?? path);
    const isManifest = isYaml(path) && !kustomizationNames.includes(posix.basename(path));
    return before === undefined || before === text || !isManifest ? [] : [{ before, text }];
  });
  const [old, now] = [
    changed.flatMap(({ before }) => objectsOf(before)),
    changed.flatMap(({ text }) => objectsOf(text)),
  ];
  return movedPatches(texts, old, now).map(({ index, place, position }) => {
    const at = { ...position, file: source.shown(position.file) };
    return left(`the patch of ${index}`, `change the index: ${place}`, at);
  });
}
