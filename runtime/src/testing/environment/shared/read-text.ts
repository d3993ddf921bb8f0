import type { IncomingMessage } from 'node:http';

/** The whole body of a request or of an answer. @throws Error when it breaks off */
export async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
