import { TooLargeError } from './too-large-error.js';

/**
 * Characters of the longest line. An object has 1.5 MiB, or a few times that where etcd is set up for it, and as JSON not more
 * than six times as much.
 */
const mostLine = 64 * 1024 * 1024;

/**
 * Yields the lines of a text that arrives in pieces, as soon as each is whole. The end of the text ends the last line.
 * @throws TooLargeError when a line has no end
 */
export async function* linesOf(pieces: AsyncIterable<string>, most = mostLine): AsyncGenerator<string> {
  // Pieces of a line that is not whole yet. Joined once, because a line may be many megabytes long.
  let begun: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const parts = piece.split('\n');
    const rest = parts.pop() ?? '';
    for (const part of parts) {
      yield begun.length === 0 ? part : begun.join('') + part;
      begun = [];
      length = 0;
    }
    if (rest !== '') begun.push(rest);
    length += rest.length;
    if (length > most) throw new TooLargeError('a line of the stream', most);
  }
  if (begun.length > 0) yield begun.join('');
}
