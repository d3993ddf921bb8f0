import { expect, it } from 'vitest';
import { startLoopbackServer } from '../../../test/support/loopback-server.js';
import { ApiError } from './api-error.js';
import { fixedCredential } from './cluster-config.js';
import { createTransport } from './create-transport.js';
import { readStatus } from './read-status.js';

it.each([undefined, null, 5, 'x', [], { code: '1', message: {}, reason: 5, details: 'x' }])(
  'has nothing of %j',
  (said) => expect(readStatus(said)).toEqual({}),
);

it('leaves out what is of another type, and keeps the rest', () => {
  const causes = [null, { field: 'a', message: 5 }, 'x'];
  const details = { name: 'a', kind: 5, retryAfterSeconds: 'z', causes };
  expect(readStatus({ kind: 'Status', code: 409, details })).toEqual({
    kind: 'Status',
    code: 409,
    details: { name: 'a', causes: [{ field: 'a' }] },
  });
});

it.each([
  { kind: 'Status', code: 409, reason: 'Conflict', message: 5 },
  { kind: 'Status', code: 'abc', reason: 5, message: { a: 1 }, details: { causes: { a: 1 }, retryAfterSeconds: 'z' } },
  { kind: 'Status', code: 409, message: null, details: { causes: [null, { message: 7 }] } },
])('a request that is answered with it fails with the code: %j', async (status) => {
  const server = await startLoopbackServer((_, response) => {
    response.writeHead(409, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status));
  });
  const transport = createTransport({ server: server.url, credentials: fixedCredential({ token: 'secret-token' }) });
  const failed = transport.send({ method: 'GET', path: '/x', label: 'get x' });
  await expect(failed).rejects.toThrow(ApiError);
  await expect(failed).rejects.toMatchObject({ code: 409 });
  transport.close();
});
