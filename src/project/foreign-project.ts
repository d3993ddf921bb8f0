import { delimiter, isAbsolute, join } from 'node:path';
import type { Host } from '../base/io/host.js';
import { realpathOf } from '../base/io/real-path.js';
import { slashed } from '../base/io/slashed.js';
import { projectFile } from './paths.js';

/** The part of a file system that identifies the owners of a project's files. */
export type Owners = Pick<Host, 'kind' | 'mode' | 'owner' | 'realpath' | 'user'>;

/** A part of a project that another user created or could modify completely. */
interface ForeignPart {
  readonly part: string;
  readonly reason: string;
}

/**
 * Returns the part because of which a project is not trusted; undefined if the project is trusted.
 * @param env can name folders in `OPERATOR_GEN_TRUSTED_FOLDERS` that are trusted with everything below them
 */
export function foreignPartOf(
  host: Owners,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): ForeignPart | undefined {
  const folder = realpathOf(host, root);
  if (folder === undefined || host.user() === undefined) return undefined;
  const found = foreignPart(host, folder);
  return found !== undefined && !isTrustedByName(host, folder, env) ? found : undefined;
}

function foreignPart(host: Owners, folder: string): ForeignPart | undefined {
  const user = host.user();
  const owner = host.owner(folder);
  const trusted = user === 0 ? [0, owner] : [0, user];
  if (!trusted.includes(owner)) return { part: 'the folder', reason: belongsTo(owner) };
  // A world-writable folder that belongs to the user is either intended, or an artifact of the file system.
  if (owner !== user && isOpen(host, folder)) return { part: 'the folder', reason: 'is writable by all users' };
  if (host.kind(join(folder, projectFile)) === 'missing') return undefined;
  const maker = host.owner(join(folder, projectFile));
  return trusted.includes(maker) ? undefined : { part: `${projectFile} in`, reason: belongsTo(maker) };
}

function belongsTo(owner: number | undefined): string {
  return `belongs to another user (${owner ?? 'unknown'})`;
}

function isOpen(host: Owners, folder: string): boolean {
  return (host.mode(folder) & 0o002) !== 0;
}

function isTrustedByName(host: Owners, folder: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const named = (env['OPERATOR_GEN_TRUSTED_FOLDERS'] ?? '').split(delimiter).filter((each) => isAbsolute(each));
  return named
    .flatMap((each) => realpathOf(host, each) ?? [])
    .some((each) => `${slashed(folder)}/`.startsWith(`${slashed(each).replace(/\/$/, '')}/`));
}
