import { error, warning } from './entry.js';

export interface File {
  path: string;
}

/** Problems with the files that a command would write. */
export const scaffoldDiagnostics = {
  'file-exists': error<File>(
    ({ path }) => `${path} already exists with different content`,
    () => 'move the file, or overwrite it with --force',
  ),
  'symbolic-link': error<File>(
    ({ path }) => `${path} is a symbolic link: files are never written through links`,
    () => 'replace the link with its target',
  ),
  'not-a-file': error<File>(
    ({ path }) => `${path} is a folder, but a file must be written there`,
    () => 'move or rename the folder',
  ),
  'not-a-folder': error<File>(
    ({ path }) => `${path} is not a folder, but files must be written into it`,
    () => 'move or rename the file',
  ),
  'outside-project': error<File>(
    ({ path }) => `${path} is outside the project`,
    () => 'this is a bug in operator-gen: report it',
  ),
  'read-only': error<File>(
    ({ path }) => `${path} is read-only, but must be changed`,
    () => 'make the file writable',
  ),
  'unreadable-file': error<File & { reason: string }>(
    ({ path, reason }) => `${path} cannot be read: ${reason}`,
    () => 'fix its permissions',
  ),
  'invalid-kustomization': error<File>(
    ({ path }) => `${path} is not a kustomization with a list of resources`,
    () => 'fix the file: an entry must be added to it',
  ),
  'edited-orphaned-file': warning<File>(
    ({ path }) => `${path} is no longer generated, but was edited by hand: it is kept`,
    () => 'delete it if nothing needs it',
  ),
  'edited-file-kept': warning<File>(
    ({ path }) => `${path} was edited by hand: it is kept`,
    () => 'delete it by hand, or delete everything with --force',
  ),
  'file-in-use': warning<File & { user: string }>(
    ({ path, user }) => `${path} is used by ${user}, which was edited by hand: it is kept`,
    ({ user }) => `delete it when ${user} no longer uses it, or delete everything with --force`,
  ),
  'merge-conflict': error<File & { what: string; remedy: string }>(
    ({ path, what }) => `${path} was edited by hand, and ${what}`,
    ({ remedy }) => `${remedy} by hand, and run the command again:`,
  ),
  'merge-target-missing': warning<File & { change: string }>(
    ({ path }) => `${path} does not exist, so this command could not change it`,
    ({ change }) => change,
  ),
  'concurrent-change': error<File>(
    ({ path }) => `${path} changed while the command was running`,
    () => 'nothing was written; run the command again',
  ),
  'write-failed': error<File & { reason: string }>(
    ({ path, reason }) => `${path} could not be written: ${reason}`,
    () => 'nothing was changed; fix the cause and run the command again',
  ),
  'rollback-failed': error<File & { reason: string }>(
    ({ path, reason }) => `writing failed, and ${path} could not be rolled back: ${reason}`,
    () => 'fix the cause; the next command that writes recovers the project first',
  ),
  'concurrent-run': error<{ pid: number }>(
    ({ pid }) => `process ${pid} is writing to this project`,
    () => 'run the command again when that process has ended',
  ),
  'interrupted-run-recovered': warning<{ outcome: 'completed' | 'undone' | 'cleaned up' }>(
    ({ outcome }) =>
      outcome === 'cleaned up'
        ? 'an earlier command was interrupted; its leftovers in .operator-gen have been removed'
        : `an earlier command was interrupted while writing; its changes have been ${outcome === 'undone' ? 'rolled back' : 'completed'}`,
    () => 'no action is required',
  ),
  'interrupted-run-pending': warning<{ changed: boolean }>(
    ({ changed }) =>
      changed
        ? 'an earlier command was interrupted while writing, and its changes are incomplete'
        : 'an earlier command was interrupted before it changed anything',
    () => 'run a command that writes, which recovers the project first: operator-gen manifests',
  ),
  'recovery-failed': error<File & { reason: string }>(
    ({ path, reason }) => `an earlier command was interrupted, and ${path} could not be recovered: ${reason}`,
    () => 'fix the cause and run the command again',
  ),
  'stale-journal': error<File>(
    ({ path }) => `an earlier command was interrupted before it wrote ${path}, which has changed since`,
    () => 'restore its previous content; or, to keep the files as they are, delete the folder .operator-gen/pending',
  ),
  'invalid-journal': error<{ folder: string; reason: string }>(
    ({ folder, reason }) => `${folder} is not a valid journal of an interrupted command: ${reason}`,
    ({ folder }) => `compare the project with version control, then delete the folder ${folder}`,
  ),
  'untrusted-journal': error<{ folder: string }>(
    ({ folder }) =>
      `${folder} was not left by a command that you ran in this folder: it comes from another user, a copy of the project or a commit`,
    ({ folder }) => `compare the project with version control, then delete the folder ${folder}`,
  ),
  'no-private-folder': error<Record<never, never>>(
    () => 'no folder for recovery data was found that only you can write to',
    () => 'set XDG_STATE_HOME to the absolute path of such a folder outside the project',
  ),
  'forbidden-path': error<File>(
    ({ path }) => `${path} is in a place where operator-gen never writes, moves or deletes files`,
    () => 'fix the path in PROJECT, in the flag, or in .operator-gen/scaffold.json',
  ),
  'invalid-record-entry': warning<File>(
    ({ path }) =>
      `.operator-gen/scaffold.json lists ${path} as generated, but nothing is ever generated there: the file is kept`,
    () => 'run operator-gen manifests to remove the entry',
  ),
  'unsupported-record-version': error<{ version: string }>(
    ({ version }) =>
      `the record of generated files has the unsupported version ${version}; this operator-gen supports version 1`,
    () => 'use the release of operator-gen that wrote it, or a later one',
  ),
  'unreadable-record': error<{ reason: string }>(
    ({ reason }) => `the record of generated files cannot be read: ${reason}`,
    () => 'restore .operator-gen/scaffold.json from version control, or delete it',
  ),
  'project-reformatted': warning<Record<never, never>>(
    () => 'PROJECT is reformatted: the change cannot preserve its formatting',
    () => 'review the file before you commit it: comments stay, but spaces and quotes may change',
  ),
};
