import { join } from 'node:path';
import { refuse } from '../base/diagnostics/diagnostic.js';
import { foreignPartOf, type Owners } from './foreign-project.js';

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
  const found = foreignPartOf(host, root, env);
  if (found !== undefined) refuse('untrusted-project', { folder: root, ...found });
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
