import { posix } from 'node:path';
import { own } from '../../../base/model/json-at.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import { objectsOf } from '../../../base/text/yaml-objects.js';

/**
 * Returns the samples to which nobody has added fields yet, by their paths: an API server rejects them if a field is
 * required, and the tests of controllers create them.
 */
export function placeholderSamples(config: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...config].filter(([path, text]) => {
      if (posix.dirname(path) !== 'config/samples') return false;
      const objects = objectsOf(text);
      return objects.length === 1 && own(objects[0]!, 'spec') === null;
    }),
  );
}

/** Returns the generated files, with samples instead of placeholders, and without those that the user has. */
export function withSamples(
  generated: readonly DesiredFile[],
  kept: ReadonlySet<string>,
  placeholders: ReadonlyMap<string, string>,
): readonly DesiredFile[] {
  return generated.flatMap((file) => {
    if (file.ownership !== 'sample') return [file];
    const replaces = placeholders.get(file.path);
    if (replaces !== undefined) return [{ ...file, replaces }];
    return kept.has(file.path) ? [] : [file];
  });
}
