import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/tree.js';
import { findTestAssets } from './assets.js';
import { controlPlaneCache, executableName, goPlatform, isExecutable, testBinaries } from './platform.js';

const archiveName = (version: string) => `envtest-v${version}-${goPlatform()}.tar.gz`;

let home: string;
let mirror: Server;
let files: Map<string, Buffer | string>;
let asked: string[];
let env: Record<string, string>;

beforeEach(async () => {
  home = temporaryFolder();
  files = new Map();
  asked = [];
  mirror = createServer((request, response) => {
    asked.push(request.url ?? '');
    const content = files.get(request.url ?? '');
    response.writeHead(content === undefined ? 404 : 200).end(content);
  });
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve));
  const { port } = mirror.address() as AddressInfo;
  env = {
    HOME: home,
    LocalAppData: home,
    OPERATOR_GEN_DOWNLOAD_ASSETS: '1',
    OPERATOR_GEN_ASSETS_MIRROR: `http://127.0.0.1:${port}/envtest`,
  };
});

afterEach(() => void mirror.close());

// Larger than the buffer of a pipe and not a multiple of tar's block size, so that chunks and files have different
// boundaries.
const contentOf = (name: string, version: string) => `${name} ${version}\n`.repeat(20_011);

async function archive(version: string, names = testBinaries): Promise<Buffer> {
  const root = join(home, `archive-${version}`);
  const folder = join(root, 'controller-tools', 'envtest');
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    await writeFile(join(folder, executableName(name)), contentOf(name, version), { mode: 0o755 });
  }
  const file = join(home, archiveName(version));
  await promisify(execFile)('tar', ['-czf', file, '-C', root, 'controller-tools']);
  return readFile(file);
}

/** Publishes `versions` on the mirror, each with the hash of its content or the given one. */
async function publish(versions: Record<string, { content: Buffer; hash?: string }>): Promise<void> {
  const lines = Object.entries(versions).map(([version, { content, hash }]) => {
    files.set(`/envtest/${archiveName(version)}`, content);
    const sum = hash ?? createHash('sha512').update(content).digest('hex');
    return `  v${version}:\n    ${archiveName(version)}:\n      hash: ${sum}\n      selfLink: https://example.invalid/x\n`;
  });
  files.set('/envtest/envtest-releases.yaml', `releases:\n${lines.join('')}`);
}

test('downloads the newest release into the cache, where it is found from then on', async () => {
  const preRelease = { content: Buffer.from('never asked for') };
  await publish({
    '1.9.0': preRelease,
    '1.36.2': { content: await archive('1.36.2') },
    '1.37.0-beta.0': preRelease,
  });
  const directory = join(controlPlaneCache(env), `k8s-1.36.2-${goPlatform()}`);
  expect(await findTestAssets({ env })).toEqual({ found: true, directory, source: 'download' });
  for (const name of testBinaries) {
    const path = join(directory, executableName(name));
    expect(await readFile(path, 'utf8')).toBe(contentOf(name, '1.36.2'));
    expect(isExecutable(path)).toBe(true);
  }
  expect(asked).toEqual(['/envtest/envtest-releases.yaml', `/envtest/${archiveName('1.36.2')}`]);
  expect(await readdir(controlPlaneCache(env))).toEqual([`k8s-1.36.2-${goPlatform()}`]);

  expect(await findTestAssets({ env })).toEqual({ found: true, directory, source: 'cache' });
  expect(asked).toHaveLength(2);
});

test('downloads the version that is asked for', async () => {
  await publish({ '1.35.1': { content: await archive('1.35.1') }, '1.36.2': { content: Buffer.from('newer') } });
  expect(await findTestAssets({ env, kubernetesVersion: '1.35' })).toMatchObject({ source: 'download' });
  await expect(findTestAssets({ env, kubernetesVersion: '1.34' })).rejects.toThrow(/lists no Kubernetes 1\.34 for /);
});

test('refuses an archive whose checksum is not that of the index, and keeps nothing of it', async () => {
  await publish({ '1.36.2': { content: await archive('1.36.2'), hash: 'ab'.repeat(64) } });
  await expect(findTestAssets({ env })).rejects.toThrow(/SHA-512 is [0-9a-f]{128}, the index says (ab){64}/);
  expect(await readdir(controlPlaneCache(env))).toEqual([]);
});

test('refuses an archive that lacks a program or ends too early, and keeps nothing of it', async () => {
  await publish({ '1.36.2': { content: await archive('1.36.2', ['etcd', 'kubectl']) } });
  await expect(findTestAssets({ env })).rejects.toThrow(/has no kube-apiserver/);
  const whole = await archive('1.36.3');
  await publish({ '1.36.3': { content: whole.subarray(0, whole.length / 2) } });
  await expect(findTestAssets({ env })).rejects.toThrow(/unexpected end of file/);
  expect(await readdir(controlPlaneCache(env))).toEqual([]);
});

test('says which address answered what', async () => {
  await expect(findTestAssets({ env })).rejects.toThrow(/\/envtest\/envtest-releases\.yaml: 404 Not Found/);
  const dead = { ...env, OPERATOR_GEN_ASSETS_MIRROR: 'http://127.0.0.1:1' };
  await expect(findTestAssets({ env: dead })).rejects.toThrow(/^http:\/\/127\.0\.0\.1:1\/envtest-releases\.yaml: /);
});

test('asks no one anything unless it was told to', async () => {
  await publish({ '1.36.2': { content: await archive('1.36.2') } });
  const { OPERATOR_GEN_DOWNLOAD_ASSETS: _, ...silent } = env;
  expect(await findTestAssets({ env: silent })).toMatchObject({ found: false });
  expect(await findTestAssets({ env, download: false })).toMatchObject({ found: false });
  expect(await findTestAssets({ env, binaries: ['etcd', 'kwok'] })).toMatchObject({ found: false });
  expect(asked).toEqual([]);
  expect(existsSync(controlPlaneCache(env))).toBe(false);
  expect(await findTestAssets({ env: silent, download: true })).toMatchObject({ source: 'download' });
});
