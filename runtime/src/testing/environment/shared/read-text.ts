import type { IncomingMessage } from 'node:http';

/** Reads the whole body of a request or of a response. @throws Error if the connection is closed before its end */
export async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
