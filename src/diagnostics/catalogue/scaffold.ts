import { error, warning } from './entry.js';

export interface File {
  path: string;
}

/** Problems with the files that a command would write. */
export const scaffoldDiagnostics = {
  'file-exists': error<File>(
    ({ path }) => `${path} exists and is not what would be written`,
    () => 'move it away, or overwrite it with --force',
  ),
  'symbolic-link': error<File>(
    ({ path }) => `${path} is a symbolic link, and nothing is written through one`,
    () => 'replace the link by what it points to',
  ),
  'not-a-file': error<File>(
    ({ path }) => `${path} is a folder, and a file has to be written there`,
    () => 'move the folder away',
  ),
  'not-a-folder': error<File>(
    ({ path }) => `${path} is no folder, and files have to be written into it`,
    () => 'move it away',
  ),
  'outside-project': error<File>(
    ({ path }) => `${path} is outside the project`,
    () => 'this is a defect of operator-gen: please report it',
  ),
  'read-only': error<File>(
    ({ path }) => `${path} is read-only, and would have to change`,
    () => 'make it writable',
  ),
  'unreadable-file': error<File & { reason: string }>(
    ({ path, reason }) => `${path} cannot be read: ${reason}`,
    () => 'correct its permissions',
  ),
  'invalid-kustomization': error<File>(
    ({ path }) => `${path} is no kustomization whose resources are a list`,
    () => 'correct the file: an entry has to be added to it',
  ),
  'edited-orphaned-file': warning<File>(
    ({ path }) => `${path} is not generated any more, and was edited by hand: it is left alone`,
    () => 'remove it if nothing needs it',
  ),
  'edited-file-kept': warning<File>(
    ({ path }) => `${path} was edited by hand: it is left alone`,
    () => 'remove it by hand, or together with everything else by --force',
  ),
  'file-in-use': warning<File & { user: string }>(
    ({ path, user }) => `${path} is used by ${user}, which was edited by hand: it is left alone`,
    ({ user }) => `remove it once ${user} does without it, or everything by --force`,
  ),
  'merge-conflict': error<File & { what: string; remedy: string }>(
    ({ path, what }) => `${path} was edited by hand, and ${what}`,
    ({ remedy }) => `${remedy} by hand, and run the command again:`,
  ),
  'merge-target-missing': error<File>(
    ({ path }) => `${path} is not there, and would have to change`,
    () => 'put it back, e.g. from version control, and run the command again',
  ),
  'concurrent-change': error<File>(
    ({ path }) => `${path} changed while this command was at work`,
    () => 'nothing was written; run the command again',
  ),
  'write-failed': error<File & { reason: string }>(
    ({ path, reason }) => `${path} could not be written: ${reason}`,
    () => 'nothing was changed; remove the cause and run the command again',
  ),
  'rollback-failed': error<File & { reason: string }>(
    ({ path, reason }) => `writing failed half-way and could not be undone at ${path}: ${reason}`,
    () => 'remove the cause; the next command that writes puts this right first',
  ),
  'concurrent-run': error<{ pid: number }>(
    ({ pid }) => `process ${pid} is writing to this project`,
    () => 'run the command again when it has ended',
  ),
  'interrupted-run-recovered': warning<{ outcome: 'completed' | 'undone' | 'cleaned up' }>(
    ({ outcome }) =>
      outcome === 'cleaned up'
        ? 'an earlier command was interrupted; what it left in .operator-gen has been removed'
        : `an earlier command was interrupted while it wrote; its changes have been ${outcome}`,
    () => 'nothing more is to be done',
  ),
  'interrupted-run-pending': warning<{ changed: boolean }>(
    ({ changed }) =>
      changed
        ? 'an earlier command was interrupted while it wrote, and the project is between two states'
        : 'an earlier command was interrupted before it changed anything',
    () => 'the next command that writes puts this right: operator-gen manifests',
  ),
  'recovery-failed': error<File & { reason: string }>(
    ({ path, reason }) => `an earlier command was interrupted, and ${path} could not be put right: ${reason}`,
    () => 'remove the cause and run the command again',
  ),
  'stale-journal': error<File>(
    ({ path }) => `an earlier command was interrupted before it wrote ${path}, which has changed since`,
    () => 'put back what stood there; or, to keep the files as they are now, remove the folder .operator-gen/pending',
  ),
  'invalid-journal': error<{ folder: string; reason: string }>(
    ({ folder, reason }) => `${folder} is not what an interrupted command leaves: ${reason}`,
    ({ folder }) => `compare the project with version control, then remove the folder ${folder}`,
  ),
  'untrusted-journal': error<{ folder: string }>(
    ({ folder }) =>
      `${folder} was not left by a command that you ran in this folder: another user, a copy of the project or a commit brought it`,
    ({ folder }) => `remove the folder ${folder} after you have compared the project with version control`,
  ),
  'no-private-folder': error<Record<never, never>>(
    () => 'no folder was found that only you can write to, for what an interrupted command has left to do',
    () => 'set XDG_STATE_HOME to the absolute path of such a folder outside the project',
  ),
  'forbidden-path': error<File>(
    ({ path }) => `${path} is in a place where operator-gen never writes, moves or deletes a file`,
    () => 'correct what names it: PROJECT, a flag, or .operator-gen/scaffold.json',
  ),
  'invalid-record-entry': warning<File>(
    ({ path }) =>
      `.operator-gen/scaffold.json lists ${path} as generated, where nothing is ever generated: the file is left alone`,
    () => 'run operator-gen manifests, which removes the entry',
  ),
  'unsupported-record-version': error<{ version: string }>(
    ({ version }) => `the record of generated files has version ${version}, and this operator-gen reads version 1`,
    () => 'use the release of operator-gen that wrote it, or a later one',
  ),
  'unreadable-record': error<{ reason: string }>(
    ({ reason }) => `the record of generated files cannot be read: ${reason}`,
    () => 'restore .operator-gen/scaffold.json from version control, or remove it',
  ),
  'project-reformatted': warning<Record<never, never>>(
    () => 'PROJECT is formatted anew: the change does not fit the form that it has',
    () => 'review the file before you commit it: comments stay, but spaces and quotes may change',
  ),
};
