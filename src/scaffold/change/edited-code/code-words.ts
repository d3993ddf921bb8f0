/** Returns the words of code: its identifiers, keywords and numbers. */
export function wordsIn(text: string): readonly string[] {
  return text.split(/[^\w$]+/);
}
