import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip } from 'node:zlib';
import { parse } from 'yaml';
import { withoutEndSlashes } from '../../configuration/end-slashes.js';
import { fits, newestFirst } from './kubernetes-version.js';
import {
  controlPlaneCache,
  executableName,
  goPlatform,
  isExecutable,
  testBinaries,
  type Environment,
} from './platform.js';
import { showProgress } from './progress.js';
import { readTar } from './tar.js';

const releaseIndex = 'https://raw.githubusercontent.com/kubernetes-sigs/controller-tools/HEAD/envtest-releases.yaml';

export interface DownloadOptions {
  readonly env: Environment;
  readonly kubernetesVersion: string | undefined;
}

interface Archive {
  readonly version: string;
  readonly name: string;
  readonly url: URL;
  /** SHA-512 in hexadecimal. */
  readonly hash: string;
}

/**
 * Downloads etcd, kube-apiserver and kubectl from the envtest releases of the Kubernetes project, verifies the SHA-512
 * of the archive and unpacks it into the cache of operator-gen. `OPERATOR_GEN_ASSETS_MIRROR` is the URL of a directory
 * that contains the archives and their index, `envtest-releases.yaml`.
 * See https://book.kubebuilder.io/reference/envtest
 *
 * @returns the directory of the binaries
 * @throws Error if the version does not exist, an answer is not 200, or the checksum is wrong; nothing is kept in that
 * case
 */
export async function downloadTestAssets({ env, kubernetesVersion }: DownloadOptions): Promise<string> {
  const archive = await findArchive(env.OPERATOR_GEN_ASSETS_MIRROR, kubernetesVersion);
  const cache = controlPlaneCache(env);
  const target = join(cache, `k8s-${archive.version}-${goPlatform()}`);
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, '.download-'));
  try {
    const file = join(work, archive.name);
    await fetchVerified(archive, file);
    const unpacked = join(work, 'unpacked');
    await unpackPrograms(file, unpacked);
    // Another process may have been faster; its directory is equivalent.
    await rename(unpacked, target).catch((error: unknown) => {
      if (!isExecutable(join(target, executableName('kube-apiserver')))) throw error;
    });
    return target;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function findArchive(mirror: string | undefined, wanted: string | undefined): Promise<Archive> {
  const base = mirror === undefined || mirror === '' ? undefined : `${withoutEndSlashes(mirror)}/`;
  const indexUrl = base === undefined ? new URL(releaseIndex) : new URL('envtest-releases.yaml', base);
  const index: unknown = parse(await (await fetchOk(indexUrl)).text());
  const archives = archivesIn(index, indexUrl, base).filter(({ version }) => fits(version, wanted));
  const newest = archives.toSorted((one, other) => newestFirst(one.version, other.version))[0];
  if (newest === undefined) {
    throw new Error(`${indexUrl.href} lists no Kubernetes ${wanted ?? 'release'} for ${goPlatform()}`);
  }
  return newest;
}

function archivesIn(index: unknown, indexUrl: URL, base: string | undefined): Archive[] {
  const { releases } = (index ?? {}) as {
    releases?: Record<string, Record<string, { hash: string; selfLink: string }>>;
  };
  return Object.entries(releases ?? {}).flatMap(([tag, files]) => {
    const version = /^v(\d+\.\d+\.\d+)$/.exec(tag)?.[1];
    const name = `envtest-${tag}-${goPlatform()}.tar.gz`;
    const entry = files[name];
    if (version === undefined || entry === undefined) return [];
    const url = base === undefined ? new URL(entry.selfLink, indexUrl) : new URL(name, base);
    return [{ version, name, url, hash: entry.hash }];
  });
}

async function fetchVerified(archive: Archive, file: string): Promise<void> {
  const response = await fetchOk(archive.url);
  const hash = createHash('sha512');
  const progress = showProgress(
    `Downloading ${archive.url.href}`,
    Number(response.headers.get('content-length')) || undefined,
  );
  await pipeline(
    Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        progress.advance(chunk.length);
        yield chunk;
      }
    },
    createWriteStream(file),
  ).finally(() => progress.end());
  const actual = hash.digest('hex');
  if (actual !== archive.hash.toLowerCase()) {
    throw new Error(`${archive.url.href}: SHA-512 is ${actual}, the index says ${archive.hash}; nothing was kept`);
  }
}

async function unpackPrograms(file: string, target: string): Promise<void> {
  await mkdir(target);
  const missing = new Set(testBinaries.map(executableName));
  for await (const entry of readTar(createReadStream(file).pipe(createGunzip()))) {
    const name = basename(entry.name);
    if (missing.delete(name)) await pipeline(entry.content(), createWriteStream(join(target, name), { mode: 0o755 }));
    else for await (const _ of entry.content());
  }
  if (missing.size > 0) throw new Error(`${basename(file)} has no ${[...missing].join(', ')}`);
}

async function fetchOk(url: URL): Promise<Response> {
  const response = await fetch(url).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Error(`${url.href}: ${cause}`, { cause: error });
  });
  if (!response.ok) throw new Error(`${url.href}: ${response.status} ${response.statusText}`);
  return response;
}
