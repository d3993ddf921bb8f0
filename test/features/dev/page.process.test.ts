import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundlePage } from '../../../scripts/bundle-page.js';
import { Recorder } from '../../../src/features/dev/page/recorder.js';
import { servePage, type PageServer } from '../../../src/features/dev/page/server.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/tree.js';

const run = promisify(execFile);
const browser = ['chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, name)))
  .find((path) => existsSync(path));

const recorder = new Recorder('run');
for (let index = 0; index < 5_000; index += 1) {
  const object = `default/web-${index}`;
  recorder.reconciled({ controller: 'web', object, endedAt: index, milliseconds: 12, result: 'success' }, []);
}
recorder.message({ event: 'failed', controller: 'web', object: 'default/<img>', error: 'Error: <b>no</b>' }, 'failed');

let folder: TemporaryFolder;
let server: PageServer;
beforeAll(async () => {
  folder = makeTemporaryFolder();
  await bundlePage(folder.path);
  const graph = async (): Promise<string> => '<svg xmlns="http://www.w3.org/2000/svg"><title>graph</title></svg>';
  server = await servePage({ update: (...since) => JSON.stringify(recorder.since(...since)), graph }, folder.path);
});
afterAll(() => {
  server.close();
  folder.remove();
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

function ask(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
    });
    sent.on('error', reject).end();
  });
}

describe('the server of the page', () => {
  it('serves the files, the data and the graph, with a strict policy', async () => {
    for (const name of ['', 'page.js', 'page.css', 'icon.svg', 'update?since=0&run=run', 'graph.svg']) {
      const { status, headers } = await ask(`${server.url}${name}`);
      expect([name, status]).toEqual([name, 200]);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
    const { body } = await ask(`${server.url}update?since=0&run=run`);
    expect(JSON.parse(body).objects).toHaveLength(5_001);
  });

  it('refuses everything without the token, and with the name of another site', async () => {
    const { origin, pathname, port } = new URL(server.url);
    const [, token = ''] = pathname.split('/');
    expect(token).toMatch(/^[\w-]{32}$/);
    for (const path of [
      '/',
      '/page.js',
      '/update',
      '//update',
      `/${token}`,
      `/${token.slice(1)}/update`,
      `/x${token}/`,
    ]) {
      expect([path, (await ask(`${origin}${path}`)).status]).toEqual([path, 403]);
    }
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1.evil.example:${port}`])
      expect((await ask(`${server.url}update`, { host })).status).toBe(403);
    expect((await ask(`${server.url}update`, { host: `localhost:${port}` })).status).toBe(200);
  });

  it('has no other files and no other methods', async () => {
    for (const name of ['index.html', '../package.json', '%2e%2e/package.json', 'constructor', 'a/b'])
      expect((await ask(`${server.url}${name}`)).status).toBeGreaterThanOrEqual(403);
    expect((await ask(`${server.url}update`, {}, 'POST')).status).toBe(405);
  });

  it('listens on the loopback address, and on another port with another token each time', async () => {
    const other = await servePage({ update: () => '', graph: () => Promise.reject(new Error('no')) }, folder.path);
    expect(new URL(other.url).hostname).toBe('127.0.0.1');
    expect(new URL(other.url).pathname).not.toBe(new URL(server.url).pathname);
    expect((await ask(`${other.url}graph.svg`)).status).toBe(500);
    other.close();
    await expect(ask(other.url)).rejects.toThrow(/ECONNREFUSED|hang up/);
  });

  it('loads nothing from elsewhere', async () => {
    const { body } = await ask(server.url);
    const links = Array.from(body.matchAll(/(?:src|href)="([^"]*)"/g), ([, link]) => link);
    expect(links).toEqual(['icon.svg', 'page.css', 'page.js']);
    const style = (await ask(`${server.url}page.css`)).body;
    expect(style).not.toMatch(/url\(|@import/);
  });
});

describe.skipIf(browser === undefined)('the page in a browser', { timeout: 60_000 }, () => {
  it('shows reconciles, keeps most of 5,000 objects out of the document, and breaks no rule', async () => {
    const profile = makeTemporaryFolder();
    const words = [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--enable-logging=stderr', `--user-data-dir=${profile.path}`],
      ...['--virtual-time-budget=3000', '--dump-dom', server.url],
    ];
    const { stdout, stderr } = await run(browser!, words, { maxBuffer: 10_000_000, timeout: 50_000 });
    profile.remove();
    expect(stderr.split('\n').filter((line) => line.includes(':CONSOLE'))).toEqual([]);
    expect(stdout).toContain('5001 of 5001 objects');
    expect(stdout).toContain('default/web-4999');
    expect(stdout).toContain('12 ms');
    expect(stdout).toContain('default/&lt;img&gt;');
    expect(stdout.match(/role="option"/g)!.length).toBeLessThan(100);
  });
});
