import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleAsScaffolded, imageVariables } from './scaffolded.js';

/**
 * An operator as a program, to which flags are added. Its name is also that of its user, so that the audit log
 * identifies it.
 */
export interface Program {
  readonly name: 'Go' | 'ours';
  readonly command: readonly string[];
  /** Variables of its image. */
  readonly env?: Readonly<Record<string, string>>;
}

const goSources = fileURLToPath(new URL('../go-operator', import.meta.url));
const entry = fileURLToPath(new URL('operator/main.ts', import.meta.url));

/** Builds the TypeScript operator, bundled and run like a scaffolded one. */
export function buildOurs(folder: string): Program {
  return { name: 'ours', command: bundleAsScaffolded(entry, join(folder, 'foo')), env: imageVariables() };
}

/**
 * Builds the Go operator once for its sources, in the user's cache folder. Returns the reason as text if it cannot be
 * built.
 */
export function buildGo(): Program | string {
  const file = join(cacheFolder(), `go-operator-${digestOf(goSources)}`);
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}.unfinished`;
    process.stderr.write('Building the operator in Go: about a minute, once.\n');
    const args = ['build', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w', '-o', unfinished, '.'];
    // A newer toolchain must not be downloaded silently, and the user's workspace or flags must not affect the build.
    const env = { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off', GOFLAGS: '', CGO_ENABLED: '0' };
    const { status, error, stderr } = spawnSync('go', args, { cwd: goSources, encoding: 'utf8', env });
    if (error !== undefined) return 'there is no `go` on the PATH (https://go.dev/dl/)';
    if (status !== 0) return `\`go build\` fails: ${stderr.trim().split('\n', 1)[0] ?? ''}`;
    renameSync(unfinished, file);
  }
  return { name: 'Go', command: [file] };
}

function cacheFolder(): string {
  const folder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'operator-gen', 'bench');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).toSorted()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}
