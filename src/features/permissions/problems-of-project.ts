import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { recollect, workOut, type Topic } from '../../base/memory/recollection.js';
import type { Environment } from '../../output/operation/outcome.js';
import type { PermissionProblems } from './find-permission-problems.js';

type Surroundings = Pick<Environment, 'host' | 'memory'>;

const topicOf = (root: string): Topic => ({ name: 'permission-problems', folder: root });

// Loaded separately: this depends only on the project, and takes a fraction of the time of the comparison.
const noteTopicOf = (root: string): Topic => ({ name: 'permission-note', folder: root });

/**
 * Returns the permissions that the code uses but does not declare. If nothing has changed since an earlier run, no
 * large modules are loaded.
 */
export async function permissionProblemsOf(
  { host, memory }: Surroundings,
  root: string,
): Promise<readonly Diagnostic[]> {
  const known = memory && recollect<string>(memory, topicOf(root), host);
  if (known !== undefined) return JSON.parse(known) as readonly Diagnostic[];
  const { findPermissionProblems } = await import('./find-permission-problems.js');
  const find = (forNote: Host): Promise<PermissionProblems> =>
    workOut(
      memory,
      topicOf(root),
      ofProject(root, forNote, host),
      (noted) => findPermissionProblems(noted, root, memory),
      ({ diagnostics }) => JSON.stringify(diagnostics),
    );
  const found = await workOut(memory, noteTopicOf(root), host, find, ({ note }) => JSON.stringify(note ?? null));
  return found.diagnostics;
}

/** Returns the note that permissions are missing, if an earlier run has searched for them in the same project. */
export function recalledNote({ host, memory }: Surroundings, root: string): readonly Diagnostic[] {
  const text = memory && recollect<string>(memory, noteTopicOf(root), host);
  const note = text === undefined ? null : (JSON.parse(text) as Diagnostic | null);
  return note === null ? [] : [note];
}

/** Returns a host that reads the files and folders of a project from one host, and everything else from another. */
function ofProject(root: string, project: Host, others: Host): Host {
  const hostOf = (path: string): Host =>
    path.startsWith(`${root}/`) && !posix.relative(root, path).startsWith('node_modules/') ? project : others;
  return {
    ...others,
    read: (path) => hostOf(path).read(path),
    list: (path) => hostOf(path).list(path),
  };
}
