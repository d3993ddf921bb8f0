import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { disk } from '../io/disk.js';
import { ownPackage } from '../io/own-package.js';
import { readOwnFile } from '../io/plain-file.js';
import { makePrivateFolder, privateFolder } from '../io/private-folder.js';
import { slashed } from '../io/slashed.js';
import { cachePlace } from '../io/user-folders.js';
import { walk } from '../io/walk.js';

/** What runs of this tool leave for later ones to be faster. Losing any of it costs time and nothing else. */
export interface Memory {
  /** Names the very build of this tool that runs: another build reads nothing that this one left. */
  readonly build: string;
  /** What was kept under a name; undefined where nothing was, or it cannot be read. */
  read(name: string): Buffer | undefined;
  /** Keeps something under a name. Where that fails nothing is kept. */
  write(name: string, content: string | Buffer): void;
}

const monthInMilliseconds = 30 * 24 * 3_600_000;

/** The most that is read of one file: more than anything that is kept. */
const largestFile = 256 * 1024 * 1024;

/** The names that are given to what is kept, and those of files that are being written. */
const ownName = /^[a-z]+-[0-9a-f]{16,32}(?:-[\w.+-]+)?$/;

/**
 * The memory of one user, in the user's cache folder; undefined where the user has none. Not in the project: `check` writes
 * nothing there, and a file that came with a clone must not say that all is well. A folder that anybody else could have changed
 * is not used.
 * @param root the project that it is used for
 */
export function userMemory(env: Readonly<Record<string, string | undefined>>, root?: string): Memory | undefined {
  const place = cachePlace(env, 'runs');
  if (place === undefined) return undefined;
  return quietly(() => ({
    build: fingerprint(),
    read: (name) =>
      quietly(() => {
        const folder = privateFolder(place, root);
        return folder === undefined ? undefined : readOwnFile(join(folder, name), largestFile);
      }),
    write: (name, content) =>
      quietly(() => {
        const folder = makePrivateFolder(place, root);
        if (folder === undefined) return;
        writeAtomically(folder, name, content);
        forget(folder);
      }),
  }));
}

function writeAtomically(folder: string, name: string, content: string | Buffer): void {
  const staged = join(folder, `${name}-${randomBytes(8).toString('hex')}.tmp`);
  // `wx`: what stands there, a link included, is an error.
  writeFileSync(staged, content, { mode: 0o600, flag: 'wx' });
  try {
    renameSync(staged, join(folder, name));
  } catch (error) {
    unlinkSync(staged);
    throw error;
  }
}

/** Removes what was written a month ago: projects move and go. What has another name is not ours. */
function forget(folder: string): void {
  const oldest = Date.now() - monthInMilliseconds;
  for (const name of readdirSync(folder).filter((each) => ownName.test(each))) {
    const path = join(folder, name);
    const stats = lstatSync(path);
    if (stats.isFile() && stats.mtimeMs < oldest) unlinkSync(path);
  }
}

/**
 * Our own package as it stands on the disk. The version alone would take a rebuilt checkout, or a tarball packed anew, for
 * the build before; and packages are unpacked with one and the same time, so what counts is when the inode changed.
 */
function fingerprint(): string {
  const [code = ''] = relative(ownPackage, fileURLToPath(import.meta.url)).split(sep);
  // Declarations do not affect what runs, and are as many again.
  const files = walk(disk, slashed(join(ownPackage, code)), (name) => name.endsWith('.d.ts'));
  const scripts = [...files].filter(({ name }) => /\.[jt]s$/.test(name));
  return [join(ownPackage, 'package.json'), ...scripts.map(({ path }) => path)].map(stateOf).join('\n');
}

function stateOf(path: string): string {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  return `${path} ${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
