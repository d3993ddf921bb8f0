import { statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { AbsentHelper, HelperAbsence } from '../diagnostics/catalogue/helper.js';
import { ownPackage } from '../io/own-package.js';
import { privateFolder } from '../io/private-folder.js';
import { cachePlace } from '../io/user-folders.js';

/** The variable with the path of the helper; `none` means that no helper is used. */
export const helperVariable = 'OPERATOR_GEN_UPSTREAM';

/** The file of the helper. */
export interface HelperFile {
  readonly path: string;
  /** Identifies the helper: another one differs, even at the same path. */
  readonly identity: string;
}

/**
 * Platforms with a package: operating systems and processors, by the names of Node.js (`process.platform`,
 * `process.arch`).
 */
export const helperPlatforms: readonly string[] = [
  'linux-x64',
  'linux-arm64',
  'darwin-x64',
  'darwin-arm64',
  'win32-x64',
  'win32-arm64',
];

const thisPlatform = `${process.platform}-${process.arch}`;

/** Returns the name of the optional package with the helper for a platform. */
export function helperPackageFor(platform: string): string {
  return `@operator-gen/upstream-${platform}`;
}

/** Returns the name of the helper's file for a platform, in the package and in the cache. */
export function helperFileFor(platform: string): string {
  return platform.startsWith('win32-') ? 'operator-gen-upstream.exe' : 'operator-gen-upstream';
}

/** Name of the helper's file for this platform. */
export const helperFileName = helperFileFor(thisPlatform);

/** Reports whether the user has turned the helper off. */
export function isHelperDeclined(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[helperVariable] === 'none';
}

/**
 * Finds the helper that answers for the API server: the one that the user names, that of the installed optional package,
 * or the one that `npm run upstream` has built into the user's cache. A project cannot supply it.
 * @param root the project
 */
export function locateHelper(env: Readonly<Record<string, string | undefined>>, root?: string): HelperFile | undefined {
  if (isHelperDeclined(env)) return undefined;
  const named = env[helperVariable];
  // A wrong path is reported when the helper is started.
  if (named !== undefined && named !== '') return helperAt(named) ?? { path: named, identity: named };
  return installedHelper() ?? cachedHelper(env, root);
}

/** Finds the optional package with the helper. @param from the folder of operator-gen itself */
export function installedHelper(from?: string, platform: string = thisPlatform): HelperFile | undefined {
  return installedProgram(join('node_modules', helperPackageFor(platform), helperFileFor(platform)), from);
}

/**
 * Finds a program of an optional package as Node.js would: in each `node_modules` above a folder.
 * @param path the path of the program, such as `node_modules/<package>/<file>`
 * @param from the folder of operator-gen itself
 */
export function installedProgram(path: string, from: string = ownPackage): HelperFile | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = helperAt(join(folder, path), (owner) => isTrustedOwner(owner, from));
    if (found !== undefined || dirname(folder) === folder) return found;
  }
}

/** Reports whether a user can supply a program: root, this user, or the owner of operator-gen itself. */
function isTrustedOwner(owner: number, installation: string): boolean {
  const user = process.geteuid?.();
  return user === undefined || [0, user, statSync(installation).uid].includes(owner);
}

function cachedHelper(env: Readonly<Record<string, string | undefined>>, root?: string): HelperFile | undefined {
  const place = cachePlace(env, 'upstream');
  const folder = place && privateFolder(place, root);
  return folder === undefined ? undefined : helperAt(join(folder, helperFileName));
}

function helperAt(path: string, isTrusted: (owner: number) => boolean = () => true): HelperFile | undefined {
  const stats = isAbsolute(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (stats?.isFile() !== true || !isTrusted(stats.uid)) return undefined;
  return { path, identity: `${path} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}` };
}

/** Returns why there is no helper on a platform. */
export function absentHelper(
  env: Readonly<Record<string, string | undefined>>,
  platform: string = thisPlatform,
): AbsentHelper {
  const absence = absenceOf(env, platform);
  return { absence, platform, name: helperPackageFor(platform), variable: helperVariable };
}

function absenceOf(env: Readonly<Record<string, string | undefined>>, platform: string): HelperAbsence {
  if (isHelperDeclined(env)) return 'declined';
  return helperPlatforms.includes(platform) ? 'missing' : 'unsupported';
}
