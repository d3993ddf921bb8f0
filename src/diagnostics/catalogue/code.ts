import { error, warning } from './entry.js';

/** Problems of moving or renaming code. Nothing is written if there is one. */
export const codeDiagnostics = {
  'code-syntax-error': error<{ message: string }>(
    ({ message }) => message,
    () => 'correct the syntax: what this file means has to be known before code is moved or renamed',
  ),
  'move-target-exists': error<{ from: string; to: string }>(
    ({ from, to }) => `${from} would become ${to}, and that file exists`,
    () => 'move it away, or give it another name',
  ),
  'import-conflict': error<{ specifier: string; target: string }>(
    ({ specifier, target }) => `no import can be written here that leads to ${target}, as ${specifier} does now`,
    () => 'another file has the name that would be imported: give it another one',
  ),
  'rename-conflict': error<{ name: string; newName: string }>(
    ({ name, newName }) => `${newName} means something here already: ${name} cannot be called so`,
    ({ newName }) => `call what is ${newName} here something else first, or choose another name`,
  ),
  'reserved-name': error<{ name: string; newName: string }>(
    ({ name, newName }) => `${name} cannot become ${newName}, which is not a name in TypeScript`,
    () => 'choose another name',
  ),
  'stale-name': warning<{ word: string; newWord: string }>(
    ({ word, newWord }) => `${word} is mentioned here: what it is about is called ${newWord} now`,
    () => 'change it where it should follow: comments, texts and what you have named yourself are left as they are',
  ),
  'shared-permission': warning<{ marker: string }>(
    ({ marker }) => `this @${marker} is about resources of which not all go to the other group: it was left as it is`,
    () => 'make two of it, one for each group',
  ),
};
