import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { sha256 } from '../src/io/sha256.js';
import { makePrivateFolder } from '../src/io/private-folder.js';
import { cachePlace } from '../src/io/user-folders.js';
import { helperFileName } from '../src/upstream/locate.js';

// Builds the helper that answers for the API server into the user's cache: `npm run upstream`.

const sources = fileURLToPath(new URL('../upstream', import.meta.url));

const environment = { GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '', CGO_ENABLED: '0' };

/**
 * Without these tags the linker keeps all methods of all types: kustomize can load plug-ins of Go, and gRPC renders
 * traces with templates. They take 30 MB.
 */
const tags = ['grpcnotrace', 'kustomize_disable_go_plugin_support'];

/**
 * Builds the helper for this platform, unless it has been built from the same sources, and returns its path.
 * @throws Error with the output of Go
 */
export async function buildUpstream(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const place = cachePlace(env, 'upstream');
  const folder = place && makePrivateFolder(place);
  if (folder === undefined) throw new Error('there is no cache folder that only this user can write to');
  const program = join(folder, helperFileName);
  const stamp = join(folder, 'sources');
  const hash = hashOfSources();
  if (readIfAny(stamp) === hash && readIfAny(program) !== undefined) return program;
  process.stderr.write(`Building the helper into ${folder}: about five minutes from nothing, once.\n`);
  const unfinished = `${program}.${process.pid}`;
  try {
    const flags = ['-trimpath', '-buildvcs=false', `-tags=${tags.join()}`, '-ldflags=-s -w'];
    await execa('go', ['build', ...flags, '-o', unfinished, '.'], { cwd: sources, env: environment });
    chmodSync(unfinished, 0o700);
    rmSync(stamp, { force: true });
    renameSync(unfinished, program);
    writeFileSync(stamp, hash);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return program;
}

function hashOfSources(): string {
  const names = readdirSync(sources).filter((name) => /\.(?:go|mod|sum)$/.test(name));
  return sha256(names.map((name) => `${name}\n${readFileSync(join(sources, name), 'utf8')}`).join('\0') + tags.join());
}

function readIfAny(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${await buildUpstream()}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
