/** Returns the first words of a list as text. */
export function someOf(words: readonly string[], most: number): string {
  return `${words.slice(0, most).join(', ')}${words.length > most ? ' and others' : ''}`;
}
