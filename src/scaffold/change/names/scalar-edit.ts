import { isScalar } from 'yaml';
import type { Edit } from '../../../base/text/text.js';

/** Returns the edit that gives a YAML scalar another value in the same quotes. */
export function scalarEdit(text: string, node: unknown, value: string): readonly Edit[] {
  if (!isScalar(node) || !node.range || node.value === value) return [];
  const [start, end] = node.range;
  const quote = /^['"]/.exec(text.slice(start, end))?.[0] ?? '';
  return [{ start, end, text: `${quote}${value}${quote}` }];
}
