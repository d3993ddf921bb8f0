import { existsSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { PrivatePlace } from './private-folder.js';

type Environment = Readonly<Record<string, string | undefined>>;

const tool = 'operator-gen';

/** Returns the place for expendable data of a user; undefined if the user has no folder for it. */
export function cachePlace(env: Environment, name: string): PrivatePlace | undefined {
  const base = userFolder(env, 'XDG_CACHE_HOME', '.cache');
  return base === undefined ? undefined : { base, own: [tool, name] };
}

/** Returns the places for the journals of interrupted commands, best first. */
export function recordPlaces(env: Environment): readonly PrivatePlace[] {
  return statePlaces(env, 'journals');
}

/**
 * Returns the places for data of a user that outlives a command, best first. The temporary folder serves users without a
 * home, or with one that is read-only or inside the project.
 */
export function statePlaces(env: Environment, name: string): readonly PrivatePlace[] {
  const base = userFolder(env, 'XDG_STATE_HOME', join('.local', 'state'));
  const shared = tmpdir();
  return [
    ...(base === undefined ? [] : [{ base, own: [tool, name] }]),
    ...(isAbsolute(shared) && existsSync(shared) ? [{ base: shared, own: [`${tool}-${userName()}`, name] }] : []),
  ];
}

/**
 * Returns a folder of the XDG base directories. A relative path would be inside the project, and is ignored as the
 * specification demands.
 */
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
    // A user without an entry in the system's user database.
    return undefined;
  }
}

function userName(): string {
  return String(process.getuid?.() ?? userInfo().username);
}
