import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../../../test/support/seed.js';
import { Connection } from './connection.js';
import { ResponseParser } from './response-parser.js';

// Node's own client, which parses with llhttp, is the judge.

let answer: readonly Buffer[] = [];
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => void say(socket));
});

/** Sends each piece as a packet of its own, and closes the connection. */
async function say(socket: Socket): Promise<void> {
  socket.setNoDelay(true);
  for (const piece of answer) {
    if (socket.destroyed) return;
    socket.write(piece);
    await new Promise(setImmediate);
  }
  socket.end();
}

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());

interface Outcome {
  readonly code: number;
  readonly body: string;
}

/** Returns the outcome; undefined if the response is invalid or incomplete. */
async function ours(port: number): Promise<Outcome | undefined> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const connection = new Connection(socket, () => socket.destroy());
  try {
    const head = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    const response = await connection.send({ head, body: undefined, refusal: () => undefined }).response;
    const pieces: Buffer[] = [];
    for (;;) {
      pieces.push(...response.take());
      if (response.isComplete) return { code: response.code, body: Buffer.concat(pieces).toString('latin1') };
      await response.arrives();
    }
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

async function nodes(port: number): Promise<Outcome | undefined> {
  try {
    const sent = request({ host: '127.0.0.1', port, agent: false });
    // It also fails for what follows a response.
    sent.on('error', () => undefined).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const pieces: Buffer[] = [];
    for await (const piece of response) pieces.push(piece as Buffer);
    return { code: response.statusCode!, body: Buffer.concat(pieces).toString('latin1') };
  } catch {
    return undefined;
  }
}

function isFollowed(bytes: Buffer): boolean {
  const ignore = (): void => undefined;
  const parser = new ResponseParser({ head: ignore, piece: ignore, complete: ignore });
  parser.start();
  return !parser.feed(bytes);
}

const seeds = [
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\nDate: now\r\n\r\n{"a":1}',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;a=b\r\n world\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x\r\n\r\nA\r\n0123456789\r\n0\r\nx: 1\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 409 Conflict\r\nContent-Length: 2\r\n\r\n{}',
  'HTTP/1.0 200 OK\r\nConnection: close\r\n\r\nuntil the end',
  'HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n',
];
const parts = [
  '\r\n',
  '\r',
  '\n',
  ' ',
  '\t',
  ':',
  ';',
  '0',
  '1',
  'f',
  '\0',
  '\x7f',
  '\x80',
  'HTTP/1.1 200 OK\r\n',
  ...seeds,
];
parts.push(
  'Content-Length: 3\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: identity\r\n',
  'Connection: close\r\n',
);

const edit = fc.record({ at: fc.nat(), cut: fc.nat({ max: 3 }), put: fc.constantFrom('', ...parts) });
const spoilt = fc.tuple(fc.constantFrom(...seeds), fc.array(edit, { maxLength: 3 })).map(([seed, edits]) => {
  let text = seed;
  for (const { at, cut, put } of edits) {
    const start = at % (text.length + 1);
    text = text.slice(0, start) + put + text.slice(start + cut);
  }
  return text;
});

it(
  'accepts no response that Node refuses, and reads the others as Node does',
  { timeout: 60_000 + runs(1000) * 60 },
  async () => {
    const { port } = server.address() as AddressInfo;
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(spoilt, fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }), async (text, cuts) => {
        const bytes = Buffer.from(text, 'latin1');
        const ends = cuts.map((each) => each % (bytes.length + 1)).toSorted((a, b) => a - b);
        answer = [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        const found = await ours(port);
        // Whether Node refuses what follows a response depends on when it arrives.
        if (found === undefined || isFollowed(bytes)) return;
        accepted += 1;
        expect(found).toEqual(await nodes(port));
      }),
      { numRuns: runs(1000) },
    );
    expect(accepted).toBeGreaterThan(200);
  },
);
