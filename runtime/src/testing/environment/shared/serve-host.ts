import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageOf } from '../../../errors/causes.js';
import { listen } from '../../../serving/listen.js';
import { calls, type SharedHost } from './protocol.js';
import type { Answer } from './remote-host.js';
import { readText } from './read-text.js';

/** A host that test files can call. */
export interface ServedHost {
  /** The address, with a token, so that other users of the machine cannot call it. */
  readonly address: string;
  close(): Promise<void>;
}

/** Serves the calls of a host on 127.0.0.1. */
export async function serveHost(host: SharedHost): Promise<ServedHost> {
  const token = randomUUID();
  const server = await listen({ host: '127.0.0.1', port: 0, flag: 'shareTestEnvironment' }, (request, response) => {
    void answer(host, token, request).then((found) => send(response, found));
  });
  return { address: `http://127.0.0.1:${server.port}/${token}`, close: () => server.close() };
}

async function answer(host: SharedHost, token: string, request: IncomingMessage): Promise<Answer> {
  try {
    const name = calls.find((each) => request.url === `/${token}/${each}`);
    if (name === undefined) return { error: 'no such call' };
    const argument: unknown = JSON.parse(await readText(request));
    const value = await (host[name] as (argument: unknown) => Promise<unknown>)(argument);
    return { value: value ?? null };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function send(response: ServerResponse, answered: Answer): void {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(answered));
}
