import { posix } from 'node:path';
import { mergeLines } from './line-merge.js';
import { isMakefile, mergeMakefile } from './makefile.js';
import type { Merged, MergeOptions, MergeTexts } from './merged.js';
import { mergeManifest } from './script-units.js';
import { hasMixedEnds, withoutCarriageReturns, withOwnEnds } from '../text/mixed-ends.js';
import { mergeYaml } from './yaml-merge.js';

export type { Merged, MergeOptions, MergeProblem, MergeTexts } from './merged.js';

/**
 * Applies the change that a command makes from `before` to `after` to a file that its user may have changed. Every byte
 * that the change does not affect is kept; if the change was already made, the whole file is.
 * @param path determines the file type by name: YAML and JSON are changed as values, everything else line by line
 */
export function mergeFile(path: string, texts: MergeTexts, options: MergeOptions = {}): Merged {
  const { existing, before, after } = texts;
  if (before === after || existing === after) return { kind: 'merged', content: existing };
  if (existing === before) return { kind: 'merged', content: after };
  if (hasMixedEnds(existing)) return mergeMixed(path, texts, options);
  const mark = existing.startsWith('\uFEFF') ? '\uFEFF' : '';
  const bare = existing.slice(mark.length);
  const merged = mergeText(path, { existing: bare, before, after }, options);
  return merged.kind === 'merged' ? { kind: 'merged', content: mark + merged.content } : merged;
}

/** Merges into a text that has both kinds of line endings, so that every line keeps its own. */
function mergeMixed(path: string, texts: MergeTexts, options: MergeOptions): Merged {
  const existing = withoutCarriageReturns(texts.existing);
  const merged = mergeFile(path, { ...texts, existing }, options);
  if (merged.kind === 'refused') return merged;
  const isSame = merged.content === existing;
  return { kind: 'merged', content: isSame ? texts.existing : withOwnEnds(merged.content, texts.existing) };
}

function mergeText(path: string, { existing, before, after }: MergeTexts, options: MergeOptions): Merged {
  // A file that git checked out on Windows also counts as unmodified.
  if (existing === before || existing === before.replaceAll('\n', '\r\n'))
    return { kind: 'merged', content: existing === before ? after : after.replaceAll('\n', '\r\n') };
  if (posix.basename(path) === 'package.json') return mergeManifest({ existing, before, after }, options);
  if (isMakefile(path)) return mergeMakefile({ existing, before, after }, options);
  const isTree = /\.(?:ya?ml|json)$/.test(path) || ['PROJECT', 'Kustomization'].includes(posix.basename(path));
  // These lists name files, and are used in full.
  const isUnion = /^(?:kustomization\.ya?ml|Kustomization|PROJECT)$/.test(posix.basename(path));
  if (isTree) return mergeYaml({ existing, before, after }, isUnion ? { ...options, isRelease: false } : options);
  return mergeLines({ existing, before, after }, options);
}
