import type { IncomingMessage } from 'node:http';
import { tooLarge } from './router.js';
import { HttpError } from './webhook.js';

/**
 * Reads the body of a request as text.
 * @throws HttpError 413 if it has more than `maxSize` bytes, 408 if it has not arrived after `timeout` milliseconds
 */
export function readBody(
  request: IncomingMessage,
  maxSize: number,
  timeout: number,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (error?: unknown): void => {
      clearTimeout(timer);
      request.removeListener('data', take);
      signal.removeEventListener('abort', aborted);
      if (error === undefined) resolve(Buffer.concat(chunks).toString());
      else reject(error);
    };
    const aborted = (): void => end(signal.reason);
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxSize) end(tooLarge(maxSize));
      else chunks.push(chunk);
    };
    const timer = setTimeout(() => end(new HttpError(408, `the body did not arrive within ${timeout} ms`)), timeout);
    signal.addEventListener('abort', aborted, { once: true });
    if (Number(request.headers['content-length']) > maxSize) return end(tooLarge(maxSize));
    request.on('data', take);
    request.once('end', () => end());
    request.once('error', end);
  });
}
