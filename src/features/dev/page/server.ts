import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownPackage } from '../../../base/io/own-package.js';

/** The data of the page, by the name of its path. */
export interface Served {
  /** Returns what has changed since a version, as JSON. */
  readonly update: (since: number, run: string) => string;
  /** Returns the graph of the project, as SVG without a style. */
  readonly graph: () => Promise<string>;
}

/** A page that is served. */
export interface PageServer {
  /** The address, with the token that is needed to read anything. */
  readonly url: string;
  readonly close: () => void;
}

/** The files of the page, with their types. `npm run build` writes them. */
const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '': ['index.html', 'text/html; charset=utf-8'],
  'page.js': ['page.js', 'text/javascript; charset=utf-8'],
  'icon.svg': ['icon.svg', 'image/svg+xml'],
  'page.css': ['page.css', 'text/css; charset=utf-8'],
};

/** Headers of all answers: nothing is loaded from elsewhere, shown in another page, or kept. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Serves the page to this machine, below a path that only those know who read the address. */
export async function servePage(served: Served, folder = join(ownPackage, 'dist/page')): Promise<PageServer> {
  const token = randomBytes(24).toString('base64url');
  let port = 0;
  const server = createServer((request, response) => {
    answer(request, { token, port, served, folder }).then(
      ({ status, type = 'text/plain; charset=utf-8', body }) => send(response, status, type, body),
      () => send(response, 500, 'text/plain; charset=utf-8', 'this cannot be shown; see the output of dev\n'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject).listen(0, '127.0.0.1', resolve);
  });
  // A page that is open must not keep dev from ending.
  server.unref();
  ({ port } = server.address() as AddressInfo);
  return {
    url: `http://127.0.0.1:${port}/${token}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Given {
  readonly token: string;
  readonly port: number;
  readonly served: Served;
  readonly folder: string;
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
}

async function answer(
  { method, url = '', headers: { host = '' } }: IncomingMessage,
  { token, port, served, folder }: Given,
): Promise<Answer> {
  // A page of another site can use a name that resolves to the loopback address.
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return refusal('the Host header is not 127.0.0.1');
  const [, given = '', name, ...rest] = new URL(url, 'http://127.0.0.1').pathname.split('/');
  if (!isEqual(given, token) || name === undefined || rest.length > 0)
    return refusal('open the address that dev prints');
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, body: 'only GET is supported\n' };
  if (name === 'update') {
    const { searchParams } = new URL(url, 'http://127.0.0.1');
    const body = served.update(Number(searchParams.get('since')) || 0, searchParams.get('run') ?? '');
    return { status: 200, type: 'application/json', body };
  }
  if (name === 'graph.svg') return { status: 200, type: 'image/svg+xml', body: await served.graph() };
  const known = Object.hasOwn(files, name) ? files[name] : undefined;
  if (known === undefined) return { status: 404, body: 'not found\n' };
  const [file, type] = known;
  return { status: 200, type, body: readFileSync(join(folder, file), 'utf8') };
}

function refusal(text: string): Answer {
  return { status: 403, body: `${text}\n` };
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { ...headers, 'content-type': type }).end(body);
}
