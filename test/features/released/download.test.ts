import { describe, expect, it } from 'vitest';
import { download, isAddress, shownSource } from '../../../src/features/released/download.js';
import { disk } from '../../../src/base/io/disk.js';
import { readReleased } from '../../../src/features/released/read-released.js';
import { startLoopbackServer } from '../../support/loopback-server.js';

describe('a source as it is shown', () => {
  it.each([
    ['crds/a.yaml', 'crds/a.yaml'],
    ['crds/what?.yaml', 'crds/what?.yaml'],
    ['C://crds/a#b.yaml', 'C://crds/a#b.yaml'],
    ['https://example.com/@scope/a.yaml', 'https://example.com/@scope/a.yaml'],
    ['https://user:SECRET@example.com:8443/a?SECRET#SECRET', 'https://example.com:8443/a'],
    [' https://a@SECRET@example.com/a', 'https://example.com/a'],
    ['https://user:SECR?ET@example.com/a', 'https://example.com/a'],
    ['s3://key:SECRET@bucket/a?SECRET', 's3://bucket/a'],
  ])('%s is %s', (source, shown) => {
    expect(shownSource(source)).toBe(shown);
  });
});

it('an address is not a base of a comparison, and is shown without secrets', async () => {
  const place = { host: disk, cwd: '/', root: '/', env: {}, names: [] };
  const problem = await readReleased('https://user:SECRET@example.com/crds?SECRET', place).catch(String);
  expect(problem).toContain('against-unreadable: https://example.com/crds cannot be read: URLs are not supported');
  expect(problem).not.toContain('SECRET');
});

describe('a download', () => {
  it('is the text at an address of this machine, also after redirects', async () => {
    const { url } = await startLoopbackServer(({ path }, response) => {
      if (path === '/here') response.end('kind: x\n');
      else response.writeHead(302, { location: '/here' }).end();
    });
    expect(isAddress(url)).toBe(true);
    expect(await download(`${url}/there`)).toBe('kind: x\n');
  });

  it.each([
    ['http://example.com/x', 'http:// is unsupported'],
    ['file:///etc/passwd', 'file:// is unsupported'],
    ['ftp://example.com/x', 'ftp:// is unsupported'],
  ])('does not follow a redirect to %s', async (location, message) => {
    const { url } = await startLoopbackServer((_, response) => response.writeHead(302, { location }).end());
    await expect(download(url)).rejects.toThrow(message);
  });

  it('does not follow redirects forever', async () => {
    const { url, requests } = await startLoopbackServer((_, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    );
    await expect(download(url)).rejects.toThrow('more than 5 times');
    expect(requests.length).toBe(6);
  });

  it('has a largest size', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, ' ');
    const { url } = await startLoopbackServer((_, response) => {
      for (let count = 0; count < 17; count += 1) response.write(megabyte);
      response.end();
    });
    await expect(download(url)).rejects.toThrow('more than 16 MiB');
  });

  it('does not use passwords in addresses', async () => {
    const { url, requests } = await startLoopbackServer((_, response) => response.end('kind: x\n'));
    for (const user of ['user:PW', 'TOKEN', ':PW'])
      await expect(download(url.replace('//', `//${user}@`))).rejects.toThrow('with a user name or a password');
    expect(requests).toEqual([]);
  });

  it('fails in words if a server does not speak TLS', async () => {
    const { url } = await startLoopbackServer((_, response) => response.end());
    const address = url.replace('http:', 'https:');
    await expect(download(address)).rejects.toThrow(/^the server does not answer with TLS as expected: [a-z ]+$/);
  });

  it('fails with the answer of the server, and for what is not text', async () => {
    const { url } = await startLoopbackServer(({ path }, response) => {
      if (path === '/missing') response.writeHead(404).end();
      else if (path === '/part') response.writeHead(206).end('kind: x\n');
      else response.end(Buffer.from([0xff, 0xfe, 0xfd]));
    });
    await expect(download(`${url}/missing`)).rejects.toThrow('the server answers 404');
    await expect(download(`${url}/part`)).rejects.toThrow('the server answers 206');
    await expect(download(`${url}/binary`)).rejects.toThrow('not valid');
  });
});
