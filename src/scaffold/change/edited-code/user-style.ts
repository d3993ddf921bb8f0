import type { MergeTexts } from '../../../base/merge/merge-file.js';
import { inStyleOf } from '../../refactor/code/code-style.js';
import { isCode, unmergeable } from './comparison-limits.js';

/** Returns the versions of a file with our code in the style of the user's. */
export function inOwnStyle(path: string, texts: MergeTexts): MergeTexts {
  return isCode(path) && unmergeable(path, texts.existing) === undefined ? inStyleOf(texts, path) : texts;
}
