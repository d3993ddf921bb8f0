import { request } from 'node:http';
import { addressVariable, calls, type SharedHost } from './protocol.js';
import { readText } from './read-text.js';

/** A response of the process. */
export type Answer = { readonly value: unknown } | { readonly error: string };

/** Returns the process that shares an environment with this one; undefined if there is none. */
export function findSharedHost(): SharedHost | undefined {
  const address = process.env[addressVariable];
  if (!address) return undefined;
  const entries = calls.map((name) => [name, (argument: unknown) => call(address, name, argument)]);
  return Object.fromEntries(entries) as SharedHost;
}

/** Calls the process without a time limit: the first call waits for a control plane, which has its own limit. */
async function call(address: string, name: string, argument: unknown): Promise<unknown> {
  const answer = JSON.parse(await post(`${address}/${name}`, JSON.stringify(argument))) as Answer;
  if ('error' in answer) throw new Error(answer.error);
  return answer.value;
}

function post(url: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: false });
    sent.once('error', (cause) =>
      reject(new Error(`the test environment that ${addressVariable} names does not answer`, { cause })),
    );
    sent.once('response', (response) => void readText(response).then(resolve, reject));
    sent.end(body);
  });
}
