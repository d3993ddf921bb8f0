/** Yields the lines of a text that arrives in pieces, as soon as each is whole. The end of the text ends the last line. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  // Pieces of a line that is not whole yet. Joined once, because a line may be many megabytes long.
  let begun: string[] = [];
  for await (const piece of pieces) {
    const parts = piece.split('\n');
    const rest = parts.pop() ?? '';
    for (const part of parts) {
      yield begun.length === 0 ? part : begun.join('') + part;
      begun = [];
    }
    if (rest !== '') begun.push(rest);
  }
  if (begun.length > 0) yield begun.join('');
}
