import { stateFile } from './leftovers.js';
import { hiddenTargets } from '../layout/template-files.js';

/**
 * Reports whether a path of a project is in a place where nothing is ever written, moved or deleted, whatever names it: in
 * `.git` or `node_modules`, or in a folder that begins with a dot, but for the very files that templates have there. What git, an
 * editor or a package manager finds in such places it executes.
 */
export function isForbiddenPath(path: string): boolean {
  const names = path.split('/').map(readAs);
  const folders = names.slice(0, -1);
  if (names.some(isReserved) || folders.some((name) => shortName.test(name))) return true;
  // Beside a user's code there can be hidden files, which move with it.
  const isHidden = folders.length === 0 ? names[0]!.startsWith('.') : folders.some((name) => name.startsWith('.'));
  return isHidden && path !== stateFile && !hiddenTargets().has(path);
}

/**
 * The name that a file system may take a name for. macOS ignores some characters and the case of letters; Windows ignores the
 * case, dots and spaces at the end, and what follows a colon.
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
