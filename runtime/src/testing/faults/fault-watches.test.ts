import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { FaultBody } from './fault-body.js';
import { faultWatches } from './fault-watches.js';

it('does not count a watch that its client has closed, though this side of the connection is still open', async () => {
  const watches = faultWatches();
  const server = createServer((request, response) => {
    // As when more is on its way than the connection holds: the end waits for it.
    request.socket.end = () => request.socket;
    watches.add(new FaultBody(response, () => undefined), request.url!, response);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const open = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('GET /things?watch=true HTTP/1.1\r\nHost: proxy\r\n\r\n');
    await once(socket, 'data');
    return socket;
  };

  const first = await open();
  first.end();
  await open();
  expect([watches.open, watches.most()]).toEqual([2, 1]);
  await open();
  expect(watches.most()).toBe(2);
});
