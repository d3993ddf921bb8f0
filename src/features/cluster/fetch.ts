import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../base/io/private-folder.js';
import { isUnderWay, parseRun, printRun, thisRun } from '../../base/io/run.js';
import { cachePlace } from '../../base/io/user-folders.js';

/** A package of npm, and the name of the folder in the user's cache that gets it. */
export interface WantedPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/**
 * Installs a package into the user's cache, with npm: it asks the registry that the user has set, through their proxy,
 * and checks the integrity. No script of a package runs, and no file of a project is read.
 */
export async function installPackage(
  { name, version, folder }: WantedPackage,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly folder: string } | { readonly reason: string }> {
  const place = cachePlace(env, 'packages');
  const packages = place && makePrivateFolder(place);
  if (packages === undefined) return { reason: 'there is no private cache folder; set XDG_CACHE_HOME to one' };
  const target = join(packages, folder);
  const unfinished = join(packages, `${folder}.${printRun(thisRun())}`);
  try {
    removeUnfinished(packages, folder);
    mkdirSync(unfinished, { mode: 0o700 });
    // Otherwise npm would look for a package.json in the folders above.
    writeFileSync(join(unfinished, 'package.json'), '{ "private": true }\n');
    const reason = await install(unfinished, `${name}@${version}`, env);
    if (reason !== undefined) return { reason };
    rmSync(target, { recursive: true, force: true });
    renameSync(unfinished, target);
    return { folder: target };
  } catch (error) {
    return { reason: (error as Error).message };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Deletes what an npm that was interrupted has left. */
function removeUnfinished(packages: string, folder: string): void {
  for (const name of readdirSync(packages)) {
    const run = name.startsWith(`${folder}.`) ? parseRun(name.slice(folder.length + 1)) : undefined;
    if (run !== undefined && !isUnderWay(run)) rmSync(join(packages, name), { recursive: true, force: true });
  }
}

const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--no-package-lock', '--loglevel=error'];

/** Minutes until npm is ended: the package has 40 MB. */
const minutes = 10;

async function install(
  cwd: string,
  wanted: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const { execa } = await import('execa');
  const result = await execa('npm', ['install', ...flags, `--prefix=${cwd}`, wanted], {
    cwd,
    env,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    timeout: minutes * 60_000,
  });
  if (!result.failed) return undefined;
  if (result.timedOut) return `npm has not answered in ${minutes} minutes`;
  const lines = result.stderr.split('\n').map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim());
  // npm says first what is wrong, and then at length what else could be.
  const told = lines.filter((line) => line !== '' && !/^(?:code|errno|syscall|path) |complete log/.test(line));
  return told[0] ?? (result.originalMessage || 'npm has failed');
}
