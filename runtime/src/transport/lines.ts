import { TooLargeError } from './too-large-error.js';

/**
 * Maximum number of characters in a line. An object is up to 1.5 MiB, or a few times that if etcd is configured for it,
 * and its JSON is at most six times as long.
 */
const mostLine = 64 * 1024 * 1024;

/**
 * Yields the lines of a text that arrives in pieces, each as soon as it is complete. The end of the text ends the last
 * line.
 * @throws TooLargeError if a line is too long
 */
export async function* linesOf(pieces: AsyncIterable<string>, most = mostLine): AsyncGenerator<string> {
  // Pieces of the incomplete line, joined only once because a line can be many megabytes long.
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
