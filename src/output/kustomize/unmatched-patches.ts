import { posix } from 'node:path';
import { LineCounter } from 'yaml';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { BuiltPatch, PatchPlace } from './patches.js';
import { isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import type { Position } from '../../base/model/position.js';
import { positionsIn } from '../../project/yaml-position.js';
import { textAt, type ReadText } from './included-objects.js';
import type { BuiltRoot } from './other-deployments.js';

/**
 * Reports patches in `config/` that change no object. A patch of a component can match objects in only some of the
 * kustomizations that include it. Kustomize rejects the others if the patch has no target.
 */
export function unmatchedPatches(roots: readonly BuiltRoot[], read: ReadText): readonly Diagnostic[] {
  const keyOf = ({ file, field, index, wanted }: BuiltPatch): string => JSON.stringify([file, field, index, wanted]);
  const all = roots.flatMap(({ patches }) => patches);
  const matched = new Set(all.filter(({ isUnmatched }) => !isUnmatched).map(keyOf));
  const unmatched = new Map(
    all
      .filter((each) => each.isUnmatched && (each.isRequired || !matched.has(keyOf(each))))
      .map((each) => [keyOf(each), each]),
  );
  return [...unmatched.values()].map((each) => {
    const { file, wanted, nearest, isRequired } = each;
    const what = { folder: posix.dirname(file), wanted, nearest, hasTarget: !isRequired };
    return diagnostic('unmatched-patch', what, patchPosition(each, read));
  });
}

/** Returns the position of a patch: that of its entry in the kustomization. */
export function patchPosition({ file, field, index }: PatchPlace, read: ReadText): Position {
  const lines = new LineCounter();
  const document = yamlDocument(textAt(file, read) ?? '', { lineCounter: lines });
  return isYamlProblem(document) ? { file, line: 1, column: 1 } : positionsIn(file, document, lines)(field, index);
}
