import { objectsOf } from '../../../base/text/yaml-objects.js';
import { isYaml } from '../../../project/paths.js';
import type { ConfigChange } from '../config/config-changes.js';
import { isOperatorWorkload, type OperatorContainer } from './operator-containers.js';

/**
 * Returns the files with the workloads of the operator and patches of them. Patches come first, because their arguments
 * replace others.
 */
export function workloadFiles(
  config: ReadonlyMap<string, string>,
  operators: readonly OperatorContainer[],
): readonly string[] {
  const declaring = new Set(operators.map(({ file }) => file));
  const patches = [...config].filter(
    ([path, text]) =>
      isYaml(path) && !declaring.has(path) && objectsOf(text).some((object) => isOperatorWorkload(object, operators)),
  );
  return [...patches.map(([path]) => path), ...declaring];
}

/** Returns the changes with an additional one. A file that already has a change gets the new text, which includes both. */
export function joined(changes: readonly ConfigChange[], change: ConfigChange): readonly ConfigChange[] {
  const known = changes.find(({ path }) => path === change.path);
  const others = changes.filter((each) => each !== known);
  return [...others, { ...change, what: [...(known?.what ?? []), ...change.what] }];
}
