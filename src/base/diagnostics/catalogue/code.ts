import { error, warning } from './entry.js';

/** Problems of moving or renaming code. Nothing is written if there is one. */
export const codeDiagnostics = {
  'code-syntax-error': error<{ message: string }>(
    ({ message }) => message,
    () => 'fix the syntax error: code is moved and renamed only in valid files',
  ),
  'not-utf8': error<{ path: string }>(
    ({ path }) => `${path} refers to code that moves or is renamed, but it is not valid UTF-8 and cannot be changed`,
    () => 'save it as UTF-8, and run the command again',
  ),
  'move-target-exists': error<{ from: string; to: string }>(
    ({ from, to }) => `cannot move ${from} to ${to}: the file exists`,
    () => 'move or rename the existing file',
  ),
  'import-conflict': error<{ specifier: string; target: string }>(
    ({ specifier, target }) => `no import here can resolve to ${target}, as ${specifier} does now`,
    () => 'rename the other file that the import would resolve to',
  ),
  'rename-conflict': error<{ name: string; newName: string }>(
    ({ name, newName }) => `${name} cannot be renamed to ${newName}: the name is already in use here`,
    ({ newName }) => `rename the existing ${newName} first, or choose another name`,
  ),
  'reserved-name': error<{ name: string; newName: string }>(
    ({ name, newName }) => `${name} cannot be renamed to ${newName}: it is not a valid TypeScript identifier`,
    () => 'choose another name',
  ),
  'stale-name': warning<{ word: string; newWord: string; also?: string }>(
    ({ word, newWord, also = '' }) => `${word} is still mentioned here${also}, but is now named ${newWord}`,
    () => 'update it where necessary: comments, strings and your own names are not renamed',
  ),
  'stale-path': warning<{ path: string; newPath: string }>(
    ({ path, newPath }) => `this names ${path}, which is now ${newPath}`,
    () => 'update the path if it refers to that file',
  ),
  'deleted-import': warning<{ imported: string }>(
    ({ imported }) => `this file still imports ${imported}, which this command deletes`,
    () => 'remove the imports with what uses them, or delete the file: until then, the code does not compile',
  ),
  'stale-target': warning<{ target: string; release: string; newTarget?: string }>(
    ({ target, release, newTarget }) =>
      `this uses the target ${target} of the Makefile, which ${newTarget === undefined ? `release ${release} does not have` : `is now ${newTarget}`}`,
    () => 'update the name if it refers to that target',
  ),
  'shared-permission': warning<{ marker: string }>(
    ({ marker }) => `this @${marker} lists resources that do not all move to the new group: it was not changed`,
    () => 'split it into two markers, one for each group',
  ),
};
