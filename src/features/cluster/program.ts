import { statSync } from 'node:fs';
import { join } from 'node:path';
import { installedProgram } from '../../base/helper/locate.js';
import { privateFolder } from '../../base/io/private-folder.js';
import { toolVersion } from '../../base/io/tool.js';
import { cachePlace } from '../../base/io/user-folders.js';
import { programVariable } from './diagnostics.js';
import { refuse, refuseValue } from './reporting.js';

type Environment = Readonly<Record<string, string | undefined>>;

const platform = `${process.platform}-${process.arch}`;
const file = process.platform === 'win32' ? 'operator-gen-cluster.exe' : 'operator-gen-cluster';

/** The package with the program for this platform. */
export const programPackage = `@operator-gen/cluster-${platform}`;

/** The path of the program in a folder where npm has installed its package. */
const installedPath = join('node_modules', programPackage, file);

/**
 * Returns the path of the program: the one in the variable, that of a package beside operator-gen, or the one in the
 * user's cache, into which npm installs the package the first time.
 */
export async function findProgram(env: Environment, stage: (what: string) => void): Promise<string> {
  const named = env[programVariable];
  if (named) {
    if (isFile(named)) return named;
    refuseValue(programVariable, named, 'there is no such file');
  }
  return installedProgram(installedPath)?.path ?? cachedProgram(env) ?? (await fetchProgram(env, stage));
}

/** Returns a text that changes with the program. */
export function identityOf(program: string): string {
  const { size, mtimeMs } = statSync(program);
  return `${program} ${size} ${mtimeMs}`;
}

/** The places in the user's cache: of `npm run upstream -- --cluster` in a checkout, and of npm. */
function cachedProgram(env: Environment): string | undefined {
  const places = [
    ['upstream', file],
    ['packages', join(cacheName(), installedPath)],
  ] as const;
  const paths = places.flatMap(([name, path]) => {
    const place = cachePlace(env, name);
    const folder = place && privateFolder(place);
    return folder === undefined ? [] : [join(folder, path)];
  });
  return paths.find(isFile);
}

async function fetchProgram(env: Environment, stage: (what: string) => void): Promise<string> {
  const { installPackage } = await import('./fetch.js');
  const version = toolVersion();
  stage(`Fetching ${programPackage} with npm, about 40 MB, once`);
  const result = await installPackage({ name: programPackage, version, folder: cacheName() }, env);
  const path = 'folder' in result ? join(result.folder, installedPath) : undefined;
  if (path !== undefined && isFile(path)) return path;
  const reason = 'reason' in result ? result.reason : `it has no ${file}`;
  return refuse('cluster-program-missing', { name: programPackage, reason, variable: programVariable });
}

function cacheName(): string {
  return `cluster-${platform}-${toolVersion()}`;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
