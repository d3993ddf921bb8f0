import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const version = '22';

/**
 * A later Node.js to measure beside the one that runs: the program that BENCH_NODE names, or the npm package `node`, installed
 * once into the user's cache folder. Undefined where there is none, or BENCH_NODE is `none`.
 */
export function otherNode(): string | undefined {
  const named = process.env['BENCH_NODE'];
  if (named === 'none') return undefined;
  if (named !== undefined && named !== '') return named;
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const folder = join(cache, 'operator-gen', 'bench', `node-${version}`);
  const program = join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(program)) install(folder);
  return existsSync(program) ? program : undefined;
}

function install(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--no-audit', '--no-fund', '--loglevel', 'error', `node@${version}`];
  // A machine that is not on the net, or has no such package for its system, measures one Node.js.
  spawnSync('npm', args, { cwd: folder, stdio: 'ignore', timeout: 120_000, shell: process.platform === 'win32' });
}

export function versionOf(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
}
