import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { movedPatches } from '../../output/kustomize/index-patches.js';
import type { Host } from '../../base/io/host.js';
import { quietly } from '../../base/io/quietly.js';
import { walk } from '../../base/io/walk.js';
import { objectsOf } from '../../base/text/yaml-objects.js';
import { crdFolder, roleFile, webhookFile } from '../../project/paths.js';
import type { ManifestSource } from '../../output/generate/generator.js';
import { diagnostic } from './reporting.js';

/**
 * Reports patches in `config/` that select a webhook, a rule of a role, or a version of a CRD by an index that now
 * belongs to another element. Only this run can compare the indexes.
 */
export function movedPatchesOf({ host, root, read, manifests }: ManifestSource): readonly Diagnostic[] {
  const definitions = manifests.map(({ path }) => path).filter((path) => posix.dirname(path) === crdFolder);
  const files = [
    { path: webhookFile, code: 'moved-webhook' },
    { path: roleFile, code: 'moved-rule' },
    ...definitions.map((path) => ({ path, code: 'moved-version' }) as const),
  ] as const;
  const changes = files.flatMap(({ path, code }) => {
    // A command does not end because of a file that it does not need.
    const before = quietly(() => read(path));
    const after = manifests.find((each) => each.path === path)?.content;
    return before === undefined || before === after ? [] : [{ code, before, after }];
  });
  if (changes.length === 0) return [];
  const texts = manifestsOf(host, root, read);
  return changes.flatMap(({ code, before, after }) =>
    movedPatches(texts, objectsOf(before), objectsOf(after)).map(({ index, place, position }) =>
      diagnostic(code, { index, place }, position),
    ),
  );
}

/** Returns the texts of the YAML files in `config/`. */
function manifestsOf(host: Host, root: string, read: ManifestSource['read']): ReadonlyMap<string, string> {
  const found = [...walk(host, posix.join(root, 'config'))].filter(
    ({ kind, name }) => kind === 'file' && /\.ya?ml$/.test(name),
  );
  return new Map(
    found.flatMap(({ path }) => {
      const shown = posix.relative(root, path);
      const text = quietly(() => read(shown));
      return text === undefined ? [] : [[shown, text] as const];
    }),
  );
}
