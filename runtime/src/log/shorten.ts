/** Characters of the longest message that is taken over from others: it is logged, and a server may say megabytes. */
export const mostMessage = 8192;

/** A text that is longer than so many characters, cut, with a note of how long it was. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // Not through the middle of a character that takes two.
  const end = /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most;
  return `${text.slice(0, end)}... ${text.length.toLocaleString('en-US')} characters in all`;
}
