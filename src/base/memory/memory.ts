import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { disk } from '../io/disk.js';
import { ownPackage } from '../io/own-package.js';
import { readOwnFile } from '../io/plain-file.js';
import { makePrivateFolder, privateFolder } from '../io/private-folder.js';
import { runtimeDeclarations } from '../io/runtime-declarations.js';
import { slashed } from '../io/slashed.js';
import { cachePlace } from '../io/user-folders.js';
import { walk } from '../io/walk.js';
import { quietly } from '../io/quietly.js';

/** Data that runs of this tool keep to make later ones faster. Losing any of it only costs time. */
export interface Memory {
  /** Identifies the exact build of this tool. Other builds do not read what this one left. */
  readonly build: string;
  /** Returns what was stored under a name; undefined if there is nothing, or it cannot be read. */
  read(name: string): Buffer | undefined;
  /** Stores content under a name. On failure nothing is stored. */
  write(name: string, content: string | Buffer): void;
}

const monthInMilliseconds = 30 * 24 * 3_600_000;

/** Maximum size to read of one file: larger than anything that is stored. */
const largestFile = 256 * 1024 * 1024;

/** The names of stored files, and of files that are being written. */
const ownName = /^[a-z]+-[0-9a-f]{16,32}(?:-[\w.+-]+)?$/;

/**
 * Returns the memory of one user, in the user's cache folder; undefined if the user has none. It is not in the project,
 * because `check` writes nothing there, and a file that came with a clone must not claim that everything is up to date.
 * A folder that anybody else could have changed is not used.
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
  // `wx`: anything that exists at the path, including a link, is an error.
  writeFileSync(staged, content, { mode: 0o600, flag: 'wx' });
  try {
    renameSync(staged, join(folder, name));
  } catch (error) {
    unlinkSync(staged);
    throw error;
  }
}

/**
 * Removes what was written more than a month ago, because projects move and disappear. Files with other names are left
 * alone.
 */
function forget(folder: string): void {
  const oldest = Date.now() - monthInMilliseconds;
  for (const name of readdirSync(folder).filter((each) => ownName.test(each))) {
    const path = join(folder, name);
    const stats = lstatSync(path);
    if (stats.isFile() && stats.mtimeMs < oldest) unlinkSync(path);
  }
}

/**
 * Returns a fingerprint of this tool's packages on disk. The version alone would mistake a rebuilt checkout, or a
 * repacked tarball, for the previous build; and all files of a package are unpacked with the same modification time, so
 * the inode's change time is used.
 */
function fingerprint(): string {
  const [code = ''] = relative(ownPackage, fileURLToPath(import.meta.url)).split(sep);
  // Declarations do not affect what runs, and are as many again.
  const files = walk(disk, slashed(join(ownPackage, code)), (name) => name.endsWith('.d.ts'));
  const scripts = [...files].filter(({ name }) => /\.[jt]s$/.test(name)).map(({ path }) => path);
  // An installation, and a build of the runtime, write all files of the runtime again.
  const runtime = join(runtimeDeclarations(), 'api/index.d.ts');
  return [join(ownPackage, 'package.json'), runtime, ...scripts].map(stateOf).join('\n');
}

function stateOf(path: string): string {
  const { size, mtimeMs, ctimeMs, ino } = statSync(path);
  return `${path} ${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}
