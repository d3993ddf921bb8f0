import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ControllerState } from '../controller/controller-state.js';
import type { Logger } from '../log/logger.js';
import { listen, type Address, type Listening } from '../serving/listen.js';

/** Path of the states of all controllers. The state of each controller is below it, by name. */
const root = '/debug/controllers';

/** Returns the state of the controllers at a time, with the objects that were reconciled since another. */
export type ReadStates = (time: number, since?: number) => readonly ControllerState[];

/**
 * Serves the state of the controllers as JSON: queues, keys and results, and no other parts of objects. Without a host
 * in its address, only this machine can reach it.
 */
export async function startDebugServer(address: Address, states: ReadStates, log: Logger): Promise<Listening> {
  const { host = '127.0.0.1' } = address;
  const isLocal = isLoopback(host);
  const server = await listen({ ...address, host }, (request, response) => {
    const { status, body } = answer(request, isLocal, states);
    send(response, status, body);
  });
  log.info('serving the state of the controllers', { port: server.port, path: root });
  if (!isLocal) log.warn('other machines can read the state of the controllers, without authentication', { host });
  return server;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

function answer({ method, url = '', headers }: IncomingMessage, isLocal: boolean, states: ReadStates): Answer {
  // A page in a browser on this machine can use a name that resolves to the loopback address.
  if (isLocal && !isLoopback(nameIn(headers.host ?? '')))
    return { status: 403, body: { error: 'the Host header must be localhost or a loopback address' } };
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, body: { error: 'only GET is supported' } };
  const [path = '', query] = url.split('?', 2);
  const since = Date.parse(new URLSearchParams(query).get('since') ?? '');
  const time = Date.now();
  const all = states(time, Number.isNaN(since) ? undefined : since);
  const found = path === root ? all : all.filter(({ controller }) => path === `${root}/${controller}`);
  if (path !== root && found.length === 0)
    return {
      status: 404,
      body: { error: 'not found', paths: [root, ...all.map((each) => `${root}/${each.controller}`)] },
    };
  return { status: 200, body: { time: new Date(time).toISOString(), controllers: found } };
}

/** Returns the name in a Host header, without its port. */
const nameIn = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);

function send(response: ServerResponse, status: number, body: object): void {
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  response.writeHead(status, headers).end(`${JSON.stringify(body, null, 2)}\n`);
}
