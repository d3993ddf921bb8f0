import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { get } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { silentLogger as log } from '../../../test/support/logs.js';
import { temporaryFolder } from '../../../test/support/tree.js';
import { resourceInfo } from '../api/resource.js';
import { ApiError } from '../transport/api-error.js';
import type { Client } from '../client/client.js';
import { createLogger } from '../log/create-logger.js';
import { parseAddress, type Listening } from '../serving/listen.js';
import { makeServingCertificate } from '../serving/make-certificate.js';
import { startMetricsServer, type MetricsServerOptions } from './metrics-server.js';
import { noMetrics } from './metrics.js';

const metrics = { ...noMetrics, report: () => Promise.resolve({ contentType: 'text/plain', text: 'up 1\n' }) };

/** Creates a reviewer that knows two tokens, of which only one user may read the metrics. It counts its requests. */
function reviewer() {
  const asked: string[] = [];
  const create = (kind: object, object: { spec: { token?: string; user?: string } }) => {
    asked.push(resourceInfo(kind as never).kind);
    const { token, user } = object.spec;
    const authenticated = token === 'reader' || token === 'other';
    return Promise.resolve({ status: { authenticated, user: { username: token }, allowed: user === 'reader' } });
  };
  return { asked, client: { create } as unknown as Client };
}

let server: Listening | undefined;
afterEach(() => server?.close());

async function serve(options: MetricsServerOptions, client = reviewer().client): Promise<number> {
  server = await startMetricsServer(parseAddress('127.0.0.1:0', '--flag')!, options, metrics, client, log);
  return server.port;
}

/** Returns status, body and the fingerprint of the certificate. */
function ask(
  port: number,
  token?: string,
  path = '/metrics',
): Promise<{ code: number | undefined; text: string; fingerprint: string }> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, rejectUnauthorized: false, agent: false }, (response) => {
      const { fingerprint } = (response.socket as TLSSocket).getPeerCertificate();
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ code: response.statusCode, text, fingerprint }));
    }).on('error', reject);
  });
}

describe('the metrics server', () => {
  it('is plain HTTP without authorization if configured', async () => {
    const port = await serve({ secure: false });
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([200, 'up 1\n']);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  });

  it('lets in whom the API server lets in, and asks it once for a while', async () => {
    const { asked, client } = reviewer();
    const port = await serve({}, client);
    expect((await ask(port)).code).toBe(401);
    expect((await ask(port, 'nonsense')).code).toBe(401);
    expect((await ask(port, 'other')).code).toBe(403);
    expect(await ask(port, 'reader')).toMatchObject({ code: 200, text: 'up 1\n' });
    const before = asked.length;
    expect((await ask(port, 'reader')).code).toBe(200);
    expect(asked.length).toBe(before);
    expect(asked).toEqual(['TokenReview', 'TokenReview', 'SubjectAccessReview', 'TokenReview', 'SubjectAccessReview']);
  });

  it('serves what else it is given, to the same people and under its own path', async () => {
    const extraHandlers = { '/debug': (_: unknown, response: ServerResponse) => void response.end('state') };
    const { asked, client } = reviewer();
    const port = await serve({ extraHandlers }, client);
    expect((await ask(port, undefined, '/debug')).code).toBe(401);
    expect(await ask(port, 'reader', '/debug')).toMatchObject({ code: 200, text: 'state' });
    const before = asked.length;
    for (const path of ['/none', '/constructor', '/']) expect((await ask(port, 'reader', path)).code).toBe(404);
    expect(asked.length).toBe(before);
  });

  it('says once that the API server does not review tokens, with what is missing, and not which token it was', async () => {
    const status = { code: 403, message: 'cannot create tokenreviews' };
    const create = () => Promise.reject(new ApiError(status, 'create tokenreviews', 'add @Rbac()'));
    const lines: string[] = [];
    const said = createLogger({ write: (line) => lines.push(line) });
    server = await startMetricsServer(
      parseAddress('127.0.0.1:0', '--flag')!,
      {},
      metrics,
      { create } as unknown as Client,
      said,
    );
    for (const token of ['secret-one', 'secret-two']) expect((await ask(server.port, token)).code).toBe(500);
    const warnings = lines.filter((line) => line.includes('"warn"'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('config/rbac/metrics_auth_role.yaml');
    expect(warnings[0]).not.toContain('@Rbac');
    expect(lines.join('')).not.toContain('secret');
  });

  it('says which folder has no certificate, and which flag named it', async () => {
    await expect(serve({ certPath: '/nowhere' })).rejects.toThrow(
      /no certificate for the metrics: .*\/nowhere\/tls\.crt.*--metrics-cert-path/,
    );
  });

  it('takes on a renewed certificate without a restart', async () => {
    const folder = temporaryFolder();
    const renew = (): void => {
      const { cert, key } = makeServingCertificate({ commonName: 'localhost' });
      writeFileSync(join(folder, 'tls.key'), key);
      writeFileSync(join(folder, 'tls.crt'), cert);
    };
    renew();
    const port = await serve({ certPath: folder });
    const { fingerprint } = await ask(port, 'reader');
    renew();
    await eventually(async () => expect((await ask(port, 'reader')).fingerprint).not.toBe(fingerprint));
  });
});
