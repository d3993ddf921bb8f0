import { delimiter, isAbsolute, join } from 'node:path';
import { refuse } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { slashed } from '../io/slashed.js';
import { projectFile } from './paths.js';

type Owners = Pick<Host, 'kind' | 'mode' | 'owner' | 'realpath' | 'user'>;

/**
 * Rejects a project that another user created or could modify completely, because it decides what this user writes, and
 * where. The folder and PROJECT must belong to the user or to root. Root can also work in projects of other users, as
 * jobs in containers do, if the folder and PROJECT have the same owner. Windows has no user IDs, so nothing is checked
 * there.
 * @param env can name folders in `OPERATOR_GEN_TRUSTED_FOLDERS` that are trusted with everything below them
 * @throws DiagnosticsError when the project is not trusted
 */
export function refuseForeignProject(
  host: Owners,
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const folder = realpathOf(host, root);
  if (folder === undefined || host.user() === undefined) return;
  const problem = foreignPart(host, folder);
  if (problem !== undefined && !isTrustedByName(host, folder, env))
    refuse('untrusted-project', { folder: root, ...problem });
}

/**
 * Reports whether a file around a project was created by a trusted user: the user, root, or the owner of the project,
 * who has already been trusted.
 */
export function isTrustedAround(host: Owners, root: string, folder: string, name: string): boolean {
  if (host.user() === undefined) return true;
  const trusted = [host.user(), 0, host.owner(root)];
  // The owner of a folder can move files of other users into it.
  return [folder, join(folder, name)].every((path) => trusted.includes(host.owner(path)));
}

function foreignPart(host: Owners, folder: string): { readonly part: string; readonly reason: string } | undefined {
  const user = host.user();
  const owner = host.owner(folder);
  const trusted = user === 0 ? [0, owner] : [0, user];
  if (!trusted.includes(owner)) return { part: 'the folder', reason: belongsTo(owner) };
  // A world-writable folder of the user's own is either intended, or how the file system shows every folder.
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

function realpathOf(host: Owners, path: string): string | undefined {
  try {
    return host.realpath(path);
  } catch {
    return undefined;
  }
}
