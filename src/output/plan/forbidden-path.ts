import { stateFile } from './leftovers.js';
import { isHiddenTarget } from '../../project/layout/template-files.js';

/**
 * Reports whether a project path is in a place where nothing is ever written, moved or deleted, regardless of where the
 * path comes from: in `.git` or `node_modules`, or in a hidden folder, except for the files that templates have there.
 * Git, editors and package managers execute files in such places.
 */
export function isForbiddenPath(path: string): boolean {
  const names = path.split('/').map(readAs);
  const folders = names.slice(0, -1);
  if (names.some(isReserved) || folders.some((name) => shortName.test(name))) return true;
  // Hidden files next to a user's code are allowed and move with it.
  const isHidden = folders.length === 0 ? names[0]!.startsWith('.') : folders.some((name) => name.startsWith('.'));
  // Scaffolded files and previous contents are written next to the files of the user.
  const beside = path.replace(/\.orig\d*$/, '');
  return isHidden && beside !== stateFile && !isHiddenTarget(beside);
}

/**
 * Returns a name that is equal for names that a file system treats as equal. macOS ignores some characters and case;
 * Windows ignores case, trailing dots and spaces, and everything after a colon.
 */
function readAs(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
    .split(':', 1)[0]!
    .replace(/(?<![. ])[. ]+$/, '')
    .toUpperCase()
    .toLowerCase();
}

/** The short name that Windows gives to a file with a long one. */
const shortName = /^[^.]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/;

function isReserved(name: string): boolean {
  return name === '' || /^(?:\.git|git~\d+|node_modules|node_m~\d+|nodemo~\d+)$/.test(name);
}
