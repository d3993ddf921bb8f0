import { statSync } from 'node:fs';
import { join } from 'node:path';
import { installedProgram } from '../../base/helper/locate.js';
import { kubernetesVersion } from '../../base/helper/protocol.js';
import { privateFolder } from '../../base/io/private-folder.js';
import { toolVersion } from '../../base/io/tool.js';
import { cachePlace } from '../../base/io/user-folders.js';
import { identityOf, type ClusterProgram } from './cluster-program.js';
import { programVariable } from './diagnostics.js';
import { fits, versionOf } from './kubernetes.js';
import { refuse, refuseValue } from './reporting.js';

type Environment = Readonly<Record<string, string | undefined>>;

const platform = `${process.platform}-${process.arch}`;
const file = process.platform === 'win32' ? 'operator-gen-cluster.exe' : 'operator-gen-cluster';

/** The package with the program for this platform. */
export const programPackage = `@operator-gen/cluster-${platform}`;

/** The path of the program in a folder where npm has installed its package. */
const installedPath = join('node_modules', programPackage, file);

/**
 * Returns the program for a version of Kubernetes: operator-gen-cluster, or for another version than it has, the supervisor of
 * etcd and kube-apiserver.
 * @param wanted such as `1.33`; undefined for the version of operator-gen-cluster
 */
export async function findProgram(
  env: Environment,
  stage: (what: string) => void,
  wanted?: string,
): Promise<ClusterProgram> {
  const present = presentProgram(env);
  if (wanted !== undefined && !fits(await ownVersion(present), wanted)) {
    return (await import('./separate-programs.js')).findSeparatePrograms(env, wanted);
  }
  const program = present ?? (await fetchProgram(env, stage));
  return { command: [program], identity: identityOf(program) };
}

/** Returns the version of Kubernetes of operator-gen-cluster; undefined if the program is unusable. */
async function ownVersion(present: string | undefined): Promise<string | undefined> {
  if (present === undefined) return kubernetesVersion;
  const found = await versionOf(present);
  return 'version' in found ? found.version : undefined;
}

/**
 * Returns the path of operator-gen-cluster: the one in the variable, that of a package beside operator-gen, or the one in the
 * user's cache, into which npm installs the package the first time; undefined if there is none yet.
 */
function presentProgram(env: Environment): string | undefined {
  const named = env[programVariable];
  if (!named) return installedProgram(installedPath)?.path ?? cachedProgram(env);
  return isFile(named) ? named : refuseValue(programVariable, named, 'there is no such file');
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
