// These characters enclose the digits of a whole number that JSON.stringify cannot print, and do not occur in other
// texts of an object.
const open = '\uE002';
const close = '\uE003';
const marked = new RegExp(`"${open}(-?\\d+)${close}"`, 'g');

/** Prints a value as JSON. Whole numbers that JavaScript would round have the type `bigint`. */
export function exactJson(value: unknown, space?: number): string {
  const text = JSON.stringify(
    value,
    (_, each: unknown) => (typeof each === 'bigint' ? `${open}${each}${close}` : each),
    space,
  );
  return text.replaceAll(marked, '$1');
}

/** Reports whether a value is or contains a whole number that JavaScript would round. */
export function hasLargeNumber(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLargeNumber);
}
