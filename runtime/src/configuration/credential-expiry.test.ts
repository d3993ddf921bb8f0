import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { temporaryFolder } from '../../../test/support/tree.js';
import { execCredential } from './exec-credential.js';
import { oidcCredential } from './oidc-credential.js';
import { HttpResponse } from '../transport/http/http-response.js';
import type { ResponseHeaders } from '../transport/http/response-head.js';
import { retryAfter } from '../transport/response.js';

const hour = 3_600_000;

/** Advances both clocks. */
const pass = (milliseconds: number): unknown => vi.advanceTimersByTime(milliseconds);
/** Changes only the wall clock. */
const setClock = (jump: number): unknown => vi.setSystemTime(Date.now() + jump);
const fakeClocks = (): unknown => vi.useFakeTimers({ toFake: ['Date', 'performance'] });

afterEach(() => vi.useRealTimers());

describe('a clock that is far ahead', () => {
  it('does not run the credential plug-in for every request', async () => {
    const expirationTimestamp = new Date(Date.now() + hour).toISOString();
    const answer = { apiVersion: 'client.authentication.k8s.io/v1', status: { token: 't', expirationTimestamp } };
    const folder = temporaryFolder({
      plugin: `#!/bin/sh\necho x >> \${0}.runs\necho '${JSON.stringify(answer)}'\n`,
    });
    chmodSync(join(folder, 'plugin'), 0o755);
    const runs = (): number =>
      existsSync(join(folder, 'plugin.runs')) ? readFileSync(join(folder, 'plugin.runs'), 'utf8').length / 2 : 0;
    const source = execCredential({ command: './plugin' }, { folder, cluster: {} });
    fakeClocks();
    setClock(24 * hour);
    for (let request = 0; request < 20; request += 1) expect(await source.get()).toEqual({ token: 't' });
    expect(runs()).toBe(1);
    pass(5_001);
    await source.get();
    expect(runs()).toBe(2);
    // With the clock corrected, it is used until it expires.
    setClock(-24 * hour);
    pass(60_000);
    await source.get();
    expect(runs()).toBe(2);
  });

  it('does not ask the issuer of id-tokens for every request', async () => {
    const payload = Buffer.from(JSON.stringify({ exp: (Date.now() + hour) / 1000 })).toString('base64url');
    let asked = 0;
    const server = createServer((request, response) => {
      const { port } = server.address() as AddressInfo;
      if (request.method === 'POST') asked += 1;
      const token = { id_token: `x.${payload}.y` };
      response.end(JSON.stringify(request.method === 'POST' ? token : { token_endpoint: `http://127.0.0.1:${port}/` }));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await eventually(() => expect(server.listening).toBe(true));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const config = { issuer, clientId: 'c', refreshToken: 'r' };
    const source = oidcCredential(config, { origin: 'the user', save: () => Promise.resolve() });
    fakeClocks();
    setClock(24 * hour);
    for (let request = 0; request < 20; request += 1) await source.get();
    expect(asked).toBe(1);
    pass(5_001);
    await source.get();
    expect(asked).toBe(2);
  });
});

describe('a date after which to ask again', () => {
  const answer = (headers: ResponseHeaders): HttpResponse => new HttpResponse({ code: 503, headers });
  const date = (milliseconds: number): string => new Date(Date.UTC(2026, 0, 1) + milliseconds).toUTCString();

  it.each([
    ['right', 0],
    ['a day ahead', 24 * hour],
    ['a day behind', -24 * hour],
  ])('means what the server means, when the clock here is %s', (_, jump) => {
    fakeClocks();
    vi.setSystemTime(Date.UTC(2026, 0, 1) + jump);
    expect(retryAfter(answer({ 'retry-after': date(3000), date: date(0) }))).toBe(3000);
    expect(retryAfter(answer({ 'retry-after': date(0), date: date(3000) }))).toBe(0);
  });

  it('is compared with the clock here where the server names no time', () => {
    fakeClocks();
    vi.setSystemTime(Date.UTC(2026, 0, 1));
    expect(retryAfter(answer({ 'retry-after': date(2000) }))).toBe(2000);
    expect(retryAfter(answer({ 'retry-after': date(2000), date: 'soon' }))).toBe(2000);
  });
});
