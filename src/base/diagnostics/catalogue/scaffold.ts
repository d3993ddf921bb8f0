import { error, note, warning } from './entry.js';

export interface File {
  path: string;
}

/** Problems with the files that a command would write. */
export const scaffoldDiagnostics = {
  'file-exists': error<File & { canForce: boolean }>(
    ({ path }) => `${path} already exists with different content`,
    ({ canForce }) => `move the file, ${canForce ? 'or overwrite it with --force' : 'and run the command again'}`,
  ),
  'present-file-kept': note<File>(
    ({ path }) => `${path} already exists and is kept as it is`,
    () => 'compare it with the file that init writes into an empty folder',
  ),
  'symbolic-link': error<File>(
    ({ path }) => `${path} is a symbolic link: files are never written through links`,
    () => 'replace the link with its target',
  ),
  'not-a-file': error<File & { isFolder: boolean }>(
    ({ path, isFolder }) =>
      `${path} is ${isFolder ? 'a folder' : 'a special file, such as a socket or a device'}, but a file must be written there`,
    ({ isFolder }) => `move or rename ${isFolder ? 'the folder' : 'it'}`,
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
  'edited-orphaned-file': warning<File>(
    ({ path }) => `${path} is no longer generated, but was edited by hand: it is kept`,
    () => 'delete it if nothing needs it',
  ),
  'edited-file-kept': warning<
    File & { mayForce?: boolean; hasMarkers?: boolean; isWhole?: boolean; others?: readonly string[] }
  >(
    ({ path, hasMarkers = true }) =>
      `${path} was edited by hand: it is kept${hasMarkers ? '' : ', without the markers of the deleted webhooks and their values'}`,
    ({ mayForce = true, isWhole = true, others = [] }) => {
      if (!mayForce) return 'the release no longer has it; delete it by hand if nothing needs it';
      return isWhole
        ? 'delete it by hand; with --force, delete commands also remove edited files'
        : `delete by hand what was scaffolded in it, and keep what was not: ${others.join(', ')}; with --force, delete commands remove all of it`;
    },
  ),
  'file-in-use': warning<File & { user: string; isUpgrade?: boolean }>(
    ({ path, user }) => `${path} is kept, because ${user} uses it`,
    ({ user, isUpgrade = false }) =>
      `delete it when ${user} no longer uses it${isUpgrade ? '' : '; with --force, delete commands remove it, too'}`,
  ),
  'merge-conflict': warning<File & { what: string; remedy: string }>(
    ({ path, what }) => `${path} was edited by hand, and ${what}`,
    ({ remedy }) => `everything else is done; ${remedy} by hand:`,
  ),
  'edit-by-hand': warning<File & { symbol: string; remedy: string; isThere?: boolean }>(
    ({ path, symbol, isThere = true }) =>
      isThere
        ? `${symbol} in ${path} was edited by hand, and a part of this change cannot be made in it`
        : `${path} no longer has ${symbol}, which a part of this change belongs to`,
    ({ symbol, remedy, isThere = true }) =>
      isThere
        ? `everything else is done; ${remedy} in ${symbol}, or code that does the same:`
        : `everything else is done; if other code does the same, ${remedy} there:`,
  ),
  'edited-code-kept': warning<File & { symbol: string; isEdited?: boolean; hadMarkers?: boolean }>(
    ({ path, symbol, isEdited = true, hadMarkers = true }) =>
      `${symbol} in ${path} ${isEdited ? 'was edited by hand' : 'is used by other code'}, so it stays${hadMarkers ? ', without its markers' : ''}`,
    ({ symbol }) => `delete ${symbol} by hand if nothing needs it`,
  ),
  'version-left': warning<File & { kind: string; version: string }>(
    ({ path, kind, version }) => `${path} still declares ${version} of ${kind}, so the CustomResourceDefinition has it`,
    () => 'delete the class by hand, with what only it needs, and run: npx operator-gen manifests',
  ),
  'merge-target-missing': warning<File>(
    ({ path }) => `${path} does not exist, so this command could not change it`,
    () => 'if something else replaces it, add this there:',
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
  'rollback-kept': warning<File & { previous?: string }>(
    ({ path }) => `${path} changed after a command had changed it, so it was kept when the command was rolled back`,
    ({ previous }) =>
      previous === undefined
        ? 'the command had created the file: delete it if nothing needs it'
        : `its content before the command is in ${previous}: compare the two, and delete ${previous}`,
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
    ({ outcome }) => (outcome === 'undone' ? 'run the earlier command again' : 'no action is required'),
  ),
  'interrupted-run-pending': warning<{ changed: boolean }>(
    ({ changed }) =>
      changed
        ? 'an earlier command was interrupted while writing, and its changes are incomplete'
        : 'an earlier command was interrupted before it changed anything',
    () => 'run a command that writes, which recovers the project first: npx operator-gen manifests',
  ),
  'recovery-failed': error<File & { reason: string }>(
    ({ path, reason }) => `an earlier command was interrupted, and ${path} could not be recovered: ${reason}`,
    () => 'fix the cause and run the command again',
  ),
  'invalid-journal': error<{ folder: string; reason: string; onlyCopies: string }>(
    ({ folder, reason }) => `${folder} is not a valid journal of an interrupted command: ${reason}`,
    ({ folder, onlyCopies }) =>
      `move the folder ${folder} out of the project, restore what you need from it${onlyCopies && ` (${onlyCopies})`}, and run the command again`,
  ),
  'untrusted-journal': error<{ folder: string }>(
    ({ folder }) =>
      `${folder} was not left by a command that you ran in this folder: it comes from another user, a copy of the project or a commit`,
    ({ folder }) => `move the folder ${folder} out of the project, and compare the project with version control`,
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
    () => 'run npx operator-gen manifests to remove the entry',
  ),
  'unsupported-record-version': error<{ version: string }>(
    ({ version }) =>
      `the record of generated files has the unsupported version ${version}; this operator-gen supports version 1`,
    () => 'use the release of operator-gen that wrote it, or a later one',
  ),
  'unreadable-record': error<{ reason: string }>(
    ({ reason }) => `the record of generated files cannot be read: ${reason}`,
    () => 'restore .operator-gen/scaffold.json from version control, or delete it: the next command rebuilds it',
  ),
  'upgrade-refused': error<File & { what: string; remedy: string; release: string; isMarked: boolean }>(
    ({ path, what, release }) => `release ${release} changes ${path}, which was edited by hand: ${what}`,
    ({ release, isMarked, remedy }) =>
      isMarked
        ? `upgrade with --conflicts markers to get both texts in the file, or with --conflicts orig to keep yours; release ${release} has:`
        : `upgrade with --conflicts orig to keep your text and get the file of release ${release} next to it, or ${remedy} first:`,
  ),
  'upgrade-conflict': warning<File & { what: string; remedy: string; release: string }>(
    ({ path, what, release }) => `release ${release} changes ${path}, which was edited by hand: ${what}`,
    ({ remedy }) => `resolve the conflict in the file: keep your text, or ${remedy}:`,
  ),
  'upgrade-value-kept': warning<File & { what: string; remedy: string; release: string; hasText: boolean }>(
    ({ path, what, release }) => `${path} keeps your text where release ${release} changes it: ${what}`,
    ({ remedy, hasText }) =>
      hasText ? `compare it with yours, and ${remedy} if you need it:` : `${remedy} if you do not need it:`,
  ),
  'upgrade-comment-left': warning<File & { release: string }>(
    ({ path, release }) => `${path} was edited by hand, and lacks comments that release ${release} has`,
    () => 'everything else is merged; add the comments by hand if they are useful:',
  ),
  'upgrade-removed-text': note<File & { what: string; release: string }>(
    ({ path, what, release }) =>
      `release ${release} changes a part of ${path} that you have removed, so it stays removed: ${what}`,
    () => 'no action is required; if you need it again, the release has:',
  ),
  'upgrade-path-taken': warning<File & { release: string }>(
    ({ path, release }) =>
      `${path} is a file of yours, and release ${release} scaffolds another one there: yours is kept`,
    () => 'compare them with upgrade --conflicts orig, which writes the other one next to yours',
  ),
  'unknown-release': error<{ version: string; known: readonly string[] }>(
    ({ version, known }) =>
      `the templates of release ${version} are unknown; the known releases are ${known.join(', ')}`,
    () => 'set cliVersion to the release that last scaffolded or upgraded the project, or use a later operator-gen',
  ),
  'broken-release-archive': error<{ reason: string }>(
    ({ reason }) => `the templates of the releases in this package cannot be read: ${reason}`,
    () => 'install operator-gen again',
  ),
  'unknown-target-release': error<{ version: string; known: readonly string[] }>(
    ({ version, known }) =>
      `the templates of release ${version} are unknown; the known releases are ${known.join(', ')}`,
    () => 'use --to with a release of the list, or the operator-gen of that release',
  ),
  'cli-version-missing': error<{ known: readonly string[] }>(
    () => 'PROJECT does not say which release scaffolded the project',
    ({ known }) => `add the release to PROJECT, for example cliVersion: ${known[0]!}`,
  ),
  'project-newer': error<{ version: string; own: string }>(
    ({ version, own }) => `the project has release ${version}, which is later than ${own}`,
    ({ version }) =>
      `upgrade to release ${version} or a later one, with an operator-gen that has it; a project cannot be downgraded`,
  ),
  'unresolved-conflict': error<File>(
    ({ path }) => `${path} has conflict markers of an earlier merge`,
    () => 'resolve the conflict, and run the command again',
  ),
  'export-renamed': note<{ module: string; from: string; to: string; release: string }>(
    ({ module, from, to, release }) =>
      `${from} of ${module} is ${to} since release ${release}: this file uses the new name`,
    () => 'no action is required',
  ),
  'not-formatted': note<File & { reason: string }>(
    ({ path, reason }) => `${path} is not formatted: ${reason}`,
    () => 'the code is complete; format it with npx prettier --write if you want to',
  ),
  'project-reformatted': warning<Record<never, never>>(
    () => 'PROJECT is reformatted: the change cannot preserve its formatting',
    () => 'review the file before you commit it: comments stay, but spaces and quotes may change',
  ),
};
