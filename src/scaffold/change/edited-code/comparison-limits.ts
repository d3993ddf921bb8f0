import { isBinary } from '../../../base/text/text.js';

/** Maximum number of characters compared in a file: comparing code needs much memory per character. */
const [mostCode, mostText] = [512 * 1024, 4 * 1024 * 1024];

/** Reports whether a file is code in TypeScript or JavaScript, which is merged by declarations. */
export function isCode(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path);
}

/** Returns the reason why nothing can be merged into a text, as a predicate of the file; undefined if it can be compared. */
export function unmergeable(path: string, text: string): string | undefined {
  if (isBinary(text)) return 'is not UTF-8 text';
  return text.length > (isCode(path) ? mostCode : mostText) ? 'is too large to be merged' : undefined;
}
