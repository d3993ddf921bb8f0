import { StringDecoder } from 'node:string_decoder';
import type { HttpResponse } from './http/http-response.js';
import type { IdleTimer } from './idle-timer.js';
import { TooLargeError } from './too-large-error.js';

/**
 * Maximum number of characters in a line. An object is up to 1.5 MiB, or a few times that if etcd is configured for it,
 * and its JSON is at most six times as long.
 */
const mostLine = 64 * 1024 * 1024;

/**
 * Yields the lines of a body, each as soon as it is complete. The end of the body ends the last line.
 * @param idle is notified when data arrives
 * @throws TooLargeError if a line is too long
 */
export async function* linesOf(
  response: HttpResponse,
  idle: IdleTimer,
  most = mostLine,
): AsyncGenerator<string, undefined> {
  // Keeps the first bytes of a character that is split across two pieces.
  const decoder = new StringDecoder('utf8');
  // Pieces of the incomplete line, joined only once because a line can be many megabytes long.
  let begun: string[] = [];
  let length = 0;
  for (;;) {
    const pieces = response.take();
    if (pieces.length > 0) idle.arrived();
    for (const piece of pieces) {
      const parts = decoder.write(piece).split('\n');
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
    if (response.isComplete) break;
    idle.wait();
    await response.arrives();
  }
  const last = begun.join('') + decoder.end();
  if (last !== '') yield last;
}
