import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/**
 * The memory of one user, in the user's cache folder; undefined where the user has none. Not in the project: `check` writes
 * nothing there, and a file that came with a clone must not say that all is well.
 */
export function userMemory(env: Readonly<Record<string, string | undefined>>): Memory | undefined {
  return quietly(() => memoryIn(env));
}

function memoryIn(env: Readonly<Record<string, string | undefined>>): Memory {
  const folder = join(cacheFolder(env), 'operator-gen', 'runs');
  return {
    build: fingerprint(),
    read: (name) => quietly(() => readOwn(join(folder, name))),
    write: (name, content) =>
      quietly(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const path = join(folder, name);
        const staged = `${path}.${process.pid}.tmp`;
        writeFileSync(staged, content, { mode: 0o600 });
        renameSync(staged, path);
        forget(folder);
      }),
  };
}

function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const named = env['XDG_CACHE_HOME'];
  if (named !== undefined && isAbsolute(named)) return named;
  return (process.platform === 'win32' && env['LOCALAPPDATA']) || join(env['HOME'] || homedir(), '.cache');
}

/** A file of this user: what another one left there, we neither believe nor run. */
function readOwn(path: string): Buffer | undefined {
  const descriptor = openSync(path, 'r');
  try {
    const { uid } = fstatSync(descriptor);
    return process.getuid === undefined || uid === process.getuid() ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Removes what was written a month ago: projects move and go. */
function forget(folder: string): void {
  const oldest = Date.now() - monthInMilliseconds;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < oldest) unlinkSync(path);
  }
}

/**
 * Our own package as it stands on the disk. The version alone would take a rebuilt checkout, or a tarball packed anew, for
 * the build before; and packages are unpacked with one and the same time, so what counts is when the inode changed.
 */
function fingerprint(): string {
  const own = dirname(dirname(fileURLToPath(import.meta.url)));
  return [ownFile(join(dirname(own), 'package.json')), ...ownFiles(own)].join('\n');
}

function* ownFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* ownFiles(path);
    else if (/(?<!\.d)\.[jt]s$/.test(entry.name)) yield ownFile(path);
  }
}

function ownFile(path: string): string {
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
