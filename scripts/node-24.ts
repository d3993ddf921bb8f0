import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version that CI and the image use, and that the benchmark prefers: see decision 27. */
const version = '24.21.0';

/**
 * Returns the path of Node.js 24: the running one, or else that of the npm package with the binary for this system,
 * installed once into the user's cache folder. Undefined if it is not available.
 */
export function findNode24(running = process.versions.node): string | undefined {
  if (major(running) === major(version)) return process.execPath;
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(cache, 'operator-gen', `node-${version}-${system}`);
  const program = join(folder, `node_modules/node-${system}/bin`, process.platform === 'win32' ? 'node.exe' : 'node');
  if (!runs(program)) install(folder, `node-${system}@${version}`);
  return runs(program) ? program : undefined;
}

function major(of: string): string {
  return of.split('.', 1)[0]!;
}

function runs(program: string): boolean {
  if (!existsSync(program)) return false;
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return stdout.trim() === `v${version}`;
}

/**
 * Installs a package next to the folder first, so that an existing folder is complete. npm verifies the package against
 * the digest of the registry.
 */
function install(folder: string, spec: string): void {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const unfinished = mkdtempSync(`${folder}.`);
  const args = ['install', '--prefix', unfinished, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', spec];
  try {
    execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } catch {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

// `tsx scripts/node-24.ts` prints the folder of the program, to be prepended to the PATH.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const program = findNode24();
  if (program === undefined) {
    process.stderr.write(`Node.js ${version} cannot be installed on ${process.platform}-${process.arch}\n`);
    process.exitCode = 1;
  } else process.stdout.write(`${dirname(program)}\n`);
}
