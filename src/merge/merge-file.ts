import { posix } from 'node:path';
import { mergeLines } from './line-merge.js';
import type { Merged, MergeOptions, MergeTexts } from './merged.js';
import { mergeYaml } from './yaml-merge.js';

export type { Merged, MergeOptions, MergeProblem, MergeTexts } from './merged.js';

/**
 * Makes the change that a command makes from `before` to `after` in a file that its user may have changed. Every byte that
 * the change is not about stays as it is; when the change has been made already, all of them do.
 * @param path says by its name what the file is: YAML and JSON are changed as values, everything else line by line
 */
export function mergeFile(path: string, texts: MergeTexts, options: MergeOptions = {}): Merged {
  const { existing, before, after } = texts;
  if (before === after || existing === after) return { kind: 'merged', content: existing };
  if (existing === before) return { kind: 'merged', content: after };
  const mark = existing.startsWith('\uFEFF') ? '\uFEFF' : '';
  const bare = existing.slice(mark.length);
  const merged = mergeText(path, { existing: bare, before, after }, options);
  return merged.kind === 'merged' ? { kind: 'merged', content: mark + merged.content } : merged;
}

function mergeText(path: string, { existing, before, after }: MergeTexts, options: MergeOptions): Merged {
  // What git checks out on Windows is ours too.
  if (existing === before || existing === before.replaceAll('\n', '\r\n'))
    return { kind: 'merged', content: existing === before ? after : after.replaceAll('\n', '\r\n') };
  const isTree = /\.(?:ya?ml|json)$/.test(path) || posix.basename(path) === 'PROJECT';
  return isTree ? mergeYaml({ existing, before, after }, options) : mergeLines({ existing, before, after }, options);
}
