import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Machine, MachineSpec } from './vm-service.js';

// Stands for the service that a real operator would speak to: it keeps its machines in memory.

export interface VmServer {
  readonly url: string;
  readonly machines: ReadonlyMap<string, Machine>;
  /** Ends the server and its connections; its machines stay. */
  close(): Promise<void>;
}

export interface VmServerOptions {
  readonly user: string;
  readonly password: string;
  /** On 127.0.0.1; any that is free where absent. */
  readonly port?: number;
  /** Machines that are there already, such as those of a server that was closed. */
  readonly machines?: ReadonlyMap<string, Machine>;
}

/** Serves machines on loopback: `GET /machines?group=`, `POST /machines`, `DELETE /machines/<id>`. */
export async function startVmServer({ user, password, port = 0, machines }: VmServerOptions): Promise<VmServer> {
  const known = new Map(machines);
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (code: number, value: unknown): void => void response.writeHead(code).end(JSON.stringify(value));
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [, collection, id] = pathname.split('/');
    if (request.headers.authorization !== authorization) send(401, 'wrong user or password');
    else if (collection !== 'machines') send(404, 'no such path');
    else if (request.method === 'GET') {
      send(
        200,
        [...known.values()].filter(({ group }) => group === searchParams.get('group')),
      );
    } else if (request.method === 'POST') {
      const machine = { ...(JSON.parse(await textOf(request)) as MachineSpec), id: randomUUID() };
      known.set(machine.id, machine);
      send(201, machine);
    } else if (request.method === 'DELETE' && id !== undefined) send(known.delete(id) ? 200 : 404, id);
    else send(405, 'no such method');
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    machines: known,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
