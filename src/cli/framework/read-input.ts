import type { Readable } from 'node:stream';
import { refuse } from '../../base/diagnostics/diagnostic.js';

const mebibyte = 1024 * 1024;

/** Maximum size of the standard input, in MiB. */
const limit = 64;

/** Returns the whole standard input as text. */
export async function readInput(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > limit * mebibyte) refuse('input-too-large', { limit: `${limit} MiB` });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}
