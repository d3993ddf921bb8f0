/** Maximum number of characters of an external message in the log; a server may send megabytes. */
export const mostMessage = 8192;

/** Cuts a text to the maximum number of characters, with a note of its length. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // Does not split a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most;
  return `${text.slice(0, end)}... ${text.length.toLocaleString('en-US')} characters in all`;
}
