import type { JsonValue } from '../../base/model/schema.js';
import type { Difference } from './compare.js';

/** Returns differences in one line. @param most the maximum number of differences to show */
export function shownDifferences(found: readonly Difference[], most: number): string {
  const lines = found.slice(0, most).map(differenceText);
  return [...lines, ...(found.length > most ? [`and ${found.length - most} more`] : [])].join('; ');
}

/** Returns a difference as a text: the object, the field, and both values. */
export function differenceText({ path, expected, actual }: Difference): string {
  const [object, ...fields] = path;
  const at = fields.length === 0 ? object! : `${object}: ${fields.join('.')}`;
  return `${at} (${valueText(expected)}, here ${valueText(actual)})`;
}

function valueText(value: JsonValue | undefined): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
