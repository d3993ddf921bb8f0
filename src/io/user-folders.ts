import { existsSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { PrivatePlace } from './private-folder.js';

type Environment = Readonly<Record<string, string | undefined>>;

const tool = 'operator-gen';

/** Where something that can be lost is kept for one user; undefined where the user has no folder for it. */
export function cachePlace(env: Environment, name: string): PrivatePlace | undefined {
  const base = userFolder(env, 'XDG_CACHE_HOME', '.cache');
  return base === undefined ? undefined : { base, own: [tool, name] };
}

/**
 * Where it is kept what an interrupted command had left to do, best first. The temporary folder serves users who have no
 * home, or one that is read-only or lies in the project.
 */
export function recordPlaces(env: Environment): readonly PrivatePlace[] {
  const base = userFolder(env, 'XDG_STATE_HOME', join('.local', 'state'));
  const shared = tmpdir();
  return [
    ...(base === undefined ? [] : [{ base, own: [tool, 'journals'] }]),
    ...(isAbsolute(shared) && existsSync(shared) ? [{ base: shared, own: [`${tool}-${userName()}`, 'journals'] }] : []),
  ];
}

/** A folder of the XDG base directories. A relative path would be one in the project, and is ignored, as they demand. */
function userFolder(env: Environment, variable: string, belowHome: string): string | undefined {
  const named = env[variable];
  if (named !== undefined && isAbsolute(named)) return named;
  const local = process.platform === 'win32' ? env['LOCALAPPDATA'] : undefined;
  if (local !== undefined && isAbsolute(local)) return local;
  const home = homeOf(env);
  return home !== undefined && isAbsolute(home) && existsSync(home) ? join(home, belowHome) : undefined;
}

function homeOf(env: Environment): string | undefined {
  try {
    return env['HOME'] || homedir();
  } catch {
    // A user without an entry in the system's list of users.
    return undefined;
  }
}

function userName(): string {
  return String(process.getuid?.() ?? userInfo().username);
}
